//! Finds where an interrupted batch goes on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::record::Format;

/// The records that stand in a file.
#[derive(Debug)]
pub struct Resumed {
    /// The file, at the end of its last whole record. It is locked.
    pub file: File,
    /// Number of records in it.
    pub done: u64,
    /// Whether one of them has an error.
    pub errors: bool,
    /// The file has no header line yet, but its format has one.
    pub needs_header: bool,
}

/// Why a file of records cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else than a file, which cannot be cut and added to.
    #[error("wanted a regular file, found something else")]
    NotAFile,
    /// Another batch writes to it.
    #[error("wanted a file of its own, found another batch writing to it")]
    Locked,
    /// A line of it is no record of this batch.
    #[error("line {0}: wanted a record of this batch, found something else")]
    NotARecord(u64),
}

/// The parts of a record that say what it is.
#[derive(Deserialize)]
struct AnyRecord {
    line: Option<u64>,
    error: Option<IgnoredAny>,
    errors: Option<IgnoredAny>,
}

/// Opens a file of records, or a new one, and cuts off a last line without its end. A file that holds anything else is
/// not changed.
///
/// # Errors
/// The file cannot be gone on with.
pub fn resume(path: &Path, format: &Format) -> Result<Resumed, ResumeError> {
    // Opening a pipe would wait for its other end.
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(ResumeError::NotAFile);
    }
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    file.try_lock().map_err(|_| ResumeError::Locked)?;
    let mut lines = BufReader::new(&file);
    let header = format.header();
    let (mut number, mut whole, mut errors, mut last) = (0, 0, false, 0);
    let mut text = Vec::new();
    loop {
        text.clear();
        let read = lines.read_until(b'\n', &mut text)?;
        if text.pop() != Some(b'\n') {
            // The start of what is cut off is that of a record too.
            let starts_well = match (&header, number) {
                (Some(header), 0) => header.as_bytes().starts_with(&text),
                (Some(_), _) => true,
                (None, _) => b"{\"".starts_with(&text[..text.len().min(2)]),
            };
            if read > 0 && !starts_well {
                return Err(ResumeError::NotARecord(number + 1));
            }
            break;
        }
        number += 1;
        let not_a_record = ResumeError::NotARecord(number);
        match &header {
            Some(header) if number == 1 && text != header.as_bytes() => return Err(not_a_record),
            Some(header) if text.split(|&b| b == b'\t').count() != header.split('\t').count() => {
                return Err(not_a_record);
            }
            Some(_) => {}
            None => {
                let record: AnyRecord = serde_json::from_slice(&text).map_err(|_| ResumeError::NotARecord(number))?;
                if record.line.is_some_and(|line| line <= last) {
                    return Err(not_a_record);
                }
                last = record.line.unwrap_or(last);
                errors |= record.error.is_some() || record.errors.is_some();
            }
        }
        whole += read as u64;
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    let needs_header = header.is_some() && number == 0;
    Ok(Resumed { done: number - u64::from(header.is_some() && number > 0), file, errors, needs_header })
}
