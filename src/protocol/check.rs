//! `check`: holds the engine to fixture files.

use std::path::Path;

use super::command::Check;
use super::error::{Code, Error};
use super::files::read_text;
use super::fixture::{self, Case};
use super::jobs::{Report, Tell};
use super::reply::{Reply, effects_text};
use crate::game::GameOptions;
use crate::search::Control;
use crate::search::perft::Counting;
use crate::session::{Session, SessionError, Setup, Variant};

/// The largest fixture file, in bytes.
const LARGEST: u64 = 64 << 20;

/// Why a case is not done with.
enum Trouble {
    /// It is not fulfilled.
    Mismatch(String),
    /// The count was stopped.
    Aborted,
}

/// Checks the cases of every file, one after another.
pub(super) fn run(
    request: &Check,
    variants: &'static [Variant],
    threads: usize,
    control: &Control,
    tell: Tell,
) -> Report {
    let counting = Counting { threads, table: None, control };
    let refuse = |error| tell(Report::Reply(Reply::Error(error)));
    let (mut passed, mut failed) = (0, 0);
    for file in &request.files {
        let cases = read(file).unwrap_or_else(|error| {
            refuse(error);
            Vec::new()
        });
        for case in cases {
            let why = match check(&case, request.depth, variants, &counting) {
                _ if control.is_stopped() => return Report::aborted("check"),
                Err(Trouble::Aborted) => return Report::aborted("check"),
                Err(Trouble::Mismatch(why)) => Some(why),
                Ok(()) => None,
            };
            *if why.is_none() { &mut passed } else { &mut failed } += 1;
            tell(Report::Reply(Reply::Case(case.label, why)));
        }
    }
    if failed > 0 {
        let text = format!("wanted every case fulfilled, found {failed} that are not");
        refuse(Error::new(Code::PerftMismatch, text));
    }
    Report::Reply(Reply::Checked { passed, failed })
}

fn read(file: &Path) -> Result<Vec<Case>, Error> {
    let text = read_text(file, LARGEST).map_err(|why| Error::new(Code::Io, why))?;
    fixture::read(&text).map_err(|e| Error::new(Code::Syntax, format!("{}: {e}", file.display())))
}

fn check(case: &Case, deepest: Option<u32>, variants: &'static [Variant], counting: &Counting) -> Result<(), Trouble> {
    let variant = Variant::find(variants, &case.variant);
    let variant = variant.ok_or_else(|| Trouble::Mismatch(format!("there is no variant '{}'", case.variant)))?;
    let game = (variant.open)(&Setup { fen: case.fen.as_deref(), house: &GameOptions::default() });
    let game = game.map_err(|error| Trouble::Mismatch(format!("fen, column {}: {error}", error.at + 1)))?;
    check_state(case, &*game)?;
    for &(depth, wanted) in &case.perft {
        if deepest.is_some_and(|deepest| depth > deepest) {
            continue;
        }
        let count = game.perft(depth).map_err(|refused| Trouble::Mismatch(Error::from(refused).text))?;
        let found = count(counting).map_err(|_| Trouble::Aborted)?;
        same(&format!("perft {depth}"), &wanted.to_string(), &found.to_string())?;
    }
    Ok(())
}

fn check_state(case: &Case, game: &dyn Session) -> Result<(), Trouble> {
    if let Some(fen) = &case.fen {
        same("fen", fen, &game.fen())?;
    }
    if let Some(moves) = &case.moves {
        let found = game.moves(None).map_err(|refused| Trouble::Mismatch(Error::from(refused).text))?;
        same("moves", &moves.join(" "), &found.join(" "))?;
    }
    if let Some(score) = &case.score {
        let found: Vec<String> = game.scores().iter().map(i32::to_string).collect();
        same("score", score, &found.join(" "))?;
    }
    if let Some(result) = &case.result {
        same("result", result, game.result().as_deref().unwrap_or("none"))?;
    }
    if let Some(reason) = &case.reason {
        same("reason", reason, game.reason().unwrap_or("none"))?;
    }
    for word in &case.illegal {
        if !matches!(game.effects(word), Err(SessionError::Illegal { .. })) {
            return Err(Trouble::Mismatch(format!("illegal: wanted {word} refused, found it legal")));
        }
    }
    for wanted in &case.effects {
        // The moves of some games have colons in them, but none has a blank.
        let word = wanted.split(": ").next().unwrap_or_default();
        let found = match game.effects(word) {
            Ok(effects) => effects_text(&effects),
            Err(refused) => Error::from(refused).text,
        };
        same("effects", wanted, &found)?;
    }
    Ok(())
}

fn same(what: &str, wanted: &str, found: &str) -> Result<(), Trouble> {
    if wanted == found {
        return Ok(());
    }
    Err(Trouble::Mismatch(format!("{what}: wanted {wanted}, found {found}")))
}
