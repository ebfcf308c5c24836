//! Training: Adam (Kingma and Ba 2015) on the squared error of the winning chance.

#![expect(clippy::cast_precision_loss, reason = "counts of samples and steps, and values of some thousands")]

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{io, thread};

use super::samples::{Sample, chance};
use crate::game::Learnable;
use crate::network::{Network, ONE, Row, Stage, WEIGHT_ONE};

/// Why a training gives no network.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// The weights or the errors are no longer numbers that can be trained with.
    #[error(
        "epoch {epoch}: wanted finite weights and errors, found a squared error of {error}, test {test}; \
         try a lower rate"
    )]
    Diverged {
        /// The epoch, from 1.
        epoch: u32,
        /// The mean squared error in training.
        error: f64,
        /// The mean squared error in the test.
        test: f64,
    },
    /// Every thread needs room for a gradient.
    #[error("no memory for {0} threads")]
    Memory(usize),
    /// The system refuses a thread.
    #[error("a thread")]
    Thread(#[from] io::Error),
}

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct TrainingOptions {
    /// Times that every sample is seen.
    pub epochs: u32,
    /// Samples between two changes of the weights, at least 1.
    pub batch: usize,
    /// The largest change of a weight, at the start; it falls to a hundredth of it along a cosine.
    pub learning_rate: f32,
    /// Threads, each with its part of every batch, at least 1.
    pub threads: usize,
    /// Where the weights begin, and the order of the samples.
    pub seed: u64,
}

/// The weights as real numbers, in one piece: the rows, their bias, then the stages with their bias.
#[derive(Clone, Debug)]
struct Weights<const L: usize, const R: usize> {
    all: Vec<f32>,
    features: usize,
    stages: usize,
}

/// Weights of the units are kept within this, lest they leave their 16 bits.
const MOST_WEIGHT: f32 = 7.0;

impl<const L: usize, const R: usize> Weights<L, R> {
    const WIDTH: usize = L + R;

    fn new(features: usize, stages: usize, rng: &mut impl Rng) -> Self {
        let mut weights =
            Self { all: vec![0.0; (features + 1) * Self::WIDTH + stages * (Self::WIDTH + 1)], features, stages };
        for feature in 0..features {
            let at = feature * Self::WIDTH;
            weights.all[at + L..at + Self::WIDTH].iter_mut().for_each(|x| *x = rng.random_range(-0.1..0.1));
        }
        let bias = features * Self::WIDTH;
        weights.all[bias + L..bias + Self::WIDTH].fill(0.3);
        for stage in 0..stages {
            let at = weights.stage(stage);
            for unit in 0..L {
                // Linear units stand for stages at equal distances, each fading towards the next.
                let here = stage as f32 / (stages as f32 - 1.0).max(1.0) * (L as f32 - 1.0);
                weights.all[at + unit] = (1.0 - (here - unit as f32).abs()).max(0.0);
            }
            for unit in L..Self::WIDTH {
                weights.all[at + unit] = if unit % 2 == 0 { 0.3 } else { -0.3 };
            }
        }
        weights
    }

    fn stage(&self, stage: usize) -> usize {
        (self.features + 1) * Self::WIDTH + stage * (Self::WIDTH + 1)
    }

    fn quantised<P: Learnable>(&self) -> Network<L, R> {
        let row = |at: usize, one: f32| {
            let x = |i: usize| (self.all[at + i] * one).round() as i16;
            Row { linear: std::array::from_fn(x), screlu: std::array::from_fn(|i| x(L + i)) }
        };
        let one = f32::from(ONE);
        let weight_one = P::SCALE * WEIGHT_ONE as f32 / one;
        Network {
            bias: row(self.features * Self::WIDTH, one),
            rows: (0..self.features).map(|feature| row(feature * Self::WIDTH, one)).collect(),
            stages: (0..self.stages)
                .map(|stage| {
                    let at = self.stage(stage);
                    Stage { weights: row(at, weight_one), bias: (self.all[at + Self::WIDTH] * P::SCALE).round() as i16 }
                })
                .collect(),
        }
    }
}

