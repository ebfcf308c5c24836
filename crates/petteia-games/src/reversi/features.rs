//! Input features of the network: the patterns of up to ten squares of Logistello (Buro) and Edax (Delorme), and the
//! mobility of both sides.
//!
//! Each configuration of a pattern is a feature, whatever the instance.

use std::sync::LazyLock;

use petteia_core::symmetry::{self, SYMMETRIES, image_of_square};
use petteia_core::{Features, Learnable, Position, Side, Trainable};

use super::Reversi;
use super::board::moves;
use crate::patterns::{Instances, configurations_of};

/// The squares of one instance of each pattern. The symmetries of the board give the other instances.
#[rustfmt::skip]
const PATTERNS: [&[u8]; 11] = [
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],    // first rank and the squares diagonal to its corners
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],  // corner, 5x2
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24], // corner, triangle
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],    // corner, 3x3
    &[8, 9, 10, 11, 12, 13, 14, 15],     // second rank
    &[16, 17, 18, 19, 20, 21, 22, 23],   // third rank
    &[24, 25, 26, 27, 28, 29, 30, 31],   // fourth rank
    &[0, 9, 18, 27, 36, 45, 54, 63],     // diagonal of 8 squares
    &[1, 10, 19, 28, 37, 46, 55],        // of 7
    &[2, 11, 20, 29, 38, 47],            // of 6
    &[3, 12, 21, 30, 39],                // of 5
];

/// Number of instances of all patterns.
const INSTANCES: usize = 46;
/// Number of instances, rounded up to full vector registers.
const LANES: usize = 48;

/// The instances. Configurations are numbered as in [`FEATURE_OF_CONFIGURATION`].
static PATTERN_INSTANCES: Instances<LANES, INSTANCES> = Instances::of(&PATTERNS);
/// Number of configurations of all patterns.
const CONFIGURATIONS: usize = configurations_of(&PATTERNS);
/// Number of features of all patterns. Configurations that a symmetry of the pattern maps to each other share one.
const PATTERN_FEATURES: usize = 143_721;
/// The feature of each configuration of each pattern.
static FEATURE_OF_CONFIGURATION: LazyLock<Vec<u32>> = LazyLock::new(number_features);
/// Greatest number of moves that has a feature. It also stands for all higher numbers.
const MAX_MOBILITY: usize = 31;

/// A position whose features are the configurations of all patterns, as if no symmetry of a pattern mapped them to each
/// other. They are found faster: each has a row of its own, so that its number is not looked up in a table.
#[derive(Clone, Copy, Debug)]
pub struct ByConfiguration<'a>(pub &'a Reversi);

impl Features for ByConfiguration<'_> {
    const COUNT: usize = CONFIGURATIONS + 2 * (MAX_MOBILITY + 1);
    const STAGES: usize = 61;

    fn stage(&self) -> usize {
        self.0.empties().min(60) as usize
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, usize)) {
        let (own, enemy) = (self.0.own(), self.0.enemy());
        PATTERN_INSTANCES.for_each_configuration(own, enemy, |configuration| visit(0, configuration));
        for (side, moves) in [moves::<8>(own, enemy), moves::<8>(enemy, own)].into_iter().enumerate() {
            let moves = (moves.count_ones() as usize).min(MAX_MOBILITY);
            visit(0, CONFIGURATIONS + side * (MAX_MOBILITY + 1) + moves);
        }
    }
}

impl ByConfiguration<'_> {
    /// The feature of [`Reversi`] that a feature here stands for.
    #[inline]
    fn shared_feature(feature: usize) -> usize {
        let of_mobility = feature.checked_sub(CONFIGURATIONS);
        of_mobility.map_or_else(|| FEATURE_OF_CONFIGURATION[feature] as usize, |index| PATTERN_FEATURES + index)
    }

    /// The rows of these features, from those of the features of [`Reversi`].
    #[cfg(feature = "evaluations")]
    pub fn rows<R: Copy>(shared: &[R]) -> Vec<R> {
        (0..Self::COUNT).map(|feature| shared[Self::shared_feature(feature)]).collect()
    }
}

impl Features for Reversi {
    const COUNT: usize = PATTERN_FEATURES + 2 * (MAX_MOBILITY + 1);
    const STAGES: usize = ByConfiguration::STAGES;

    fn stage(&self) -> usize {
        ByConfiguration(self).stage()
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, usize)) {
        ByConfiguration(self)
            .for_each_feature(|perspective, feature| visit(perspective, ByConfiguration::shared_feature(feature)));
    }
}

impl Learnable for Reversi {
    const SCALE: f32 = 1_600.0;

    fn augmented(&self, chance: u32) -> Self {
        let image = |side| symmetry::image(self.discs(side), chance as usize % SYMMETRIES);
        Self::new(image(Side::First), image(Side::Second), self.side())
    }
}

impl Trainable for Reversi {
    fn opening(chance: u32) -> usize {
        4 + chance as usize % 13
    }
}

/// The values of [`FEATURE_OF_CONFIGURATION`].
///
/// The symmetries of a pattern map a configuration to others. All of them share one feature.
fn number_features() -> Vec<u32> {
    let mut features = Vec::with_capacity(CONFIGURATIONS);
    let mut count = 0;
    for squares in PATTERNS {
        let first = features.len();
        let digit_of = |square: usize| squares.iter().position(|&own| usize::from(own) == square);
        let digit_maps = (0..SYMMETRIES).filter_map(|symmetry| {
            squares
                .iter()
                .map(|&square| digit_of(image_of_square::<8>(square.into(), symmetry)))
                .collect::<Option<Vec<_>>>()
        });
        let images: Vec<Vec<usize>> = digit_maps.map(|digit_map| images_of_configurations(&digit_map)).collect();
        for configuration in 0..3_usize.pow(squares.len() as u32) {
            let least = images.iter().map(|images| images[configuration]).min().unwrap_or(configuration);
            if least == configuration {
                features.push(count);
                count += 1;
            } else {
                features.push(features[first + least]);
            }
        }
    }
    features
}

/// The configuration to which each configuration is mapped if digit `i` becomes digit `digit_map[i]`.
fn images_of_configurations(digit_map: &[usize]) -> Vec<usize> {
    let mut images = vec![0];
    for &to in digit_map {
        let of_less = images.len();
        for digit in [1, 2] {
            images.extend_from_within(..of_less);
            let new = images.len() - of_less;
            images[new..].iter_mut().for_each(|image| *image += digit * 3_usize.pow(to as u32));
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_numbered_without_gaps() {
        assert_eq!(FEATURE_OF_CONFIGURATION.len(), CONFIGURATIONS);
        assert_eq!(FEATURE_OF_CONFIGURATION.iter().max().map(|&last| last as usize + 1), Some(PATTERN_FEATURES));
    }
}
