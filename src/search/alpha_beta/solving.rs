//! Searches to the end of the game from the root: selective ones, each surer than the one before, then the exact one.

use std::time::Duration;

use super::FULL_DEPTH;
use super::iterative_deepening::IterativeDeepening;
use super::parameters::SOLVE_BUDGET;
use super::window::Value;
use crate::base::Score;
use crate::game::{Evaluate, Searchable};

/// A search to the end of the game.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Margin of ProbCut, in percent of the error of the probe. `None` in the exact search.
    confidence: Option<i32>,
    /// Depth with which the search begins. Entries of the transposition table of a less sure search have a lower one.
    depth: i32,
    /// Expected cost, as a fraction of that of the exact search alone.
    cost_divisor: u64,
}

/// Least depth of an entry in the transposition table that a selective search stores. No other search of a game that is
/// won by margin is as deep, but for the exact one.
pub(super) const SELECTIVE_DEPTH: i32 = 64;
/// The exact search.
const EXACT: Level = Level { confidence: None, depth: FULL_DEPTH, cost_divisor: 1 };
/// The selective searches and the exact one. With normal errors, the probes of the first are right in 86 % of all
/// cases, those of the others in 98 % and 99.98 %. Measured with 20 to 26 empty squares in Reversi.
const LEVELS: [Level; 4] = [
    Level { confidence: Some(110), depth: SELECTIVE_DEPTH + 50, cost_divisor: 40 },
    Level { confidence: Some(200), depth: SELECTIVE_DEPTH + 100, cost_divisor: 40 },
    Level { confidence: Some(350), depth: SELECTIVE_DEPTH + 150, cost_divisor: 20 },
    EXACT,
];
/// Least cost of an exact solution, in nodes, with which selective searches come first.
const MIN_SELECTIVE_COST: u64 = 300_000;
/// Least expected cost of an exact solution, in nodes. Near the end some positions need many times the cost of others.
const MIN_SOLUTION_COST: u64 = 1_000;

/// The searches to the end from a root with this cost of an exact solution.
fn levels<P: Searchable>(root: &P, cost: u64) -> &'static [Level] {
    let is_selective = cost >= MIN_SELECTIVE_COST && root.probe().is_some();
    if is_selective { &LEVELS } else { std::slice::from_ref(&EXACT) }
}

/// Number of nodes after which a search to the end is attempted.
pub(super) fn first_attempt<P: Searchable>(root: &P) -> u64 {
    root.solution_cost().map_or(u64::MAX, |cost| cost / levels(root, cost)[0].cost_divisor / P::SOLVE_AFTER)
}

impl<P: Searchable, E: Evaluate<P>> IterativeDeepening<'_, P, E> {
    /// Attempts searches to the end when the number of nodes has reached `solve_at`. Returns whether the search of the
    /// root is done: the game is solved, or a selective search has finished and the next one would take too long.
    pub(super) fn attempt_to_solve(&mut self) -> bool {
        self.thread.report_nodes();
        let Some(cost) = self.task.root.solution_cost().filter(|_| self.shared.limits.nodes() >= self.solve_at) else {
            return false;
        };
        let levels = levels(&self.task.root, cost);
        let node_time =
            self.shared.limits.elapsed() / u32::try_from(self.shared.limits.nodes().max(1)).unwrap_or(u32::MAX);
        let budget = cost.max(self.shared.limits.nodes()).max(MIN_SOLUTION_COST);
        self.thread.solve_budget = budget.saturating_mul(u64::from(SOLVE_BUDGET.get().unsigned_abs()));
        for (i, level) in levels.iter().enumerate() {
            if self.shared.limits.is_halted() || !self.has_time_for(cost / level.cost_divisor, node_time) {
                return i > 0;
            }
            self.thread.solve_budget = self.thread.solve_budget.min(self.shared.limits.nodes_left());
            let before = self.moves.clone();
            (self.thread.exact, self.thread.confidence) = (true, level.confidence);
            let is_solved = self.iterate(level.depth.cast_unsigned());
            let is_given_up = self.thread.is_over();
            (self.thread.exact, self.thread.confidence) = (false, None);
            self.thread.report_nodes();
            if is_solved {
                return true;
            }
            if is_given_up || level.confidence.is_none() {
                self.moves = before;
                self.solve_at = 2 * self.shared.limits.nodes();
                return i > 0;
            }
            for index in 0..self.moves.len() {
                self.moves[index].value = self.shown_value(index);
            }
            // From here on the limits alone end the search.
            self.thread.solve_budget = u64::MAX;
        }
        true
    }

    /// Whether a search to the end with this expected cost ends in time, as far as the game can tell. `node_time` is the
    /// time of a node of the search before.
    fn has_time_for(&self, cost: u64, node_time: Duration) -> bool {
        let limits = &self.shared.limits;
        let Some(speed) = P::EXACT_SPEED else { return true };
        let expected = node_time.as_nanos() * u128::from(cost) / u128::from(speed);
        cost <= limits.nodes_left() && limits.time_left().is_none_or(|left| left.as_nanos() >= expected)
    }

    /// The value of a move at the root: a margin that is not proved is an estimate.
    pub(super) fn shown_value(&self, index: usize) -> Value {
        let value = self.moves[index].value;
        let is_margin = P::WON_BY_MARGIN && value.score.is_decided() && value.score > -Score::INFINITE;
        if is_margin && !value.proved { Value::estimated(Score::estimate(value.score.centipieces())) } else { value }
    }
}
