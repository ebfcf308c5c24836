//! Finds where an interrupted batch goes on.

use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::record::Format;
use crate::base::FileError;
use crate::base::append_file::{AppendFile, FileLine, can_begin_with};

/// The records that stand in a file.
#[derive(Debug)]
pub struct Resumed {
    /// The file, at the end of its last whole record. It is locked.
    pub file: AppendFile,
    /// Number of records in it.
    pub done: u64,
    /// Whether one of them has an error.
    pub errors: bool,
    /// The file has no header line yet, but its format has one.
    pub needs_header: bool,
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
pub fn resume(path: &Path, format: &Format) -> Result<Resumed, FileError> {
    let mut file = AppendFile::open(path, "batch")?;
    let header = format.header();
    let (mut lines, mut errors, mut last) = (0, false, 0);
    file.check(|number, line| {
        let not_a_record = || FileError::in_line(path, number, "a record of this batch", "something else");
        let text = match line {
            FileLine::Complete(text) => text,
            FileLine::Incomplete(text) => {
                // The start of what is cut off is that of a record too.
                let starts_well = match &header {
                    Some(header) => number > 1 || header.as_bytes().starts_with(text),
                    None => can_begin_with(text, b"{\""),
                };
                return if starts_well { Ok(()) } else { Err(not_a_record()) };
            }
        };
        lines = number;
        match &header {
            Some(header) if number == 1 && text != header.as_bytes() => return Err(not_a_record()),
            Some(header) if text.split(|&b| b == b'\t').count() != header.split('\t').count() => {
                return Err(not_a_record());
            }
            Some(_) => {}
            None => {
                let record: AnyRecord = serde_json::from_slice(text).map_err(|_| not_a_record())?;
                if record.line.is_some_and(|line| line <= last) {
                    return Err(not_a_record());
                }
                last = record.line.unwrap_or(last);
                errors |= record.error.is_some() || record.errors.is_some();
            }
        }
        Ok(())
    })?;
    let has_header = header.is_some();
    let done = lines - u64::from(has_header && lines > 0);
    Ok(Resumed { done, file, errors, needs_header: has_header && lines == 0 })
}
