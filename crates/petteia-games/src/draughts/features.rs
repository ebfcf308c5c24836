//! Input features of the network: overlapping blocks of eight squares, kings, mobility and material, as each side sees
//! the board. Scan 2.0 (Letouzey 2017) learns from such blocks.

use std::marker::PhantomData;

use petteia_core::bits::ones;
use petteia_core::network::patterns::{DigitSums, DigitWeights, configurations};
use petteia_core::{Features, Learnable, Position, Side, Trainable};

use super::board::{Direction, bit_of, rows, squares, step, turn, union};
use super::position::Draughts;
use super::rays::king_reach;
use super::rules::{Colour, Rules};

/// Number of lanes: the blocks of the larger board, in one vector register.
const LANES: usize = 16;
/// Number of dark squares in a block of 4x4.
const BLOCK_SQUARES: usize = 8;
/// Number of configurations of a block.
const CONFIGURATIONS: usize = 3_usize.pow(BLOCK_SQUARES as u32);
/// Number of configurations of a part of a block, which has four squares.
const CONFIGURATIONS_OF_PART: usize = 3_usize.pow(4);
/// The first square of each part of a block.
const PARTS: [u32; 3] = [0, 2, 4];
/// Number of factors of a block: the configurations of its parts.
const FACTORS_OF_BLOCK: usize = PARTS.len() * CONFIGURATIONS_OF_PART;
/// Greatest number of men that has a feature.
const MAX_MEN: usize = 20;
/// Greatest number of kings that has a feature. It also stands for all higher numbers.
const MAX_KINGS: usize = 5;
/// Greatest number of king moves of a kind that has a feature. It also stands for all higher numbers.
const MAX_KING_MOVES: usize = 31;
/// Greatest imbalance that has a feature. It also stands for all higher ones.
const MAX_IMBALANCE: usize = 23;
/// Greatest number of men that can capture that has a feature. It also stands for all higher numbers.
const MAX_THREATS: usize = 3;
/// Rows that the men of a stage have left to go, on both sides together.
const ROWS_PER_STAGE: u32 = 10;

/// The blocks of a board: all 4x4 parts whose first row and first file are even.
struct Blocks<R>(PhantomData<R>);

impl<R: Rules> Blocks<R> {
    /// Number of blocks.
    const COUNT: usize = ((R::ROW - 1) * (R::ROW - 1)) as usize;
    /// The digits of White's blocks. The digits of a block that is turned by 180 degrees are in the opposite order. A
    /// block in the middle of the board has a second lane for that.
    const DIGIT_WEIGHTS: &'static DigitWeights<LANES, 64> = &digit_weights(R::ROW);

    /// The lane of a block as a colour sees it.
    fn lane(block: usize, colour: Colour) -> usize {
        match colour {
            Colour::White => block,
            Colour::Black if 2 * block + 1 == Self::COUNT => Self::COUNT,
            Colour::Black => Self::COUNT - 1 - block,
        }
    }
}

/// The digit weights of a board with `row` squares in a row.
const fn digit_weights(row: u32) -> DigitWeights<LANES, 64> {
    let mut weights = [[0; LANES]; 64];
    let width = row - 1;
    let count = width * width;
    let mut block = 0;
    while block < count {
        let (mut square, mut power, mut opposite_power) = (0, 1, CONFIGURATIONS as u16 / 3);
        while square < BLOCK_SQUARES as u32 {
            // A row of four squares has two dark ones.
            let (rank, pair) = (2 * (block / width) + square / 2, block % width + square % 2);
            let bit = bit_of(rank * row + pair, row) as usize;
            let lane = block as usize;
            weights[bit][lane] = if 2 * block < count { power } else { opposite_power };
            if 2 * block + 1 == count {
                weights[bit][count as usize] = opposite_power;
            }
            power *= 3;
            opposite_power /= 3;
            square += 1;
        }
        block += 1;
    }
    weights
}

/// Numbers of the features of one side, by family.
struct Offsets<R>(PhantomData<R>);

