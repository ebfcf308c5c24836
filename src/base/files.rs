//! Checks on paths before a file is opened.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use super::FileError;

/// The metadata of a regular file; `None` if the file does not exist.
///
/// Check a path with this before opening it: opening a named pipe waits for its other end, and reading a device may
/// never end.
///
/// # Errors
/// The path leads to something that is not a regular file, or the system cannot read its metadata.
pub fn regular_file_metadata(path: &Path) -> Result<Option<Metadata>, FileError> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(Some(metadata)),
        Ok(metadata) => {
            let found = if metadata.is_dir() { "a directory" } else { "a device, pipe or socket" };
            Err(FileError::in_file(path, "a regular file", found))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::io(path)(error)),
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// The file does not exist, is not regular, or cannot be opened.
pub fn open_regular(path: &Path) -> Result<File, FileError> {
    regular_file_metadata(path)?;
    File::open(path).map_err(FileError::io(path))
}

/// Whether two paths lead to the same file, by whatever names and links. A path that leads to no file is the same as
/// nothing.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    same_file::is_same_file(a, b).unwrap_or(false)
}

/// Whether a path leads to the file that is the standard input.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    let handles = same_file::Handle::stdin().and_then(|input| Ok((input, same_file::Handle::from_path(path)?)));
    handles.is_ok_and(|(input, file)| input == file)
}

/// Text without a byte order mark at its start.
#[must_use]
pub fn without_bom(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_by_two_names() {
        let [a, b] = [Path::new("Cargo.toml"), Path::new("src/../Cargo.toml")];
        assert!(is_same_file(a, b) && !is_same_file(a, Path::new("Cargo.lock")));
        assert!(!is_same_file(Path::new("no-such-file"), Path::new("no-such-file")));
    }

    #[test]
    fn a_bom_is_removed_once() {
        assert_eq!(without_bom(b"\xef\xbb\xbfa"), b"a");
        assert_eq!(without_bom(b"\xef\xbba"), b"\xef\xbba");
    }
}
