//! Double oracle (`McMahan`, Gordon and Blum, 2003): each side plays a few of its choices against each
//! other, and the best answer among all choices is added until it gains nothing more.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::matrix::Matrix;
use crate::base::Side;
use crate::game::{EvaluateSimultaneous, Simultaneous};
use crate::search::limits::SearchLimits;

/// A choice and how often it is to be made.
pub type MixedStrategy<C> = Vec<(C, f64)>;

/// How a turn should be played.
#[derive(Clone, Debug)]
pub struct Solution<C> {
    /// The mixed strategy of each side, p1 first; the shares of each sum to 1.
    pub mixes: [MixedStrategy<C>; 2],
    /// What p1's strategy is worth to it against the best answer: the value of the turn is not less.
    pub lower: f64,
    /// What p2's strategy concedes to the best answer: the value of the turn is not more.
    pub upper: f64,
}

/// A share of a mixed strategy that is smaller does not count.
const LEAST_SHARE: f64 = 1e-4;
/// The game of the choices taken up is solved this much more exactly than the turn.
pub(super) const FINER: f64 = 4.0;

const UNKNOWN: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// A mixed strategy of each side by the numbers of the choices taken up, with its bound.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub mixes: [Vec<f64>; 2],
    pub bounds: [f64; 2],
}

/// A turn on the way to its solution.
pub(super) struct Oracle<'a, P: Simultaneous, E> {
    position: P,
    evaluator: &'a E,
    pub(super) limits: &'a SearchLimits<'a>,
    /// Every choice of each side.
    pub(super) all: [Vec<P::Choice>; 2],
    /// Those that may be taken up, by number.
    open: [Vec<usize>; 2],
    /// Those taken up, by number.
    pub(super) taken: [Vec<usize>; 2],
    /// For each of them the value to p1 against every choice of the other side.
    pub(super) values: [Vec<Vec<f32>>; 2],
    /// The game of those taken up.
    matrix: Matrix,
    /// The best strategies so far.
    pub(super) found: Found,
    /// Scan for both sides at the same time.
    parallel: bool,
}

impl<'a, P: Simultaneous, E: EvaluateSimultaneous<P>> Oracle<'a, P, E> {
    /// A turn of a position that is not finished. `only` are the choices that a side is restricted to.
    pub fn new(
        position: P,
        only: Option<(Side, &[P::Choice])>,
        evaluator: &'a E,
        limits: &'a SearchLimits<'a>,
        parallel: bool,
    ) -> Self {
        let all = Side::BOTH.map(|side| {
            let mut all = Vec::new();
            position.for_each_choice(side, |choice| all.push(choice));
            all
        });
        let open = Side::BOTH.map(|side| match only {
            Some((restricted, choices)) if restricted == side => {
                let choices: HashSet<P::Choice> = choices.iter().copied().collect();
                (0..all[side as usize].len()).filter(|&i| choices.contains(&all[side as usize][i])).collect()
            }
            _ => (0..all[side as usize].len()).collect::<Vec<_>>(),
        });
        let found = Found { mixes: [vec![1.0], vec![1.0]], bounds: UNKNOWN };
        let matrix = Matrix::default();
        let first = [open[0][0], open[1][0]];
        let (taken, values) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let mut oracle = Self { position, evaluator, limits, all, open, taken, values, matrix, found, parallel };
        oracle.add_to_support(first.map(Some));
        oracle
    }

    /// The value to p1 of each choice of the other side against one.
    pub(super) fn scan(&self, side: usize, choice: usize) -> Vec<f32> {
        let mut values = Vec::with_capacity(self.all[1 - side].len());
        let evaluator = |after: &P| {
            values.push(self.evaluator.evaluate(after) as f32);
            ControlFlow::Continue(())
        };
        let _ = self.position.for_each_after(Side::BOTH[side], self.all[side][choice], evaluator);
        self.limits.count(values.len() as u64);
        values
    }