/// The gradient of a part of a batch, and its squared error.
struct Part {
    gradient: Vec<f32>,
    error: f64,
    features: Vec<usize>,
}

impl Part {
    /// A part with a gradient of this size, if there is memory for it.
    fn new(size: usize) -> Option<Self> {
        let mut gradient = Vec::new();
        gradient.try_reserve_exact(size).ok()?;
        gradient.resize(size, 0.0);
        Some(Self { gradient, error: 0.0, features: Vec::new() })
    }

    /// Adds what a sample contributes.
    fn add<P: Learnable, const L: usize, const R: usize>(
        &mut self,
        weights: &Weights<L, R>,
        position: &P,
        target: f32,
    ) {
        let width = L + R;
        self.features.clear();
        position.for_each_feature(|feature| self.features.push(feature));
        let mut sums = Row32::<L, R>::at(&weights.all[weights.features * width..]);
        for &feature in &self.features {
            sums.add(&Row32::at(&weights.all[feature * width..]));
        }
        let at = weights.stage(position.stage());
        let output = Row32::<L, R>::at(&weights.all[at..]);
        let mut active = sums;
        active.screlu.iter_mut().for_each(|x| *x = x.clamp(0.0, 1.0) * x.clamp(0.0, 1.0));
        let value = weights.all[at + width] + active.dot(&output);
        let guess = 1.0 / (1.0 + (-value).exp());
        self.error += f64::from(guess - target).powi(2);
        let slope = (guess - target) * guess * (1.0 - guess);
        let gradient = &mut self.gradient;
        gradient[at + width] += slope;
        for (g, x) in gradient[at..at + width].iter_mut().zip(active.linear.iter().chain(&active.screlu)) {
            *g += slope * x;
        }
        let mut back = output;
        back.linear.iter_mut().for_each(|x| *x *= slope);
        for (x, sum) in back.screlu.iter_mut().zip(&sums.screlu) {
            *x *= if *sum > 0.0 && *sum < 1.0 { 2.0 * slope * sum } else { 0.0 };
        }
        for &feature in self.features.iter().chain(&[weights.features]) {
            let row = &mut gradient[feature * width..][..width];
            let (linear, screlu) = row.split_at_mut(L);
            linear.iter_mut().zip(&back.linear).for_each(|(g, x)| *g += x);
            screlu.iter_mut().zip(&back.screlu).for_each(|(g, x)| *g += x);
        }
    }
}

/// A row of real numbers, of known length for the compiler to put into vector registers.
#[derive(Clone, Copy)]
struct Row32<const L: usize, const R: usize> {
    linear: [f32; L],
    screlu: [f32; R],
}

impl<const L: usize, const R: usize> Row32<L, R> {
    fn at(slice: &[f32]) -> Self {
        let (mut linear, mut screlu) = ([0.0; L], [0.0; R]);
        linear.copy_from_slice(&slice[..L]);
        screlu.copy_from_slice(&slice[L..L + R]);
        Self { linear, screlu }
    }

    fn add(&mut self, other: &Self) {
        self.linear.iter_mut().zip(&other.linear).for_each(|(sum, x)| *sum += x);
        self.screlu.iter_mut().zip(&other.screlu).for_each(|(sum, x)| *sum += x);
    }

    fn dot(&self, other: &Self) -> f32 {
        let mut lanes = [0.0; 8];
        let pairs = self.linear.iter().chain(&self.screlu).zip(other.linear.iter().chain(&other.screlu));
        pairs.enumerate().for_each(|(i, (x, y))| lanes[i % 8] += x * y);
        lanes.iter().sum()
    }
}

