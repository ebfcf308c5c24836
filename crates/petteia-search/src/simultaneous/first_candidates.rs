//! The first candidates of the double oracle: random choices, and the best of further samples against them.

use petteia_core::{EvaluateSimultaneous, Simultaneous};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::double_oracle::{DoubleOracle, MAX_CANDIDATES, NEW_CANDIDATES};

/// Number of random candidates of each side at the start.
const FIRST_CANDIDATES: usize = 48;
/// Number of rounds in which random choices are tried against the candidates of the other side.
const SAMPLING_ROUNDS: usize = 6;
/// Number of choices that a side tries in such a round.
const SAMPLE: usize = 256;
/// Number of choices of the other side, the likeliest, that they are tried against.
const SAMPLE_OPPONENTS: usize = 5;
/// Number of nodes that such a round takes at most.
const SAMPLING_NODES: u64 = 2 * (SAMPLE * SAMPLE_OPPONENTS + NEW_CANDIDATES * MAX_CANDIDATES) as u64;

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> DoubleOracle<'_, P, E> {
    /// The value to p1 of the game of the first candidates, which are enough for an estimate of the value of the turn: in
    /// positions of games of Epigo it is off by 0.02, and a solution takes twenty times as long.
    pub fn estimate(mut self) -> f64 {
        self.first_candidates();
        if self.candidates.iter().any(Vec::is_empty) { self.evaluator.evaluate(&self.position) } else { self.value() }
    }

    /// The first candidates: random choices, then in several rounds the best of others against those.
    pub(super) fn first_candidates(&mut self) {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(self.position.key());
        // Half of the nodes are enough for the pairs of as many.
        let count = FIRST_CANDIDATES.min((self.limits.nodes_left() / 2).isqrt() as usize);
        for side in 0..2 {
            let first = self.draw(side, count, rng);
            self.add_candidates(side, first);
        }
        for _ in 0..SAMPLING_ROUNDS {
            if self.limits.is_halted() || self.limits.nodes_left() < SAMPLING_NODES {
                break;
            }
            let Some(mixes) = self.solve_candidates() else { break };
            let new = [0, 1].map(|side| {
                let mut opponents = mixes[1 - side].clone();
                opponents.sort_by(|a, b| b.1.total_cmp(&a.1));
                opponents.truncate(SAMPLE_OPPONENTS);
                let sample = self.draw(side, SAMPLE, rng);
                let payoffs = |&own: &usize| {
                    let others: Vec<usize> = opponents.iter().map(|&(other, _)| other).collect();
                    self.payoffs_in_part(side, own, &others)
                };
                let mean = |payoffs: Vec<f64>| payoffs.iter().zip(&opponents).map(|(payoff, (_, p))| payoff * p).sum();
                let sums: Vec<f64> = sample.iter().map(payoffs).map(mean).collect();
                let best = best_distinct(side, &sums, 0..sample.len(), NEW_CANDIDATES);
                best.into_iter().map(|i| sample[i]).collect::<Vec<_>>()
            });
            let [first, second] = new;
            self.add_candidates(0, first);
            self.add_candidates(1, second);
        }
        // Until there are bounds, the strategies are those of the candidates.
        if self.candidates.iter().all(|candidates| !candidates.is_empty()) {
            let mixes = self.game.solve(|| false);
            let [lower, upper] = self.game.bounds(&mixes);
            self.estimate = f64::midpoint(lower, upper);
            self.best.mixes = self.mixes_of_candidates(mixes);
        }
    }

    /// Random allowed choices of a side, or all of them if they are not more.
    fn draw(&self, side: usize, count: usize, rng: &mut impl Rng) -> Vec<usize> {
        let allowed = &self.allowed[side];
        if allowed.len() <= count {
            return allowed.clone();
        }
        allowed.clone().partial_shuffle(rng, count).0.to_vec()
    }
}

/// The best choices of a side by their payoffs to p1, without those that have the payoff of a better one: they mostly
/// have the same effect.
pub(super) fn best_distinct(
    side: usize,
    payoffs: &[f64],
    allowed: impl Iterator<Item = usize>,
    count: usize,
) -> Vec<usize> {
    let sign = if side == 0 { -1.0 } else { 1.0 };
    let mut order: Vec<usize> = allowed.collect();
    let by_payoff = |a: &usize, b: &usize| (sign * payoffs[*a]).total_cmp(&(sign * payoffs[*b]));
    // Equal payoffs come one after another, so a few times as many are enough.
    let kept = (8 * count).min(order.len());
    if kept < order.len() {
        order.select_nth_unstable_by(kept, by_payoff);
        order.truncate(kept);
    }
    order.sort_by(by_payoff);
    order.dedup_by_key(|choice| payoffs[*choice].to_bits());
    order.truncate(count);
    order
}
