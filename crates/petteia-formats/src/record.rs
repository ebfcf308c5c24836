//! A game as a file has it, in the notation of this program.
//!
//! Readers make records of text or bytes, and writers the other way round. Neither knows the rules: `archive` replays a
//! record before anything else is done with it.

use std::io::{self, Read, Seek, Write};
use std::time::Duration;

use petteia_core::{GameResult, Outcome};

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
    pub result: Option<GameResult>,
    /// The options of the game, such as `Seats`, and the `Seed` of its deals.
    pub options: Vec<(String, String)>,
    /// Number of variations that were left out.
    pub variations: usize,
}

/// A move of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The word of the move, as [`Notation::parse_move`](petteia_core::Notation::parse_move) takes it.
    pub word: String,
    /// The comment behind it; empty for none.
    pub comment: String,
    /// The time that it took.
    pub used: Option<Duration>,
    /// The time on the clock of its player after it.
    pub left: Option<Duration>,
}

/// Why a file, or one of its games, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct FormatError {
    /// Where: a line from 1 in text, a byte offset from 0 in binary files.
    pub place: Location,
    /// What would be correct there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// A line of text, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// The name under which [`GameRecord::tags`] has the reason of the end of a game, as the protocol names it.
pub const TERMINATION: &str = "Termination";
/// The reason of a game that a player gave up.
pub const RESIGNATION: &str = "resignation";
/// The reason of a game whose loser has used all of the time.
pub const TIME: &str = "time";

impl GameRecord {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The result of a game of two sides.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.result.as_ref().and_then(GameResult::outcome)
    }

    /// Why the game is over.
    #[must_use]
    pub fn termination(&self) -> Option<&str> {
        self.tag(TERMINATION)
    }

    /// Adds the reason of the end, unless there is one.
    pub fn set_termination(&mut self, reason: &str) {
        if self.termination().is_none() {
            self.tags.push((TERMINATION.into(), reason.into()));
        }
    }
}

/// The games of a file in their order, each read or refused.
pub type RecordedGames = Vec<Result<GameRecord, FormatError>>;

/// Greatest number of moves of a game that is read.
pub const MAX_MOVES: usize = 100_000;

/// The bytes of a file. An error ends the file; whoever opened it reports the error.
pub type Source<'a> = Box<dyn Read + 'a>;

/// Reads the games of a file one at a time.
pub type Games<'a> = Box<dyn Iterator<Item = Result<GameRecord, FormatError>> + 'a>;

/// Writes games one at a time.
pub trait GameWriter {
    /// Writes a game, or keeps it until the next call.
    ///
    /// # Errors
    /// The format has no room for the game, or the output fails.
    fn write(&mut self, game: &GameRecord, output: &mut dyn Write) -> Result<(), WriteError>;

    /// Writes the end of the file.
    ///
    /// # Errors
    /// The format has no room for the games, or the output fails.
    fn finish(&mut self, _output: &mut dyn Write) -> Result<(), WriteError> {
        Ok(())
    }
}

/// An unnamed file for what is written behind something that is not known yet.
pub trait Spool: Read + Write + Seek {}

impl<F: Read + Write + Seek> Spool for F {}

/// Creates an unnamed file.
pub type MakeSpool = fn() -> io::Result<Box<dyn Spool>>;

/// Why games cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The format has no room for them: what was expected and what was found.
    #[error("{0}")]
    NoRoom(String),
    /// The output, or a temporary file, cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl From<String> for WriteError {
    fn from(text: String) -> Self {
        Self::NoRoom(text)
    }
}

impl From<String> for RecordedMove {
    fn from(word: String) -> Self {
        Self { word, ..Self::default() }
    }
}

/// The text of a game in a format.
type WriteGame = fn(&GameRecord) -> Result<String, String>;

/// Writes games one after another. An error begins with the number of the game, from 1.
pub(super) struct EachGame {
    write_game: WriteGame,
    count: usize,
}

impl EachGame {
    pub fn new(write_game: WriteGame) -> Self {
        Self { write_game, count: 0 }
    }
}

impl GameWriter for EachGame {
    fn write(&mut self, game: &GameRecord, output: &mut dyn Write) -> Result<(), WriteError> {
        self.count += 1;
        let text = (self.write_game)(game).map_err(|error| format!("game {}: {error}", self.count))?;
        Ok(output.write_all(text.as_bytes())?)
    }
}

/// Writes all games with a writer.
pub(super) fn write_all(mut writer: impl GameWriter, games: &[GameRecord]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let written = games.iter().try_for_each(|game| writer.write(game, &mut bytes));
    written.and_then(|()| writer.finish(&mut bytes)).map_err(|error| error.to_string())?;
    Ok(bytes)
}
