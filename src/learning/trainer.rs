//! Training of networks: Adam (Kingma and Ba 2015) on the mean squared error of the win probability.

#![expect(clippy::cast_precision_loss, reason = "counts of samples and steps, and values of some thousands")]

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{io, thread};

use super::samples::{Sample, win_probability};
use crate::game::Learnable;
use crate::network::{ACTIVATION_SCALE, Network, OUTPUT_WEIGHT_SCALE, OutputLayer, Row};

/// Why training fails.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A weight or an error is no longer finite.
    #[error(
        "epoch {epoch}: wanted finite weights and errors, found a squared error of {error}, test {test}; \
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
struct Weights<const L: usize, const R: usize, const P: usize> {
    /// In this order: the row of each feature and of each factor, the feature bias, then for each output layer the weights of each
    /// perspective and the bias.
    all: Vec<f32>,
    /// Number of features and factors.
    features: usize,
    stages: usize,
}

/// Bound of the output weights and biases, so that they fit into 16 bits after quantisation.
const MAX_OUTPUT_WEIGHT: f32 = 7.0;

impl<const L: usize, const R: usize, const P: usize> Weights<L, R, P> {
    /// Number of units of a perspective.
    const UNITS: usize = L + R;
    /// Number of weights of an output layer, with its bias.
    const OUTPUTS: usize = P * Self::UNITS + 1;

    /// The initial weights. Features with factors begin at 0, so that a feature that never occurs is the sum of its
    /// factors.
    fn new<G: Learnable>(rng: &mut impl Rng) -> Self {
        let (features, stages) = (G::COUNT + G::FACTORS, G::STAGES);
        let mut weights =
            Self { all: vec![0.0; (features + 1) * Self::UNITS + stages * Self::OUTPUTS], features, stages };
        for feature in 0..features {
            let mut has_factors = false;
            if feature < G::COUNT {
                G::for_each_factor(feature, |_| has_factors = true);
            }
            if has_factors {
                continue;
            }
            let row = feature * Self::UNITS;
            weights.all[row + L..row + Self::UNITS].iter_mut().for_each(|x| *x = rng.random_range(-0.1..0.1));
        }
        let feature_bias = features * Self::UNITS;
        weights.all[feature_bias + L..feature_bias + Self::UNITS].fill(0.3);
        for stage in 0..stages {
            for (perspective, sign) in [1.0, -1.0].into_iter().enumerate().take(P) {
                let output = weights.output_offset(stage) + perspective * Self::UNITS;
                for unit in 0..L {
                    // Linear interpolation: the units stand for stages at equal distances, and the weight of a unit
                    // falls to 0 at the next one.
                    let unit_at_stage = stage as f32 / (stages as f32 - 1.0).max(1.0) * (L as f32 - 1.0);
                    weights.all[output + unit] = sign * (1.0 - (unit_at_stage - unit as f32).abs()).max(0.0);
                }
                for unit in L..Self::UNITS {
                    weights.all[output + unit] = sign * if unit % 2 == 0 { 0.3 } else { -0.3 };
                }
            }
        }
        weights
    }

    /// Offset of the output layer of a stage.
    fn output_offset(&self, stage: usize) -> usize {
        (self.features + 1) * Self::UNITS + stage * Self::OUTPUTS
    }

    /// The network in integers.
    fn quantised<G: Learnable>(&self) -> Network<L, R, P> {
        let row = |offsets: &[usize], scale: f32| {
            let x = |i: usize| (offsets.iter().map(|offset| self.all[offset + i]).sum::<f32>() * scale).round() as i16;
            Row { linear: std::array::from_fn(x), screlu: std::array::from_fn(|i| x(L + i)) }
        };
        let feature_row = |feature: usize| {
            let mut offsets = vec![feature * Self::UNITS];
            G::for_each_factor(feature, |factor| offsets.push((G::COUNT + factor) * Self::UNITS));
            row(&offsets, f32::from(ACTIVATION_SCALE))
        };
        let activation_scale = f32::from(ACTIVATION_SCALE);
        let output_scale = G::SCALE * OUTPUT_WEIGHT_SCALE as f32 / activation_scale;
        Network {
            feature_bias: row(&[self.features * Self::UNITS], activation_scale),
            feature_rows: (0..G::COUNT).map(feature_row).collect(),
            output_layers: (0..self.stages)
                .map(|stage| {
                    let offset = self.output_offset(stage);
                    let bias = (self.all[offset + Self::OUTPUTS - 1] * G::SCALE).round() as i16;
                    OutputLayer {
                        weights: std::array::from_fn(|p| row(&[offset + p * Self::UNITS], output_scale)),
                        bias,
                    }
                })
                .collect(),
        }
    }
}

