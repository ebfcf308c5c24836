//! The move picker: the moves of a node, best score first, by selection sort.

use petteia_core::{Evaluate, Searchable};

use super::history::NodeContext;
use super::node::{SearchThread, has_more_plies};
use super::parameters::MOBILITY_WEIGHT;

/// Score of a deferred move.
const DEFERRED: i32 = i32::MIN;

/// The moves of a node with their scores.
#[derive(Clone, Debug)]
pub struct MovePicker<M> {
    moves: Vec<(M, i32)>,
    /// Number of moves that have been picked. They stand first in `moves`.
    picked: usize,
}

impl<M: Copy> MovePicker<M> {
    /// A move picker without moves.
    pub(super) fn new() -> Self {
        Self { moves: Vec::new(), picked: 0 }
    }

    /// Removes all moves.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.picked = 0;
    }

    /// Adds a move.
    #[inline]
    pub(super) fn push(&mut self, m: M, score: i32) {
        self.moves.push((m, score));
    }

    /// The number of moves, picked ones included.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are no moves at all.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves in the order in which they were added, as long as none has been picked.
    pub(super) fn moves(&self) -> impl Iterator<Item = M> {
        self.moves.iter().map(|&(m, _)| m)
    }

    /// Picks the best of the moves that are left.
    pub(super) fn next_best(&mut self) -> Option<M> {
        self.bring_best_forward()?;
        self.picked += 1;
        Some(self.moves[self.picked - 1].0)
    }

    /// ABDADA: picks the best of the moves that are left. Moves that another thread is searching come last.
    pub(super) fn next_idle(&mut self, is_busy: impl Fn(M) -> bool) -> Option<M> {
        loop {
            self.bring_best_forward()?;
            let (m, score) = &mut self.moves[self.picked];
            if *score == DEFERRED || !is_busy(*m) {
                let m = *m;
                self.picked += 1;
                return Some(m);
            }
            *score = DEFERRED;
        }
    }

    /// Swaps the best of the moves that are left with the first of them. Of two moves with equal scores, the earlier is
    /// better.
    fn bring_best_forward(&mut self) -> Option<()> {
        let left = self.moves.get_mut(self.picked..)?;
        let (mut best, mut best_score) = (0, left.first()?.1);
        for (i, &(_, score)) in left.iter().enumerate() {
            if score > best_score {
                (best, best_score) = (i, score);
            }
        }
        left.swap(0, best);
        Some(())
    }
}

impl<P: Searchable, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// Lists the moves of a node for its move picker.
    pub(super) fn list_moves(&mut self, position: &P, context: NodeContext) {
        // Fastest-first ordering of an exact search, far from the end: moves that leave fewer replies come earlier.
        let fastest_first = self.mode.is_to_end() && has_more_plies(position, P::PLIES_WITHOUT_TT);
        let (entry, history) = (&mut self.stack[context.ply], &self.history);
        entry.picker.clear();
        entry.searched.clear();
        let (move_score, ordering_score) = (history.move_scores(context), position.ordering_scores());
        position.for_each_move(|m| {
            let score = move_score(P::move_index(m) as u16, ordering_score(m));
            let mobility = if fastest_first { position.mobility_score(m) } else { 0 };
            entry.picker.push(m, score + MOBILITY_WEIGHT.get() * mobility);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::MovePicker;

    fn picker() -> MovePicker<char> {
        let mut picker = MovePicker::new();
        for (m, score) in [('a', 1), ('b', 3), ('c', 3), ('d', 2)] {
            picker.push(m, score);
        }
        picker
    }

    #[test]
    fn best_first() {
        let mut picker = picker();
        let order: Vec<char> = std::iter::from_fn(|| picker.next_best()).collect();
        assert_eq!(order, ['b', 'c', 'd', 'a']);
        picker.clear();
        assert!(picker.is_empty() && picker.next_best().is_none());
    }

    #[test]
    fn what_others_search_comes_last() {
        let mut picker = picker();
        let order: Vec<char> = std::iter::from_fn(|| picker.next_idle(|m| m != 'a')).collect();
        assert_eq!(order[0], 'a');
        assert_eq!(order.len(), 4);
    }
}