/// Trains a network; `report` hears of the number of the epoch and the mean squared errors in training and on `test`
/// after it.
///
/// # Errors
/// The weights or the errors are no longer finite, as with a rate that is too high, or without samples; or the system
/// has no memory or thread to spare.
///
/// # Panics
/// With threads or batches of 0.
pub fn train<P: Learnable, const L: usize, const R: usize>(
    samples: &mut [Sample<P>],
    test: &[Sample<P>],
    options: TrainingOptions,
    mut report: impl FnMut(u32, f64, f64),
) -> Result<Network<L, R>, TrainingError> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut weights = Weights::<L, R>::new(P::COUNT, P::STAGES, rng);
    let size = weights.all.len();
    let (mut mean, mut square) = (vec![0.0_f32; size], vec![0.0_f32; size]);
    let parts: Option<Vec<_>> = (0..options.threads).map(|_| Part::new(size)).collect();
    let mut parts = parts.ok_or(TrainingError::Memory(options.threads))?;
    let batches = samples.len().div_ceil(options.batch) * options.epochs as usize;
    let mut step = 0_usize;
    for epoch in 1..=options.epochs {
        samples.shuffle(rng);
        for batch in samples.chunks(options.batch) {
            let turn: u32 = rng.random();
            let share = batch.len().div_ceil(options.threads);
            thread::scope(|scope| {
                for (part, samples) in parts.iter_mut().zip(batch.chunks(share)) {
                    let weights = &weights;
                    let work = move || {
                        for (i, sample) in samples.iter().enumerate() {
                            part.add(weights, &sample.position.augmented(turn.wrapping_add(i as u32)), sample.target);
                        }
                    };
                    thread::Builder::new().spawn_scoped(scope, work)?;
                }
                Ok::<_, io::Error>(())
            })?;
            step += 1;
            let past = step as f32 / batches as f32;
            let rate = options.learning_rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * past).cos()));
            adam(&mut weights.all, &mut parts, &mut mean, &mut square, rate, batch.len(), step);
            let first_stage = weights.stage(0);
            weights.all[first_stage..].iter_mut().for_each(|x| *x = x.clamp(-MOST_WEIGHT, MOST_WEIGHT));
        }
        let error: f64 = parts.iter_mut().map(|part| std::mem::take(&mut part.error)).sum();
        let (error, test) = (error / samples.len() as f64, error_of(&weights.quantised::<P>(), test));
        if !error.is_finite() || !test.is_finite() || !weights.all.iter().all(|x| x.is_finite()) {
            return Err(TrainingError::Diverged { epoch, error, test });
        }
        report(epoch, error, test);
    }
    Ok(weights.quantised::<P>())
}

/// The mean squared error of a network.
pub fn error_of<P: Learnable, const L: usize, const R: usize>(network: &Network<L, R>, samples: &[Sample<P>]) -> f64 {
    mean_error(samples, |position| network.value(position))
}

/// The mean squared error of any evaluation.
pub fn mean_error<P: Learnable>(samples: &[Sample<P>], value: impl Fn(&P) -> i32) -> f64 {
    let error = |sample: &Sample<P>| f64::from(chance::<P>(value(&sample.position) as f32) - sample.target).powi(2);
    samples.iter().map(error).sum::<f64>() / samples.len().max(1) as f64
}

/// One step of Adam down the mean of the gradients, which are set to zero.
fn adam(
    weights: &mut [f32],
    parts: &mut [Part],
    mean: &mut [f32],
    square: &mut [f32],
    learning_rate: f32,
    samples: usize,
    step: usize,
) {
    const KEPT: [f32; 2] = [0.9, 0.999];
    let share = 1.0 / samples as f32;
    let step = i32::try_from(step).unwrap_or(i32::MAX);
    let (mean_share, square_share) = (1.0 / (1.0 - KEPT[0].powi(step)), 1.0 / (1.0 - KEPT[1].powi(step)));
    let (first, rest) = parts.split_first_mut().expect("at least one thread");
    for part in rest {
        for (sum, g) in first.gradient.iter_mut().zip(&mut part.gradient) {
            *sum += std::mem::take(g);
        }
    }
    let moments = mean.iter_mut().zip(square);
    for ((weight, g), (mean, square)) in weights.iter_mut().zip(&mut first.gradient).zip(moments) {
        let slope = std::mem::take(g) * share;
        *mean = KEPT[0] * *mean + (1.0 - KEPT[0]) * slope;
        *square = KEPT[1] * *square + (1.0 - KEPT[1]) * slope * slope;
        *weight -= learning_rate * (*mean * mean_share) / ((*square * square_share).sqrt() + 1e-8);
    }
}
