//! Locks of files that are replaced.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::{AppendFile, FileError};

/// A lock of a file that one run at a time reads and replaces: a replaced file does not keep a lock of its own. An empty
/// file `NAME.lock` beside it is locked, and removed with the lock. One that a killed process has left does not matter.
#[derive(Debug)]
pub struct FileLock(AppendFile);

impl FileLock {
    /// Locks a file, which need not exist. `writer` is the kind of run that writes it, for the error.
    ///
    /// # Errors
    /// The file beside it cannot be created, or another run has locked it.
    pub fn new(path: &Path, writer: &str) -> Result<Self, FileError> {
        // Another name of the file has the same lock.
        let mut name = OsString::from(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()));
        name.push(".lock");
        AppendFile::open_locked(&PathBuf::from(name), &mut fs::OpenOptions::new(), || {
            FileError::in_file(path, format!("a file that no other {writer} writes"), "one")
        })
        .map(Self)
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Before the file is unlocked, so that no other run has it.
        let _ = fs::remove_file(self.0.path());
    }
}
