//! Adam (Kingma and Ba 2015) for weights in rows, of which a batch uses few. Rows without a gradient stay, and their
//! moments too, as in the lazy Adam of TensorFlow.

use std::{io, thread};

/// A sum of gradients, in rows of the same length.
pub(super) struct Gradient {
    units: usize,
    values: Vec<f32>,
    /// Whether something has been added to a row.
    is_active: Vec<bool>,
}

impl Gradient {
    /// A gradient of zeros with rows of this length; `None` if there is no memory for it.
    pub(super) fn new(rows: usize, units: usize) -> Option<Self> {
        let mut values = Vec::new();
        values.try_reserve_exact(rows * units).ok()?;
        values.resize(rows * units, 0.0);
        Some(Self { units, values, is_active: vec![false; rows] })
    }

    /// The sum of a row, to add to.
    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        row_mut(&mut self.values, &mut self.is_active, row, self.units)
    }

    /// All rows.
    fn part(&mut self) -> Part<'_> {
        Part { values: &mut self.values, is_active: &mut self.is_active }
    }
}

/// Some rows of a gradient.
struct Part<'a> {
    values: &'a mut [f32],
    is_active: &'a mut [bool],
}

impl Part<'_> {
    /// The rows before this one, and the others.
    fn split(self, row: usize, units: usize) -> (Self, Self) {
        let (values, other_values) = self.values.split_at_mut(row * units);
        let (is_active, others_active) = self.is_active.split_at_mut(row);
        (Self { values, is_active }, Self { values: other_values, is_active: others_active })
    }

    /// The rows in chunks.
    fn chunks(self, rows: usize, units: usize) -> impl Iterator<Item = Self> {
        let values = self.values.chunks_mut(rows * units);
        values.zip(self.is_active.chunks_mut(rows)).map(|(values, is_active)| Part { values, is_active })
    }
}

/// The sum of a row, to add to.
#[inline]
fn row_mut<'a>(values: &'a mut [f32], is_active: &mut [bool], row: usize, units: usize) -> &'a mut [f32] {
    is_active[row] = true;
    &mut values[row * units..][..units]
}

/// Moves the sum of a row over all gradients to `sum`. Returns whether there is any.
fn take_row(gradients: &mut [Part], row: usize, sum: &mut [f32]) -> bool {
    let mut is_active = false;
    for gradient in gradients {
        if std::mem::take(&mut gradient.is_active[row]) {
            if !is_active {
                sum.fill(0.0);
            }
            is_active = true;
            let values = &mut gradient.values[row * sum.len()..][..sum.len()];
            sum.iter_mut().zip(values).for_each(|(sum, x)| *sum += std::mem::take(x));
        }
    }
    is_active
}

/// Some rows of the weights, with their moments.
struct Rows<'a> {
    weights: &'a mut [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
}

/// What is the same for all rows of a step.
#[derive(Clone, Copy)]
struct Step {
    learning_rate: f32,
    per_sample: f32,
    bias_correction: [f32; 2],
}

/// Decay rates of the first and the second moments.
const BETA: [f32; 2] = [0.9, 0.999];
/// Keeps the divisor above zero.
const EPSILON: f32 = 1e-8;

impl Rows<'_> {
    /// Moves all rows by these gradients. `visit` is called with each row that has any, and with their sum.
    fn update_all(&mut self, gradients: &mut [Part], units: usize, step: Step, mut visit: impl FnMut(usize, &[f32])) {
        let mut sum = vec![0.0; units];
        for row in 0..self.weights.len() / units {
            if take_row(gradients, row, &mut sum) {
                visit(row, &sum);
                self.update(row, &sum, step);
            }
        }
    }

    /// Moves the weights of a row by the sum of its gradient.
    fn update(&mut self, row: usize, sum: &[f32], step: Step) {
        let range = row * sum.len()..(row + 1) * sum.len();
        let moments = self.first[range.clone()].iter_mut().zip(&mut self.second[range.clone()]);
        for ((weight, g), (first, second)) in self.weights[range].iter_mut().zip(sum).zip(moments) {
            let g = g * step.per_sample;
            *first = BETA[0] * *first + (1.0 - BETA[0]) * g;
            *second = BETA[1] * *second + (1.0 - BETA[1]) * g * g;
            let divisor = (*second * step.bias_correction[1]).sqrt() + EPSILON;
            *weight -= step.learning_rate * (*first * step.bias_correction[0]) / divisor;
        }
    }
}

