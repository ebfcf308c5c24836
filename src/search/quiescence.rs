//! The horizon: what a position is worth that is not searched further.

use super::bounds::{Value, Window};
use super::node::{LOWEST_DEPTH, Step, Tree};
use super::ordering::Place;
use crate::core::Score;
use crate::game::{Evaluate, Searchable};

impl<P: Searchable, E: Evaluate<P>> Tree<'_, P, E> {
    /// At the horizon: the estimate, or what a loud move makes of the position.
    pub(super) fn quiesce(
        &mut self,
        position: &P,
        window: Window,
        depth: i32,
        ply: usize,
        previous: Option<u16>,
    ) -> Value {
        let mut best = self.leaf(position, ply);
        if best.proved || best.score >= window.beta || depth < LOWEST_DEPTH {
            return best;
        }
        let place = Place { side: position.side(), ply, previous, table: None };
        let first = self.moves.len();
        let (moves, ordering) = (&mut self.moves, &self.ordering);
        position.for_each_loud_move(|m| {
            moves.push((m, ordering.rank(place, P::tag(m) as u16, position.promise(m))));
        });
        let mut open = Window { alpha: window.alpha.max(best.score), beta: window.beta };
        let end = self.moves.len();
        for index in first..end {
            self.bring_best_forward(index, end);
            let (m, _) = self.moves[index];
            let value = self.child(&position.after(m), Step::of(position, m), open, depth - 1, 0, ply, true);
            if self.is_over() || value.score <= best.score {
                continue;
            }
            best = Value { score: value.score, proved: value.proved && value.score >= window.beta };
            if value.score > open.alpha {
                open.alpha = value.score;
                self.extend_line(ply, m);
            }
            if value.score >= window.beta {
                break;
            }
        }
        self.moves.truncate(first);
        best
    }

    pub(super) fn leaf(&mut self, position: &P, ply: usize) -> Value {
        if position.outcome().is_some() {
            return Self::final_value(position, ply);
        }
        Value { score: Score::estimate(self.evaluator.evaluate(position)), proved: false }
    }
}
