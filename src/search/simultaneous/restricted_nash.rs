//! Strategies that cost little against a perfect opponent and gain much against a simple one.

use rand::Rng;

use super::matrix::Matrix;
use super::oracle::{FINER, MixedStrategy, Oracle, without_traces};
use super::{ENOUGH, Search, SimultaneousInfo};
use crate::game::{EvaluateSimultaneous, Simultaneous};

/// Choices of a simple opponent, and choices that it tries them on.
const SIMPLE: usize = 16;
/// What may be given up to a perfect opponent to gain more against a simple one.
const PRICE: f64 = 0.015;
/// Rounds after which leaning is given up.
const ROUNDS: usize = 40;

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> Search<'_, P, E> {
    /// The solution of a turn, or a strategy nearly as good that gains more against an opponent who takes ours
    /// for a random one and answers it with one of its best choices.
    pub(super) fn lean(
        &self,
        depth: u32,
        oracle: &mut Oracle<P, E>,
        rng: &mut impl Rng,
    ) -> SimultaneousInfo<P::Choice> {
        let solution = oracle.solution();
        let (side, bounds) = (self.task.side as usize, [solution.lower, solution.upper]);
        let found = self.of_solution(depth, solution);
        if self.limits.is_halted() || found.gap > ENOUGH {
            return found;
        }
        let own: Vec<usize> = (0..SIMPLE).map(|_| rng.random_range(0..oracle.count(side))).collect();
        let hopes = oracle.against(1 - side, &own);
        let mut others: Vec<usize> = (0..hopes.len()).collect();
        let sign = if side == 0 { 1.0 } else { -1.0 };
        others.sort_by(|&a, &b| (sign * hopes[a]).total_cmp(&(sign * hopes[b])));
        others.truncate(SIMPLE);
        let liking = oracle.against(side, &others);
        if self.limits.is_halted() {
            return found;
        }
        let mut share = 0.5;
        while share > 0.02 {
            if let Some((mix, bound)) = oracle.lean(side, &liking, share, PRICE, ENOUGH) {
                let bounds = if side == 0 { [bound, bounds[1]] } else { [bounds[0], bound] };
                return self.found(depth, mix, bounds);
            }
            share /= 2.0;
        }
        found
    }
}

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> Oracle<'_, P, E> {
    /// Every choice's value to p1, for a side, against so many of the other side's at random and equally likely.
    /// Without meaning once the limits say stop.
    fn against(&self, side: usize, others: &[usize]) -> Vec<f64> {
        let mut sums = vec![0.0; self.all[side].len()];
        for &other in others {
            if self.limits.check() {
                break;
            }
            for (sum, value) in sums.iter_mut().zip(self.scan(1 - side, other)) {
                *sum += f64::from(value);
            }
        }
        let count: f64 = others.iter().map(|_| 1.0).sum();
        for sum in &mut sums {
            *sum /= count;
        }
        sums
    }

    /// The number of choices of a side.
    fn count(&self, side: usize) -> usize {
        self.all[side].len()
    }

    /// A strategy of a side that is not to be worse by more than `price` than the best one, and better against
    /// opponents whom the values in `liking` come from: a restricted Nash response (Johanson, Zinkevich and
    /// Bowling, 2007), to an opponent who is like that in a `share` of the turns. With it its bound; `None` when
    /// the limits say stop or the price is too high.
    fn lean(
        &mut self,
        side: usize,
        liking: &[f64],
        share: f64,
        price: f64,
        enough: f64,
    ) -> Option<(MixedStrategy<P::Choice>, f64)> {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        for _ in 0..ROUNDS {
            if self.limits.is_halted() {
                return None;
            }
            let mut leaning = Matrix::default();
            for (a, row) in self.values[0].iter().enumerate() {
                let value = |b: &usize| {
                    let liked = liking[if side == 0 { self.taken[0][a] } else { *b }];
                    (1.0 - share) * f64::from(row[*b]) + share * liked
                };
                leaning.add_row(self.taken[1].iter().map(value).collect());
            }
            let mixes = leaning.solve(enough / FINER, || self.limits.check()).map(without_traces);
            if self.limits.is_halted() {
                return None;
            }
            let (answer, bound) = self.best_answer(1 - side, &mixes[side]);
            let (own, gained) = self.best_leaning(side, &mixes[1 - side], liking, share);
            let liked: f64 = self.taken[side].iter().zip(&mixes[side]).map(|(&i, share)| share * liking[i]).sum();
            let kept = (1.0 - share) * bound + share * liked;
            let new = |s: usize, choice: usize| Some(choice).filter(|c| !self.taken[s].contains(c));
            let (own, answer) = (new(side, own), new(1 - side, answer));
            if sign * (gained - kept) <= enough || (own.is_none() && answer.is_none()) {
                let cost = sign * (self.found.bounds[1 - side] - bound);
                return (cost <= price).then(|| (self.mix(side, &mixes[side]), bound));
            }
            self.add_to_support(if side == 0 { [own, answer] } else { [answer, own] });
        }
        None
    }

    /// The best choice of a side, when in a share of the turns it meets what it likes.
    fn best_leaning(&self, side: usize, mix: &[f64], liking: &[f64], share: f64) -> (usize, f64) {
        let mut sums: Vec<f64> = liking.iter().map(|liked| share * liked).collect();
        for (values, &chance) in self.values[1 - side].iter().zip(mix).filter(|(_, chance)| **chance > 0.0) {
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += (1.0 - share) * chance * f64::from(value);
            }
        }
        self.best_of(side, &sums)
    }
}
