//! Checks on paths before a file is opened.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
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

/// Whether a path leads to a regular file. Opening anything else, such as a named pipe, can wait.
fn is_regular(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Opens an input that is read from its start to its end: a regular file or a pipe. Opening a named pipe waits for its
/// other end. A device may have no end; only the standard input and the empty `/dev/null` are read.
///
/// # Errors
/// The file does not exist, is a directory or a device, or cannot be opened.
pub fn open_input(path: &Path) -> Result<File, FileError> {
    check_input(path)?;
    File::open(path).map_err(FileError::io(path))
}

/// Checks that a path leads to what [`open_input`] opens, without opening it.
///
/// # Errors
/// The file does not exist, or is a directory or a device.
pub fn check_input(path: &Path) -> Result<(), FileError> {
    let kind = fs::metadata(path).map_err(FileError::io(path))?.file_type();
    #[cfg(unix)]
    let is_device = {
        use std::os::unix::fs::FileTypeExt;
        let is_read = ["/dev/stdin", "/dev/null"].iter().any(|name| path == Path::new(name));
        (kind.is_char_device() || kind.is_block_device()) && !is_read
    };
    #[cfg(not(unix))]
    let is_device = false;
    if kind.is_dir() || is_device {
        let found = if kind.is_dir() { "a directory" } else { "a device" };
        return Err(FileError::in_file(path, "a file or a pipe", found));
    }
    Ok(())
}

/// Whether two paths lead to the same regular file, by whatever names and links. A path that leads to no file is the
/// same as nothing.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    is_regular(a) && is_regular(b) && same_file::is_same_file(a, b).unwrap_or(false)
}

/// Whether a path leads to the regular file that is the standard input.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    let handles = || same_file::Handle::stdin().and_then(|input| Ok((input, same_file::Handle::from_path(path)?)));
    is_regular(path) && handles().is_ok_and(|(input, file)| input == file)
}

/// The byte order mark in UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Text without a byte order mark at its start.
#[must_use]
pub fn without_bom(text: &[u8]) -> &[u8] {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// Reads an input without a byte order mark at its start.
#[derive(Debug)]
pub struct SkipBom<R> {
    input: R,
    /// The bytes before the rest of the input; `None` until the start has been read.
    start: Option<Vec<u8>>,
}

impl<R: Read> SkipBom<R> {
    /// An input of which nothing has been read.
    pub fn new(input: R) -> Self {
        Self { input, start: None }
    }

    /// Reads as many bytes as it takes to know whether there is a byte order mark. Returns them unless they are one.
    fn read_start(&mut self) -> io::Result<Vec<u8>> {
        let mut start = Vec::new();
        while start.len() < BOM.len() && BOM.starts_with(&start) {
            let mut bytes = [0; BOM.len()];
            let missing = BOM.len() - start.len();
            match self.input.read(&mut bytes[..missing]) {
                Ok(0) => break,
                Ok(read) => start.extend(&bytes[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(if start == BOM { Vec::new() } else { start })
    }
}

impl<R: Read> Read for SkipBom<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start.is_none() {
            self.start = Some(self.read_start()?);
        }
        match &mut self.start {
            Some(start) if !start.is_empty() => {
                let count = start.len().min(buffer.len());
                buffer[..count].copy_from_slice(&start[..count]);
                start.drain(..count);
                Ok(count)
            }
            _ => self.input.read(buffer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An input that gives one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

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
        for text in [&b"\xef\xbb\xbf\xef\xbb\xbfa"[..], b"\xef\xbba", b"\xef", b"a", b"", b"\xef\xbb\xbf"] {
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            SkipBom::new(text).read_to_end(&mut fast).expect("memory");
            SkipBom::new(Slow(text)).read_to_end(&mut slow).expect("memory");
            assert_eq!([fast.as_slice(), &slow], [without_bom(text); 2], "{text:?}");
        }
    }
}
