//! Small networks over sparse features, in integers.
//!
//! A position switches some features on. Each has a row of numbers; the sum of the rows of all that are on goes
//! through two kinds of units: linear ones, taken as they are, and screlu ones, cut to between 0 and 1 and
//! squared. The value is their weighted sum, with weights of their own for each stage of the game.
//!
//! With screlu units it is the network of one hidden layer that chess engines know as NNUE (Nasu 2018). With
//! linear ones alone it is a set of pattern tables in the manner of Logistello (Buro 1997), whose values change
//! from stage to stage along as many directions as there are units.

mod file;

pub use file::{Malformed, Provenance, write};

use crate::game::Features;

/// One in the sums, and the largest value of a screlu unit.
pub const ONE: i16 = 256;
/// One in the weights of the value: so much of a hundredth of a piece.
pub const WEIGHT_ONE: i32 = 1 << WEIGHT_BITS;
const WEIGHT_BITS: u32 = 10;

/// Numbers for each unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Row<const LINEAR: usize, const SCRELU: usize> {
    /// Those of the linear units.
    pub linear: [i16; LINEAR],
    /// Those of the screlu ones.
    pub screlu: [i16; SCRELU],
}

impl<const LINEAR: usize, const SCRELU: usize> Row<LINEAR, SCRELU> {
    /// All zero.
    pub const ZERO: Self = Self { linear: [0; LINEAR], screlu: [0; SCRELU] };

    /// Adds the rows of the active features; the sums saturate.
    ///
    /// Not inlined: in a larger function the compiler adds the numbers one by one, at three times the cost.
    #[inline(never)]
    fn add(&mut self, rows: &[Self], active: &[u16]) {
        for &feature in active {
            let row = &rows[usize::from(feature)];
            for (sum, x) in self.linear.iter_mut().zip(&row.linear) {
                *sum = sum.saturating_add(*x);
            }
            for (sum, x) in self.screlu.iter_mut().zip(&row.screlu) {
                *sum = sum.saturating_add(*x);
            }
        }
    }
}

/// No position has more active features.
const MOST_ACTIVE: usize = 256;

/// The weights of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage<const LINEAR: usize, const SCRELU: usize> {
    /// What each unit is worth, [`ONE`] of it at a weight of [`WEIGHT_ONE`] being 256 hundredths of a piece.
    pub weights: Row<LINEAR, SCRELU>,
    /// Added to the value, in hundredths of a piece.
    pub bias: i16,
}

/// A network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const LINEAR: usize, const SCRELU: usize> {
    /// What the sums begin with.
    pub bias: Row<LINEAR, SCRELU>,
    /// By feature.
    pub rows: Vec<Row<LINEAR, SCRELU>>,
    /// By stage.
    pub stages: Vec<Stage<LINEAR, SCRELU>>,
}

impl<const LINEAR: usize, const SCRELU: usize> Network<LINEAR, SCRELU> {
    /// The value of a position to the side to move, in hundredths of a piece.
    ///
    /// # Panics
    /// When the network has fewer rows or stages than the features ask for, or more than 256 features are active.
    #[inline]
    #[must_use]
    pub fn value<F: Features>(&self, position: &F) -> i32 {
        let mut sums = self.bias;
        // Collected first, so that adding is a loop that the compiler turns into vector instructions.
        let (mut active, mut count) = ([0_u16; MOST_ACTIVE], 0);
        position.for_each_feature(|feature| {
            active[count % MOST_ACTIVE] = feature as u16;
            count += 1;
        });
        sums.add(&self.rows, &active[..count]);
        let stage = &self.stages[position.stage()];
        let mut linear = 0_i64;
        for (x, weight) in sums.linear.iter().zip(&stage.weights.linear) {
            linear += i64::from(*x) * i64::from(*weight);
        }
        let mut screlu = 0_i32;
        for (x, weight) in sums.screlu.iter().zip(&stage.weights.screlu) {
            let x = (*x).clamp(0, ONE - 1).cast_unsigned();
            screlu += i32::from(((x * x) >> 8).cast_signed()) * i32::from(*weight);
        }
        ((linear + i64::from(screlu)) >> WEIGHT_BITS) as i32 + i32::from(stage.bias)
    }
}
