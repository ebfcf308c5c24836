//! Files that are replaced as a whole or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::error::Error;
use super::files::regular;
use super::header::Header;

/// A file that is about to take the place of another. The old one is untouched before [`finish`](Self::finish); a
/// replacement that is dropped leaves nothing behind.
#[derive(Debug)]
pub struct Replacement {
    /// The file to be replaced.
    target: PathBuf,
    /// In the same folder, as a file can only be renamed within its file system.
    temporary: PathBuf,
    file: File,
}

impl Replacement {
    /// Begins the replacement of a file, which need not exist.
    ///
    /// # Errors
    /// Its folder or itself cannot be written, it is no regular file, or it is a file of games.
    pub fn begin(path: &Path) -> Result<Self, Error> {
        let permissions = replaceable(path)?;
        // A link stays a link: what it leads to is replaced.
        let target = if permissions.is_some() { fs::canonicalize(path).map_err(Error::io(path))? } else { path.into() };
        if target.file_name().is_none() {
            return Err(Error::of_file(path, "the name of a file", "none"));
        }
        let (temporary, file) = create_beside(&target).map_err(Error::io(path))?;
        let replacement = Self { target, temporary, file };
        if let Some(permissions) = permissions {
            replacement.file.set_permissions(permissions).map_err(Error::io(path))?;
        }
        Ok(replacement)
    }

    /// The file that is there until the end. Who ends the program by force has to remove it.
    #[must_use]
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Puts a file of these bytes in the place of the old one.
    ///
    /// # Errors
    /// The bytes cannot be written, or the name not be given; the old file is as it was.
    pub fn finish(mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_all());
        written.and_then(|()| fs::rename(&self.temporary, &self.target)).map_err(Error::io(&self.target))?;
        // The name outlasts a loss of power once its folder is written. Not every file system can be asked for it.
        if let Ok(folder) = File::open(folder(&self.target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // Nothing is left under this name after the end.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// The permissions of a file that can be replaced; `None` if there is none.
fn replaceable(path: &Path) -> Result<Option<Permissions>, Error> {
    let Some(metadata) = regular(path)? else {
        if path.is_symlink() {
            return Err(Error::of_file(path, "a file or nothing", "a link that leads nowhere"));
        }
        return Ok(None);
    };
    // A file that must not be written must not be replaced either.
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(Error::io(path))?;
    let mut start = Vec::new();
    file.take(64).read_to_end(&mut start).map_err(Error::io(path))?;
    if Header::begins(&start) {
        return Err(Error::of_file(path, "a file for the network", "a file of games"));
    }
    Ok(Some(metadata.permissions()))
}

/// The folder of a file.
fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file in the folder of another, under a name of its own.
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
