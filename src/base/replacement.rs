//! Atomic replacement of files: a file is replaced completely or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Start of the name of a temporary file.
const PREFIX: &str = ".petteia-";
/// End of the name of a temporary file.
const SUFFIX: &str = ".tmp";

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
    /// The system cannot create a file in the folder of the target.
    pub fn begin(target: &Path) -> io::Result<Self> {
        let (temporary_path, file) = create_beside(target)?;
        Ok(Self { target: target.into(), temporary_path, file })
    }

    /// Sets the permissions of the new file.
    ///
    /// # Errors
    /// Those of the system.
    pub fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        self.file.set_permissions(permissions)
    }

    /// Path of the file to replace.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
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
    pub fn finish(mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes).and_then(|()| self.file.sync_all())?;
        fs::rename(&self.temporary_path, &self.target)?;
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

/// Whether this is the name of a temporary file, which a program that was killed leaves behind.
#[must_use]
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// The folder of a file.
fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a file with a unique name in the folder of the target.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let path = folder(target).join(format!("{PREFIX}{}-{time}{SUFFIX}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (path, file)),
        }
    }
}
