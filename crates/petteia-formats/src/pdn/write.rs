//! Writes games in PDN.

use std::fmt::Write;
use std::io;

use petteia_core::{Outcome, Side};

use super::games::{CHECKERS, GAMES, PdnGame};
use super::{COMMENT, clocks};
use crate::record::{GameRecord, GameWriter, WriteError, write_all};

/// Greatest number of characters of a line with moves.
const WIDTH: usize = 79;
/// The tags that stand first, in the order of PDN 3.0.
pub(super) const FIRST_TAGS: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Writes games by a function, with an empty line between two.
pub(super) struct Writer {
    write_game: fn(&mut String, &GameRecord) -> Result<(), String>,
    has_games: bool,
}

impl Writer {
    pub(super) fn new(write_game: fn(&mut String, &GameRecord) -> Result<(), String>) -> Self {
        Self { write_game, has_games: false }
    }
}

impl GameWriter for Writer {
    fn write(&mut self, game: &GameRecord, output: &mut dyn io::Write) -> Result<(), WriteError> {
        let mut text = String::new();
        if self.has_games {
            text.push('\n');
        }
        (self.write_game)(&mut text, game)?;
        self.has_games = true;
        Ok(output.write_all(text.as_bytes())?)
    }
}

/// A writer of games.
#[must_use]
pub fn writer() -> Box<dyn GameWriter> {
    Box::new(Writer::new(write_game))
}

/// Writes games.
///
/// # Errors
/// A game is none of those that PDN has a number for.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_all(Writer::new(write_game), games)
}

/// Writes the tags that stand first.
pub(super) fn write_first_tags(text: &mut String, game: &GameRecord) {
    for name in FIRST_TAGS {
        if let Some(value) = game.tag(name) {
            write_tag(text, name, value);
        }
    }
}

/// Writes a game. The words of its moves stand there as they are: by the squares from and to, or by all squares visited.
fn write_game(text: &mut String, game: &GameRecord) -> Result<(), String> {
    let pdn_game = PdnGame::find(game.variant).ok_or_else(|| {
        let names = GAMES.each_ref().map(|game| game.name).join(", ");
        format!("expected games of {names}, found {}", game.variant.unwrap_or("no name"))
    })?;
    let variant = pdn_game.name;
    write_first_tags(text, game);
    let white = usize::from(variant == CHECKERS);
    for (name, player) in [("White", white), ("Black", 1 - white)] {
        write_tag(text, name, game.players[player].as_deref().unwrap_or("?"));
    }
    let result = result_word(game.outcome(), pdn_game);
    write_tag(text, "Result", if game.outcome().is_none() { game.tag("Result").unwrap_or(result) } else { result });
    write_tag(text, "GameType", &[pdn_game.number, pdn_game.form].concat());
    game.start.iter().for_each(|fen| write_tag(text, "FEN", fen));
    for (name, value) in &game.tags {
        let is_written = FIRST_TAGS.contains(&name.as_str()) || [COMMENT, "Result"].contains(&name.as_str());
        if !is_written && is_name(name) {
            write_tag(text, name, value);
        }
    }
    text.push('\n');
    let mut lines = Lines { text, column: 0 };
    lines.comment(game.tag(COMMENT).unwrap_or_default());
    write_moves(&mut lines, game, variant);
    lines.word(result);
    lines.text.push('\n');
    Ok(())
}

/// The word for a result in a game.
fn result_word(result: Option<Outcome>, game: &PdnGame) -> &'static str {
    match (result, game.number != "20") {
        (None, _) => "*",
        (Some(Outcome::Draw), true) => "1/2-1/2",
        (Some(Outcome::Draw), false) => "1-1",
        (Some(Outcome::Win(Side::First)), true) => "1-0",
        (Some(Outcome::Win(Side::First)), false) => "2-0",
        (Some(Outcome::Win(Side::Second)), true) => "0-1",
        (Some(Outcome::Win(Side::Second)), false) => "0-2",
    }
}

pub(super) fn write_tag(text: &mut String, name: &str, value: &str) {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a String never fails.
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Whether this can be the name of a tag.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn write_moves(lines: &mut Lines, game: &GameRecord, variant: &str) {
    let second = if variant == CHECKERS { 'W' } else { 'B' };
    let skipped = usize::from(game.start.as_ref().is_some_and(|fen| fen.starts_with(second)));
    for (i, played) in game.moves.iter().enumerate() {
        let ply = i + skipped;
        let number = ply / 2 + 1;
        match (ply % 2, i) {
            (0, _) => lines.word(&format!("{number}. {}", played.word)),
            (_, 0) => lines.word(&format!("{number}... {}", played.word)),
            _ => lines.word(&played.word),
        }
        lines.comment(&clocks::write(played));
    }
}

/// Lines of words.
pub(super) struct Lines<'a> {
    pub text: &'a mut String,
    /// Number of characters in the last line.
    pub column: usize,
}

impl Lines<'_> {
    pub fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 {
            // At the start of a line, a comment must not look like a tag or an escaped line.
            let fits = self.column + 1 + width <= WIDTH || word.starts_with(['[', '%']);
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Writes a comment, in which parentheses stand for braces.
    pub fn comment(&mut self, text: &str) {
        let text = text.replace('{', "(").replace('}', ")");
        let text = text.trim();
        if !text.is_empty() {
            format!("{{{text}}}").split_whitespace().for_each(|word| self.word(word));
        }
    }
}
