//! Quiescence search: at the horizon only noisy moves are searched, and the static evaluation is a lower bound on the
//! score (stand pat).

use petteia_core::{Evaluate, Score, Searchable};

use super::history::NodeContext;
use super::node::{PlayedMove, SearchThread};
use super::parameters::QUIESCENCE_DEPTH;
use super::window::{Value, Window};

/// Depth limit of quiescence in plies. It is negative, since the horizon is at depth 0.
pub(super) fn deepest_quiescence() -> i32 {
    -QUIESCENCE_DEPTH.get()
}

impl<P: Searchable, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// Searches the noisy moves of a position.
    pub(super) fn quiescence(&mut self, position: &P, window: Window, depth: i32, ply: usize) -> Value {
        let mut best = self.static_value(position, ply);
        if best.proved || best.score >= window.beta || depth < deepest_quiescence() {
            return best;
        }
        self.list_noisy_moves(position, ply);
        let mut open = Window { alpha: window.alpha.max(best.score), beta: window.beta };
        while let Some(m) = self.stack[ply].picker.next_best() {
            let played = PlayedMove::of(position, m);
            let value = self.search_move(&position.after(m), played, open, depth - 1, 0, ply, true);
            if self.is_over() || value.score <= best.score {
                continue;
            }
            best = Value { score: value.score, proved: value.proved && value.score >= window.beta };
            if value.score > open.alpha {
                open.alpha = value.score;
                self.update_pv(ply, m);
            }
            if value.score >= window.beta {
                break;
            }
        }
        best
    }

    fn list_noisy_moves(&mut self, position: &P, ply: usize) {
        let previous = self.stack[ply - 1].current_move;
        let context = NodeContext { side: position.side(), ply, previous, tt_move: None };
        let (picker, history) = (&mut self.stack[ply].picker, &self.history);
        picker.clear();
        let (move_score, ordering_score) = (history.move_scores(context), position.ordering_scores());
        position.for_each_noisy_move(|m| {
            picker.push(m, move_score(P::move_index(m) as u16, ordering_score(m)));
        });
    }

    /// The static evaluation, or the value of a finished position.
    pub(super) fn static_value(&mut self, position: &P, ply: usize) -> Value {
        if position.outcome().is_some() {
            return Self::terminal_value(position, ply);
        }
        Value::estimated(Score::estimate(self.evaluator.evaluate(position)))
    }
}
