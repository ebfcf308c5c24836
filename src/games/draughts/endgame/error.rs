//! Errors of endgame databases.

use std::io;
use std::path::{Path, PathBuf};

/// Why a database cannot be made, opened or read.
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
    /// A file or its content is not what it should be.
    #[error("{place}: wanted {wanted}, found {found}")]
    Unexpected {
        /// Path of the file, with the line or the block where they are known.
        place: String,
        /// What the place should hold.
        wanted: String,
        /// What the place holds.
        found: String,
    },
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

    /// An error in a part of a file, such as `line 2`.
    pub fn in_part(file: &Path, part: &str, wanted: impl Into<String>, found: impl Into<String>) -> Self {
        let place = format!("{}: {part}", file.display());
        Self::Unexpected { place, wanted: wanted.into(), found: found.into() }
    }
}
