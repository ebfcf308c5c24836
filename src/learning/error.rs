//! Errors of self-play and training.

use std::io;
use std::path::{Path, PathBuf};

use super::samples::GameError;
use super::trainer::TrainingError;
use crate::search::OutOfMemory;

/// Why self-play or training ends early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system cannot open, read or write a file.
    #[error("{}: {error}", file.display())]
    Io {
        /// Path of the file.
        file: PathBuf,
        /// Error of the system.
        error: io::Error,
    },
    /// A file is not what it should be.
    #[error("{place}: wanted {wanted}, found {found}")]
    Unexpected {
        /// Path of the file, with line and column where they are known.
        place: String,
        /// What the place should hold.
        wanted: String,
        /// What the place holds.
        found: String,
    },
    /// There is no memory for a transposition table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system cannot start a thread.
    #[error("thread {number} of {wanted}: {error}")]
    Thread {
        /// Number of the thread, from 1.
        number: usize,
        /// Number of threads requested.
        wanted: usize,
        /// Error of the system.
        error: io::Error,
    },
    /// The training produces no network.
    #[error("training")]
    Training(#[from] TrainingError),
}

impl Error {
    /// Maps a system error to one that names this file.
    pub fn io(file: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { file: file.into(), error }
    }

    /// An error in a file as a whole.
    pub fn in_file(file: &Path, wanted: impl Into<String>, found: impl Into<String>) -> Self {
        Self::Unexpected { place: file.display().to_string(), wanted: wanted.into(), found: found.into() }
    }

    /// An error in a line of a file; lines count from 1.
    pub fn in_line(file: &Path, line: u64, wanted: impl Into<String>, found: impl Into<String>) -> Self {
        Self::Unexpected {
            place: format!("{}: line {line}", file.display()),
            wanted: wanted.into(),
            found: found.into(),
        }
    }

    /// An error in a game of a file; lines count from 1.
    #[must_use]
    pub fn in_game(file: &Path, line: u64, error: GameError) -> Self {
        let GameError { column, wanted, found } = error;
        Self::Unexpected { place: format!("{}: line {line}: column {column}", file.display()), wanted, found }
    }
}
