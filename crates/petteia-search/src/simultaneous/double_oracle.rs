//! Double oracle (McMahan, Gordon and Blum, 2003): a game of a few choices of each side is solved, and the best
//! response among all choices is added to it until no response gains anything.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::thread;

use petteia_core::{EvaluateSimultaneous, Side, Simultaneous};

use super::matrix_game::MatrixGame;
use crate::helpers::{self, SMALL_STACK};
use crate::limits::SearchLimits;

/// A mixed strategy: choices with their probabilities, which sum to 1.
pub type MixedStrategy<C> = Vec<(C, f64)>;

/// The solution of a turn: an approximate Nash equilibrium with bounds on the value to p1.
#[derive(Clone, Debug)]
pub struct Solution<C> {
    /// The mixed strategy of each side, p1 first.
    pub mixes: [MixedStrategy<C>; 2],
    /// Lower bound on the value: what p1's strategy gets against the best response of p2.
    pub lower: f64,
    /// Upper bound on the value: what the best response of p1 gets against p2's strategy.
    pub upper: f64,
}

/// Smallest probability of a choice in a mixed strategy. Choices with less are dropped.
const MIN_PROBABILITY: f64 = 1e-4;
/// Target gap of the turn divided by the precision of the game of the support.
pub(super) const PRECISION_FACTOR: f64 = 4.0;

/// Bounds on an unknown value.
const UNBOUNDED: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// The best mixed strategies so far. Those of the two sides can come from different iterations.
#[derive(Clone, Debug)]
pub(super) struct BestMixes {
    /// The probabilities of each side, in the order of its support.
    pub mixes: [Vec<f64>; 2],
    /// The lower bound on the value to p1, from the strategy of p1, and the upper bound, from that of p2.
    pub bounds: [f64; 2],
}

/// The state of the double oracle algorithm for one turn. Sides and choices are indices.
pub(super) struct DoubleOracle<'a, P: Simultaneous, E> {
    position: P,
    evaluator: &'a E,
    pub(super) limits: &'a SearchLimits<'a>,
    /// Every choice of each side.
    pub(super) all: [Vec<P::Choice>; 2],
    /// The choices that may be played, as indices of `all`.
    allowed: [Vec<usize>; 2],
    /// The choices in the game that is solved, as indices of `all`.
    pub(super) support: [Vec<usize>; 2],
    /// The payoffs to p1 of each choice in the support against every choice of the other side.
    pub(super) payoffs: [Vec<Vec<f32>>; 2],
    /// The game of the support: p1 plays the rows, p2 the columns.
    game: MatrixGame,
    /// The best mixed strategies so far.
    pub(super) best: BestMixes,
    /// Whether the payoffs of the two sides are computed on two threads.
    parallel: bool,
}

impl<'a, P: Simultaneous, E: EvaluateSimultaneous<P>> DoubleOracle<'a, P, E> {
    /// The turn of a position that is not finished, with the first choice of each side as its support. `only` restricts
    /// one side to some choices.
    pub fn new(
        position: P,
        only: Option<(Side, &[P::Choice])>,
        evaluator: &'a E,
        limits: &'a SearchLimits<'a>,
        parallel: bool,
    ) -> Self {
        let all = Side::BOTH.map(|side| position.legal_choices(side));
        let allowed = Side::BOTH.map(|side| match only {
            Some((restricted, choices)) if restricted == side => {
                let choices: HashSet<P::Choice> = choices.iter().copied().collect();
                (0..all[side as usize].len()).filter(|&i| choices.contains(&all[side as usize][i])).collect()
            }
            _ => (0..all[side as usize].len()).collect::<Vec<_>>(),
        });
        let best = BestMixes { mixes: [vec![1.0], vec![1.0]], bounds: UNBOUNDED };
        let game = MatrixGame::default();
        let first = [allowed[0][0], allowed[1][0]];
        let (support, payoffs) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let mut oracle = Self { position, evaluator, limits, all, allowed, support, payoffs, game, best, parallel };
        oracle.add_to_support(first.map(Some));
        oracle
    }

    /// The payoffs to p1 of one choice of a side against each choice of the other side.
    pub(super) fn payoffs_of(&self, side: usize, choice: usize) -> Vec<f32> {
        let mut payoffs = Vec::with_capacity(self.all[1 - side].len());
        let evaluate = |after: &P| {
            payoffs.push(self.evaluator.evaluate(after) as f32);
            ControlFlow::Continue(())
        };
        let _ = self.position.for_each_after(Side::BOTH[side], self.all[side][choice], evaluate);
        self.limits.count(payoffs.len() as u64);
        payoffs
    }

    /// Adds a choice of each side to its support.
    pub(super) fn add_to_support(&mut self, choices: [Option<usize>; 2]) {
        let payoffs = |side: usize| choices[side].map(|choice| self.payoffs_of(side, choice));
        let help = |_, starting| {
            drop(starting);
            payoffs(1)
        };
        let helpers = usize::from(self.parallel && choices.iter().all(Option::is_some));
        let [first, second] = thread::scope(|scope| {
            let other = helpers::start(scope, helpers, SMALL_STACK, &help).pop();
            let first = payoffs(0);
            let second =
                other.map_or_else(|| payoffs(1), |other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            [first, second]
        });
        if let (Some(choice), Some(payoffs)) = (choices[0], first) {
            self.game.add_row(self.support[1].iter().map(|&other| payoffs[other].into()).collect());
            self.support[0].push(choice);
            self.payoffs[0].push(payoffs);
        }
        if let (Some(choice), Some(payoffs)) = (choices[1], second) {
            self.game.add_column(self.support[0].iter().map(|&other| payoffs[other].into()).collect());
            self.support[1].push(choice);
            self.payoffs[1].push(payoffs);
        }
    }

    /// The best response of a side among its allowed choices to a mixed strategy of the other side, and its payoff to
    /// p1.
    pub(super) fn best_response(&self, side: usize, mix: &[f64]) -> (usize, f64) {
        self.best_allowed(side, &self.payoffs_against(side, mix))
    }

    /// The payoffs to p1 of all choices of a side against a mixed strategy of the other side.
    pub(super) fn payoffs_against(&self, side: usize, mix: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.all[side].len()];
        for (payoffs, &probability) in self.payoffs[1 - side].iter().zip(mix).filter(|(_, p)| **p > 0.0) {
            for (sum, &payoff) in sums.iter_mut().zip(payoffs) {
                *sum += probability * f64::from(payoff);
            }
        }
        sums
    }

