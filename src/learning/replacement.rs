//! Atomic replacement of files: a file is replaced completely or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::error::Error;
use super::files::regular_file_metadata;
use super::header::Header;

/// A temporary file that will replace another file. The old file stays unchanged until [`finish`](Self::finish).
/// Dropping a replacement removes the temporary file.
#[derive(Debug)]
pub struct Replacement {
    /// Path of the file to replace.
    target: PathBuf,
    /// Path of the temporary file. It is in the folder of the target, since a rename cannot cross file systems.
    temporary_path: PathBuf,
    file: File,
}

impl Replacement {
    /// Begins the replacement of a file. The file need not exist.
    ///
    /// # Errors
    /// The file or its folder cannot be written, the file is not regular, or it is a game file.
    pub fn begin(path: &Path) -> Result<Self, Error> {
        let permissions = check_replaceable(path)?;
        // A symbolic link stays; the file that it leads to is replaced.
        let target = if permissions.is_some() { fs::canonicalize(path).map_err(Error::io(path))? } else { path.into() };
        if target.file_name().is_none() {
            return Err(Error::in_file(path, "the name of a file", "none"));
        }
        let (temporary_path, file) = create_beside(&target).map_err(Error::io(path))?;
        let replacement = Self { target, temporary_path, file };
        if let Some(permissions) = permissions {
            replacement.file.set_permissions(permissions).map_err(Error::io(path))?;
        }
        Ok(replacement)
    }

    /// Path of the temporary file. Code that exits without dropping the replacement has to remove this file.
    #[must_use]
    pub fn temporary_path(&self) -> &Path {
        &self.temporary_path
    }

    /// Writes the bytes and replaces the old file with them.
    ///
    /// # Errors
    /// The bytes cannot be written or the temporary file cannot be renamed; the old file then stays unchanged.
    pub fn finish(mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_all());
        written.and_then(|()| fs::rename(&self.temporary_path, &self.target)).map_err(Error::io(&self.target))?;
        // The rename survives a power loss once the folder is on the disk. Not every file system can sync a folder.
        if let Ok(folder) = File::open(folder(&self.target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // This fails after a successful `finish`, since the file then has another name.
        let _ = fs::remove_file(&self.temporary_path);
    }
}

/// Checks that a file may be replaced, and returns its permissions; `None` if the file does not exist.
///
/// # Errors
/// The file cannot be written, is not regular, or is a game file.
fn check_replaceable(path: &Path) -> Result<Option<Permissions>, Error> {
    let Some(metadata) = regular_file_metadata(path)? else {
        if path.is_symlink() {
            return Err(Error::in_file(path, "a file or nothing", "a link that leads nowhere"));
        }
        return Ok(None);
    };
    // A file without write permission must not be replaced.
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(Error::io(path))?;
    let mut start = Vec::new();
    file.take(64).read_to_end(&mut start).map_err(Error::io(path))?;
    if Header::has_title(&start) {
        return Err(Error::in_file(path, "a file for the network", "a file of games"));
    }
    Ok(Some(metadata.permissions()))
}

/// The folder of a file.
fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a file with a unique name in the folder of the target.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let path = folder(target).join(format!(".petteia-{}-{time}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (path, file)),
        }
    }
}
