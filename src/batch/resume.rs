//! Finds where an interrupted batch goes on.

use std::fs::File;
use std::io;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::record::Format;
use crate::base::line_file::{FileLine, LineFileError, begins_an_object, cut, open_locked, read_lines};

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
    /// It cannot be opened.
    #[error(transparent)]
    File(#[from] LineFileError),
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
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
    let mut file = open_locked(path, "batch")?;
    let header = format.header();
    let (mut lines, mut errors, mut last) = (0, false, 0);
    let whole = read_lines(&file, |number, line| {
        let not_a_record = ResumeError::NotARecord(number);
        let text = match line {
            FileLine::Whole(text) => text,
            FileLine::Broken(text) => {
                // The start of what is cut off is that of a record too.
                let starts_well = match &header {
                    Some(header) => number > 1 || header.as_bytes().starts_with(text),
                    None => begins_an_object(text),
                };
                return if starts_well { Ok(()) } else { Err(not_a_record) };
            }
        };
        lines = number;
        match &header {
            Some(header) if number == 1 && text != header.as_bytes() => return Err(not_a_record),
            Some(header) if text.split(|&b| b == b'\t').count() != header.split('\t').count() => {
                return Err(not_a_record);
            }
            Some(_) => {}
            None => {
                let record: AnyRecord = serde_json::from_slice(text).map_err(|_| ResumeError::NotARecord(number))?;
                if record.line.is_some_and(|line| line <= last) {
                    return Err(not_a_record);
                }
                last = record.line.unwrap_or(last);
                errors |= record.error.is_some() || record.errors.is_some();
            }
        }
        Ok(())
    })?;
    cut(&mut file, whole)?;
    let has_header = header.is_some();
    let done = lines - u64::from(has_header && lines > 0);
    Ok(Resumed { done, file, errors, needs_header: has_header && lines == 0 })
}
