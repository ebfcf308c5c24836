//! The lines of a batch, shared among engines; the records keep the order of the lines.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use petteia_engine::{Engine, STACK_SIZE};
use petteia_files::FileError;
use petteia_ugi::Code;

use super::format::Format;
use super::record::OutputRecord;
use super::source::{BatchLine, LineSource};
use super::work::{Work, Worker};

/// What to do with the lines of a source, and how.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The work for each position.
    pub work: Work,
    /// Number of engines that work at the same time.
    pub jobs: usize,
    /// How records are written.
    pub format: Format,
}

/// How far a batch is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of records written.
    pub records: u64,
    /// Bytes read of the input, those of the lines in work included.
    pub bytes: u64,
    /// Whether a record has an error.
    pub errors: bool,
    /// Whether a record has an internal error.
    pub internal: bool,
}

/// Why a batch ends early.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The input cannot be read.
    #[error("{0}: {1}")]
    Input(String, io::Error),
    /// The output cannot be written.
    #[error("the output: {0}")]
    Output(io::Error),
    /// The file of records cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The system refuses a thread.
    #[error("cannot start thread: {0}")]
    Thread(io::Error),
}

/// A finished record as text.
struct RenderedRecord {
    text: String,
    bytes: u64,
    error: bool,
    internal: bool,
}

impl RenderedRecord {
    fn of(record: &OutputRecord, format: &Format, bytes: u64) -> Self {
        let internal = record.result.as_ref().is_err_and(|error| error.code == Code::Internal);
        Self { text: format.write(record), bytes, error: record.has_error(), internal }
    }
}

/// The output and what has been written to it.
struct Writer<'a, W> {
    output: W,
    summary: Summary,
    progress: &'a mut (dyn FnMut(Summary) + Send),
}

impl<W: Write> Writer<'_, W> {
    fn write(&mut self, record: &RenderedRecord) -> Result<(), BatchError> {
        writeln!(self.output, "{}", record.text).map_err(BatchError::Output)?;
        self.summary.records += 1;
        self.summary.bytes = record.bytes;
        self.summary.errors |= record.error;
        self.summary.internal |= record.internal;
        (self.progress)(self.summary);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), BatchError> {
        self.output.flush().map_err(BatchError::Output)
    }
}

/// Does the work at each line of the source, and calls `progress` after each record. Records are flushed whenever there
/// are no more lines to go on with.
///
/// # Errors
/// The input cannot be read, the output cannot be written, or the system refuses a thread. The output has the records
/// before that.
///
/// # Panics
/// The [work](Work::check) is not valid.
pub fn run<W: Write + Send>(
    engine: &Engine,
    batch: &Batch,
    source: LineSource,
    output: W,
    progress: &mut (dyn FnMut(Summary) + Send),
) -> Result<Summary, BatchError> {
    let writer = Writer { output, summary: Summary::default(), progress };
    if batch.jobs == 1 { run_alone(engine, batch, source, writer) } else { run_shared(engine, batch, source, writer) }
}

/// Reads, works and writes on one thread.
fn run_alone<W: Write + Send>(
    engine: &Engine,
    batch: &Batch,
    mut source: LineSource,
    mut writer: Writer<W>,
) -> Result<Summary, BatchError> {
    let mut worker = worker(engine.fork(), &batch.work);
    let work = || {
        while let Some(line) = source.next_line()? {
            writer.write(&RenderedRecord::of(&worker.record(line.number, &line.text), &batch.format, line.bytes))?;
            if !source.has_line() {
                writer.flush()?;
            }
        }
        writer.flush()?;
        Ok(writer.summary)
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        let thread = thread.map_err(BatchError::Thread)?;
        thread.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause))
    })
}

#[expect(clippy::expect_used, reason = "a condition of the caller")]
fn worker(engine: Engine, work: &Work) -> Worker<'_> {
    Worker::new(engine, work).map_err(|(_, error)| error).expect("work that has been checked")
}

/// Lines in work for each engine: enough to keep it busy, few enough for constant memory.
const LINES_PER_JOB: usize = 64;

/// Reads on one thread, works on several, and writes on this one. When the output is gone, the others are left to the
/// end of the process, since the reader may wait for its input for ever.
fn run_shared<W: Write>(
    engine: &Engine,
    batch: &Batch,
    source: LineSource,
    mut writer: Writer<W>,
) -> Result<Summary, BatchError> {
    let (send_line, lines) = mpsc::channel();
    let (send_record, records) = mpsc::channel();
    // The reader takes a permit for each line, and gets it back when the record is written.
    let (permit, permits) = mpsc::channel();
    for _ in 0..LINES_PER_JOB * batch.jobs {
        let _ = permit.send(());
    }
    let lines = Arc::new(Mutex::new(lines));
    for _ in 0..batch.jobs {
        let (engine, batch, lines, records) = (engine.fork(), batch.clone(), Arc::clone(&lines), send_record.clone());
        let work = move || work_on_lines(engine, &batch, &lines, &records);
        thread::Builder::new().stack_size(STACK_SIZE).spawn(work).map_err(BatchError::Thread)?;
    }
    let reader = move || read_lines(source, &permits, &send_line, &send_record);
    thread::Builder::new().spawn(reader).map_err(BatchError::Thread)?;
    let (mut next, mut early, mut end) = (0, BTreeMap::new(), None);
    loop {
        let (index, record) = match records.try_recv() {
            Ok(record) => record,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                writer.flush()?;
                let Ok(record) = records.recv() else { break };
                record
            }
        };
        match record {
            Ok(record) => drop(early.insert(index, record)),
            Err(error) => end = Some(error),
        }
        while let Some(record) = early.remove(&next) {
            writer.write(&record)?;
            next += 1;
            let _ = permit.send(());
        }
    }
    writer.flush()?;
    end.map_or(Ok(writer.summary), Err)
}

type Lines = Mutex<Receiver<(u64, BatchLine)>>;
type Records = Sender<(u64, Result<RenderedRecord, BatchError>)>;

fn work_on_lines(engine: Engine, batch: &Batch, lines: &Lines, records: &Records) {
    let mut worker = worker(engine, &batch.work);
    loop {
        let line = lines.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((index, line)) = line else { return };
        let record = RenderedRecord::of(&worker.record(line.number, &line.text), &batch.format, line.bytes);
        if records.send((index, Ok(record))).is_err() {
            return;
        }
    }
}

fn read_lines(mut source: LineSource, permits: &Receiver<()>, lines: &Sender<(u64, BatchLine)>, records: &Records) {
    for index in 0.. {
        if permits.recv().is_err() {
            return;
        }
        match source.next_line() {
            Ok(Some(line)) => {
                if lines.send((index, line)).is_err() {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => return drop(records.send((index, Err(error)))),
        }
    }
}