/// The optimiser, with its moments of all weights.
pub(super) struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// An optimiser of so many weights.
    pub(super) fn new(weights: usize) -> Self {
        Self { first: vec![0.0; weights], second: vec![0.0; weights], steps: 0 }
    }

    /// A step with the gradients times `per_sample`, with a thread for each gradient. It resets the gradients to zero.
    ///
    /// The first `features` rows have factors: the gradient of each of them is added to that of the rows which
    /// `for_each_factor` names.
    ///
    /// # Errors
    /// The system cannot start a thread.
    ///
    /// # Panics
    /// If there are no gradients.
    pub(super) fn step(
        &mut self,
        weights: &mut [f32],
        gradients: &mut [Gradient],
        features: usize,
        for_each_factor: impl Fn(usize, &mut dyn FnMut(usize)) + Sync,
        (learning_rate, per_sample): (f32, f32),
    ) -> io::Result<()> {
        self.steps = self.steps.saturating_add(1);
        let bias_correction = BETA.map(|beta| 1.0 / (1.0 - beta.powi(self.steps)));
        let step = Step { learning_rate, per_sample, bias_correction };
        let (units, threads) = (gradients[0].units, gradients.len());
        let rows = features.div_ceil(threads).max(1);
        let mut others = Vec::new();
        let mut chunks: Vec<Vec<Part>> = (0..threads).map(|_| Vec::new()).collect();
        for gradient in gradients {
            let (with_factors, other) = gradient.part().split(features, units);
            chunks.iter_mut().zip(with_factors.chunks(rows, units)).for_each(|(chunk, part)| chunk.push(part));
            others.push(other);
        }
        let split = features * units;
        let (feature_weights, other_weights) = weights.split_at_mut(split);
        let (first, other_first) = self.first.split_at_mut(split);
        let (second, other_second) = self.second.split_at_mut(split);
        let weights = feature_weights.chunks_mut(rows * units);
        let moments = first.chunks_mut(rows * units).zip(second.chunks_mut(rows * units));
        let work = weights.zip(moments).zip(chunks).zip(&mut others).enumerate();
        thread::scope(|scope| {
            for (i, (((weights, (first, second)), mut gradients), other)) in work {
                let for_each_factor = &for_each_factor;
                let work = move || {
                    Rows { weights, first, second }.update_all(&mut gradients, units, step, |row, sum| {
                        for_each_factor(i * rows + row, &mut |factor| {
                            let values = row_mut(other.values, other.is_active, factor, units);
                            values.iter_mut().zip(sum).for_each(|(value, x)| *value += x);
                        });
                    });
                };
                thread::Builder::new().spawn_scoped(scope, work)?;
            }
            Ok::<_, io::Error>(())
        })?;
        let mut part = Rows { weights: other_weights, first: other_first, second: other_second };
        part.update_all(&mut others, units, step, |_, _| ());
        Ok(())
    }
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "numbers of steps and features")]
mod tests {
    use super::*;

    /// The steps of Adam as in the paper, of one weight.
    fn plain(gradients: &[f32], learning_rate: f32) -> f32 {
        let (mut weight, mut first, mut second) = (0.0, 0.0, 0.0);
        for (step, g) in (1..).zip(gradients) {
            first = 0.9 * first + 0.1 * g;
            second = 0.999 * second + 0.001 * g * g;
            let first: f32 = first / (1.0 - 0.9_f32.powi(step));
            let second: f32 = second / (1.0 - 0.999_f32.powi(step));
            weight -= learning_rate * first / (second.sqrt() + 1e-8);
        }
        weight
    }

    /// Steps with two samples each, of 5 features with 2 units; feature 4 has no gradient, and all others have the
    /// factors 5 and 6, or 5 alone.
    fn steps(threads: usize) -> Vec<f32> {
        let mut weights = vec![0.0; 7 * 2];
        let mut adam = Adam::new(weights.len());
        let mut gradients: Vec<_> = (0..threads).map(|_| Gradient::new(7, 2).expect("memory")).collect();
        for step in 0..10 {
            for feature in 0..4 {
                let row = gradients[feature % threads].row_mut(feature);
                row[0] += 2.0 * feature as f32;
                row[1] -= 2.0 * step as f32;
            }
            let factors = |feature: usize, visit: &mut dyn FnMut(usize)| {
                visit(0);
                if feature.is_multiple_of(2) {
                    visit(1);
                }
            };
            adam.step(&mut weights, &mut gradients, 5, factors, (0.1, 0.5)).expect("threads");
        }
        weights
    }

    #[test]
    fn rows_and_their_factors_move_as_in_the_paper() {
        let weights = steps(1);
        let series =
            |gradient: &dyn Fn(f32) -> f32| plain(&(0..10).map(|i| gradient(i as f32)).collect::<Vec<_>>(), 0.1);
        for (row, (first, second)) in
            [(0.0, 1.0), (1.0, 1.0), (2.0, 1.0), (3.0, 1.0), (0.0, 0.0), (6.0, 4.0), (2.0, 2.0)].into_iter().enumerate()
        {
            let expected = [series(&|_| first), series(&|i| -second * i)];
            let found = &weights[2 * row..2 * row + 2];
            assert!(
                found.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-4),
                "row {row}: {found:?}, expected {expected:?}"
            );
        }
    }

    #[test]
    fn threads_share_the_rows() {
        let alone = steps(1);
        for threads in [2, 3, 8] {
            let shared = steps(threads);
            assert!(alone.iter().zip(&shared).all(|(x, y)| (x - y).abs() < 1e-6), "{threads} threads");
        }
    }
}
