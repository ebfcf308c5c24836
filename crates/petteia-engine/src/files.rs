//! Reads files that a line of the protocol names. They must be regular files of a bounded size.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use petteia_core::options::{FileValue, OpenPath};

/// Time to wait for a small file. After it the session goes on.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Reads a text file of at most `limit` bytes, on a thread of its own: a file system that does not answer must not stop
/// the session.
///
/// # Errors
/// The file is not a regular file, is too large, is not text or cannot be read, or reading takes longer than two
/// seconds. The error names the file and shows none of its text.
pub fn read_small_text(path: &Path, limit: u64) -> Result<String, String> {
    within(TIMEOUT, "read", path, move |path| read_text(path, limit))
}

/// Time to wait for large files. After it the session goes on.
const OPEN_TIMEOUT: Duration = Duration::from_secs(20);

/// Opens a file or the files of a folder, on a thread of its own as [`read_small_text`] does.
///
/// # Errors
/// Those of `open`. It is also an error if opening takes longer than twenty seconds.
pub(super) fn open_path(path: &Path, open: OpenPath) -> Result<FileValue, String> {
    within(OPEN_TIMEOUT, "opened", path, open)
}

/// Runs `work` on a path with a timeout. `expected` is what the path should be by then, for the error.
fn within<T: Send + 'static>(
    timeout: Duration,
    expected: &str,
    path: &Path,
    work: impl FnOnce(&Path) -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let owned = path.to_owned();
    with_timeout(timeout, move || work(&owned))
        .unwrap_or_else(|| Err(format!("{}: not {expected} within {} s", path.display(), timeout.as_secs())))
}

/// Runs `work` on a thread of its own and returns its result. `None` after the timeout, or if the system refuses the
/// thread. After the timeout the thread may run for ever.
fn with_timeout<T: Send + 'static>(timeout: Duration, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    // After the timeout nobody receives the result.
    let run = move || drop(sender.send(work()));
    thread::Builder::new().name("file".into()).spawn(run).ok()?;
    receiver.recv_timeout(timeout).ok()
}

/// Reads a text file of at most `limit` bytes.
///
/// # Errors
/// The file is not a regular file, is too large, is not text or cannot be read. The error names the file and shows none
/// of its text.
pub(super) fn read_text(path: &Path, limit: u64) -> Result<String, String> {
    text(path, read_bytes(path, limit)?)
}

/// The byte order mark.
const BOM: char = '\u{feff}';

/// The text of the bytes of a file, without a byte order mark at its start.
///
/// # Errors
/// The bytes are not UTF-8. The error has the number of the line.
pub(super) fn text(path: &Path, bytes: Vec<u8>) -> Result<String, String> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        format!("{}: line {line}: expected UTF-8, found something else", path.display())
    })?;
    if text.starts_with(BOM) {
        text.drain(..BOM.len_utf8());
    }
    Ok(text)
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// The file is not a regular file, is too large or cannot be read.
pub(super) fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let read = || -> io::Result<Vec<u8>> {
        // This comes before the file is opened, because opening a pipe waits for a writer.
        let is_file = fs::metadata(path)?.is_file();
        let refuse = |what: String| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        if !is_file {
            return refuse("not a regular file".into());
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return refuse(format!("expected at most {limit} bytes, found more"));
        }
        Ok(bytes)
    };
    read().map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn regular_files_up_to_the_limit() {
        let path = Path::new("Cargo.toml");
        let length = fs::metadata(path).expect("the manifest").len();
        assert!(read_text(path, length).is_ok_and(|text| text.len() as u64 == length));
        assert!(read_text(path, length - 1).is_err_and(|error| error.starts_with("Cargo.toml: expected at most ")));
        for path in ["src", "/dev/zero", "/dev/null"] {
            let error = read_text(Path::new(path), 10).expect_err(path);
            assert!(error.ends_with("not a regular file"), "{error}");
        }
        assert!(read_text(Path::new("no/such/file"), 10).is_err());
        assert_eq!(text(path, "\u{feff}deck\u{feff}".into()).as_deref(), Ok("deck\u{feff}"));
    }

    #[test]
    fn nobody_waits_for_a_file_that_does_not_come() {
        let started = Instant::now();
        let timeout = Duration::from_millis(20);
        assert_eq!(with_timeout(timeout, || thread::sleep(Duration::from_secs(60))), None);
        assert!((timeout..Duration::from_secs(30)).contains(&started.elapsed()));
        assert_eq!(with_timeout(Duration::from_secs(60), || 7), Some(7));
        assert!(read_small_text(Path::new("Cargo.toml"), 1 << 20).is_ok());
    }
}
