//! What a search says.

use std::time::Duration;

use crate::base::Score;
use crate::game::Position;

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

/// One result on the way: the best line found at some depth.
#[derive(Clone, Debug)]
pub struct SearchInfo<P: Position> {
    /// Depth of the iteration in plies; 0 for a finished position.
    pub depth: u32,
    /// The deepest ply looked at.
    pub sel_depth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// From the side to move at the root.
    pub score: Score,
    /// Exact, or a bound.
    pub bound: Bound,
    /// The score is the value of the game under best play, not an estimate.
    pub proved: bool,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// Share of the transposition table in use, in thousandths.
    pub hash_full: u32,
    /// Since the search began.
    pub time: Duration,
    /// The line; empty only for a finished position.
    pub pv: Vec<P::Move>,
}

/// How a search ends.
#[derive(Clone, Debug)]
pub struct SearchResult<P: Position> {
    /// The move to play; `None` at a finished position.
    pub best_move: Option<P::Move>,
    /// The reply it expects.
    pub ponder: Option<P::Move>,
    /// Threads that searched; fewer than asked for where the system gave no more.
    pub threads: usize,
    /// What the panic said that ended a helper thread, and with it the search.
    pub fault: Option<String>,
}
