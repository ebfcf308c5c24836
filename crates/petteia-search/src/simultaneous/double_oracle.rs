//! Double oracle (McMahan, Gordon and Blum, 2003): a game of a few choices of each side is solved, and the best
//! responses among all choices are added to it until no response gains anything.
//!
//! The payoffs of one choice against every choice of the other side are as many as that side has choices. So the
//! candidates of the small game are many and have payoffs against each other only. The few that a strategy plays with
//! some probability have payoffs against all choices, and bounds come from strategies of such choices.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::thread;

use petteia_core::{EvaluateSimultaneous, Side, Simultaneous};

use super::first_candidates::best_distinct;
use super::matrix_game::MatrixGame;
use crate::helpers::{self, SMALL_STACK};
use crate::limits::SearchLimits;

/// A mixed strategy: choices with their probabilities, which sum to 1.
pub type MixedStrategy<C> = Vec<(C, f64)>;

/// A mixed strategy whose choices are indices.
pub(super) type Mix = Vec<(usize, f64)>;

/// The solution of a turn: an approximate Nash equilibrium with bounds on the value to p1.
#[derive(Clone, Debug)]
pub struct Solution<C> {
    /// The mixed strategy of each side, p1 first.
    pub mixes: [MixedStrategy<C>; 2],
    /// The estimated value to p1.
    pub value: f64,
    /// Lower bound on the value: what p1's strategy gets against the best response of p2.
    pub lower: f64,
    /// Upper bound on the value: what the best response of p1 gets against p2's strategy.
    pub upper: f64,
}

/// Smallest probability of a choice in a mixed strategy. Choices with less are dropped.
const MIN_PROBABILITY: f64 = 1e-4;
/// Number of candidates that a round adds for a side.
pub(super) const NEW_CANDIDATES: usize = 8;
/// Number of choices of a side that get payoffs against all choices in a round.
const NEW_PAYOFFS: usize = 1;
/// Number of candidates of a side above which those are dropped that have not been played for long, at first.
pub(super) const MAX_CANDIDATES: usize = 240;

/// Bounds on an unknown value.
const UNBOUNDED: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// The best mixed strategies so far. Those of the two sides can come from different rounds.
#[derive(Clone, Debug)]
pub(super) struct BestMixes {
    /// The strategy of each side.
    pub mixes: [Mix; 2],
    /// The lower bound on the value to p1, from the strategy of p1, and the upper bound, from that of p2.
    pub bounds: [f64; 2],
}

/// The state of the double oracle algorithm for one turn. Sides and choices are indices.
pub(super) struct DoubleOracle<'a, P: Simultaneous, E> {
    pub(super) position: P,
    pub(super) evaluator: &'a E,
    pub(super) limits: &'a SearchLimits<'a>,
    /// Every choice of each side.
    pub(super) all: [Vec<P::Choice>; 2],
    /// The choices that may be played, as indices of `all`.
    pub(super) allowed: [Vec<usize>; 2],
    /// The choices of the small game, as indices of `all`.
    pub(super) candidates: [Vec<usize>; 2],
    /// The number of the round in which each candidate was played last.
    played: [Vec<usize>; 2],
    /// The game of the candidates: p1 plays the rows, p2 the columns.
    pub(super) game: MatrixGame,
    /// The payoffs to p1 of some choices against every choice of the other side.
    payoffs: [HashMap<usize, Vec<f32>>; 2],
    /// Payoffs to p1 of pairs of choices that are not those of the evaluation.
    refined: HashMap<[usize; 2], f32>,
    /// The best mixed strategies so far.
    pub(super) best: BestMixes,
    /// The value to p1 of the game of the candidates when it was solved last.
    pub(super) estimate: f64,
    /// The number of the round.
    round: usize,
    /// The number of candidates of a side above which some are dropped.
    max_candidates: usize,
    /// The number of threads that compute payoffs.
    threads: usize,
}