impl<R: Rules> Offsets<R> {
    /// The men of a block: block, configuration.
    const MEN_BLOCKS: usize = 0;
    /// The kings of a block that has kings: block, configuration.
    const KING_BLOCKS: usize = Self::MEN_BLOCKS + Blocks::<R>::COUNT * CONFIGURATIONS;
    /// An own king on a square.
    const KING: usize = Self::KING_BLOCKS + if R::FLYING_KINGS { 0 } else { Blocks::<R>::COUNT * CONFIGURATIONS };
    /// Number of own kings.
    const KINGS: usize = Self::KING + 64;
    /// Moves of own kings to squares where no enemy man can capture them.
    const SAFE_KING_MOVES: usize = Self::KINGS + MAX_KINGS + 1;
    /// The other moves of own kings.
    const DENIED_KING_MOVES: usize = Self::SAFE_KING_MOVES + MAX_KING_MOVES + 1;
    /// Number of own men.
    const MEN: usize = Self::DENIED_KING_MOVES + MAX_KING_MOVES + 1;
    /// Difference of the distances of own men from the left and the right edge.
    const IMBALANCE: usize = Self::MEN + MAX_MEN + 1;
    /// Number of men of the opponent that could capture if it were their move.
    const THREATS: usize = Self::IMBALANCE + MAX_IMBALANCE + 1;
    /// Number of all features.
    const COUNT: usize = Self::THREATS + MAX_THREATS + 1;
}

impl<R: Rules> Features for Draughts<R> {
    const COUNT: usize = Offsets::<R>::COUNT;
    const STAGES: usize = (start_rows::<R>() / ROWS_PER_STAGE) as usize + 1;
    const PERSPECTIVES: usize = 2;

    /// The stage depends on the rows that the men of both sides have left to go.
    fn stage(&self) -> usize {
        let rows = |colour| rows_to_go::<R>(self.men(Self::side_of(colour)), colour);
        let rows = rows(Colour::White) + rows(Colour::Black);
        (rows.min(start_rows::<R>()) / ROWS_PER_STAGE) as usize
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, usize)) {
        let sides = [(0, self.side()), (1, !self.side())];
        let sums = |set| Blocks::<R>::DIGIT_WEIGHTS.digit_sums(set);
        let men = sides.map(|(_, side)| sums(self.men(side)));
        for (perspective, side) in sides {
            let configurations = configurations(&men[perspective], &men[1 - perspective]);
            let colour = Self::colour_of(side);
            for block in 0..Blocks::<R>::COUNT {
                let configuration = configurations[Blocks::<R>::lane(block, colour)];
                visit(perspective, Offsets::<R>::MEN_BLOCKS + CONFIGURATIONS * block + usize::from(configuration));
            }
            let own_men = self.men(side);
            visit(perspective, Offsets::<R>::MEN + (own_men.count_ones() as usize).min(MAX_MEN));
            visit(perspective, Offsets::<R>::IMBALANCE + imbalance::<R>(own_men).min(MAX_IMBALANCE));
            visit(perspective, Offsets::<R>::KINGS + (self.kings(side).count_ones() as usize).min(MAX_KINGS));
        }
        let threats = self.opponents_capturing_men().count_ones() as usize;
        visit(0, Offsets::<R>::THREATS + threats.min(MAX_THREATS));
        if self.kings(Side::First) | self.kings(Side::Second) != 0 {
            let kings = sides.map(|(_, side)| sums(self.kings(side)));
            for (perspective, side) in sides {
                let colour = Self::colour_of(side);
                if !R::FLYING_KINGS {
                    let configurations = configurations(&kings[perspective], &kings[1 - perspective]);
                    for block in 0..Blocks::<R>::COUNT {
                        let configuration = usize::from(configurations[Blocks::<R>::lane(block, colour)]);
                        if configuration != 0 {
                            visit(perspective, Offsets::<R>::KING_BLOCKS + CONFIGURATIONS * block + configuration);
                        }
                    }
                }
                if self.kings(side) != 0 {
                    for bit in ones(self.kings(side)) {
                        let seen = if colour == Colour::White { 1 << bit } else { turn::<R>(1 << bit) };
                        visit(perspective, Offsets::<R>::KING + seen.trailing_zeros() as usize);
                    }
                    let [safe, denied] = self.king_mobility(side).map(|moves| moves.min(MAX_KING_MOVES));
                    visit(perspective, Offsets::<R>::SAFE_KING_MOVES + safe);
                    visit(perspective, Offsets::<R>::DENIED_KING_MOVES + denied);
                }
            }
        }
    }
}

