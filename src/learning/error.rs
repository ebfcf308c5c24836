//! Why games cannot be played into a file, or a network not be trained.

use std::io;
use std::path::{Path, PathBuf};

use super::samples::GameError;
use super::trainer::TrainingError;
use crate::search::OutOfMemory;

/// What ends learning before its aim.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system refuses a file.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// A file holds something else than it should.
    #[error("{place}: wanted {wanted}, found {found}")]
    Wrong {
        /// The file, with line and column where there is one.
        place: String,
        /// What would have been right there.
        wanted: String,
        /// What stands there.
        found: String,
    },
    /// The search has no room for its tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system refuses a thread.
    #[error("thread {number} of {wanted}: {error}")]
    Thread {
        /// Its number, from 1.
        number: usize,
        /// The threads asked for.
        wanted: usize,
        /// The system's reason.
        error: io::Error,
    },
    /// The training gives no network.
    #[error("training")]
    Training(#[from] TrainingError),
}

impl Error {
    /// The system's refusal of a file.
    pub fn io(file: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { file: file.into(), error }
    }

    /// Something wrong with a file as a whole.
    pub fn of_file(file: &Path, wanted: impl Into<String>, found: impl Into<String>) -> Self {
        Self::Wrong { place: file.display().to_string(), wanted: wanted.into(), found: found.into() }
    }

    /// Something wrong with a line of a file, counted from 1.
    pub fn of_line(file: &Path, line: u64, wanted: impl Into<String>, found: impl Into<String>) -> Self {
        Self::Wrong { place: format!("{}: line {line}", file.display()), wanted: wanted.into(), found: found.into() }
    }

    /// Something wrong with a game in a file.
    #[must_use]
    pub fn of_game(file: &Path, line: u64, error: GameError) -> Self {
        let GameError { column, wanted, found } = error;
        Self::Wrong { place: format!("{}: line {line}: column {column}", file.display()), wanted, found }
    }
}