impl<'a, P: Simultaneous, E: EvaluateSimultaneous<P>> DoubleOracle<'a, P, E> {
    /// The turn of a position that is not finished. `only` restricts one side to some choices.
    pub fn new(
        position: P,
        only: Option<(Side, &[P::Choice])>,
        evaluator: &'a E,
        limits: &'a SearchLimits<'a>,
        threads: usize,
    ) -> Self {
        let all = Side::BOTH.map(|side| position.legal_choices(side));
        let allowed = Side::BOTH.map(|side| match only {
            Some((restricted, choices)) if restricted == side => {
                let choices: HashSet<P::Choice> = choices.iter().copied().collect();
                (0..all[side as usize].len()).filter(|&i| choices.contains(&all[side as usize][i])).collect()
            }
            _ => (0..all[side as usize].len()).collect::<Vec<_>>(),
        });
        let best = BestMixes { mixes: [vec![(allowed[0][0], 1.0)], vec![(allowed[1][0], 1.0)]], bounds: UNBOUNDED };
        Self {
            position,
            evaluator,
            limits,
            all,
            allowed,
            candidates: [Vec::new(), Vec::new()],
            played: [Vec::new(), Vec::new()],
            game: MatrixGame::default(),
            payoffs: [HashMap::new(), HashMap::new()],
            refined: HashMap::new(),
            best,
            estimate: 0.0,
            round: 0,
            max_candidates: MAX_CANDIDATES,
            threads,
        }
    }

    /// Improves the solution until the gap is at most `target_gap`, the limits end the search, or nothing new helps. It
    /// calls `report` after each round.
    pub fn solve(&mut self, target_gap: f64, report: &mut impl FnMut(&Self)) {
        if self.round == 0 {
            self.first_candidates();
        }
        while !self.limits.is_halted() && self.gap() > target_gap {
            self.round += 1;
            let Some(mixes) = self.solve_candidates() else { break };
            let new = [0, 1].map(|side| self.without_payoffs(side, &mixes[side], NEW_PAYOFFS));
            let is_complete = new.iter().all(Vec::is_empty);
            let cost = |side: usize| (new[side].len() * self.all[1 - side].len()) as u64;
            if self.limits.nodes_left() < cost(0) + cost(1) {
                self.limits.halt();
                break;
            }
            self.compute_payoffs(&new);
            if self.limits.is_halted() && self.gap().is_finite() {
                break;
            }
            let before = self.candidates.each_ref().map(Vec::len);
            self.update_bounds(&mixes);
            report(self);
            if is_complete && before == self.candidates.each_ref().map(Vec::len) {
                break;
            }
            self.drop_candidates();
        }
    }

    /// The optimal strategies in the game of the candidates. `None` if the limits have ended the search.
    pub(super) fn solve_candidates(&mut self) -> Option<[Mix; 2]> {
        let mixes = self.game.solve(|| self.limits.check());
        let [lower, upper] = self.game.bounds(&mixes);
        self.estimate = f64::midpoint(lower, upper);
        (!self.limits.is_halted()).then(|| self.mixes_of_candidates(mixes))
    }

    /// The optimal strategies in a game whose rows and columns are the candidates.
    pub(super) fn solve_game(&self, game: &MatrixGame) -> Option<[Mix; 2]> {
        let mixes = game.solve(|| self.limits.check());
        (!self.limits.is_halted()).then(|| self.mixes_of_candidates(mixes))
    }

    /// The mixed strategies with these probabilities of the candidates.
    pub(super) fn mixes_of_candidates(&self, mixes: [Vec<f64>; 2]) -> [Mix; 2] {
        let [first, second] = mixes.map(without_rare_choices);
        [self.mix_of_candidates(0, &first), self.mix_of_candidates(1, &second)]
    }

    /// The mixed strategy with these probabilities of a side's candidates.
    fn mix_of_candidates(&self, side: usize, probabilities: &[f64]) -> Mix {
        let candidates = self.candidates[side].iter().copied().zip(probabilities.iter().copied());
        candidates.filter(|(_, p)| *p > 0.0).collect()
    }

    /// The choices of a mixed strategy that have no payoffs against all choices, the likeliest first, at most `count`.
    pub(super) fn without_payoffs(&self, side: usize, mix: &Mix, count: usize) -> Vec<usize> {
        let mut missing: Vec<_> = mix.iter().filter(|(choice, _)| !self.payoffs[side].contains_key(choice)).collect();
        missing.sort_by(|a, b| b.1.total_cmp(&a.1));
        missing.into_iter().take(count).map(|&(choice, _)| choice).collect()
    }

    /// Computes the payoffs of choices of each side against every choice of the other side.
    pub(super) fn compute_payoffs(&mut self, choices: &[Vec<usize>; 2]) {
        let jobs: Vec<(usize, usize)> =
            (0..2).flat_map(|side| choices[side].iter().map(move |&choice| (side, choice))).collect();
        let results = Mutex::new((jobs.iter(), Vec::new()));
        let work = || {
            // The lock is held only while a thread takes a job or leaves a result.
            while let Some(&(side, choice)) = results.lock().ok().and_then(|mut results| results.0.next()) {
                if self.limits.check() {
                    return;
                }
                let payoffs = self.payoffs_of(side, choice);
                if let Ok(mut results) = results.lock() {
                    results.1.push((side, choice, payoffs));
                }
            }
        };
        let help = |_, starting| {
            drop(starting);
            work();
        };
        thread::scope(|scope| {
            helpers::start(scope, self.threads.min(jobs.len()).saturating_sub(1), SMALL_STACK, &help);
            work();
        });
        let computed = results.into_inner().map_or_else(|poisoned| poisoned.into_inner().1, |results| results.1);
        for (side, choice, payoffs) in computed {
            self.payoffs[side].insert(choice, payoffs);
        }
    }