impl<R: Rules> Draughts<R> {
    /// The numbers of moves of the kings of a side, as if captures were not compulsory: to squares where no man of the
    /// other side can capture, and to others.
    pub(super) fn king_mobility(&self, side: Side) -> [usize; 2] {
        let (free, kings, enemy_men) = (self.free(), self.kings(side), self.men(!side));
        let attacked = union(|direction| step::<R>(enemy_men, direction) & step::<R>(free, direction.opposite()));
        let mut counts = [0; 2];
        let mut count = |reached: u64| {
            counts[0] += (reached & !attacked).count_ones() as usize;
            counts[1] += (reached & attacked).count_ones() as usize;
        };
        for bit in ones(kings) {
            for direction in Direction::DIAGONALS {
                count(king_reach::<R>(bit, direction, free));
            }
        }
        counts
    }
}

impl<R: Rules> Learnable for Draughts<R> {
    const SCALE: f32 = 110.0;

    /// Most configurations of a block hardly ever occur. The file loses half of its bytes, and scores differ by less than a
    /// centipiece.
    const RARE_ROW_STEP: i16 = 32;

    const FACTORS: usize = FACTORS_OF_BLOCK * (Offsets::<R>::KING / CONFIGURATIONS);

    /// Parts of a block: its first, its middle and its last four squares.
    fn for_each_factor(feature: usize, mut visit: impl FnMut(usize)) {
        if feature < Offsets::<R>::KING {
            let (block, configuration) = (feature / CONFIGURATIONS, feature % CONFIGURATIONS);
            for (i, first) in PARTS.into_iter().enumerate() {
                let part = configuration / 3_usize.pow(first) % CONFIGURATIONS_OF_PART;
                visit(FACTORS_OF_BLOCK * block + i * CONFIGURATIONS_OF_PART + part);
            }
        }
    }
}

impl<R: Rules> Trainable for Draughts<R> {
    fn opening(chance: u32) -> usize {
        2 + chance as usize % (3 * R::ROW as usize)
    }

    const MAX_OPENING_SCORE: i32 = 150;
}

/// Rows of the men of one colour up to their crowning row.
fn rows_to_go<R: Rules>(men: u64, colour: Colour) -> u32 {
    let weighted = |digit: usize| (men & RowDigits::<R>::ROWS[digit]).count_ones() << digit;
    let from_top = (0..4).map(weighted).sum::<u32>();
    match colour {
        Colour::White => from_top,
        Colour::Black => men.count_ones() * (rows::<R>() - 1) - from_top,
    }
}

/// Difference of the distances of men from the left and from the right edge, halved.
fn imbalance<R: Rules>(men: u64) -> usize {
    let weighted = |digit: usize| (men & RowDigits::<R>::FILES[digit]).count_ones() << digit;
    let from_left = (0..4).map(weighted).sum::<u32>();
    (men.count_ones() * (rows::<R>() - 1)).abs_diff(2 * from_left) as usize / 2
}

/// The sum of [`rows_to_go`] of all men at the start of a game.
const fn start_rows<R: Rules>() -> u32 {
    let (mut sum, mut row) = (0, R::ROW + 1);
    while row < rows::<R>() {
        sum += 2 * R::ROW * row;
        row += 1;
    }
    sum
}

