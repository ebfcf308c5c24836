//! Training of networks: Adam (Kingma and Ba 2015) on the mean squared error of the win probability.

#![expect(clippy::cast_precision_loss, reason = "counts of samples and steps, and values of some thousands")]

use std::{io, thread};

use petteia_core::network::{ACTIVATION_SCALE, Network, OUTPUT_WEIGHT_SCALE, OutputLayer, Row, SumRows};
use petteia_core::{FULL_SCALE, Learnable};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::adam::{Adam, Gradient};
use super::samples::{Sample, win_probability};

/// Why training fails.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A weight or an error is no longer finite.
    #[error(
        "epoch {epoch}: expected finite weights and errors, found a squared error of {error}, test {test}; \
         try a lower rate"
    )]
    Diverged {
        /// Number of the epoch, from 1.
        epoch: u32,
        /// Mean squared error on the training set.
        error: f64,
        /// Mean squared error on the test set.
        test: f64,
    },
    /// There is no memory for one gradient per thread.
    #[error("no memory for {0} threads")]
    Memory(usize),
    /// The system cannot start a thread.
    #[error("a thread")]
    Thread(#[from] io::Error),
}

/// Options of the trainer.
#[derive(Clone, Copy, Debug)]
pub struct TrainingOptions {
    /// Number of passes over the samples.
    pub epochs: u32,
    /// Samples per batch, at least 1.
    pub batch: usize,
    /// Learning rate at the start. Cosine annealing (Loshchilov and Hutter 2017) lowers it to a hundredth.
    pub learning_rate: f32,
    /// Number of threads that share each batch, at least 1.
    pub threads: usize,
    /// Seed of the initial weights, of the order of the samples and of their augmentation.
    pub seed: u64,
}

/// The weights of a network as floating-point numbers.
#[derive(Clone, Debug)]
struct Weights<const L: usize, const U: usize, const P: usize> {
    /// In rows of a number for each unit: those of the features and the factors, the feature bias, then for each output
    /// layer the weights of each perspective, and a row of which only the first number is used, the bias.
    all: Vec<f32>,
    /// Number of features and factors.
    features: usize,
    /// For each feature the sum of its row and those of its factors.
    sums: Vec<f32>,
    stages: usize,
}

/// Greatest output weight and bias. With the scale of some games only smaller ones fit into 16 bits.
const MAX_OUTPUT_WEIGHT: f32 = 7.0;
/// A feature is rare if at most one in this many samples has it.
const RARE: usize = 250_000;

impl<const L: usize, const U: usize, const P: usize> Weights<L, U, P> {
    /// Number of rows of an output layer.
    const OUTPUT_ROWS: usize = P + 1;

    /// The initial weights. Features with factors begin at 0, so that a feature that never occurs is the sum of its
    /// factors.
    fn new<G: Learnable>(rng: &mut impl Rng) -> Self {
        let (features, stages) = (G::COUNT + G::FACTORS, G::STAGES);
        let mut weights = Self {
            all: vec![0.0; (features + 1 + stages * Self::OUTPUT_ROWS) * U],
            features,
            sums: vec![0.0; G::COUNT * U],
            stages,
        };
        for feature in 0..features {
            let mut has_factors = false;
            if feature < G::COUNT {
                G::for_each_factor(feature, |_| has_factors = true);
            }
            if has_factors {
                continue;
            }
            let row = feature * U;
            weights.all[row + L..row + U].iter_mut().for_each(|x| *x = rng.random_range(-0.1..0.1));
        }
        let feature_bias = features * U;
        weights.all[feature_bias + L..feature_bias + U].fill(0.3);
        for stage in 0..stages {
            for (perspective, sign) in [1.0, -1.0].into_iter().enumerate().take(P) {
                let output = (weights.output_row(stage) + perspective) * U;
                for unit in 0..L {
                    // Linear interpolation: the units stand for stages at equal distances, and the weight of a unit
                    // falls to 0 at the next one.
                    let unit_at_stage = stage as f32 / (stages as f32 - 1.0).max(1.0) * (L as f32 - 1.0);
                    weights.all[output + unit] = sign * (1.0 - (unit_at_stage - unit as f32).abs()).max(0.0);
                }
                for unit in L..U {
                    weights.all[output + unit] = sign * if unit % 2 == 0 { 0.3 } else { -0.3 };
                }
            }
        }
        weights
    }

