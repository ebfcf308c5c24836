//! Errors of self-play and training.

use std::io;
use std::path::Path;

use super::samples::GameError;
use super::trainer::TrainingError;
use crate::base::FileError;
use crate::search::OutOfMemory;

/// Why self-play or training ends early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read or written, or is not what it should be.
    #[error(transparent)]
    File(#[from] FileError),
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
    /// An error in a game of a file; lines count from 1.
    #[must_use]
    pub fn in_game(file: &Path, line: u64, error: GameError) -> Self {
        let GameError { column, wanted, found } = error;
        FileError::in_part(file, &format!("line {line}: column {column}"), wanted, found).into()
    }
}
