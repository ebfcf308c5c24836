//! Atomic replacement of files: a file is replaced completely or not at all.

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::FileError;
use super::open::regular_file_metadata;

/// Start of the name of a temporary file.
const PREFIX: &str = ".petteia-";
/// End of the name of a temporary file.
const SUFFIX: &str = ".tmp";

/// A temporary file that will replace another file. The old file stays unchanged until [`finish`](Self::finish).
/// Dropping a replacement removes the temporary file. As long as the replacement exists, its temporary file is locked.
#[derive(Debug)]
pub struct Replacement {
    /// Path as the user wrote it, for errors.
    path: PathBuf,
    /// Path of the file to replace, with all symbolic links resolved.
    target: PathBuf,
    /// Path of the temporary file. It is in the directory of the target, since a rename cannot cross file systems.
    temporary_path: PathBuf,
    file: File,
}

impl Replacement {
    /// Begins the replacement of a file, which need not exist. A symbolic link stays, and the file that it leads to is
    /// replaced. The new file has the permissions of the old one. Temporary files that killed processes have left in
    /// the same directory are removed.
    ///
    /// # Errors
    /// The path leads to something that is not a regular file, the file is read-only, or the system cannot create a
    /// file in its directory.
    pub fn begin(path: &Path) -> Result<Self, FileError> {
        Self::begin_checked(path, |_| Ok(()))
    }

    /// As [`begin`](Self::begin), but `check` may refuse the file that exists by its content.
    ///
    /// # Errors
    /// Those of [`begin`](Self::begin) and of `check`.
    pub fn begin_checked(
        path: &Path,
        check: impl FnOnce(&mut File) -> Result<(), FileError>,
    ) -> Result<Self, FileError> {
        let failed = |error| FileError::io(path)(error);
        let mut permissions = None;
        let mut target = path.to_owned();
        if let Some(metadata) = regular_file_metadata(path)? {
            // A rename would replace a read-only file too.
            let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
            check(&mut file)?;
            target = fs::canonicalize(path).map_err(failed)?;
            permissions = Some(metadata.permissions());
        } else if path.is_symlink() {
            return Err(FileError::in_file(path, "a file or nothing", "a symbolic link to nothing"));
        }
        if target.file_name().is_none() {
            return Err(FileError::in_file(path, "a file name", "none"));
        }
        remove_abandoned(directory(&target));
        let (temporary_path, file) = create_beside(&target).map_err(failed)?;
        let replacement = Self { path: path.to_owned(), target, temporary_path, file };
        if let Some(permissions) = permissions {
            replacement.set_permissions(permissions).map_err(failed)?;
        }
        Ok(replacement)
    }

    /// Sets the permissions of the new file.
    ///
    /// # Errors
    /// Those of the system.
    pub fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        self.file.set_permissions(permissions)
    }

    /// Path of the temporary file. Code that exits without dropping the replacement has to remove this file.
    #[must_use]
    pub fn temporary_path(&self) -> &Path {
        &self.temporary_path
    }

    /// Writes bytes to the new file.
    ///
    /// # Errors
    /// The system cannot write them.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.file.write_all(bytes).map_err(FileError::io(&self.path))
    }

    /// Replaces the old file with what has been written.
    ///
    /// # Errors
    /// The system cannot write the new file or rename it; the old file then stays unchanged.
    pub fn finish(self) -> Result<(), FileError> {
        let replaced = self.file.sync_all().and_then(|()| fs::rename(&self.temporary_path, &self.target));
        replaced.map_err(FileError::io(&self.path))?;
        // The rename survives a power loss once the directory is on the disk. Not every file system can sync one.
        if let Ok(directory) = File::open(directory(&self.target)) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // This fails after a successful `finish`, since the file then has another name.
        let _ = fs::remove_file(&self.temporary_path);
    }
}

/// Replaces a file with these bytes; see [`Replacement`].
///
/// # Errors
/// Those of [`Replacement::begin`] and [`Replacement::finish`].
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut replacement = Replacement::begin(path)?;
    replacement.add(bytes)?;
    replacement.finish()
}

/// The directory of a file.
fn directory(file: &Path) -> &Path {
    file.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a file with a unique name in the directory of the target and locks it.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let path = directory(target).join(format!("{PREFIX}{}-{time}{SUFFIX}", std::process::id()));
        let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened?,
        };
        if is_claimed(&path, &file) {
            return Ok((path, file));
        }
    }
}

/// Locks a new temporary file. Before the lock another process may take the file for an abandoned one: it has locked
/// the file and will remove it, or has removed it. A file system without locks has no such process.
fn is_claimed(path: &Path, file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && path.exists()
}

/// Removes the temporary files of a directory whose processes have ended: nobody locks them.
pub fn remove_abandoned(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    let is_temporary = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file
            && entry.file_name().to_str().is_some_and(is_temporary)
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty directory for a test.
    fn empty_directory(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("petteia-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory");
        directory
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let directory = empty_directory("replacement");
        let path = directory.join("file");
        replace(&path, b"old").expect("a new file");
        let mut unfinished = Replacement::begin(&path).expect("a file");
        unfinished.add(b"part").expect("room");
        drop(unfinished);
        assert_eq!(fs::read(&path).expect("a file"), b"old");
        replace(&path, b"new").expect("a file");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        let refused = Replacement::begin_checked(&path, |_| Err(FileError::in_file(&path, "a game", "something else")));
        assert!(refused.is_err() && replace(&directory, b"").is_err());
        assert_eq!(fs::read_dir(&directory).expect("a directory").count(), 1, "no temporary file is left");
        fs::remove_dir_all(directory).expect("a directory");
    }

    #[test]
    fn abandoned_files_are_removed_and_those_in_use_stay() {
        let directory = empty_directory("abandoned");
        let path = directory.join("file");
        for name in [".petteia-1-2.tmp", ".petteia-notes", "x.tmp"] {
            fs::write(directory.join(name), "left").expect("a file");
        }
        let first = Replacement::begin(&path).expect("a file");
        let second = Replacement::begin(&path).expect("a file");
        assert!(first.temporary_path().exists() && second.temporary_path().exists());
        assert!(!directory.join(".petteia-1-2.tmp").exists());
        drop((first, second));
        assert_eq!(fs::read_dir(&directory).expect("a directory").count(), 2);
        fs::remove_dir_all(directory).expect("a directory");
    }

    #[test]
    fn a_file_that_another_process_is_about_to_remove_is_not_used() {
        let directory = empty_directory("claim");
        let path = directory.join(".petteia-1-2.tmp");
        let create = || OpenOptions::new().write(true).create(true).truncate(true).open(&path).expect("a file");
        let file = create();
        let remover = File::open(&path).expect("a file");
        remover.lock().expect("a lock");
        assert!(!is_claimed(&path, &file));
        fs::remove_file(&path).expect("a file");
        drop(remover);
        assert!(!is_claimed(&path, &file));
        let file = create();
        assert!(is_claimed(&path, &file));
        fs::remove_dir_all(directory).expect("a directory");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let directory = empty_directory("links");
        let [path, link, dangling] = ["file", "link", "dangling"].map(|name| directory.join(name));
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("a file");
        symlink("file", &link).expect("a link");
        symlink("nothing", &dangling).expect("a link");
        replace(&link, b"new").expect("a link to a file");
        assert!(link.is_symlink() && fs::read(&path).expect("a file") == b"new");
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        assert!(replace(&dangling, b"new").is_err() && !directory.join("nothing").exists());
        fs::remove_dir_all(directory).expect("a directory");
    }
}