    /// The payoffs to p1 of one choice of a side against each choice of the other side.
    fn payoffs_of(&self, side: usize, choice: usize) -> Vec<f32> {
        let mut payoffs = Vec::with_capacity(self.all[1 - side].len());
        let nodes =
            self.evaluator.evaluate_replies(&self.position, Side::BOTH[side], self.all[side][choice], &mut payoffs);
        self.limits.count(nodes);
        for (&[first, second], &payoff) in &self.refined {
            let [own, other] = if side == 0 { [first, second] } else { [second, first] };
            if own == choice {
                payoffs[other] = payoff;
            }
        }
        payoffs
    }

    /// The payoffs to p1 of a choice of a side against some of the other side.
    pub(super) fn payoffs_in_part(&self, side: usize, own: usize, others: &[usize]) -> Vec<f64> {
        let mut nodes = 0;
        let payoff = |&other: &usize| {
            let pair = if side == 0 { [own, other] } else { [other, own] };
            let payoff = self.known_payoff(pair).unwrap_or_else(|| {
                nodes += 1;
                self.evaluator.evaluate(&self.after(pair)) as f32
            });
            f64::from(payoff)
        };
        let payoffs = others.iter().map(payoff).collect();
        self.limits.count(nodes);
        payoffs
    }

    /// The payoff to p1 of a pair of choices, if it has been computed for one of them against all choices, or replaced.
    fn known_payoff(&self, [first, second]: [usize; 2]) -> Option<f32> {
        let known = self.payoffs[0].get(&first).map(|payoffs| payoffs[second]);
        let known = known.or_else(|| self.payoffs[1].get(&second).map(|payoffs| payoffs[first]));
        known.or_else(|| self.refined.get(&[first, second]).copied())
    }

    /// Adds those of the choices that are not candidates of the side.
    pub(super) fn add_candidates(&mut self, side: usize, choices: Vec<usize>) {
        for choice in choices {
            if self.candidates[side].contains(&choice) || self.limits.is_halted() {
                continue;
            }
            let payoffs = self.payoffs_in_part(side, choice, &self.candidates[1 - side]);
            if side == 0 {
                self.game.add_row(payoffs);
            } else {
                self.game.add_column(payoffs);
            }
            self.candidates[side].push(choice);
            self.played[side].push(self.round);
        }
    }

    /// Bounds from the best strategies whose choices have payoffs against all others, and the best responses to those
    /// and to the solution of the candidates as new candidates.
    fn update_bounds(&mut self, mixes: &[Mix; 2]) {
        let mut new = [Vec::new(), Vec::new()];
        for side in 0..2 {
            for (choice, played) in self.candidates[side].iter().zip(&mut self.played[side]) {
                if mixes[side].iter().any(|(other, _)| other == choice) {
                    *played = self.round;
                }
            }
            let Some(known) = self.known_mix(side, &mixes[side]) else { continue };
            let payoffs = self.payoffs_against(1 - side, &known);
            let (_, bound) = self.best_allowed(1 - side, &payoffs);
            let is_better = if side == 0 { bound > self.best.bounds[0] } else { bound < self.best.bounds[1] };
            if is_better {
                (self.best.mixes[side], self.best.bounds[side]) = (known, bound);
            }
            let allowed = self.allowed[1 - side].iter().copied();
            new[1 - side] = best_distinct(1 - side, &payoffs, allowed.clone(), NEW_CANDIDATES);
            // The responses to the strategy of the candidates, as far as its payoffs are known.
            let part = mixes[side].iter().filter(|(choice, _)| self.payoffs[side].contains_key(choice)).copied();
            let payoffs = self.payoffs_against(1 - side, &part.collect());
            new[1 - side].extend(best_distinct(1 - side, &payoffs, allowed, NEW_CANDIDATES / 2));
        }
        let [first, second] = new;
        self.add_candidates(0, first);
        self.add_candidates(1, second);
    }

