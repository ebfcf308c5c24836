//! Checks that the records of a file belong to a batch, and finds where the batch continues.

use std::path::Path;
use std::thread;

use petteia_engine::{Engine, STACK_SIZE};
use petteia_files::{AppendFile, FileError, FileLine};
use petteia_ugi::Error;

use super::expected::{ExpectedRecord, KeptErrors, Unknown, UnknownSearch};
use super::format::Format;
use super::run::BatchError;
use super::source::{BatchLine, LineSource};
use super::work::{Work, Worker};

/// The records that stand in a file.
pub struct ResumeState {
    /// The file, which is locked. The first record that is appended replaces an incomplete last line.
    pub file: AppendFile,
    /// The input after the last record.
    pub source: LineSource,
    /// Number of records in the file.
    pub records: u64,
    /// Whether one of them has an error.
    pub errors: bool,
    /// Whether one of them has an internal error.
    pub internal: bool,
    /// The file has no header line yet, but its format has one.
    pub needs_header: bool,
}

/// Opens a file of records, or a new one, and checks each record against its input line and the work. Of the work only
/// that without a search or a count of leaves is done again, and that of the last record if its result does not depend on
/// time. The file is not changed. Memory holds one line at a time.
///
/// # Errors
/// The file or the input cannot be read, or the file has something else than the first records of this batch.
///
/// # Panics
/// The [work](Work::check) is not valid.
pub fn resume(
    path: &Path,
    engine: &Engine,
    work: &Work,
    format: &Format,
    source: LineSource,
) -> Result<ResumeState, BatchError> {
    let mut file = AppendFile::open(path, "batch")?;
    let engine = engine.fork();
    let check = move || -> Result<ResumeState, BatchError> {
        let worker = valid(Worker::outlining(engine.fork(), work, !format.shows_errors()));
        let mut check = Check { path, engine, work, format, worker, source, last: None };
        let (mut records, mut errors) = (0, KeptErrors::default());
        let is_table = format.header().is_some();
        file.check(|number, line| match line {
            FileLine::Complete(text) if number == 1 && is_table => check.header(text),
            FileLine::Complete(text) => {
                let kept = check.record(number, text)?;
                records += 1;
                errors = KeptErrors { any: errors.any || kept.any, internal: errors.internal || kept.internal };
                Ok(())
            }
            FileLine::Incomplete(text) if number == 1 && is_table => check.start_of_header(text),
            FileLine::Incomplete(text) => check.start_of_record(number, text),
        })?;
        check.last_record()?;
        let needs_header = is_table && file.is_empty();
        let KeptErrors { any: errors, internal } = errors;
        Ok(ResumeState { file, source: check.source, records, errors, internal, needs_header })
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, check);
        let thread = thread.map_err(BatchError::Thread)?;
        thread.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause))
    })
}

#[expect(clippy::expect_used, reason = "a condition of the caller")]
fn valid<'a>(worker: Result<Worker<'a>, (&str, Error)>) -> Worker<'a> {
    worker.map_err(|(_, error)| error).expect("work that has been checked")
}

/// A record of the file and its input line.
struct KeptRecord {
    number: u64,
    text: String,
    line: BatchLine,
}

/// The check of a file.
struct Check<'a> {
    path: &'a Path,
    engine: Engine,
    work: &'a Work,
    format: &'a Format,
    /// Does the work that takes no time.
    worker: Worker<'a>,
    source: LineSource,
    /// The last record so far.
    last: Option<KeptRecord>,
}

impl Check<'_> {
    fn header(&self, text: &[u8]) -> Result<(), BatchError> {
        let header = self.format.header().unwrap_or_default();
        if text == header.as_bytes() { Ok(()) } else { Err(self.unexpected_header(&header)) }
    }

    fn start_of_header(&self, text: &[u8]) -> Result<(), BatchError> {
        let header = self.format.header().unwrap_or_default();
        if header.as_bytes().starts_with(text) { Ok(()) } else { Err(self.unexpected_header(&header)) }
    }

    fn unexpected_header(&self, header: &str) -> BatchError {
        FileError::in_line(self.path, 1, format!("the columns '{}'", header.replace('\t', " ")), "something else")
            .into()
    }

    /// Checks a complete record.
    fn record(&mut self, number: u64, text: &[u8]) -> Result<KeptErrors, BatchError> {
        let line = self.next_line(number)?;
        let checked = str::from_utf8(text).map_err(|_| "something else".into()).and_then(|text| {
            let (record, is_random) = self.worker.outline(line.number, &line.text);
            let unknown = Unknown { position: is_random, ..Unknown::work(self.work) };
            let kept = ExpectedRecord::new(self.format, &record, unknown).check(text)?;
            Ok((text.to_owned(), kept))
        });
        let (text, kept) = checked.map_err(|found| self.unexpected_record(number, line.number, found))?;
        self.last = Some(KeptRecord { number, text, line });
        Ok(kept)
    }

    /// Checks an incomplete record.
    fn start_of_record(&mut self, number: u64, text: &[u8]) -> Result<(), BatchError> {
        let line = self.next_line(number)?;
        let (record, is_random) = self.worker.outline(line.number, &line.text);
        let unknown = Unknown { position: is_random, ..Unknown::work(self.work) };
        let start = match str::from_utf8(text) {
            Ok(start) => Some(start),
            // The text can end in the middle of a character.
            Err(error) if error.error_len().is_none() => str::from_utf8(&text[..error.valid_up_to()]).ok(),
            Err(_) => None,
        };
        let expected = ExpectedRecord::new(self.format, &record, unknown);
        if start.is_some_and(|start| expected.can_begin_with(start)) {
            drop(record);
            self.source.put_back(line);
            return Ok(());
        }
        Err(self.unexpected_record(number, line.number, "the start of something else".into()))
    }

    /// Does the work of the last record again, as far as its result does not depend on time, and compares.
    fn last_record(&mut self) -> Result<(), BatchError> {
        let Some(KeptRecord { number, text, line }) = self.last.take() else { return Ok(()) };
        let mut worker = valid(Worker::repeating(self.engine.fork(), self.work));
        if !worker.has_search() && !worker.has_count() {
            return Ok(());
        }
        let go = match (&self.work.go, worker.has_search()) {
            (None, _) => UnknownSearch::None,
            (Some(_), true) => UnknownSearch::Time,
            (Some(_), false) => UnknownSearch::All,
        };
        let Some(record) = worker.repeated(line.number, &line.text) else { return Ok(()) };
        let unknown = Unknown { go, ..Unknown::default() };
        let checked = ExpectedRecord::new(self.format, &record, unknown).check(&text);
        checked.map(drop).map_err(|found| self.unexpected_record(number, line.number, found))
    }

    /// The input line of the next record.
    fn next_line(&mut self, number: u64) -> Result<BatchLine, BatchError> {
        let line = self.source.next_line()?;
        line.ok_or_else(|| {
            let expected = "the end, as in the input";
            FileError::in_line(self.path, number, expected, "another record").into()
        })
    }

    fn unexpected_record(&self, number: u64, input_line: u64, found: String) -> BatchError {
        let expected = format!("a record of this batch, for line {input_line} of the input");
        FileError::in_line(self.path, number, expected, found).into()
    }
}
