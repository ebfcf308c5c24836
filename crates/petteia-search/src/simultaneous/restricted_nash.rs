//! Restricted Nash response (Johanson, Zinkevich and Bowling, 2007): a strategy that gains much against a model of a
//! simple opponent and loses little against a best response.

use petteia_core::{EvaluateSimultaneous, Simultaneous};
use rand::Rng;

use super::double_oracle::{DoubleOracle, Mix, MixedStrategy};
use super::{SimultaneousInfo, TARGET_GAP, TurnSolver};

/// Number of choices of the modelled opponent, and number of our choices that it takes into account.
const MODEL_CHOICES: usize = 16;
/// Largest loss against a best response, in values from -1 to 1.
const MAX_LOSS: f64 = 0.005;
/// Iterations of the double oracle after which a response is given up.
const MAX_ITERATIONS: usize = 40;

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> TurnSolver<'_, P, E> {
    /// The restricted Nash response of a turn if the options ask for it, or the solution where no response is cheap
    /// enough. The modelled opponent expects us to choose uniformly at random, and plays one of its best responses to
    /// that.
    pub(super) fn restricted_nash_response(
        &self,
        depth: u32,
        oracle: &mut DoubleOracle<P, E>,
        rng: &mut impl Rng,
    ) -> SimultaneousInfo<P::Choice> {
        let solution = oracle.solution();
        let (side, bounds) = (self.task.side as usize, [solution.lower, solution.upper]);
        let equilibrium = self.info_of_solution(depth, solution);
        let is_wanted = self.task.options.restricted_nash_response;
        if !is_wanted || self.limits.is_halted() || equilibrium.gap > TARGET_GAP {
            return equilibrium;
        }
        let own: Vec<usize> = (0..MODEL_CHOICES).map(|_| rng.random_range(0..oracle.all[side].len())).collect();
        let responses = oracle.mean_payoffs(1 - side, own);
        let mut others: Vec<usize> = (0..responses.len()).collect();
        let sign = if side == 0 { 1.0 } else { -1.0 };
        others.sort_by(|&a, &b| (sign * responses[a]).total_cmp(&(sign * responses[b])));
        others.truncate(MODEL_CHOICES);
        let model_payoffs = oracle.mean_payoffs(side, others);
        let mut model_probability = 0.5;
        while model_probability > 0.02 && !self.limits.is_halted() {
            let response = oracle.restricted_nash(side, &model_payoffs, model_probability);
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
    fn mean_payoffs(&mut self, side: usize, others: Vec<usize>) -> Vec<f64> {
        let probability = 1.0 / others.iter().map(|_| 1.0).sum::<f64>();
        let mix = others.iter().map(|&other| (other, probability)).collect();
        self.compute_payoffs(&if side == 0 { [Vec::new(), others] } else { [others, Vec::new()] });
        if self.limits.is_halted() { vec![0.0; self.all[side].len()] } else { self.payoffs_against(side, &mix) }
    }

    /// The restricted Nash response of a side and its bound on the value to p1. The opponent plays the model with
    /// probability `model_probability`, else the best it can. `model_payoffs` are the payoffs to p1 of each choice of
    /// the side against the model. `None` when the limits end the search, or when the response loses more than
    /// [`MAX_LOSS`] against a best response.
    fn restricted_nash(
        &mut self,
        side: usize,
        model_payoffs: &[f64],
        model_probability: f64,
    ) -> Option<(MixedStrategy<P::Choice>, f64)> {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        for _ in 0..MAX_ITERATIONS {
            let mixes = self.solve_candidates_against(side, model_payoffs, model_probability)?;
            self.compute_payoffs(&[0, 1].map(|s| self.without_payoffs(s, &mixes[s], usize::MAX)));
            if self.limits.is_halted() {
                return None;
            }
            let (answer, bound) = self.best_allowed(1 - side, &self.payoffs_against(1 - side, &mixes[side]));
            let against_mix = self.payoffs_against(side, &mixes[1 - side]);
            let with_model =
                |(payoff, model): (&f64, &f64)| (1.0 - model_probability) * payoff + model_probability * model;
            let payoffs: Vec<f64> = against_mix.iter().zip(model_payoffs).map(with_model).collect();
            let (own, own_payoff) = self.best_allowed(side, &payoffs);
            let model_payoff: f64 = mixes[side].iter().map(|&(choice, p)| p * model_payoffs[choice]).sum();
            let payoff = (1.0 - model_probability) * bound + model_probability * model_payoff;
            let new = |s: usize, choice: usize| !self.candidates[s].contains(&choice);
            let is_new = new(side, own) || new(1 - side, answer);
            if sign * (own_payoff - payoff) <= TARGET_GAP || !is_new {
                let loss = sign * (self.best.bounds[side] - bound);
                return (loss <= MAX_LOSS).then(|| (self.mix(side, &mixes[side]), bound));
            }
            self.add_candidates(side, vec![own]);
            self.add_candidates(1 - side, vec![answer]);
        }
        None
    }

    /// The optimal strategies in the game of the candidates if the other side plays the model with this probability.
    /// `None` if the limits have ended the search.
    fn solve_candidates_against(&self, side: usize, model_payoffs: &[f64], model_probability: f64) -> Option<[Mix; 2]> {
        let mut game = self.game.clone();
        game.mix_in(side, model_probability, |i| model_payoffs[self.candidates[side][i]]);
        self.solve_game(&game)
    }
}
