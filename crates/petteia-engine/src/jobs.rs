//! What is known of the work that runs beside the session, one job at a time.

use std::sync::Arc;
use std::time::Duration;

use petteia_search::perft::playout::Playouts;
use petteia_search::{Control, SearchInfo};

use super::error::EngineError;
use super::report::BestMove;

/// What a job sends.
#[derive(Clone, Debug)]
pub enum JobEvent {
    /// A result of a search, with its moves as text.
    Info(SearchInfo<String>),
    /// Free text of a search, such as a remark of the game.
    Note(String),
    /// The name of a fixture case, and why it fails. `None` if it passes.
    Case(String, Option<String>),
    /// A result of `bench`.
    Bench(BenchResult),
    /// Something that went wrong without ending the job.
    Error(EngineError),
    /// The progress of a count.
    Progress {
        /// Steps done.
        done: usize,
        /// All its steps.
        total: usize,
    },
    /// The job has ended.
    Ended(JobResult),
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
        /// Number of nodes searched.
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
pub enum JobResult {
    /// A search.
    BestMove(BestMove),
    /// A perft.
    Perft(PerftCount),
    /// A perft by root move, and the sum of the counts.
    Divide(Vec<(String, u64)>, u64),
    /// `check`: all fixture cases have been checked.
    Checked {
        /// Number of cases that pass.
        passed: usize,
        /// Number of cases that fail.
        failed: usize,
    },
    /// `bench`: the nodes of all positions, and their time.
    Signature(u64, Duration),
    /// The job was stopped before it had its result. The text names the job.
    Aborted(&'static str),
    /// The job could not be done.
    Failed(EngineError),
    /// The job panicked with this message.
    Panicked(String),
}

impl JobResult {
    /// The result of a search. One that failed has no move but an error; other jobs have neither.
    #[must_use]
    pub fn into_best_move(self) -> BestMove {
        let error = match self {
            Self::BestMove(answer) => return answer,
            Self::Failed(error) => Some(error.to_string()),
            Self::Panicked(panic) => Some(format!("internal: {panic}")),
            _ => None,
        };
        BestMove { error, ..BestMove::default() }
    }
}

/// A count of leaves.
#[derive(Clone, Copy, Debug)]
pub struct PerftCount {
    /// Depth in plies.
    pub depth: u32,
    /// Number of leaves.
    pub nodes: u64,
    /// Time of the count.
    pub time: Duration,
}

/// Receives the events of jobs, on any thread.
pub type JobEvents = Arc<dyn Fn(JobEvent) + Send + Sync>;

/// Receives the messages of a job.
pub type Report<'a> = &'a (dyn Fn(JobEvent) + Sync);

/// A running job.
#[derive(Debug)]
pub(super) struct Job {
    /// The signals to the job.
    pub(super) control: Arc<Control>,
    pub(super) kind: JobKind,
}

/// What the session needs to know about a job.
#[derive(Clone, Copy, Debug, Default)]
pub struct JobKind {
    /// The job ends with a `bestmove`.
    pub is_search: bool,
    /// The job runs until it is stopped.
    pub unbounded: bool,
    /// `Some` while the job waits for the ponder hit: whether it is unbounded after the hit.
    pub unbounded_after_ponderhit: Option<bool>,
}

impl Job {
    /// Tells a ponder search that the opponent has played the expected move. Other jobs do not change.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(unbounded) = self.kind.unbounded_after_ponderhit.take() {
            self.kind.unbounded = unbounded;
            self.control.ponder_hit();
        }
    }
}
