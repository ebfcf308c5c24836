//! Simultaneous perturbation stochastic approximation (Spall 1998, "Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization"), with the settings of fishtest.
//!
//! Each iteration moves all parameters at once: a pair of games between the values plus and minus a random perturbation
//! estimates the gradient of the score.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// Exponent by which the learning rate falls.
const ALPHA: f64 = 0.602;
/// Exponent by which the perturbation falls.
const GAMMA: f64 = 0.101;
/// Iterations that the learning rate is delayed by, as a fraction of all.
const STABILITY: f64 = 0.1;
/// Learning rate of the last iteration, in squares of the perturbation.
const LAST_LEARNING_RATE: f64 = 0.002;

/// A parameter to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunedParameter {
    /// The name of the option.
    pub name: String,
    /// The value at the start.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The perturbation in the last iteration: a change that the score of a match would show.
    pub step: f64,
}

/// A run of the tuner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    /// The parameters.
    pub parameters: Vec<TunedParameter>,
    /// Number of iterations.
    pub iterations: u64,
    /// Seed of the perturbations.
    pub seed: u64,
}

impl Spsa {
    /// The values at the start.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// The whole values to play with in an iteration, from 1: the perturbation added, and taken away.
    #[must_use]
    pub fn perturbed(&self, iteration: u64, values: &[f64]) -> [Vec<i64>; 2] {
        let signs = self.signs(iteration);
        [1.0, -1.0].map(|side| {
            let moved = self.parameters.iter().zip(values).zip(&signs);
            moved
                .map(|((parameter, value), sign)| {
                    let value = value + side * sign * self.perturbation(parameter, iteration);
                    value.clamp(parameter.min, parameter.max).round() as i64
                })
                .collect()
        })
    }

    /// The values after an iteration. `result` is the wins of the values with the perturbation added, minus its losses.
    #[must_use]
    pub fn updated(&self, iteration: u64, values: &[f64], result: f64) -> Vec<f64> {
        let signs = self.signs(iteration);
        let moved = self.parameters.iter().zip(values).zip(&signs);
        moved
            .map(|((parameter, value), sign)| {
                let step = self.learning_rate(parameter, iteration) / self.perturbation(parameter, iteration);
                (value + step * result * sign).clamp(parameter.min, parameter.max)
            })
            .collect()
    }

    fn signs(&self, iteration: u64) -> Vec<f64> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(self.seed << 32 ^ iteration);
        self.parameters.iter().map(|_| if rng.random() { 1.0 } else { -1.0 }).collect()
    }

    /// How much a parameter is moved in an iteration.
    fn perturbation(&self, parameter: &TunedParameter, iteration: u64) -> f64 {
        parameter.step * (as_f64(self.iterations) / as_f64(iteration)).powf(GAMMA)
    }

    /// The learning rate of a parameter in an iteration, in squares of its unit.
    fn learning_rate(&self, parameter: &TunedParameter, iteration: u64) -> f64 {
        let (all, delay) = (as_f64(self.iterations), STABILITY * as_f64(self.iterations));
        LAST_LEARNING_RATE * parameter.step.powi(2) * ((delay + all) / (delay + as_f64(iteration))).powf(ALPHA)
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of iterations are small")]
fn as_f64(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: f64, min: f64, max: f64, step: f64) -> TunedParameter {
        TunedParameter { name: name.into(), start, min, max, step }
    }

    #[test]
    fn values_move_to_the_best_by_noisy_games() {
        let best = [60.0, 20.0];
        let parameters = vec![parameter("a", 20.0, 0.0, 100.0, 8.0), parameter("b", 50.0, 0.0, 100.0, 8.0)];
        let spsa = Spsa { parameters, iterations: 20_000, seed: 1 };
        let loss = |values: &[i64]| -> f64 {
            let whole = values.iter().map(|&value| f64::from(value as i32));
            whole.zip(best).map(|(value, best)| (value - best).powi(2) / 4_000.0).sum()
        };
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
        let mut values = spsa.start();
        for iteration in 1..=spsa.iterations {
            let [plus, minus] = spsa.perturbed(iteration, &values);
            let expected = 1.0 / (1.0 + (loss(&plus) - loss(&minus)).exp());
            let mut game = || if rng.random_bool(expected) { 1.0 } else { -1.0 };
            let result = game() + game();
            values = spsa.updated(iteration, &values, result);
        }
        assert!(values.iter().zip(best).all(|(value, best)| (value - best).abs() < 8.0), "{values:?}");
    }

    #[test]
    fn values_stay_in_their_range() {
        let spsa = Spsa { parameters: vec![parameter("a", 1.0, 0.0, 3.0, 5.0)], iterations: 50, seed: 3 };
        let mut values = spsa.start();
        for iteration in 1..=spsa.iterations {
            assert!(spsa.perturbed(iteration, &values).iter().all(|side| (0..=3).contains(&side[0])));
            values = spsa.updated(iteration, &values, 2.0);
            assert!((0.0..=3.0).contains(&values[0]));
        }
        // The perturbation of the last iteration is the step.
        assert!((spsa.perturbation(&spsa.parameters[0], 50) - 5.0).abs() < 1e-12);
        assert!(spsa.perturbation(&spsa.parameters[0], 1) > 7.0);
    }
}