    /// Number of rows.
    fn rows(&self) -> usize {
        self.all.len() / U
    }

    /// First row of the output layer of a stage.
    fn output_row(&self, stage: usize) -> usize {
        self.features + 1 + stage * Self::OUTPUT_ROWS
    }

    /// Adds up the rows of features and factors anew.
    ///
    /// # Errors
    /// The system cannot start a thread.
    fn sum_factors<G: Learnable>(&mut self, threads: usize) -> io::Result<()> {
        let all = &self.all;
        let rows = G::COUNT.div_ceil(threads);
        thread::scope(|scope| {
            for (chunk, sums) in self.sums.chunks_mut(rows * U).enumerate() {
                let work = move || {
                    for (feature, sum) in (chunk * rows..).zip(sums.chunks_mut(U)) {
                        let mut row = FloatRow::<U>::read(&all[feature * U..]);
                        G::for_each_factor(feature, |factor| row.add(&FloatRow::read(&all[(G::COUNT + factor) * U..])));
                        sum.copy_from_slice(&row.0);
                    }
                };
                thread::Builder::new().spawn_scoped(scope, work)?;
            }
            Ok(())
        })
    }

    /// The numbers of a row.
    fn row(&self, row: usize) -> FloatRow<U> {
        FloatRow::read(&self.all[row * U..])
    }

    /// Quantisation factor of the output weights.
    fn output_scale<G: Learnable>() -> f32 {
        G::SCALE * OUTPUT_WEIGHT_SCALE as f32 / f32::from(ACTIVATION_SCALE)
    }

    /// Keeps the output weights and biases within their bounds, and those of an antisymmetric game opposite.
    fn clamp_outputs<G: Learnable>(&mut self) {
        let bound = (f32::from(i16::MAX) / Self::output_scale::<G>()).min(MAX_OUTPUT_WEIGHT);
        let outputs = self.output_row(0) * U;
        self.all[outputs..].iter_mut().for_each(|x| *x = x.clamp(-bound, bound));
        if G::IS_ANTISYMMETRIC {
            for layer in self.all[outputs..].chunks_mut(Self::OUTPUT_ROWS * U) {
                let (first, rest) = layer.split_at_mut(U);
                for (first, second) in first.iter_mut().zip(&mut rest[..U]) {
                    *first = (*first - *second) / 2.0;
                    *second = -*first;
                }
                rest[U..].fill(0.0);
            }
        }
    }

    /// The network in integers, with rows of rare features in multiples of [`Learnable::RARE_ROW_STEP`].
    fn quantised<G: Learnable>(&self, is_rare: &[bool]) -> Network<L, U, P> {
        let quantised = |FloatRow(row): FloatRow<U>, scale: f32| Row(row.map(|x| (x * scale).round() as i16));
        let activation_scale = f32::from(ACTIVATION_SCALE);
        let output_scale = Self::output_scale::<G>();
        let feature_row = |(row, &is_rare): (&[f32], &bool)| {
            let step = if is_rare { G::RARE_ROW_STEP } else { 1 };
            let Row(steps) = quantised(FloatRow::read(row), activation_scale / f32::from(step));
            Row(steps.map(|number| number.saturating_mul(step)))
        };
        Network {
            feature_bias: quantised(self.row(self.features), activation_scale),
            feature_rows: self.sums.chunks(U).zip(is_rare).map(feature_row).collect(),
            output_layers: (0..self.stages)
                .map(|stage| {
                    let first = self.output_row(stage);
                    let bias = (self.all[(first + P) * U] * G::SCALE).round() as i16;
                    OutputLayer { weights: std::array::from_fn(|p| quantised(self.row(first + p), output_scale)), bias }
                })
                .collect(),
        }
    }
}

