//! Searches to the end of the game from the root: selective ones, each surer than the one before, then the exact one.

use std::time::Duration;

use petteia_core::{Evaluate, Score, Searchable};

use super::FULL_DEPTH;
use super::iterative_deepening::IterativeDeepening;
use super::node::Mode;
use super::parameters::SOLVE_BUDGET;
use super::window::Value;

/// A search to the end of the game.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Width of ProbCut, in percent of the error of the probe. `None` in the exact search.
    probcut_width: Option<i32>,
    /// Depth with which the search begins. Entries of the transposition table of a less sure search have a lower one.
    depth: i32,
    /// Expected cost in nodes and time, as a multiple of that of the search before it.
    growth: u32,
}

/// Least depth of an entry in the transposition table that a selective search stores. No other search of a game that is
/// won by margin is as deep, but for the exact one.
pub(super) const SELECTIVE_DEPTH: i32 = 64;
/// The exact search.
const EXACT: Level = Level { probcut_width: None, depth: FULL_DEPTH, growth: 15 };
/// The selective searches and the exact one. With normal errors, the probes of the first are right in 86 % of all
/// cases, those of the others in 98 % and 99.98 %. Measured with 20 to 26 empty squares in Reversi.
const LEVELS: [Level; 4] = [
    Level { probcut_width: Some(110), depth: SELECTIVE_DEPTH + 50, growth: 1 },
    Level { probcut_width: Some(200), depth: SELECTIVE_DEPTH + 100, growth: 2 },
    Level { probcut_width: Some(350), depth: SELECTIVE_DEPTH + 150, growth: 2 },
    EXACT,
];
/// Divisor of the expected cost of the first selective search. It is attempted after as many nodes as the quotient.
const SELECTIVE_AFTER: u64 = 100;
/// Least cost of an exact solution, in nodes, with which selective searches come first.
const MIN_SELECTIVE_COST: u64 = 300_000;
/// Least expected cost of an exact solution, in nodes. Near the end some positions need many times the cost of others.
const MIN_SOLUTION_COST: u64 = 1_000;

/// The searches to the end from a root with this cost of an exact solution, and the expected cost of the first of them.
fn levels<P: Searchable>(root: &P, cost: u64) -> (&'static [Level], u64) {
    let probe = root.prob_cut_model().filter(|_| cost >= MIN_SELECTIVE_COST);
    probe.map_or((std::slice::from_ref(&EXACT), cost), |probe| (&LEVELS, probe.cost.min(cost)))
}

/// Number of nodes after which a search to the end is attempted.
pub(super) fn first_attempt<P: Searchable>(root: &P) -> u64 {
    root.solution_cost().map_or(u64::MAX, |cost| {
        let (levels, first_cost) = levels(root, cost);
        first_cost / if levels.len() > 1 { SELECTIVE_AFTER } else { P::SOLVE_AFTER }
    })
}

impl<P: Searchable, E: Evaluate<P>> IterativeDeepening<'_, P, E> {
    /// Attempts searches to the end when the number of nodes has reached `solve_at`. Returns whether the search of the
    /// root is done: the game is solved, or a selective search has finished and the next one would take too long.
    pub(super) fn attempt_to_solve(&mut self) -> bool {
        self.thread.report_nodes();
        let Some(cost) = self.task.root.solution_cost().filter(|_| self.shared.limits.nodes() >= self.solve_at) else {
            return false;
        };
        let (levels, first_cost) = levels(&self.task.root, cost);
        let (nodes, elapsed) = (self.shared.limits.nodes(), self.shared.limits.elapsed());
        let speed = u128::from(P::EXACT_SPEED.unwrap_or(1)) * u128::from(nodes.max(1));
        let time = elapsed.as_nanos() * u128::from(first_cost) / speed;
        let mut expected = (first_cost, Duration::from_nanos(u64::try_from(time).unwrap_or(u64::MAX)));
        let mut budget = cost.max(nodes).max(MIN_SOLUTION_COST);
        budget = budget.saturating_mul(u64::from(SOLVE_BUDGET.get().unsigned_abs()));
        for (i, level) in levels.iter().enumerate() {
            if self.shared.limits.is_halted() || !self.has_time_for(expected) {
                return i > 0;
            }
            let (nodes, elapsed) = (self.shared.limits.nodes(), self.shared.limits.elapsed());
            let before = self.moves.clone();
            budget = budget.min(self.shared.limits.nodes_left());
            self.thread.mode = Mode::ToEnd { probcut_width: level.probcut_width, budget };
            let is_solved = self.iterate(level.depth.cast_unsigned());
            let is_given_up = self.thread.is_over();
            self.thread.mode = Mode::ToDepth;
            self.thread.report_nodes();
            if is_solved {
                return true;
            }
            if is_given_up || level.probcut_width.is_none() {
                self.moves = before;
                self.solve_at = 2 * self.shared.limits.nodes();
                return i > 0;
            }
            for index in 0..self.moves.len() {
                self.moves[index].value = self.shown_value(index);
            }
            // From here on the limits alone end the search, and what this one took says what the next one will take.
            budget = u64::MAX;
            let growth = levels.get(i + 1).map_or(1, |next| next.growth);
            let nodes = self.shared.limits.nodes() - nodes;
            let elapsed = self.shared.limits.elapsed().saturating_sub(elapsed);
            expected = (nodes * u64::from(growth), elapsed * growth);
        }
        true
    }

    /// Whether a search to the end that takes so many nodes and so much time ends in time, as far as the game can tell.
    fn has_time_for(&self, (nodes, time): (u64, Duration)) -> bool {
        let limits = &self.shared.limits;
        let is_in_time = nodes <= limits.nodes_left() && limits.time_left().is_none_or(|left| left >= time);
        P::EXACT_SPEED.is_none() || is_in_time
    }

    /// The value of a move at the root: a margin that is not proved is an estimate.
    pub(super) fn shown_value(&self, index: usize) -> Value {
        let value = self.moves[index].value;
        let is_margin = P::WON_BY_MARGIN && value.score.is_decided() && value.score > -Score::INFINITE;
        if is_margin && !value.proved { Value::estimated(Score::estimate(value.score.centipieces())) } else { value }
    }
}
