//! Counting the leaves of the game tree.

use super::{Control, Table};
use crate::game::Position;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct Counting<'a> {
    /// Threads, at least 1.
    pub threads: usize,
    /// Remember subtrees here.
    pub table: Option<&'a Table>,
    /// Tells the count to end.
    pub control: &'a Control,
}

/// A count was told to end before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("aborted")]
pub struct Aborted;

impl Counting<'_> {
    /// The number of leaves `depth` plies below the position; 1 for depth 0.
    ///
    /// # Errors
    /// [`Aborted`] when told to end.
    pub fn perft<P: Position>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        Ok(leaves(position, depth))
    }

    /// The leaves below each move, in the order of the game's own list; `depth` counts the move.
    ///
    /// # Errors
    /// [`Aborted`] when told to end.
    pub fn divide<P: Position>(&self, position: &P, depth: u32) -> Result<Vec<(P::Move, u64)>, Aborted> {
        let mut counts = Vec::new();
        position.for_each_move(|m| counts.push((m, leaves(&position.after(m), depth.saturating_sub(1)))));
        Ok(counts)
    }
}

fn leaves<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut count = 0;
            position.for_each_move(|m| count += leaves(&position.after(m), depth - 1));
            count
        }
    }
}
