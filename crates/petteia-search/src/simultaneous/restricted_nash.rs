//! Restricted Nash response (Johanson, Zinkevich and Bowling, 2007): a strategy that gains much against a model of a
//! simple opponent and loses little against a best response.

use petteia_core::{EvaluateSimultaneous, Simultaneous};
use rand::Rng;

use super::double_oracle::{DoubleOracle, MixedStrategy, PRECISION_FACTOR, without_rare_choices};
use super::matrix_game::MatrixGame;
use super::{SimultaneousInfo, TARGET_GAP, TurnSolver};

/// Number of choices of the modelled opponent, and number of our choices that it takes into account.
const MODEL_CHOICES: usize = 16;
/// Largest loss against a best response, in values from -1 to 1.
const MAX_LOSS: f64 = 0.015;
/// Iterations of the double oracle after which a response is given up.
const MAX_ITERATIONS: usize = 40;

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> TurnSolver<'_, P, E> {
    /// The restricted Nash response of a turn, or the solution where no response is cheap enough. The modelled opponent
    /// expects us to choose uniformly at random, and plays one of its best responses to that.
    pub(super) fn restricted_nash_response(
        &self,
        depth: u32,
        oracle: &mut DoubleOracle<P, E>,
        rng: &mut impl Rng,
    ) -> SimultaneousInfo<P::Choice> {
        let solution = oracle.solution();
        let (side, bounds) = (self.task.side as usize, [solution.lower, solution.upper]);
        let equilibrium = self.info_of_solution(depth, solution);
        if self.limits.is_halted() || equilibrium.gap > TARGET_GAP {
            return equilibrium;
        }
        let own: Vec<usize> = (0..MODEL_CHOICES).map(|_| rng.random_range(0..oracle.count_choices(side))).collect();
        let responses = oracle.mean_payoffs(1 - side, &own);
        let mut others: Vec<usize> = (0..responses.len()).collect();
        let sign = if side == 0 { 1.0 } else { -1.0 };
        others.sort_by(|&a, &b| (sign * responses[a]).total_cmp(&(sign * responses[b])));
        others.truncate(MODEL_CHOICES);
        let model_payoffs = oracle.mean_payoffs(side, &others);
        if self.limits.is_halted() {
            return equilibrium;
        }
        let mut model_probability = 0.5;
        while model_probability > 0.02 {
            let response = oracle.restricted_nash(side, &model_payoffs, model_probability, MAX_LOSS, TARGET_GAP);
            if let Some((mix, bound)) = response {
                let bounds = if side == 0 { [bound, bounds[1]] } else { [bounds[0], bound] };
                return self.info_of_bounds(depth, mix, bounds);
            }
            model_probability /= 2.0;
        }
        equilibrium
    }
}

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> DoubleOracle<'_, P, E> {
    /// The mean payoff to p1 of each choice of a side against some choices of the other side. The payoffs are
    /// meaningless once the limits have ended the search.
    fn mean_payoffs(&self, side: usize, others: &[usize]) -> Vec<f64> {
        let mut sums = vec![0.0; self.all[side].len()];
        for &other in others {
            if self.limits.check() {
                break;
            }
            for (sum, payoff) in sums.iter_mut().zip(self.payoffs_of(1 - side, other)) {
                *sum += f64::from(payoff);
            }
        }
        let count: f64 = others.iter().map(|_| 1.0).sum();
        for sum in &mut sums {
            *sum /= count;
        }
        sums
    }

    /// The number of choices of a side.
    fn count_choices(&self, side: usize) -> usize {
        self.all[side].len()
    }

    /// The restricted Nash response of a side and its bound on the value to p1. The opponent plays the model with
    /// probability `model_probability`, else the best it can. `model_payoffs` are the payoffs to p1 of each choice of
    /// the side against the model. `None` when the limits end the search, or when the response loses more than
    /// `max_loss` against a best response.
    fn restricted_nash(
        &mut self,
        side: usize,
        model_payoffs: &[f64],
        model_probability: f64,
        max_loss: f64,
        target_gap: f64,
    ) -> Option<(MixedStrategy<P::Choice>, f64)> {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        for _ in 0..MAX_ITERATIONS {
            if self.limits.is_halted() {
                return None;
            }
            let mut restricted = MatrixGame::default();
            for (a, row) in self.payoffs[0].iter().enumerate() {
                let payoff = |b: &usize| {
                    let model_payoff = model_payoffs[if side == 0 { self.support[0][a] } else { *b }];
                    (1.0 - model_probability) * f64::from(row[*b]) + model_probability * model_payoff
                };
                restricted.add_row(self.support[1].iter().map(payoff).collect());
            }
            let precision = target_gap / PRECISION_FACTOR;
            let mixes = restricted.solve(precision, || self.limits.check()).map(without_rare_choices);
            if self.limits.is_halted() {
                return None;
            }
            let (answer, bound) = self.best_response(1 - side, &mixes[side]);
            let (own, own_payoff) =
                self.best_restricted_response(side, &mixes[1 - side], model_payoffs, model_probability);
            let model_payoff: f64 =
                self.support[side].iter().zip(&mixes[side]).map(|(&i, p)| p * model_payoffs[i]).sum();
            let payoff = (1.0 - model_probability) * bound + model_probability * model_payoff;
            let new = |s: usize, choice: usize| Some(choice).filter(|c| !self.support[s].contains(c));
            let (own, answer) = (new(side, own), new(1 - side, answer));
            if sign * (own_payoff - payoff) <= target_gap || (own.is_none() && answer.is_none()) {
                let loss = sign * (self.best.bounds[1 - side] - bound);
                return (loss <= max_loss).then(|| (self.mix(side, &mixes[side]), bound));
            }
            self.add_to_support(if side == 0 { [own, answer] } else { [answer, own] });
        }
        None
    }

    /// The best response of a side in the restricted game, and its payoff to p1. The opponent plays the model with
    /// probability `model_probability`, else `mix`.
    fn best_restricted_response(
        &self,
        side: usize,
        mix: &[f64],
        model_payoffs: &[f64],
        model_probability: f64,
    ) -> (usize, f64) {
        let mut sums: Vec<f64> = model_payoffs.iter().map(|payoff| model_probability * payoff).collect();
        for (payoffs, &probability) in self.payoffs[1 - side].iter().zip(mix).filter(|(_, p)| **p > 0.0) {
            for (sum, &payoff) in sums.iter_mut().zip(payoffs) {
                *sum += (1.0 - model_probability) * probability * f64::from(payoff);
            }
        }
        self.best_allowed(side, &sums)
    }
}