/// The gradient of a thread over its share of a batch.
struct ThreadGradient {
    /// Sum over the samples, in the order of [`Weights::all`].
    gradient: Vec<f32>,
    /// Sum of the squared errors since the start of the epoch.
    squared_error: f64,
    /// Buffers for the active features of a sample, one for each perspective.
    features: [Vec<usize>; 2],
}

impl ThreadGradient {
    /// A gradient of zeros for this number of weights; `None` if there is no memory for it.
    fn new(weights: usize) -> Option<Self> {
        let mut gradient = Vec::new();
        gradient.try_reserve_exact(weights).ok()?;
        gradient.resize(weights, 0.0);
        Some(Self { gradient, squared_error: 0.0, features: [Vec::new(), Vec::new()] })
    }

    /// Adds the gradient and the squared error of a sample, by backpropagation.
    fn add_sample<G: Learnable, const L: usize, const R: usize, const P: usize>(
        &mut self,
        weights: &Weights<L, R, P>,
        position: &G,
        target: f32,
    ) {
        let units = L + R;
        self.features.iter_mut().for_each(Vec::clear);
        position.for_each_feature(|perspective, feature| {
            let features = &mut self.features[perspective];
            features.push(feature);
            G::for_each_factor(feature, |factor| features.push(G::COUNT + factor));
        });
        let output = weights.output_offset(position.stage());
        let bias = output + P * units;
        let mut score = weights.all[bias];
        let mut accumulators = [FloatRow::<L, R>::read(&weights.all[weights.features * units..]); P];
        for (p, accumulator) in accumulators.iter_mut().enumerate() {
            for &feature in &self.features[p] {
                accumulator.add(&FloatRow::read(&weights.all[feature * units..]));
            }
            score += accumulator.activations().dot(&FloatRow::read(&weights.all[output + p * units..]));
        }
        let prediction = 1.0 / (1.0 + (-score).exp());
        self.squared_error += f64::from(prediction - target).powi(2);
        // Derivative of half the squared error with respect to the score.
        let score_gradient = (prediction - target) * prediction * (1.0 - prediction);
        let gradient = &mut self.gradient;
        gradient[bias] += score_gradient;
        for (p, accumulator) in accumulators.iter().enumerate() {
            let output = output + p * units;
            let activations = accumulator.activations();
            let activations = activations.linear.iter().chain(&activations.screlu);
            for (g, x) in gradient[output..output + units].iter_mut().zip(activations) {
                *g += score_gradient * x;
            }
            let mut accumulator_gradient = FloatRow::<L, R>::read(&weights.all[output..]);
            accumulator_gradient.linear.iter_mut().for_each(|x| *x *= score_gradient);
            for (x, sum) in accumulator_gradient.screlu.iter_mut().zip(&accumulator.screlu) {
                *x *= if *sum > 0.0 && *sum < 1.0 { 2.0 * score_gradient * sum } else { 0.0 };
            }
            for &feature in self.features[p].iter().chain(&[weights.features]) {
                let row = &mut gradient[feature * units..][..units];
                let (linear, screlu) = row.split_at_mut(L);
                linear.iter_mut().zip(&accumulator_gradient.linear).for_each(|(g, x)| *g += x);
                screlu.iter_mut().zip(&accumulator_gradient.screlu).for_each(|(g, x)| *g += x);
            }
        }
    }
}

/// A number for each unit, in arrays of constant length so that the compiler uses vector instructions.
#[derive(Clone, Copy)]
struct FloatRow<const L: usize, const R: usize> {
    linear: [f32; L],
    screlu: [f32; R],
}

impl<const L: usize, const R: usize> FloatRow<L, R> {
    /// The row at the start of a slice.
    fn read(slice: &[f32]) -> Self {
        let (mut linear, mut screlu) = ([0.0; L], [0.0; R]);
        linear.copy_from_slice(&slice[..L]);
        screlu.copy_from_slice(&slice[L..L + R]);
        Self { linear, screlu }
    }

    fn add(&mut self, other: &Self) {
        self.linear.iter_mut().zip(&other.linear).for_each(|(sum, x)| *sum += x);
        self.screlu.iter_mut().zip(&other.screlu).for_each(|(sum, x)| *sum += x);
    }

    /// The outputs of the units, as a network has them.
    fn activations(mut self) -> Self {
        self.screlu.iter_mut().for_each(|x| *x = x.clamp(0.0, 1.0) * x.clamp(0.0, 1.0));
        self
    }

