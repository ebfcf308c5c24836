//! What a network sees of a position: the patterns of Logistello and Edax, as far as they have up to nine squares,
//! and the mobility of both sides.

use std::sync::LazyLock;

use super::board::moves;
use super::position::Reversi;
use crate::base::Side;
use crate::base::bits::ones;
use crate::game::{Features, Learnable, Position};

/// The squares of each pattern, in one of the places where it stands; the symmetries of the board give the others.
#[rustfmt::skip]
const PATTERNS: [&[u8]; 11] = [
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],   // corner
    &[0, 1, 2, 3, 8, 9, 10, 11],        // half of two ranks
    &[0, 1, 2, 3, 4, 5, 6, 7],          // first rank
    &[8, 9, 10, 11, 12, 13, 14, 15],    // second
    &[16, 17, 18, 19, 20, 21, 22, 23],  // third
    &[24, 25, 26, 27, 28, 29, 30, 31],  // fourth
    &[0, 9, 18, 27, 36, 45, 54, 63],    // diagonals
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// Places of all patterns together, and rounded up to full vector registers.
const PLACES: usize = 46;
const LANES: usize = 48;

/// What an own disc on each square adds to the number that a place holds; an enemy disc adds twice as much.
static DIGITS: [[u16; LANES]; 64] = layout().0;
/// Where the numbers of each place begin in [`FEATURES`].
static FIRST: [usize; PLACES] = layout().1;
/// Numbers of all patterns together.
const NUMBERS: usize = layout().2;
/// Features of all patterns together: numbers that a symmetry of the pattern makes the same are one.
const PATTERN_FEATURES: usize = 35_064;
/// The feature of each number of each pattern.
static FEATURES: LazyLock<Vec<u16>> = LazyLock::new(features);
/// Numbers of moves are told apart up to this one.
const MOST_MOVES: usize = 31;

impl Features for Reversi {
    const COUNT: usize = PATTERN_FEATURES + 2 * (MOST_MOVES + 1);
    const STAGES: usize = 61;

    fn stage(&self) -> usize {
        self.empties().min(60) as usize
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize)) {
        let mut held = [0; LANES];
        for (discs, weight) in [(self.own(), 1), (self.enemy(), 2)] {
            let mut sums = [0; LANES];
            for square in ones(discs) {
                for (sum, digit) in sums.iter_mut().zip(&DIGITS[square]) {
                    *sum += digit;
                }
            }
            for (all, sum) in held.iter_mut().zip(&sums) {
                *all += weight * sum;
            }
        }
        let features = FEATURES.as_slice();
        for (first, number) in FIRST.iter().zip(&held) {
            visit(usize::from(features[first + usize::from(*number)]));
        }
        let mobility = [moves(self.own(), self.enemy()), moves(self.enemy(), self.own())];
        for (side, moves) in mobility.into_iter().enumerate() {
            let moves = (moves.count_ones() as usize).min(MOST_MOVES);
            visit(PATTERN_FEATURES + side * (MOST_MOVES + 1) + moves);
        }
    }
}

impl Learnable for Reversi {
    const SCALE: f32 = 800.0;

    fn opening(chance: u32) -> usize {
        4 + chance as usize % 13
    }

    fn augmented(&self, chance: u32) -> Self {
        let symmetry = chance as usize % 8;
        let image = |discs| ones(discs).fold(0, |set, square| set | 1 << seen(square, symmetry));
        Self::new(image(self.discs(Side::First)), image(self.discs(Side::Second)), self.side())
    }
}

/// The square where one of the eight symmetries of the board takes a square.
const fn seen(square: usize, symmetry: usize) -> usize {
    let (mut rank, mut file) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 { 8 * file + rank } else { 8 * rank + file }
}

/// [`DIGITS`], [`FIRST`] and [`NUMBERS`].
const fn layout() -> ([[u16; LANES]; 64], [usize; PLACES], usize) {
    let (mut digits, mut first) = ([[0; LANES]; 64], [0; PLACES]);
    let (mut place, mut begin, mut pattern) = (0, 0, 0);
    while pattern < PATTERNS.len() {
        let squares = PATTERNS[pattern];
        let mut sets = [0_u64; 8];
        let mut symmetry = 0;
        while symmetry < 8 {
            let (mut set, mut i) = (0, 0);
            while i < squares.len() {
                set |= 1 << seen(squares[i] as usize, symmetry);
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
                    digits[seen(squares[i] as usize, symmetry)][place] = weight;
                    weight *= 3;
                    i += 1;
                }
                first[place] = begin;
                place += 1;
            }
            symmetry += 1;
        }
        begin += 3_usize.pow(squares.len() as u32);
        pattern += 1;
    }
    assert!(place == PLACES, "the number of places");
    (digits, first, begin)
}

/// [`FEATURES`]: the least of the numbers that the symmetries of a pattern make of one stands for all of them.
fn features() -> Vec<u16> {
    let mut features = Vec::with_capacity(NUMBERS);
    let mut count = 0;
    for squares in PATTERNS {
        let first = features.len();
        let place = |square: usize| squares.iter().position(|&own| usize::from(own) == square);
        let images = (0..8).filter_map(|symmetry| {
            squares.iter().map(|&square| place(seen(square.into(), symmetry))).collect::<Option<Vec<_>>>()
        });
        let images: Vec<Vec<usize>> = images.collect();
        for number in 0..3_usize.pow(squares.len() as u32) {
            let image = |to: &Vec<usize>| {
                let digits =
                    to.iter().enumerate().map(|(i, &to)| number / 3_usize.pow(i as u32) % 3 * 3_usize.pow(to as u32));
                digits.sum::<usize>()
            };
            let least = images.iter().map(image).min().unwrap_or(number);
            if least == number {
                features.push(count);
                count += 1;
            } else {
                features.push(features[first + least]);
            }
        }
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_numbered_without_gaps() {
        assert_eq!(FEATURES.len(), NUMBERS);
        assert_eq!(FEATURES.iter().max().map(|&last| usize::from(last) + 1), Some(PATTERN_FEATURES));
    }
}