/// The squares whose row or file has a binary digit set.
struct RowDigits<R>(PhantomData<R>);

impl<R: Rules> RowDigits<R> {
    const ROWS: [u64; 4] = digit_masks::<R>(true);
    const FILES: [u64; 4] = digit_masks::<R>(false);
}

/// For each binary digit, the squares whose row (or file) has it.
const fn digit_masks<R: Rules>(of_row: bool) -> [u64; 4] {
    let mut masks = [0; 4];
    let mut number = 1;
    while number <= squares::<R>() {
        let (row, index) = ((number - 1) / R::ROW, (number - 1) % R::ROW);
        let value = if of_row { row } else { 2 * index + (row + 1) % 2 };
        let mut digit = 0;
        while digit < 4 {
            masks[digit] |= ((value >> digit & 1) as u64) << bit_of(number - 1, R::ROW);
            digit += 1;
        }
        number += 1;
    }
    masks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::board::bit;
    use crate::draughts::{EnglishRules, InternationalRules};

    /// The configuration of a block as a side sees it, square by square. Files and rows are those of the side.
    fn naive_configuration<R: Rules>(position: &Draughts<R>, side: Side, block: usize) -> usize {
        let width = R::ROW as usize - 1;
        let all = squares::<R>();
        let (row, pair) = (2 * (block / width), block % width);
        let mut numbers: Vec<u32> =
            (0..BLOCK_SQUARES).map(|i| ((row + i / 2) * R::ROW as usize + pair + i % 2) as u32 + 1).collect();
        if 2 * block >= width * width {
            numbers.reverse();
        }
        let turned = Draughts::<R>::colour_of(side) == Colour::Black;
        let digit = |number: u32| {
            let bit = bit::<R>(if turned { all + 1 - number } else { number });
            usize::from(position.men(side) >> bit & 1 == 1) + 2 * usize::from(position.men(!side) >> bit & 1 == 1)
        };
        numbers.iter().rev().fold(0, |sum, &number| 3 * sum + digit(number))
    }

    fn blocks_are_those_of_the_naive_board<R: Rules>() {
        let mut position = Draughts::<R>::start();
        for ply in 0..60 {
            for (perspective, side) in [position.side(), !position.side()].into_iter().enumerate() {
                let mut found = Vec::new();
                position.for_each_feature(|seen_by, feature| {
                    if seen_by == perspective && feature < Blocks::<R>::COUNT * CONFIGURATIONS {
                        found.push(feature);
                    }
                });
                let block = |block| CONFIGURATIONS * block + naive_configuration(&position, side, block);
                assert_eq!(found, (0..Blocks::<R>::COUNT).map(block).collect::<Vec<_>>(), "{ply}, {side:?}");
            }
            let moves = position.legal_moves();
            let Some(&m) = moves.get(7 * ply % moves.len().max(1)) else { return };
            position.play_unchecked(m);
        }
    }

    #[test]
    fn blocks_have_the_digits_of_their_squares() {
        blocks_are_those_of_the_naive_board::<EnglishRules>();
        blocks_are_those_of_the_naive_board::<InternationalRules>();
    }

    #[test]
    fn stages_and_imbalance_follow_the_men() {
        let start = Draughts::<InternationalRules>::start();
        assert_eq!(start.stage(), 30);
        let men = |numbers: &[u32]| numbers.iter().fold(0, |set, &number| set | 1 << bit::<InternationalRules>(number));
        assert_eq!(rows_to_go::<InternationalRules>(men(&[46, 1]), Colour::White), 9);
        assert_eq!(rows_to_go::<InternationalRules>(men(&[46, 1]), Colour::Black), 9);
        assert_eq!(rows_to_go::<InternationalRules>(men(&[6]), Colour::White), 1);
        // 46 is on the left edge, 45 on the right one.
        assert_eq!(imbalance::<InternationalRules>(men(&[46, 45])), 0);
        assert_eq!(imbalance::<InternationalRules>(men(&[46, 36, 26])), 13);
    }
}
