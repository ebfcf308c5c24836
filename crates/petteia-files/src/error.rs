//! Errors that name a file.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system cannot open, read or write it.
    #[error("{}: {error}", file.display())]
    Io {
        /// Path of the file.
        file: PathBuf,
        /// Error of the system.
        error: io::Error,
    },
    /// The file or its content is not what it should be.
    #[error("{place}: expected {expected}, found {found}")]
    Unexpected {
        /// Path of the file, with the part of it where that is known.
        place: String,
        /// What the place should hold.
        expected: String,
        /// What the place holds.
        found: String,
    },
}

impl FileError {
    /// Maps a system error to one that names this file.
    pub fn io(file: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { file: file.into(), error }
    }

    /// An error in a file as a whole.
    pub fn in_file(file: &Path, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self::Unexpected { place: file.display().to_string(), expected: expected.into(), found: found.into() }
    }

    /// An error in a part of a file, such as `block 2`.
    pub fn in_part(file: &Path, part: &str, expected: impl Into<String>, found: impl Into<String>) -> Self {
        let place = format!("{}: {part}", file.display());
        Self::Unexpected { place, expected: expected.into(), found: found.into() }
    }

    /// An error in a line of a file; lines count from 1.
    pub fn in_line(file: &Path, line: u64, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self::in_part(file, &format!("line {line}"), expected, found)
    }
}
