//! Cutoffs and pruning: what ends a node, or leaves a move out, without a search.

use petteia_core::{Evaluate, Score, Searchable};

use super::node::{Mode, Node, SearchThread, has_more_plies};
use super::parameters::{
    ETC_PLIES, FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, FUTILITY_ORDERING_SCORE, LMP_BASE, LMP_DEPTH,
    LMP_FACTOR, PROBCUT_DEPTH, PROBCUT_MARGIN, PROBCUT_REDUCTION, REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN,
};
use super::solving::SELECTIVE_DEPTH;
use super::table::TtEntry;
use super::window::{Value, Window};

/// A pruning margin in centipieces, from a percentage of the typical error of the evaluation.
fn pruning_margin<P: Searchable>(percent: i32) -> i32 {
    percent * P::EVAL_ERROR / 100
}

/// Reverse futility pruning: the static evaluation is so far above beta that the few plies left hardly matter.
pub(super) fn reverse_futility<P: Searchable>(position: &P, window: Window, depth: i32, eval: i32) -> Option<Value> {
    let score = eval - pruning_margin::<P>(REVERSE_FUTILITY_MARGIN.get() * depth);
    (depth <= REVERSE_FUTILITY_DEPTH.get() && score >= window.beta.raw() && position.outcome().is_none())
        .then(|| Value::estimated(Score::estimate(score)))
}

/// Futility pruning: the static evaluation is so far below alpha, and the horizon so near, that a quiet move hardly
/// helps.
pub(super) fn is_futile<P: Searchable>(position: &P, m: P::Move, node: &Node, best: Score) -> bool {
    let gain = pruning_margin::<P>(FUTILITY_MARGIN.get() * node.depth + FUTILITY_BASE.get());
    node.depth <= FUTILITY_DEPTH.get()
        && !best.is_decided()
        && node.static_eval.is_some_and(|eval| eval + gain <= node.window.alpha.raw())
        && position.ordering_score(m) < FUTILITY_ORDERING_SCORE.get()
}

/// Late move pruning: near the horizon the moves from this one on are not searched.
pub(super) fn is_pruned_as_late(window: Window, depth: i32, move_count: usize, best: Score) -> bool {
    let enough = LMP_BASE.get() + LMP_FACTOR.get() * depth * depth;
    window.is_zero_window()
        && depth <= LMP_DEPTH.get()
        && move_count >= enough.unsigned_abs() as usize
        && !best.is_decided()
}

