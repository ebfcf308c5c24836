//! Files of lines that an interrupted run resumes: they are locked, checked, cut after the last complete line and
//! appended to. A file with other content is not changed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::FileError;
use super::open::regular_file_metadata;

/// Maximum length of a line in bytes, line feed included.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// A line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLine<'a> {
    /// A complete line, without its line feed.
    Complete(&'a [u8]),
    /// The last line, whose line feed is missing.
    Incomplete(&'a [u8]),
}

/// Whether an incomplete line can be the start of a line that begins with `expected`.
#[must_use]
pub fn can_begin_with(line: &[u8], expected: &[u8]) -> bool {
    line.starts_with(expected) || expected.starts_with(line)
}

/// Calls `visit` with the number of each line, from 1, and the line. Returns the length of all complete lines in bytes.
/// `path` is for errors.
///
/// # Errors
/// The file cannot be read, a line is too long, or `visit` fails.
pub fn read_lines<E: From<FileError>>(
    path: &Path,
    file: &File,
    mut visit: impl FnMut(u64, FileLine) -> Result<(), E>,
) -> Result<u64, E> {
    let mut input = BufReader::new(file);
    let (mut text, mut complete_bytes) = (Vec::new(), 0);
    for number in 1.. {
        text.clear();
        let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut text).map_err(FileError::io(path))?;
        if text.pop_if(|last| *last == b'\n').is_some() {
            complete_bytes += read as u64;
            visit(number, FileLine::Complete(&text))?;
            continue;
        }
        if read as u64 == MAX_LINE_BYTES {
            return Err(FileError::in_line(path, number, "a line of at most 64 MiB", "a longer one").into());
        }
        if read > 0 {
            visit(number, FileLine::Incomplete(&text))?;
        }
        break;
    }
    Ok(complete_bytes)
}

/// A file that lines are appended to. It is locked as long as this value exists. Opening and reading it change nothing:
/// the first [`append`](Self::append) cuts an incomplete last line.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    file: File,
    /// Length of all complete lines, in bytes; `None` before [`check`](Self::check).
    complete_bytes: Option<u64>,
    /// The start of a line whose rest has not been [written](Write) yet.
    pending: Vec<u8>,
}

/// Number of further attempts to lock a file, and the time between two. A program that this process starts has the
/// locks of its files for a moment, also of those that are closed meanwhile.
const LOCK_ATTEMPTS: u32 = 20;
const LOCK_INTERVAL: Duration = Duration::from_millis(5);

impl AppendFile {
    /// Opens and locks a file, which need not exist. `writer` is the kind of run that writes such files, for the error.
    ///
    /// # Errors
    /// The file cannot be opened for reading and writing, is not regular, or is locked.
    pub fn open(path: &Path, writer: &str) -> Result<Self, FileError> {
        Self::open_locked(path, &mut OpenOptions::new(), || locked_file(path, writer))
    }

