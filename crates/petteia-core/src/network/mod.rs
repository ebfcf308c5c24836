//! Small neural networks over sparse features, in integer arithmetic.
//!
//! Each feature has a row of numbers. The accumulator is the feature bias plus the rows of all active features. Its
//! numbers are the inputs of two kinds of units. Linear units keep their input. SCReLU units (squared clipped ReLU)
//! clamp it to between 0 and 1 and square it. The evaluation is a weighted sum of the units. Each stage of the game has
//! its own output layer, like the output buckets of Stockfish. A game with two perspectives has an accumulator for each
//! side, as both see the board, with the same rows.
//!
//! With SCReLU units this is an NNUE (Nasu 2018) with one hidden layer. With linear units only it is a set of pattern
//! tables as in Logistello (Buro 1997). A pattern then has one number for each linear unit, and its value at a stage is
//! a weighted sum of these numbers.

#[cfg(feature = "networks")]
mod file;
pub mod patterns;
#[cfg(feature = "networks")]
mod stored;

#[cfg(feature = "networks")]
pub use file::{NetworkFileError, Provenance, is_network, write};
#[cfg(feature = "networks")]
pub use stored::StoredNetwork;

use crate::{FULL_SCALE, Features};

/// The network of an evaluation. A program contains its file or loads it.
pub trait LoadNetwork: Sync {
    /// The game that the network was trained for, which its file is named after.
    fn game(&self) -> &'static str;

    /// Whether the evaluation has its network.
    fn is_loaded(&self) -> bool;

    /// Reads the network from the bytes of its file. One that is there already is kept.
    ///
    /// # Errors
    /// The bytes are not the file of such a network; the text says why.
    fn load(&self, file: &[u8]) -> Result<(), String>;
}

/// Quantisation factor of the accumulator and the units: 256 stands for 1.
pub const ACTIVATION_SCALE: i16 = 256;
/// Quantisation factor of the output weights: a unit of 1 with this weight adds 256 centipieces.
pub const OUTPUT_WEIGHT_SCALE: i32 = 1 << OUTPUT_WEIGHT_BITS;
/// Binary logarithm of [`OUTPUT_WEIGHT_SCALE`].
const OUTPUT_WEIGHT_BITS: u32 = 10;

/// A number for each unit, the linear units first. One array, so that the compiler fills whole vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Row<const UNITS: usize>(pub [i16; UNITS]);

impl<const UNITS: usize> Row<UNITS> {
    /// A row of zeros.
    pub const ZERO: Self = Self([0; UNITS]);

    #[inline]
    fn plus(mut self, rows: &[Self], active: &[u32]) -> Self {
        for &feature in active {
            let row = &rows[feature as usize];
            for (sum, x) in self.0.iter_mut().zip(&row.0) {
                *sum = sum.saturating_add(*x);
            }
        }
        self
    }
}

/// Sums of rows of the sizes that the networks have.
///
/// The methods are not generic, so they are compiled with this crate: it is optimized for speed where the games may be
/// optimized for size. They are not inlined: inside a larger function the compiler adds the numbers one by one, at three
/// times the cost.
pub trait SumRows: Sized {
    /// Adds the rows of the active features, with saturation.
    #[must_use]
    fn plus_active(self, rows: &[Self], active: &[u32]) -> Self;
}

macro_rules! sum_rows {
    ($($units:literal),+) => {$(
        impl SumRows for Row<$units> {
            #[inline(never)]
            fn plus_active(self, rows: &[Self], active: &[u32]) -> Self {
                self.plus(rows, active)
            }
        }
    )+};
}

sum_rows!(8, 16, 32);

/// The output layer of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputLayer<const UNITS: usize, const PERSPECTIVES: usize> {
    /// Weights of the units of each perspective, scaled by [`OUTPUT_WEIGHT_SCALE`].
    pub weights: [Row<UNITS>; PERSPECTIVES],
    /// Constant part of the evaluation, in centipieces.
    pub bias: i16,
}

/// A network with so many units for each of its perspectives, of which the first `LINEAR` are linear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const LINEAR: usize, const UNITS: usize, const PERSPECTIVES: usize> {
    /// Initial content of the accumulators, scaled by [`ACTIVATION_SCALE`].
    pub feature_bias: Row<UNITS>,
    /// Row of each feature, scaled by [`ACTIVATION_SCALE`].
    pub feature_rows: Vec<Row<UNITS>>,
    /// Output layer of each stage.
    pub output_layers: Vec<OutputLayer<UNITS, PERSPECTIVES>>,
}

/// Number of active features that are collected before their rows are added.
const COLLECTED: usize = 64;

impl<const LINEAR: usize, const UNITS: usize, const PERSPECTIVES: usize> Network<LINEAR, UNITS, PERSPECTIVES> {
    /// The evaluation of a position for the side to move, in centipieces.
    ///
    /// # Panics
    /// If the position has a feature, a perspective or a stage that the network lacks.
    #[inline]
    #[must_use]
    pub fn value<F: Features>(&self, position: &F) -> i32
    where
        Row<UNITS>: SumRows,
    {
        let mut accumulators = [self.feature_bias; PERSPECTIVES];
        // The features are collected first, so that the compiler adds the rows with vector instructions.
        let mut active = [[0_u32; COLLECTED]; PERSPECTIVES];
        let mut counts = [0; PERSPECTIVES];
        position.for_each_feature(|perspective, feature| {
            let (active, count) = (&mut active[perspective], &mut counts[perspective]);
            if *count == COLLECTED {
                accumulators[perspective] = accumulators[perspective].plus_active(&self.feature_rows, active);
                *count = 0;
            }
            active[*count] = feature as u32;
            *count += 1;
        });
        let output = &self.output_layers[position.stage()];
        let (mut linear, mut screlu) = (0_i64, 0_i32);
        let perspectives = accumulators.into_iter().zip(&output.weights);
        for ((accumulator, weights), (active, count)) in perspectives.zip(active.iter().zip(counts)) {
            let Row(sums) = accumulator.plus_active(&self.feature_rows, &active[..count]);
            for (x, weight) in sums[..LINEAR].iter().zip(&weights.0) {
                linear += i64::from(*x) * i64::from(*weight);
            }
            for (x, weight) in sums[LINEAR..].iter().zip(&weights.0[LINEAR..]) {
                let x = (*x).clamp(0, ACTIVATION_SCALE - 1).cast_unsigned();
                screlu += i32::from(((x * x) >> 8).cast_signed()) * i32::from(*weight);
            }
        }
        let value = ((linear + i64::from(screlu)) >> OUTPUT_WEIGHT_BITS) as i32 + i32::from(output.bias);
        value * i32::from(position.scale(value > 0)) / i32::from(FULL_SCALE)
    }
}
