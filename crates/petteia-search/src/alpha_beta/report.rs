//! The reports and the result of a search.

use std::time::Duration;

use petteia_core::{Position, Score};

/// How a score relates to the true value at its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// A report of a running search: one of the best lines at some depth.
#[derive(Clone, Debug)]
pub struct SearchInfo<P: Position> {
    /// Depth of the iteration in plies; 0 for a finished position.
    pub depth: u32,
    /// The deepest ply reached.
    pub sel_depth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// The score for the side to move at the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The score is the value of the game under best play, not an estimate.
    pub proved: bool,
    /// Number of nodes of all threads so far.
    pub nodes: u64,
    /// Share of the transposition table in use, in thousandths.
    pub hash_full: u32,
    /// Number of positions found in endgame databases; `None` without databases.
    pub tb_hits: Option<u64>,
    /// Time since the search began.
    pub time: Duration,
    /// The line; empty only for a finished position.
    pub pv: Vec<P::Move>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<P: Position> {
    /// The move to play; `None` at a finished position.
    pub best_move: Option<P::Move>,
    /// The expected reply.
    pub ponder: Option<P::Move>,
    /// Number of threads that searched. It is less than asked for if the system refused a thread.
    pub threads: usize,
    /// The message of a panic that ended a helper thread and so the search.
    pub fault: Option<String>,
}
