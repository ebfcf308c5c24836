//! Errors of self-play and training.

use std::io;

use petteia_files::FileError;
use petteia_search::OutOfMemory;

use super::trainer::TrainingError;

/// Why self-play or training ends early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read or written, or the file to write is another one.
    #[error(transparent)]
    File(#[from] FileError),
    /// The content of an input file is rejected.
    #[error(transparent)]
    Content(FileError),
    /// There is no memory for a transposition table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system cannot start a thread.
    #[error("thread {number} of {expected}: {error}")]
    Thread {
        /// Number of the thread, from 1.
        number: usize,
        /// Number of threads requested.
        expected: usize,
        /// Error of the system.
        error: io::Error,
    },
    /// The training produces no network.
    #[error("training")]
    Training(#[from] TrainingError),
}
