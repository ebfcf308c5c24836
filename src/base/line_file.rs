//! Files of lines that an interrupted run goes on with: they are locked, read, cut behind the last whole line and added
//! to. A file of anything else is not changed.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// Why a file of lines cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum LineFileError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else than a file, which cannot be cut and added to.
    #[error("wanted a regular file, found something else")]
    NotAFile,
    /// Another run of this kind writes to it.
    #[error("wanted a file of its own, found another {0} writing to it")]
    Locked(&'static str),
}

/// Opens a file, or a new one, and locks it. `run` is the kind of run that writes such files, for the error.
///
/// # Errors
/// The file cannot be opened, is not regular, or has another writer.
pub fn open_locked(path: &Path, run: &'static str) -> Result<File, LineFileError> {
    // Opening a pipe would wait for its other end.
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(LineFileError::NotAFile);
    }
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    file.try_lock().map_err(|_| LineFileError::Locked(run))?;
    Ok(file)
}

/// A line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLine<'a> {
    /// A whole line, without its end.
    Whole(&'a [u8]),
    /// The last line, whose end is missing.
    Broken(&'a [u8]),
}

/// Calls `visit` with the number of each line, from 1, and the line. Returns the bytes up to the end of the last whole
/// line.
///
/// # Errors
/// The file cannot be read, or `visit` fails.
pub fn read_lines<E: From<io::Error>>(
    file: &File,
    mut visit: impl FnMut(u64, FileLine) -> Result<(), E>,
) -> Result<u64, E> {
    let mut input = BufReader::new(file);
    let (mut text, mut whole) = (Vec::new(), 0);
    for number in 1.. {
        text.clear();
        let read = input.read_until(b'\n', &mut text)?;
        if text.pop_if(|last| *last == b'\n').is_none() {
            if read > 0 {
                visit(number, FileLine::Broken(&text))?;
            }
            break;
        }
        visit(number, FileLine::Whole(&text))?;
        whole += read as u64;
    }
    Ok(whole)
}

/// Cuts a file to its whole lines and goes to its end.
///
/// # Errors
/// The file cannot be cut.
pub fn cut(file: &mut File, whole: u64) -> io::Result<()> {
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0)).map(drop)
}

/// Whether these bytes can begin a JSON object with keys.
#[must_use]
pub fn begins_an_object(text: &[u8]) -> bool {
    b"{\"".starts_with(&text[..text.len().min(2)])
}