    /// The best of the allowed choices of a side and its payoff, given the payoffs to p1 of all its choices.
    pub(super) fn best_allowed(&self, side: usize, payoffs: &[f64]) -> (usize, f64) {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let mut best = self.allowed[side][0];
        for &choice in &self.allowed[side] {
            if sign * payoffs[choice] > sign * payoffs[best] {
                best = choice;
            }
        }
        (best, payoffs[best])
    }

    /// Improves the solution until the gap is at most `target_gap`, the limits end the search, or neither a new choice
    /// nor more precision helps. It calls `report` after each iteration.
    pub fn solve(&mut self, target_gap: f64, report: &mut impl FnMut(&Self)) {
        let mut precision = target_gap / PRECISION_FACTOR;
        while !self.limits.is_halted() {
            let mixes = self.game.solve(precision, || self.limits.check()).map(without_rare_choices);
            if self.limits.is_halted() && self.gap().is_finite() {
                break;
            }
            let (first, upper) = self.best_response(0, &mixes[1]);
            let (second, lower) = self.best_response(1, &mixes[0]);
            let [first_mix, second_mix] = mixes;
            if lower > self.best.bounds[0] {
                (self.best.mixes[0], self.best.bounds[0]) = (first_mix, lower);
            }
            if upper < self.best.bounds[1] {
                (self.best.mixes[1], self.best.bounds[1]) = (second_mix, upper);
            }
            report(self);
            if self.gap() <= target_gap {
                break;
            }
            let new = [(0, first), (1, second)]
                .map(|(side, choice)| Some(choice).filter(|c| !self.support[side].contains(c)));
            if new == [None; 2] {
                // The solution of the game of the support is not precise enough.
                precision /= 2.0;
                if precision < target_gap / 64.0 {
                    break;
                }
            }
            self.add_to_support(new);
        }
    }

    /// The distance between the bounds: the sum of what the two strategies lose to a best response.
    pub fn gap(&self) -> f64 {
        self.best.bounds[1] - self.best.bounds[0]
    }

    /// The value of the turn to p1, in the middle of its bounds.
    pub fn value(&self) -> f64 {
        self.best.bounds.iter().map(|bound| bound.clamp(-1.0, 1.0)).sum::<f64>() / 2.0
    }

    /// The pairs of choices that the best strategies lead to with at least this probability, the likeliest first. A
    /// pair consists of an index into the support of each side.
    pub fn likely_pairs(&self, min_probability: f64) -> Vec<([usize; 2], f64)> {
        let [first, second] = &self.best.mixes;
        let mut pairs = Vec::new();
        for (i, a) in first.iter().enumerate() {
            pairs.extend(
                second.iter().enumerate().map(|(j, b)| ([i, j], a * b)).filter(|pair| pair.1 >= min_probability),
            );
        }
        pairs.sort_by(|a, b| b.1.total_cmp(&a.1));
        pairs
    }

    /// The position after a pair of choices, given as an index into the support of each side.
    pub fn after(&self, [first, second]: [usize; 2]) -> P {
        let choice = |side: usize, index: usize| self.all[side][self.support[side][index]];
        self.position.after(Side::First, choice(0, first), choice(1, second))
    }

    /// Replaces the payoffs of pairs of choices, each an index into the support of each side, by better ones.
    /// This resets the bounds.
    pub fn refine(&mut self, pairs: &[([usize; 2], f64)]) {
        for &([first, second], payoff) in pairs {
            let [i, j] = [self.support[0][first], self.support[1][second]];
            self.payoffs[0][first][j] = payoff as f32;
            self.payoffs[1][second][i] = payoff as f32;
            self.game.set(first, second, payoff);
        }
        self.best.bounds = UNBOUNDED;
    }

    /// The mixed strategy of a side with these probabilities of its support, the likeliest choice first.
    pub(super) fn mix(&self, side: usize, probabilities: &[f64]) -> MixedStrategy<P::Choice> {
        let support = self.support[side].iter().zip(probabilities);
        let mut mix: MixedStrategy<P::Choice> = support.map(|(&i, &p)| (self.all[side][i], p)).collect();
        mix.retain(|&(_, probability)| probability > 0.0);
        mix.sort_by(|a, b| b.1.total_cmp(&a.1));
        mix
    }

    /// The best solution so far.
    pub fn solution(&self) -> Solution<P::Choice> {
        let mixes = [0, 1].map(|side| self.mix(side, &self.best.mixes[side]));
        let [lower, upper] = self.best.bounds;
        Solution { mixes, lower, upper }
    }
}

/// A mixed strategy without the choices below [`MIN_PROBABILITY`].
pub(super) fn without_rare_choices(mut mix: Vec<f64>) -> Vec<f64> {
    mix.iter_mut().filter(|p| **p < MIN_PROBABILITY).for_each(|p| *p = 0.0);
    let total: f64 = mix.iter().sum();
    for probability in &mut mix {
        *probability /= total;
    }
    mix
}
