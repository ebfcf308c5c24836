//! Work that runs beside the conversation, one job at a time.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::error::EngineError;
use super::report::{BestMove, SearchUpdate};
use crate::base::text::panic_text;
use crate::search::perft::playout::Playouts;
use crate::search::{Control, STACK_SIZE};

/// What a job says before its end.
#[derive(Clone, Debug)]
pub enum JobUpdate {
    /// A result of a search.
    Search(SearchUpdate),
    /// A fixture case and, if it is not fulfilled, why.
    Case(String, Option<String>),
    /// A result of `bench`.
    Bench(BenchResult),
    /// Something that went wrong without ending the job.
    Error(EngineError),
}

/// A result of `bench` before its end.
#[derive(Clone, Debug)]
pub enum BenchResult {
    /// A position that was searched.
    Position {
        /// Its number, from 1.
        index: usize,
        /// The number of all positions.
        total: usize,
        /// Nodes searched.
        nodes: u64,
        /// The best move.
        best: Option<String>,
    },
    /// A perft, with the name of its method.
    Perft(&'static str, PerftCount),
    /// Random games and their time.
    Playouts(Playouts, Duration),
}

/// How a job ends.
#[derive(Clone, Debug)]
pub enum JobEnd {
    /// A search.
    BestMove(BestMove),
    /// A count.
    Perft(PerftCount),
    /// Counts by root move, and their sum.
    Divide(Vec<(String, u64)>, u64),
    /// Fixture cases that are fulfilled, and that are not.
    Checked {
        /// Cases fulfilled.
        passed: usize,
        /// Cases not fulfilled.
        failed: usize,
    },
    /// `bench`: nodes of all positions, and the time.
    Signature(u64, Duration),
    /// The job was stopped before it had its result; what it was.
    Aborted(&'static str),
    /// The job could not be done.
    Failed(EngineError),
    /// The job panicked; what the panic said.
    Panicked(String),
}

/// A count of leaves.
#[derive(Clone, Copy, Debug)]
pub struct PerftCount {
    /// Plies.
    pub depth: u32,
    /// Leaves.
    pub nodes: u64,
    /// Time for all of it.
    pub time: Duration,
}

/// What a job sends to the conversation.
#[derive(Clone, Debug)]
pub enum JobEvent {
    /// It says something.
    Update(JobUpdate),
    /// It has ended, and the next one may begin.
    Ended(JobEnd),
}

/// Receives the events of jobs, on any thread.
pub type JobEvents = Arc<dyn Fn(JobEvent) + Send + Sync>;

/// How a job says something before its end.
pub(super) type Report<'a> = &'a (dyn Fn(JobUpdate) + Sync);

/// A running job.
#[derive(Debug)]
pub(super) struct Job {
    /// Tells it to end.
    pub(super) control: Arc<Control>,
    pub(super) kind: JobKind,
}

/// What the conversation has to know of a job.
#[derive(Clone, Copy, Debug, Default)]
pub struct JobKind {
    /// It ends in a `bestmove`.
    pub is_search: bool,
    /// It runs until it is stopped.
    pub unbounded: bool,
    /// It waits for the ponder hit; whether it is unbounded after that.
    pub ponders: Option<bool>,
}

impl Job {
    /// The opponent has played the move pondered on. Without effect on any other job.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(unbounded) = self.kind.ponders.take() {
            self.kind.unbounded = unbounded;
            self.control.ponder_hit();
        }
    }
}

/// Runs `work` on a thread of its own.
pub(super) fn spawn(
    kind: JobKind,
    events: JobEvents,
    work: impl FnOnce(&Control, Report) -> JobEnd + Send + 'static,
) -> io::Result<Job> {
    let control = Arc::new(Control::new());
    let job = Job { control: Arc::clone(&control), kind };
    let run = move || {
        let report = |update| events(JobEvent::Update(update));
        let end = catch_unwind(AssertUnwindSafe(|| work(&control, &report)));
        events(JobEvent::Ended(end.unwrap_or_else(|cause| JobEnd::Panicked(panic_text(&*cause).to_owned()))));
    };
    thread::Builder::new().name("job".into()).stack_size(STACK_SIZE).spawn(run)?;
    Ok(job)
}