    /// Adds a choice of each side to those that are played.
    pub(super) fn add_to_support(&mut self, choices: [Option<usize>; 2]) {
        let scan = |side: usize| choices[side].map(|choice| self.scan(side, choice));
        let [first, second] = if self.parallel && choices.iter().all(Option::is_some) {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| scan(1));
                let first = scan(0);
                [first, other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))]
            })
        } else {
            [scan(0), scan(1)]
        };
        if let (Some(choice), Some(values)) = (choices[0], first) {
            self.matrix.add_row(self.taken[1].iter().map(|&other| values[other].into()).collect());
            self.taken[0].push(choice);
            self.values[0].push(values);
        }
        if let (Some(choice), Some(values)) = (choices[1], second) {
            self.matrix.add_column(self.taken[0].iter().map(|&other| values[other].into()).collect());
            self.taken[1].push(choice);
            self.values[1].push(values);
        }
    }

    /// What each open choice of a side is worth to p1 against a mix of the other, at best for the side.
    pub(super) fn best_answer(&self, side: usize, mix: &[f64]) -> (usize, f64) {
        let mut sums = vec![0.0; self.all[side].len()];
        for (values, &share) in self.values[1 - side].iter().zip(mix).filter(|(_, share)| **share > 0.0) {
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += share * f64::from(value);
            }
        }
        self.best_of(side, &sums)
    }

    /// The open choice of a side with the best value for it.
    pub(super) fn best_of(&self, side: usize, values: &[f64]) -> (usize, f64) {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let mut best = self.open[side][0];
        for &choice in &self.open[side] {
            if sign * values[choice] > sign * values[best] {
                best = choice;
            }
        }
        (best, values[best])
    }

    /// Comes closer to the solution, until its bounds are no further apart than `enough`, the limits say
    /// stop, or nothing changes any more. `tell` hears of every step.
    pub fn solve(&mut self, enough: f64, tell: &mut impl FnMut(&Self)) {
        let mut precision = enough / FINER;
        while !self.limits.is_halted() {
            let mixes = self.matrix.solve(precision, || self.limits.check()).map(without_traces);
            if self.limits.is_halted() && self.gap().is_finite() {
                break;
            }
            let (first, upper) = self.best_answer(0, &mixes[1]);
            let (second, lower) = self.best_answer(1, &mixes[0]);
            let [first_mix, second_mix] = mixes;
            if lower > self.found.bounds[0] {
                (self.found.mixes[0], self.found.bounds[0]) = (first_mix, lower);
            }
            if upper < self.found.bounds[1] {
                (self.found.mixes[1], self.found.bounds[1]) = (second_mix, upper);
            }
            tell(self);
            if self.gap() <= enough {
                break;
            }
            let new =
                [(0, first), (1, second)].map(|(side, choice)| Some(choice).filter(|c| !self.taken[side].contains(c)));
            if new == [None; 2] {
                // The strategies are not yet good enough among the choices taken up.
                precision /= 2.0;
                if precision < enough / 64.0 {
                    break;
                }
            }
            self.add_to_support(new);
        }
    }

    /// How far the bounds are apart.
    pub fn gap(&self) -> f64 {
        self.found.bounds[1] - self.found.bounds[0]
    }

    /// The value of the turn to p1, as far as it is known.
    pub fn value(&self) -> f64 {
        self.found.bounds.iter().map(|bound| bound.clamp(-1.0, 1.0)).sum::<f64>() / 2.0
    }

    /// Pairs of choices taken up, by their ranks among these, with the chance that they meet: those of
    /// at least `least`, the likeliest first.
    pub fn likely_pairs(&self, least: f64) -> Vec<([usize; 2], f64)> {
        let [first, second] = &self.found.mixes;
        let mut pairs = Vec::new();
        for (i, a) in first.iter().enumerate() {
            pairs.extend(second.iter().enumerate().map(|(j, b)| ([i, j], a * b)).filter(|pair| pair.1 >= least));
        }
        pairs.sort_by(|a, b| b.1.total_cmp(&a.1));
        pairs
    }

    /// The position after such a pair.
    pub fn after(&self, [first, second]: [usize; 2]) -> P {
        let choice = |side: usize, rank: usize| self.all[side][self.taken[side][rank]];
        self.position.after(Side::First, choice(0, first), choice(1, second))
    }

    /// Puts better values for the positions after such pairs in the place of what the evaluator says; what was
    /// found before no longer holds.
    pub fn refine(&mut self, pairs: &[([usize; 2], f64)]) {
        for &([first, second], value) in pairs {
            let [i, j] = [self.taken[0][first], self.taken[1][second]];
            self.values[0][first][j] = value as f32;
            self.values[1][second][i] = value as f32;
            self.matrix.set(first, second, value);
        }
        self.found.bounds = UNKNOWN;
    }

    /// The choices of a side with their shares, the likeliest first.
    pub(super) fn mix(&self, side: usize, shares: &[f64]) -> MixedStrategy<P::Choice> {
        let numbers = self.taken[side].iter().zip(shares);
        let mut mix: MixedStrategy<P::Choice> = numbers.map(|(&i, &share)| (self.all[side][i], share)).collect();
        mix.retain(|&(_, share)| share > 0.0);
        mix.sort_by(|a, b| b.1.total_cmp(&a.1));
        mix
    }

    /// What has been found.
    pub fn solution(&self) -> Solution<P::Choice> {
        let mixes = [0, 1].map(|side| self.mix(side, &self.found.mixes[side]));
        let [lower, upper] = self.found.bounds;
        Solution { mixes, lower, upper }
    }
}

/// A mix without the choices that are hardly ever made.
pub(super) fn without_traces(mut mix: Vec<f64>) -> Vec<f64> {
    mix.iter_mut().filter(|share| **share < LEAST_SHARE).for_each(|share| *share = 0.0);
    let total: f64 = mix.iter().sum();
    for share in &mut mix {
        *share /= total;
    }
    mix
}
