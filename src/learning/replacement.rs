//! Replacement of network files. Files of other kinds stay unchanged.

use std::fs::{self, OpenOptions, Permissions};
use std::io::Read;
use std::path::Path;

use super::files::regular_file_metadata;
use super::header::Header;
use crate::base::FileError;
use crate::base::replacement::Replacement;

/// Begins the replacement of a network file. The file need not exist, and it keeps its permissions.
///
/// # Errors
/// The file or its folder cannot be written, the file is not regular, or it is a game file.
pub fn begin_replacement(path: &Path) -> Result<Replacement, FileError> {
    let permissions = check_replaceable(path)?;
    // A symbolic link stays; the file that it leads to is replaced.
    let target = if permissions.is_some() { fs::canonicalize(path).map_err(FileError::io(path))? } else { path.into() };
    if target.file_name().is_none() {
        return Err(FileError::in_file(path, "the name of a file", "none"));
    }
    let replacement = Replacement::begin(&target).map_err(FileError::io(path))?;
    if let Some(permissions) = permissions {
        replacement.set_permissions(permissions).map_err(FileError::io(path))?;
    }
    Ok(replacement)
}

/// Checks that a file may be replaced, and returns its permissions; `None` if the file does not exist.
///
/// # Errors
/// The file cannot be written, is not regular, or is a game file.
fn check_replaceable(path: &Path) -> Result<Option<Permissions>, FileError> {
    let Some(metadata) = regular_file_metadata(path)? else {
        if path.is_symlink() {
            return Err(FileError::in_file(path, "a file or nothing", "a link that leads nowhere"));
        }
        return Ok(None);
    };
    // A file without write permission must not be replaced.
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(FileError::io(path))?;
    let mut start = Vec::new();
    file.take(64).read_to_end(&mut start).map_err(FileError::io(path))?;
    if Header::has_title(&start) {
        return Err(FileError::in_file(path, "a file for the network", "a file of games"));
    }
    Ok(Some(metadata.permissions()))
}