/// What a thread keeps from sample to sample.
#[derive(Default)]
struct Worker {
    /// Sum of the squared errors since the start of the epoch.
    squared_error: f64,
    /// Buffers for the active features of a sample, one for each perspective.
    features: [Vec<usize>; 2],
}

impl Worker {
    /// Adds the gradient and the squared error of a sample, by backpropagation.
    fn add_sample<G: Learnable, const L: usize, const U: usize, const P: usize>(
        &mut self,
        gradient: &mut Gradient,
        weights: &Weights<L, U, P>,
        position: &G,
        target: f32,
    ) {
        self.features.iter_mut().for_each(Vec::clear);
        position.for_each_feature(|perspective, feature| {
            self.features[perspective].push(feature);
        });
        let output = weights.output_row(position.stage());
        let bias = output + P;
        let mut score = weights.all[bias * U];
        let mut accumulators = [weights.row(weights.features); P];
        for (p, accumulator) in accumulators.iter_mut().enumerate() {
            for &feature in &self.features[p] {
                accumulator.add(&FloatRow::read(&weights.sums[feature * U..]));
            }
            score += accumulator.activations(L).dot(&weights.row(output + p));
        }
        let scale = f32::from(position.scale(score > 0.0)) / f32::from(FULL_SCALE);
        let prediction = 1.0 / (1.0 + (-score * scale).exp());
        self.squared_error += f64::from(prediction - target).powi(2);
        // Derivative of half the squared error with respect to the score.
        let score_gradient = (prediction - target) * prediction * (1.0 - prediction) * scale;
        gradient.row_mut(bias)[0] += score_gradient;
        for (p, accumulator) in accumulators.iter().enumerate() {
            let mut output_gradient = accumulator.activations(L);
            output_gradient.scale(score_gradient);
            output_gradient.add_to(gradient.row_mut(output + p));
            let mut accumulator_gradient = weights.row(output + p);
            accumulator_gradient.scale(score_gradient);
            for (x, sum) in accumulator_gradient.0[L..].iter_mut().zip(&accumulator.0[L..]) {
                *x *= if *sum > 0.0 && *sum < 1.0 { 2.0 * sum } else { 0.0 };
            }
            for &feature in self.features[p].iter().chain(&[weights.features]) {
                accumulator_gradient.add_to(gradient.row_mut(feature));
            }
        }
    }
}

/// A number for each unit, in an array of constant length so that the compiler uses vector instructions.
#[derive(Clone, Copy)]
struct FloatRow<const U: usize>([f32; U]);

impl<const U: usize> FloatRow<U> {
    /// The row at the start of a slice.
    fn read(slice: &[f32]) -> Self {
        let mut row = [0.0; U];
        row.copy_from_slice(&slice[..U]);
        Self(row)
    }

    fn add(&mut self, other: &Self) {
        other.add_to(&mut self.0);
    }

    fn add_to(&self, row: &mut [f32]) {
        row.iter_mut().zip(&self.0).for_each(|(sum, x)| *sum += x);
    }

    fn scale(&mut self, factor: f32) {
        self.0.iter_mut().for_each(|x| *x *= factor);
    }

    /// The outputs of the units, as a network with `linear` linear units has them.
    fn activations(mut self, linear: usize) -> Self {
        self.0[linear..].iter_mut().for_each(|x| *x = x.clamp(0.0, 1.0) * x.clamp(0.0, 1.0));
        self
    }

    fn dot(&self, other: &Self) -> f32 {
        let mut lanes = [0.0; 8];
        self.0.iter().zip(&other.0).enumerate().for_each(|(i, (x, y))| lanes[i % 8] += x * y);
        lanes.iter().sum()
    }
}

/// Which features at most one in [`RARE`] samples has.
fn rare_features<G: Learnable>(samples: &[Sample<G>]) -> Vec<bool> {
    let mut counts = vec![0; G::COUNT];
    for sample in samples {
        sample.position.for_each_feature(|_, feature| counts[feature] += 1);
    }
    counts.into_iter().map(|count: usize| count.saturating_mul(RARE) <= samples.len()).collect()
}