    /// The best strategy of a side against the candidates of the other side, of choices with payoffs against all: the
    /// optimal one if it has no others. `None` if there are none or the limits have ended the search.
    fn known_mix(&self, side: usize, mix: &Mix) -> Option<Mix> {
        if mix.iter().all(|(choice, _)| self.payoffs[side].contains_key(choice)) {
            return Some(mix.clone());
        }
        let part = [0, 1].map(|s| {
            let is_part = |i: &usize| s != side || self.payoffs[s].contains_key(&self.candidates[s][*i]);
            (0..self.candidates[s].len()).filter(is_part).collect::<Vec<_>>()
        });
        if part[side].is_empty() {
            return None;
        }
        let mixes = self.game.solve_part([&part[0], &part[1]], || self.limits.is_halted());
        let [first, second] = mixes.map(without_rare_choices);
        Some(self.mix_of_candidates(side, if side == 0 { &first } else { &second }))
    }

    /// Drops candidates that have not been played for long, if there are many.
    fn drop_candidates(&mut self) {
        for side in 0..2 {
            let count = self.candidates[side].len();
            if count <= self.max_candidates {
                continue;
            }
            // The limit grows, so that nothing is dropped and added for ever.
            self.max_candidates += NEW_CANDIDATES;
            let mut order: Vec<usize> = (0..count).collect();
            order.sort_by_key(|&i| std::cmp::Reverse(self.played[side][i]));
            order.truncate(self.max_candidates * 3 / 4);
            order.sort_unstable();
            self.game = if side == 0 { self.game.with_rows(&order) } else { self.game.with_columns(&order) };
            self.candidates[side] = order.iter().map(|&i| self.candidates[side][i]).collect();
            self.played[side] = order.iter().map(|&i| self.played[side][i]).collect();
        }
    }

    /// The payoffs to p1 of all choices of a side against a mixed strategy of the other side, each of whose choices has
    /// payoffs against all.
    pub(super) fn payoffs_against(&self, side: usize, mix: &Mix) -> Vec<f64> {
        let mut sums = vec![0.0; self.all[side].len()];
        for (choice, probability) in mix {
            for (sum, &payoff) in sums.iter_mut().zip(&self.payoffs[1 - side][choice]) {
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

    /// The distance between the bounds: the sum of what the two strategies lose to a best response.
    pub fn gap(&self) -> f64 {
        self.best.bounds[1] - self.best.bounds[0]
    }

    /// The value of the turn to p1: that of the game of the candidates, within the bounds.
    pub fn value(&self) -> f64 {
        let [lower, upper] = self.best.bounds;
        self.estimate.max(lower).min(upper)
    }

    /// The pairs of choices that the best strategies lead to with at least this probability, the likeliest first.
    pub fn likely_pairs(&self, min_probability: f64) -> Vec<([usize; 2], f64)> {
        let [first, second] = &self.best.mixes;
        let mut pairs = Vec::new();
        for (i, a) in first {
            pairs.extend(second.iter().map(|(j, b)| ([*i, *j], a * b)).filter(|pair| pair.1 >= min_probability));
        }
        pairs.sort_by(|a, b| b.1.total_cmp(&a.1));
        pairs
    }

    /// The position after a pair of choices.
    pub fn after(&self, [first, second]: [usize; 2]) -> P {
        self.position.after(Side::First, self.all[0][first], self.all[1][second])
    }

    /// Replaces the payoffs of pairs of choices by better ones. This resets the bounds.
    pub fn refine(&mut self, pairs: &[([usize; 2], f64)]) {
        for &([first, second], payoff) in pairs {
            self.refined.insert([first, second], payoff as f32);
            for (side, own, other) in [(0, first, second), (1, second, first)] {
                if let Some(payoffs) = self.payoffs[side].get_mut(&own) {
                    payoffs[other] = payoff as f32;
                }
            }
            let at = |side: usize, choice| self.candidates[side].iter().position(|&candidate| candidate == choice);
            if let (Some(row), Some(column)) = (at(0, first), at(1, second)) {
                self.game.set(row, column, payoff);
            }
        }
        self.best.bounds = UNBOUNDED;
    }

    /// A mixed strategy of a side, the likeliest choice first.
    pub(super) fn mix(&self, side: usize, mix: &Mix) -> MixedStrategy<P::Choice> {
        let mut mix: MixedStrategy<P::Choice> = mix.iter().map(|&(i, p)| (self.all[side][i], p)).collect();
        mix.sort_by(|a, b| b.1.total_cmp(&a.1));
        mix
    }

    /// The best solution so far.
    pub fn solution(&self) -> Solution<P::Choice> {
        let mixes = [0, 1].map(|side| self.mix(side, &self.best.mixes[side]));
        let [lower, upper] = self.best.bounds;
        Solution { mixes, value: self.value(), lower, upper }
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
