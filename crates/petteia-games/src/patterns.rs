//! Patterns of squares on boards of 8 by 8 squares. The symmetries of the board map a pattern to its instances.

use petteia_core::network::patterns::{DigitSums, DigitWeights, configurations};
use petteia_core::symmetry::{SYMMETRIES, image_of_square};

/// The instances of patterns, and the numbers of their configurations. Instances of the same pattern share theirs.
#[derive(Debug)]
pub(crate) struct Instances<const LANES: usize, const COUNT: usize> {
    /// The weight of the digit of each square in the configuration of each instance; 0 if the square is not part of it.
    digit_weights: DigitWeights<LANES, 64>,
    /// Configuration 0 of each instance.
    first: [usize; COUNT],
}

/// Number of configurations of all patterns.
pub(crate) const fn configurations_of(patterns: &[&[u8]]) -> usize {
    let (mut count, mut pattern) = (0, 0);
    while pattern < patterns.len() {
        count += 3_usize.pow(patterns[pattern].len() as u32);
        pattern += 1;
    }
    count
}

impl<const LANES: usize, const COUNT: usize> Instances<LANES, COUNT> {
    /// The instances of patterns, each given by the squares of one of them.
    ///
    /// # Panics
    /// There are more or fewer of them.
    pub(crate) const fn of(patterns: &[&[u8]]) -> Self {
        let (mut digit_weights, mut first) = ([[0; LANES]; 64], [0; COUNT]);
        let (mut instance, mut begin, mut pattern) = (0, 0, 0);
        while pattern < patterns.len() {
            let squares = patterns[pattern];
            let mut sets = [0_u64; SYMMETRIES];
            let mut symmetry = 0;
            while symmetry < SYMMETRIES {
                let (mut set, mut i) = (0, 0);
                while i < squares.len() {
                    set |= 1 << image_of_square::<8>(squares[i] as usize, symmetry);
                    i += 1;
                }
                let (mut is_new, mut earlier) = (true, 0);
                while earlier < symmetry {
                    is_new &= sets[earlier] != set;
                    earlier += 1;
                }
                sets[symmetry] = set;
                if is_new {
                    let mut weight = 1;
                    i = 0;
                    while i < squares.len() {
                        digit_weights[image_of_square::<8>(squares[i] as usize, symmetry)][instance] = weight;
                        weight *= 3;
                        i += 1;
                    }
                    first[instance] = begin;
                    instance += 1;
                }
                symmetry += 1;
            }
            begin += 3_usize.pow(squares.len() as u32);
            pattern += 1;
        }
        assert!(instance == COUNT, "the number of instances");
        Self { digit_weights, first }
    }

    /// Calls `visit` with the configuration of each instance, from the own and the enemy pieces.
    #[inline]
    pub(crate) fn for_each_configuration(&self, own: u64, enemy: u64, mut visit: impl FnMut(usize))
    where
        DigitWeights<LANES, 64>: DigitSums<Sums = [u16; LANES]>,
    {
        let sums = |pieces| self.digit_weights.digit_sums(pieces);
        let configurations = configurations(&sums(own), &sums(enemy));
        for (first, configuration) in self.first.iter().zip(&configurations) {
            visit(first + usize::from(*configuration));
        }
    }
}
