//! A game as a file has it, in the notation of this program.
//!
//! Readers make records of text or bytes, and writers the other way round. Neither knows the rules: `archive` replays a
//! record before anything else is done with it.

use crate::base::Side;

/// A game of a file. Its moves have not been checked by the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The name of its variant in the registry; `None` where the file does not say.
    pub variant: Option<&'static str>,
    /// The start position as a FEN of this program; `None` for the start of the game.
    pub start: Option<String>,
    /// The names of the players, the first player's first.
    pub players: [Option<String>; 2],
    /// What else the file says of the game, as names and values in the order of the file. The names are those of PDN:
    /// `Event`, `Site`, `Date`, `Round`.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// The result that the file gives, which need not be that of the rules.
    pub result: Option<RecordedResult>,
    /// Number of variations that were left out.
    pub variations: usize,
}

/// A move of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The word of the move, as [`Notation::read_move`](crate::game::Notation::read_move) takes it.
    pub word: String,
    /// The comment behind it; empty for none.
    pub comment: String,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// A player has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

/// Why a file, or one of its games, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: wanted {wanted}, found {found}")]
pub struct FormatError {
    /// Where: a line from 1 in text, a byte offset from 0 in binary files.
    pub place: Place,
    /// What would be correct there.
    pub wanted: String,
    /// What is there.
    pub found: String,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of text, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// The games of a file in their order, each read or refused.
pub type RecordedGames = Vec<Result<GameRecord, FormatError>>;

impl From<String> for RecordedMove {
    fn from(word: String) -> Self {
        Self { word, comment: String::new() }
    }
}

/// Writes games one behind another. An error begins with the number of the game, from 1.
pub(super) fn write_each(
    games: &[GameRecord],
    write_game: impl Fn(&GameRecord) -> Result<String, String>,
) -> Result<Vec<u8>, String> {
    let mut text = String::new();
    for (i, game) in games.iter().enumerate() {
        text += &write_game(game).map_err(|error| format!("game {}: {error}", i + 1))?;
    }
    Ok(text.into_bytes())
}