    fn dot(&self, other: &Self) -> f32 {
        let mut lanes = [0.0; 8];
        let pairs = self.linear.iter().chain(&self.screlu).zip(other.linear.iter().chain(&other.screlu));
        pairs.enumerate().for_each(|(i, (x, y))| lanes[i % 8] += x * y);
        lanes.iter().sum()
    }
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
pub fn train<G: Learnable, const L: usize, const R: usize, const P: usize>(
    samples: &mut [Sample<G>],
    test: &[Sample<G>],
    options: TrainingOptions,
    mut report: impl FnMut(u32, f64, f64),
) -> Result<Network<L, R, P>, TrainingError> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut weights = Weights::<L, R, P>::new::<G>(rng);
    let size = weights.all.len();
    let (mut first_moments, mut second_moments) = (vec![0.0_f32; size], vec![0.0_f32; size]);
    let gradients: Option<Vec<_>> = (0..options.threads).map(|_| ThreadGradient::new(size)).collect();
    let mut gradients = gradients.ok_or(TrainingError::Memory(options.threads))?;
    let batches = samples.len().div_ceil(options.batch) * options.epochs as usize;
    let mut step = 0_usize;
    for epoch in 1..=options.epochs {
        samples.shuffle(rng);
        for batch in samples.chunks(options.batch) {
            let augmentation: u32 = rng.random();
            let samples_per_thread = batch.len().div_ceil(options.threads);
            thread::scope(|scope| {
                for (gradient, samples) in gradients.iter_mut().zip(batch.chunks(samples_per_thread)) {
                    let weights = &weights;
                    let work = move || {
                        for (i, sample) in samples.iter().enumerate() {
                            let position = sample.position.augmented(augmentation.wrapping_add(i as u32));
                            gradient.add_sample(weights, &position, sample.target);
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
            let moments = (&mut first_moments[..], &mut second_moments[..]);
            adam(&mut weights.all, &mut gradients, moments, learning_rate, batch.len(), step);
            let outputs = weights.output_offset(0);
            weights.all[outputs..].iter_mut().for_each(|x| *x = x.clamp(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT));
        }
        let squared_error: f64 = gradients.iter_mut().map(|gradient| std::mem::take(&mut gradient.squared_error)).sum();
        let error = squared_error / samples.len() as f64;
        let test_error = network_error(&weights.quantised::<G>(), test);
        if !error.is_finite() || !test_error.is_finite() || !weights.all.iter().all(|x| x.is_finite()) {
            return Err(TrainingError::Diverged { epoch, error, test: test_error });
        }
        report(epoch, error, test_error);
    }
    Ok(weights.quantised::<G>())
}

/// The mean squared error of the win probabilities of a network.
pub fn network_error<G: Learnable, const L: usize, const R: usize, const P: usize>(
    network: &Network<L, R, P>,
    samples: &[Sample<G>],
) -> f64 {
    mean_squared_error(samples, |position| network.value(position))
}

/// The mean squared error of the win probabilities of an evaluation in centipieces.
pub fn mean_squared_error<P: Learnable>(samples: &[Sample<P>], evaluate: impl Fn(&P) -> i32) -> f64 {
    let squared_error =
        |sample: &Sample<P>| f64::from(win_probability::<P>(evaluate(&sample.position) as f32) - sample.target).powi(2);
    samples.iter().map(squared_error).sum::<f64>() / samples.len().max(1) as f64
}

/// A step of Adam (Kingma and Ba 2015) with the mean gradient of a batch. It resets the gradients to zero.
///
/// # Panics
/// If there are no gradients.
fn adam(
    weights: &mut [f32],
    gradients: &mut [ThreadGradient],
    (first_moments, second_moments): (&mut [f32], &mut [f32]),
    learning_rate: f32,
    samples: usize,
    step: usize,
) {
    /// Decay rates of the first and the second moments.
    const BETA: [f32; 2] = [0.9, 0.999];
    /// Keeps the divisor above zero.
    const EPSILON: f32 = 1e-8;
    let per_sample = 1.0 / samples as f32;
    let step = i32::try_from(step).unwrap_or(i32::MAX);
    let bias_correction = BETA.map(|beta| 1.0 / (1.0 - beta.powi(step)));
    let (total, others) = gradients.split_first_mut().expect("at least one thread");
    for other in others {
        for (sum, g) in total.gradient.iter_mut().zip(&mut other.gradient) {
            *sum += std::mem::take(g);
        }
    }
    let moments = first_moments.iter_mut().zip(second_moments);
    for ((weight, g), (first, second)) in weights.iter_mut().zip(&mut total.gradient).zip(moments) {
        let g = std::mem::take(g) * per_sample;
        *first = BETA[0] * *first + (1.0 - BETA[0]) * g;
        *second = BETA[1] * *second + (1.0 - BETA[1]) * g * g;
        *weight -= learning_rate * (*first * bias_correction[0]) / ((*second * bias_correction[1]).sqrt() + EPSILON);
    }
}