/// Trains a network. After each epoch, `report` is called with the number of the epoch and the mean squared errors on
/// the training set and on the test set.
///
/// # Errors
/// A weight or an error is no longer finite, since the learning rate is too high or there are no samples. The system
/// has no memory for the gradients, or cannot start a thread.
///
/// # Panics
/// If the number of threads or the size of a batch is 0.
pub fn train<G: Learnable, const L: usize, const U: usize, const P: usize>(
    samples: &mut [Sample<G>],
    test: &[Sample<G>],
    options: TrainingOptions,
    mut report: impl FnMut(u32, f64, f64),
) -> Result<Network<L, U, P>, TrainingError>
where
    Row<U>: SumRows,
{
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut weights = Weights::<L, U, P>::new::<G>(rng);
    let is_rare = rare_features(samples);
    let rows = weights.rows();
    let mut adam = Adam::new(weights.all.len());
    let gradients: Option<Vec<_>> = (0..options.threads).map(|_| Gradient::new(rows, U)).collect();
    let mut gradients = gradients.ok_or(TrainingError::Memory(options.threads))?;
    weights.sum_factors::<G>(options.threads)?;
    let mut workers: Vec<Worker> = gradients.iter().map(|_| Worker::default()).collect();
    let batches = samples.len().div_ceil(options.batch) * options.epochs as usize;
    let mut step = 0_usize;
    for epoch in 1..=options.epochs {
        samples.shuffle(rng);
        for batch in samples.chunks(options.batch) {
            let augmentation: u32 = rng.random();
            let samples_per_thread = batch.len().div_ceil(options.threads);
            thread::scope(|scope| {
                let threads = workers.iter_mut().zip(&mut gradients);
                for ((worker, gradient), samples) in threads.zip(batch.chunks(samples_per_thread)) {
                    let weights = &weights;
                    let work = move || {
                        for (i, sample) in samples.iter().enumerate() {
                            let position = sample.position.augmented(augmentation.wrapping_add(i as u32));
                            worker.add_sample(gradient, weights, &position, sample.target);
                        }
                    };
                    thread::Builder::new().spawn_scoped(scope, work)?;
                }
                Ok::<_, io::Error>(())
            })?;
            step += 1;
            let progress = step as f32 / batches as f32;
            let cosine = (std::f32::consts::PI * progress).cos();
            let learning_rate = options.learning_rate * (0.01 + 0.99 * 0.5 * (1.0 + cosine));
            let factors = |feature, visit: &mut dyn FnMut(usize)| G::for_each_factor(feature, visit);
            adam.step(&mut weights.all, &mut gradients, G::COUNT, factors, (learning_rate, 1.0 / batch.len() as f32))?;
            weights.sum_factors::<G>(options.threads)?;
            weights.clamp_outputs::<G>();
        }
        let squared_error: f64 = workers.iter_mut().map(|worker| std::mem::take(&mut worker.squared_error)).sum();
        let error = squared_error / samples.len() as f64;
        let test_error = network_error(&weights.quantised::<G>(&is_rare), test);
        if !error.is_finite() || !test_error.is_finite() || !weights.all.iter().all(|x| x.is_finite()) {
            return Err(TrainingError::Diverged { epoch, error, test: test_error });
        }
        report(epoch, error, test_error);
    }
    Ok(weights.quantised::<G>(&is_rare))
}

/// The mean squared error of the win probabilities of a network.
pub fn network_error<G: Learnable, const L: usize, const U: usize, const P: usize>(
    network: &Network<L, U, P>,
    samples: &[Sample<G>],
) -> f64
where
    Row<U>: SumRows,
{
    mean_squared_error(samples, |position| network.value(position))
}

/// The mean squared error of the win probabilities of an evaluation in centipieces.
pub fn mean_squared_error<P: Learnable>(samples: &[Sample<P>], evaluate: impl Fn(&P) -> i32) -> f64 {
    let squared_error =
        |sample: &Sample<P>| f64::from(win_probability::<P>(evaluate(&sample.position) as f32) - sample.target).powi(2);
    samples.iter().map(squared_error).sum::<f64>() / samples.len().max(1) as f64
}
