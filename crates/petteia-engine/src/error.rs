//! Why the engine refuses a request.

use petteia_core::FenError;
use petteia_search::OutOfMemory;

use super::EntropyError;
use super::options::OptionError;
use super::report::SessionError;

/// Why the engine refuses a request. A refused request changes nothing, except that a refused position leaves none.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EngineError {
    /// A job is running.
    #[error("a search is running")]
    Busy,
    /// The last position was refused.
    #[error("no position: the last one was rejected")]
    NoPosition,
    /// A text is no position of the game.
    #[error("{0}")]
    Fen(FenError),
    /// The game refuses a move, a seat, or something that it does not have.
    #[error("{0}")]
    Session(SessionError),
    /// There is no such option, or it does not take the value.
    #[error("{0}")]
    Option(OptionError),
    /// The table cannot have the size.
    #[error("{0}")]
    TableSize(OutOfMemory),
    /// Fewer plies have been played than are to be taken back.
    #[error("cannot undo {asked} plies: {played} played")]
    Undo {
        /// Plies played.
        played: usize,
        /// Plies asked for.
        asked: usize,
    },
    /// The request is not possible in this game or with the options in use.
    #[error("{0}")]
    Unsupported(&'static str),
    /// A fixture file has a line that is not understood.
    #[error("{0}")]
    Fixture(String),
    /// A text is no name of a seat, or no saved game.
    #[error("{0}")]
    Malformed(String),
    /// This many fixture cases fail.
    #[error("{0} cases failed")]
    Mismatch(usize),
    /// A file cannot be read. The text says which one and why.
    #[error("{0}")]
    Unreadable(String),
    /// An error of the engine, or a resource that the operating system refuses.
    #[error("{0}")]
    Internal(String),
}

impl From<SessionError> for EngineError {
    fn from(error: SessionError) -> Self {
        Self::Session(error)
    }
}

impl From<EntropyError> for EngineError {
    fn from(error: EntropyError) -> Self {
        Self::Internal(error.to_string())
    }
}
