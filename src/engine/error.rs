//! Why the engine does not do what it was asked.

use super::options::OptionError;
use super::report::SessionError;
use crate::base::chance::NoChance;
use crate::game::FenError;
use crate::search::OutOfMemory;

/// What was wrong. Nothing has changed, but for a position that was refused, which leaves none.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EngineError {
    /// A job is running.
    #[error("wanted the end of the search first, found it running")]
    Busy,
    /// The last position was refused.
    #[error("wanted a position first, found none since the last one was refused")]
    NoPosition,
    /// A text is no position of the game.
    #[error("{0}")]
    Fen(FenError),
    /// The game refuses a move, a seat, or something that it does not have.
    #[error("{0}")]
    Session(SessionError),
    /// There is no such option, or it does not take the value.
    #[error("an option")]
    Option(OptionError),
    /// The table cannot have the size.
    #[error("{0}")]
    TableSize(OutOfMemory),
    /// There are fewer plies to take back.
    #[error("plies to take back: wanted at most {played}, found {asked}")]
    Undo {
        /// Plies played.
        played: usize,
        /// Plies asked for.
        asked: usize,
    },
    /// The game, or the way the engine was started, has no such thing.
    #[error("{0}")]
    Unsupported(&'static str),
    /// A fixture file is not understood.
    #[error("{0}")]
    Fixture(String),
    /// Fixtures are not fulfilled; how many.
    #[error("wanted every case fulfilled, found {0} that are not")]
    Mismatch(usize),
    /// A file cannot be read; which one and why.
    #[error("{0}")]
    Unreadable(String),
    /// A fault of the engine, or something that the system does not give.
    #[error("{0}")]
    Internal(String),
}

impl From<SessionError> for EngineError {
    fn from(error: SessionError) -> Self {
        Self::Session(error)
    }
}

impl From<NoChance> for EngineError {
    fn from(error: NoChance) -> Self {
        Self::Internal(error.to_string())
    }
}
