//! The moves of a node, in the order in which they are tried.

use super::node::{Tree, is_longer};
use super::ordering::Place;
use crate::game::{Evaluate, Searchable};

/// What narrowness gives to the rank of a move: a reply less is worth more than history and killers.
const NARROWNESS_RANK: i32 = 160;
/// The rank of moves that another thread is searching.
const PUT_OFF: i32 = i32::MIN;

impl<P: Searchable, E: Evaluate<P>> Tree<'_, P, E> {
    /// Lists the moves at the end of the stack of moves; returns where they begin.
    pub(super) fn list(&mut self, position: &P, place: Place) -> usize {
        let first = self.moves.len();
        let (moves, ordering) = (&mut self.moves, &self.ordering);
        // Far from the end an exact search tries first what narrows the game down most.
        let by_narrowness = self.exact && is_longer(position, P::SHALLOW);
        position.for_each_move(|m| {
            let rank = ordering.rank(place, P::tag(m) as u16, position.promise(m));
            let narrowness = if by_narrowness { position.narrowness(m) } else { 0 };
            moves.push((m, rank + NARROWNESS_RANK * narrowness));
        });
        first
    }

    /// Brings the best of the moves from `index` on there.
    pub(super) fn bring_best_forward(&mut self, index: usize, end: usize) {
        let best = (index..end).max_by_key(|&i| (self.moves[i].1, std::cmp::Reverse(i))).unwrap_or(index);
        self.moves.swap(index, best);
    }

    /// The same, but what other threads are searching comes last.
    pub(super) fn bring_idle_forward(&mut self, position: &P, index: usize, end: usize) {
        loop {
            self.bring_best_forward(index, end);
            let (m, rank) = &mut self.moves[index];
            if *rank == PUT_OFF || !self.shared.underway.holds(position.after(*m).key()) {
                return;
            }
            *rank = PUT_OFF;
        }
    }
}