    /// The same for a file with secrets: on Unix, only the user can read or write it if it is new.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn open_private(path: &Path, writer: &str) -> Result<Self, FileError> {
        let mut options = OpenOptions::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        Self::open_locked(path, &mut options, || locked_file(path, writer))
    }

    pub(super) fn open_locked(
        path: &Path,
        options: &mut OpenOptions,
        is_locked: impl FnOnce() -> FileError,
    ) -> Result<Self, FileError> {
        regular_file_metadata(path)?;
        let opened = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(FileError::io(path))?;
        let mut lock = file.try_lock();
        for _ in 0..LOCK_ATTEMPTS {
            if !matches!(lock, Err(TryLockError::WouldBlock)) {
                break;
            }
            thread::sleep(LOCK_INTERVAL);
            lock = file.try_lock();
        }
        match lock {
            // A file system without locks has no writers on other machines that this one could see.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => return Err(is_locked()),
        }
        Ok(Self { path: path.to_owned(), file, complete_bytes: None, pending: Vec::new() })
    }

    /// Another handle of the file, so that another thread can wait until its lines are on the disk.
    ///
    /// # Errors
    /// The system has no further handle.
    pub fn handle(&self) -> Result<File, FileError> {
        self.file.try_clone().map_err(FileError::io(&self.path))
    }

    /// Path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Calls `visit` with the number of each line, from 1, and the line. `visit` checks that the file belongs to the
    /// run.
    ///
    /// # Errors
    /// The file cannot be read, a line is too long, or `visit` fails.
    pub fn check<E: From<FileError>>(&mut self, visit: impl FnMut(u64, FileLine) -> Result<(), E>) -> Result<(), E> {
        self.file.rewind().map_err(FileError::io(&self.path))?;
        self.complete_bytes = Some(read_lines(&self.path, &self.file, visit)?);
        Ok(())
    }

    /// Whether the file has no complete line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.complete_bytes.is_none_or(|bytes| bytes == 0)
    }

    /// Appends text, which ends with a line feed. When this returns, the system has the text, so a crash of the program
    /// does not lose it.
    ///
    /// # Errors
    /// The text cannot be written; the file then ends with its last complete line.
    ///
    /// # Panics
    /// The file has not been [checked](Self::check), or the text does not end with a line feed.
    pub fn append(&mut self, text: &str) -> Result<(), FileError> {
        self.append_lines(text.as_bytes()).map_err(FileError::io(&self.path))
    }

    fn append_lines(&mut self, text: &[u8]) -> io::Result<()> {
        assert!(text.ends_with(b"\n"), "a line without its end");
        #[expect(clippy::expect_used, reason = "a condition of the caller")]
        let complete_bytes = self.complete_bytes.expect("a file that has been checked");
        let mut write = || -> io::Result<()> {
            if self.file.seek(SeekFrom::End(0))? > complete_bytes {
                self.file.set_len(complete_bytes)?;
                self.file.seek(SeekFrom::End(0))?;
            }
            self.file.write_all(text)
        };
        if let Err(error) = write() {
            // If this fails too, the next run cuts the incomplete line.
            let _ = self.file.set_len(complete_bytes);
            return Err(error);
        }
        self.complete_bytes = Some(complete_bytes + text.len() as u64);
        Ok(())
    }

    /// Appends a value as a line of JSON.
    ///
    /// # Errors
    /// As for [`append`](Self::append).
    pub fn append_json(&mut self, value: &impl serde::Serialize) -> Result<(), FileError> {
        let line = serde_json::to_string(value).map_err(|error| FileError::io(&self.path)(error.into()))?;
        self.append(&(line + "\n"))
    }

    /// Waits until all lines are on the disk.
    ///
    /// # Errors
    /// The system cannot write them.
    pub fn finish(self) -> Result<(), FileError> {
        self.file.sync_all().map_err(FileError::io(&self.path))
    }
}

fn locked_file(path: &Path, writer: &str) -> FileError {
    FileError::in_file(path, "a file of its own", format!("one that another {writer} writes"))
}

/// Appends complete lines, each piece of them as a whole. The start of a line waits for its end. A piece that cannot be
/// written can be written again.
impl Write for AppendFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') else {
            self.pending.extend(bytes);
            return Ok(bytes.len());
        };
        let (lines, rest) = bytes.split_at(end + 1);
        self.append_lines(&[&self.pending, lines].concat())?;
        self.pending = rest.into();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Creates a directory and locks it until the result is dropped, by an empty file of this name in it. `writer` is the
/// kind of run that writes to the directory, for the error.
///
/// # Errors
/// The directory or the file cannot be created, or another run has locked it.
pub fn lock_directory(directory: &Path, name: &str, writer: &str) -> Result<AppendFile, FileError> {
    fs::create_dir_all(directory).map_err(FileError::io(directory))?;
    AppendFile::open_locked(&directory.join(name), &mut OpenOptions::new(), || {
        FileError::in_file(directory, format!("a directory that no other {writer} writes to"), "one")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(file: &mut AppendFile) -> Vec<(u64, String, bool)> {
        let mut lines = Vec::new();
        let visit = |number, line: FileLine| {
            let (text, is_complete) = match line {
                FileLine::Complete(text) => (text, true),
                FileLine::Incomplete(text) => (text, false),
            };
            lines.push((number, String::from_utf8_lossy(text).into_owned(), is_complete));
            Ok::<(), FileError>(())
        };
        file.check(visit).expect("a file");
        lines
    }

    #[test]
    fn an_incomplete_line_stays_until_the_first_line_is_appended() {
        let path = std::env::temp_dir().join(format!("petteia-append-{}", std::process::id()));
        fs::write(&path, "one\ntw").expect("a file");
        let mut file = AppendFile::open(&path, "run").expect("a file");
        assert_eq!(lines_of(&mut file), [(1, "one".into(), true), (2, "tw".into(), false)]);
        assert_eq!(fs::read(&path).expect("a file"), b"one\ntw");
        let locked = AppendFile::open(&path, "run").expect_err("locked").to_string();
        assert!(locked.ends_with("found one that another run writes"), "{locked}");
        file.append("two\n").expect("room");
        file.append("three\n").expect("room");
        assert_eq!(fs::read(&path).expect("a file"), b"one\ntwo\nthree\n");
        assert_eq!(lines_of(&mut file).len(), 3);
        // The start of a line, even of a character, is written with its end.
        for part in [&b"f\xc3"[..], b"\xb6ur\nfi", b"ve"] {
            file.write_all(part).expect("room");
        }
        assert_eq!(fs::read(&path).expect("a file"), b"one\ntwo\nthree\nf\xc3\xb6ur\n");
        fs::remove_file(path).expect("a file");
    }
}