impl<P: Searchable, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// The value of an end by repetition or without progress. It proves nothing about the position itself.
    pub(super) fn end_by_history(&self, position: &P, ply: usize) -> Option<Value> {
        P::NO_PROGRESS_LIMIT?;
        if self.repetitions.is_repetition() {
            return Some(Value::estimated(self.repetition_score(position, ply)));
        }
        // Wins and losses go before draws.
        self.repetitions.is_without_progress(position).then(|| match position.outcome() {
            Some(_) => Self::terminal_value(position, ply),
            None => Value::estimated(self.draws[position.side()]),
        })
    }

    /// The score of a repetition. Only a move at the root surely ends the game; below it, the score is that of the worst
    /// estimate, since the table keeps it for other lines.
    fn repetition_score(&self, position: &P, ply: usize) -> Score {
        let Some(loser) = P::REPETITION_LOSER else { return self.draws[position.side()] };
        let is_end = ply == 1 && self.repetitions.is_third_occurrence();
        let loss = if is_end { Score::mated_in(1) } else { Score::estimate(-Score::ESTIMATE_MAX) };
        if loser == position.side() { loss } else { -loss }
    }

    /// The value that the game's own solver finds in a search to the end.
    pub(super) fn solve(&mut self, position: &P, window: Window) -> Option<Value> {
        let Mode::ToEnd { budget, .. } = &mut self.mode else { return None };
        let before = *budget;
        let (alpha, beta) = (window.alpha.margin_floor(), window.beta.margin_ceil());
        let margin = position.solve(&mut self.solver, alpha, beta, budget);
        self.nodes += before - *budget;
        margin.map(|margin| Value { score: Score::margin(margin), proved: true })
    }

    /// Transposition table cutoff.
    pub(super) fn tt_cutoff(&self, entry: TtEntry, window: Window, depth: i32, ply: usize) -> Option<Value> {
        if !entry.proved {
            let is_exact = matches!(self.mode, Mode::ToEnd { probcut_width: None, .. });
            // A selective search to the end stores margins, which do not compare with estimates.
            let is_margin = P::WON_BY_MARGIN && !self.mode.is_to_end() && i32::from(entry.depth) >= SELECTIVE_DEPTH;
            if is_exact || is_margin || i32::from(entry.depth) < depth || !window.is_zero_window() {
                return None;
            }
        }
        let score = entry.cutoff(window.alpha, window.beta, ply as u32)?;
        // A mate does not count if the game is a draw without progress before it.
        let plies = score.mate_plies().map_or(0, |plies| (plies.unsigned_abs() as usize).saturating_sub(ply));
        let in_time = P::NO_PROGRESS_LIMIT.is_none_or(|limit| self.repetitions.halfmove_clock() + plies <= limit);
        in_time.then_some(Value { score, proved: entry.proved })
    }

    /// ProbCut (Buro 1995) for both bounds: a shallower search that ends far enough outside the window predicts the
    /// deeper one. It tries beta if the static evaluation is at or above it, else alpha.
    pub(super) fn probcut(&mut self, position: &P, window: Window, depth: i32, ply: usize, eval: i32) -> Option<Value> {
        if depth < PROBCUT_DEPTH.get() || position.outcome().is_some() {
            return None;
        }
        let width = pruning_margin::<P>(PROBCUT_MARGIN.get());
        let is_high = eval >= window.beta.raw();
        let bound = if is_high { window.beta.raw() + width } else { window.alpha.raw() - width };
        if Score::from_raw(bound).is_decided() {
            return None;
        }
        let alpha = Score::from_raw(if is_high { bound - 1 } else { bound });
        let probe = Window { alpha, beta: alpha }.zero_window();
        self.stack[ply].probcut_eval = Some(eval);
        let value = self.node(position, probe, depth - PROBCUT_REDUCTION.get(), ply);
        self.stack[ply].probcut_eval = None;
        let score = value.score.raw();
        let is_outside = if is_high { score >= bound } else { score <= bound };
        let expected = if is_high { score - width } else { score + width };
        // When the search is over, the value has no meaning and is not used.
        (is_outside || self.is_over()).then(|| Value::estimated(Score::estimate(expected)))
    }

    /// ProbCut in a selective search to the end of the game: the [probe](petteia_core::Solving::prob_cut_model) ends so far
    /// outside the window that the result is hardly inside. The bounds are margins, and the probe is an estimate.
    pub(super) fn probcut_to_end(&mut self, position: &P, window: Window, ply: usize) -> Option<Value> {
        let Mode::ToEnd { probcut_width: Some(width), .. } = self.mode else { return None };
        let probe = position.prob_cut_model().filter(|_| window.is_zero_window())?;
        let width = width * probe.error / 100;
        let (low, high) = (window.alpha.margin_floor(), window.beta.margin_ceil());
        let (alpha, beta) = (100 * low, 100 * high);
        let eval = self.evaluator.evaluate(position);
        let (bound, is_high) = if eval >= beta {
            (beta + width, true)
        } else if eval <= alpha {
            (alpha - width, false)
        } else {
            return None;
        };
        if Score::from_raw(bound).is_decided() {
            return None;
        }
        let alpha = Score::from_raw(if is_high { bound - 1 } else { bound });
        self.stack[ply].probcut_eval = Some(eval);
        let to_end = std::mem::replace(&mut self.mode, Mode::ToDepth);
        let value = self.node(position, Window { alpha, beta: alpha }.zero_window(), probe.depth, ply);
        self.mode = to_end;
        self.stack[ply].probcut_eval = None;
        let found = value.score.centipieces();
        let is_outside = if is_high { found >= bound } else { found <= bound };
        // When the search is over, the value has no meaning and is not used.
        (is_outside || self.is_over()).then(|| Value::estimated(Score::margin(if is_high { high } else { low })))
    }

    /// Enhanced transposition cutoff (Plaat 1996), in exact searches: a move leads to a position whose table entry is
    /// enough for a beta cutoff.
    pub(super) fn enhanced_tt_cutoff(&self, position: &P, window: Window, depth: i32, ply: usize) -> Option<Value> {
        if !self.mode.is_to_end() || !has_more_plies(position, P::PLIES_WITHOUT_TT + ETC_PLIES.get().unsigned_abs()) {
            return None;
        }
        self.stack[ply].picker.moves().find_map(|m| {
            let entry = self.shared.table.get(position.after(m).key()).and_then(TtEntry::unpack)?;
            let value = -self.tt_cutoff(entry, window.negated(), depth - 1, ply + 1)?;
            (value.score >= window.beta).then_some(value)
        })
    }
}
