//! Patterns: sets of squares whose content is a number in base 3, as in Logistello (Buro 1997).
//!
//! The configuration of a pattern has a digit for each of its squares: 0 is empty, 1 is an own piece and 2 is an enemy
//! piece. So it is the sum of the digit weights of the squares with own pieces, plus twice that of those with enemy
//! pieces.

use crate::bits::ones;

/// For each square the weight of its digit in each of `LANES` patterns; 0 where the square is not part of the pattern.
/// The number of lanes fills whole vector registers.
pub type DigitWeights<const LANES: usize, const SQUARES: usize> = [[u16; LANES]; SQUARES];

/// Sums of digit weights for the numbers of patterns that the games have. The methods are not generic, so they are
/// compiled with this crate, like those of [`SumRows`](super::SumRows).
pub trait DigitSums {
    /// A number for each pattern.
    type Sums;

    /// The sums of the digit weights of a set of squares, one for each pattern.
    fn digit_sums(&self, squares: u64) -> Self::Sums;
}

macro_rules! digit_sums {
    ($($lanes:literal),+) => {$(
        impl DigitSums for DigitWeights<$lanes, 64> {
            type Sums = [u16; $lanes];

            fn digit_sums(&self, squares: u64) -> [u16; $lanes] {
                sums(self, squares)
            }
        }
    )+};
}

digit_sums!(16, 32, 48);

#[inline]
fn sums<const LANES: usize, const SQUARES: usize>(
    digit_weights: &DigitWeights<LANES, SQUARES>,
    squares: u64,
) -> [u16; LANES] {
    let mut sums = [0; LANES];
    for square in ones(squares) {
        for (sum, digit_weight) in sums.iter_mut().zip(&digit_weights[square % SQUARES]) {
            *sum += digit_weight;
        }
    }
    sums
}

/// The configurations of all patterns, from the sums of the own and of the enemy pieces.
#[inline]
#[must_use]
pub fn configurations<const LANES: usize>(own: &[u16; LANES], enemy: &[u16; LANES]) -> [u16; LANES] {
    let mut configurations = *own;
    for (configuration, sum) in configurations.iter_mut().zip(enemy) {
        *configuration += 2 * sum;
    }
    configurations
}
