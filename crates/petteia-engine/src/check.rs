//! `check`: compares the rules with fixture files.

use std::path::{Path, PathBuf};

use petteia_core::{GameOptions, GameResult};
use petteia_search::Control;
use petteia_search::perft::PerftOptions;

use super::error::EngineError;
use super::files::{read_bytes, text};
use super::fixture::{self, Case};
use super::jobs::{JobEvent, JobResult, Report};
use super::report::SessionError;
use super::session::{GameSetup, Session};
use super::variant::Variant;

/// A request to check fixture files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckRequest {
    /// Largest depth of a perft in plies. Deeper ones are left out; `None` for all.
    pub depth: Option<u32>,
    /// The fixture files.
    pub files: Vec<PathBuf>,
}

/// The largest fixture file, in bytes.
const MAX_FIXTURE_BYTES: u64 = 64 << 20;

/// Why a case does not pass.
enum Failure {
    /// The rules and the case disagree. The text says how.
    Mismatch(String),
    /// The count was stopped.
    Aborted,
}

/// Checks the cases of every file, one after another.
pub(super) fn run(
    request: &CheckRequest,
    variants: &'static [Variant],
    threads: usize,
    control: &Control,
    report: Report,
) -> JobResult {
    let counting = PerftOptions { threads, table: None, control };
    let refuse = |error| report(JobEvent::Error(error));
    let (mut passed, mut failed) = (0, 0);
    for file in &request.files {
        let cases = read(file).unwrap_or_else(|error| {
            refuse(error);
            Vec::new()
        });
        for case in cases {
            let why = match check(&case, request.depth, variants, &counting) {
                _ if control.is_stopped() => return JobResult::Aborted("check"),
                Err(Failure::Aborted) => return JobResult::Aborted("check"),
                Err(Failure::Mismatch(why)) => Some(why),
                Ok(()) => None,
            };
            *if why.is_none() { &mut passed } else { &mut failed } += 1;
            report(JobEvent::Case(case.label, why));
        }
    }
    if failed > 0 {
        refuse(EngineError::Mismatch(failed));
    }
    JobResult::Checked { passed, failed }
}

fn read(file: &Path) -> Result<Vec<Case>, EngineError> {
    let bytes = read_bytes(file, MAX_FIXTURE_BYTES).map_err(EngineError::Unreadable)?;
    let text = text(file, bytes).map_err(EngineError::Fixture)?;
    fixture::read(&text).map_err(|e| EngineError::Fixture(format!("{}: {e}", file.display())))
}

fn check(
    case: &Case,
    max_depth: Option<u32>,
    variants: &'static [Variant],
    counting: &PerftOptions,
) -> Result<(), Failure> {
    let variant = Variant::find(variants, &case.variant);
    let variant = variant.ok_or_else(|| Failure::Mismatch(format!("there is no variant '{}'", case.variant)))?;
    let game = (variant.open)(&GameSetup { fen: case.fen.as_deref(), options: &GameOptions::default() });
    let game = game.map_err(|error| Failure::Mismatch(format!("fen, column {}: {error}", error.at + 1)))?;
    check_state(case, &*game)?;
    for &(depth, expected) in &case.perft {
        if max_depth.is_some_and(|max_depth| depth > max_depth) {
            continue;
        }
        let count = game.perft(depth).map_err(|refused| Failure::Mismatch(refused.to_string()))?;
        let found = count(counting).map_err(|_| Failure::Aborted)?;
        same(&format!("perft {depth}"), &expected.to_string(), &found.to_string())?;
    }
    Ok(())
}

fn check_state(case: &Case, game: &dyn Session) -> Result<(), Failure> {
    if let Some(fen) = &case.fen {
        same("fen", fen, &game.fen())?;
    }
    if let Some(moves) = &case.moves {
        let found = game.moves(None).map_err(|refused| Failure::Mismatch(refused.to_string()))?;
        same("moves", &moves.join(" "), &found.join(" "))?;
    }
    if let Some(score) = &case.score {
        let found: Vec<String> = game.scores().iter().map(i32::to_string).collect();
        same("score", score, &found.join(" "))?;
    }
    if let Some(result) = &case.result {
        let found = GameResult::optional_word(game.result().as_ref());
        same("result", result, &found)?;
    }
    if let Some(reason) = &case.reason {
        same("reason", reason, game.reason().unwrap_or("none"))?;
    }
    for word in &case.illegal {
        if !matches!(game.effects(word), Err(SessionError::Illegal { .. })) {
            return Err(Failure::Mismatch(format!("illegal: {word} is legal")));
        }
    }
    for expected in &case.effects {
        // A move may contain a colon, but never a space.
        let word = expected.split(": ").next().unwrap_or_default();
        let found = match game.effects(word) {
            Ok(effects) => effects.to_string(),
            Err(refused) => refused.to_string(),
        };
        same("effects", expected, &found)?;
    }
    Ok(())
}

fn same(what: &str, expected: &str, found: &str) -> Result<(), Failure> {
    if expected == found {
        return Ok(());
    }
    Err(Failure::Mismatch(format!("{what}: expected {expected}, found {found}")))
}
