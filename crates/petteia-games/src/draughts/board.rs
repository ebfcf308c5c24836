//! Bitboards of the dark squares, with ghost bits between them.
//!
//! A ghost bit after every two rows puts the four diagonal neighbours of a square at constant shifts. A step over the
//! left or right edge leads to a ghost bit, where no piece ever stands. Bits count from 0 at the top left, with `ROW`
//! squares in a row:
//!
//! ```text
//!   0   1   2   3   4        square 1 to 5 of the 10x10 board
//! 5   6   7   8   9          6 to 10; bit 10 is a ghost
//!  11  12  13  14  15        11 to 15
//! ```

use super::rules::Rules;

/// A diagonal direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards higher numbers, to White's left.
    DownLeft,
    /// Towards higher numbers, to White's right.
    DownRight,
    /// Towards lower numbers, to White's left.
    UpLeft,
    /// Towards lower numbers, to White's right.
    UpRight,
}

impl Direction {
    /// All four directions, the two down first.
    pub const ALL: [Self; 4] = [Self::DownLeft, Self::DownRight, Self::UpLeft, Self::UpRight];

    /// The two directions in which men move.
    #[must_use]
    pub const fn forward(down: bool) -> [Self; 2] {
        if down { [Self::DownLeft, Self::DownRight] } else { [Self::UpLeft, Self::UpRight] }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
        }
    }

    /// Whether the direction leads to higher bits.
    #[must_use]
    pub const fn is_down(self) -> bool {
        matches!(self, Self::DownLeft | Self::DownRight)
    }
}

/// A value for each direction. The calls are written out, so that each of them knows its direction.
#[inline]
pub fn each<T>(value: impl Fn(Direction) -> T) -> [T; 4] {
    use Direction::{DownLeft, DownRight, UpLeft, UpRight};
    [value(DownLeft), value(DownRight), value(UpLeft), value(UpRight)]
}

/// The union of a set for each direction.
#[inline]
pub fn union(set: impl Fn(Direction) -> u64) -> u64 {
    let [a, b, c, d] = each(set);
    a | b | c | d
}

/// The number of squares in a set for each direction, all together.
#[inline]
pub fn total(set: impl Fn(Direction) -> u64) -> u64 {
    let [a, b, c, d] = each(|direction| u64::from(set(direction).count_ones()));
    a + b + c + d
}

/// The set shifted by one step. Bits that leave the board may land on ghost bits.
#[inline]
#[must_use]
pub const fn step<R: Rules>(set: u64, direction: Direction) -> u64 {
    steps::<R>(set, 1, direction)
}

/// The set shifted by some steps.
#[inline]
const fn steps<R: Rules>(set: u64, distance: u32, direction: Direction) -> u64 {
    match direction {
        Direction::DownLeft => set << (R::ROW * distance),
        Direction::DownRight => set << ((R::ROW + 1) * distance),
        Direction::UpLeft => set >> ((R::ROW + 1) * distance),
        Direction::UpRight => set >> (R::ROW * distance),
    }
}

/// The number of squares.
#[must_use]
pub const fn squares<R: Rules>() -> u32 {
    2 * R::ROW * R::ROW
}

/// All squares.
#[must_use]
pub const fn board<R: Rules>() -> u64 {
    playable(R::ROW)
}

/// All squares of a board with `row` squares in a row.
const fn playable(row: u32) -> u64 {
    let mut set = 0;
    let mut square = 0;
    while square < 2 * row * row {
        set |= 1 << bit_of(square, row);
        square += 1;
    }
    set
}

/// The bit of a square; `index` counts squares from 0.
pub(super) const fn bit_of(index: u32, row: u32) -> u32 {
    index + index / (2 * row)
}

/// The bit of a square; squares have numbers from 1.
#[must_use]
pub const fn bit<R: Rules>(square: u32) -> u32 {
    bit_of(square - 1, R::ROW)
}

/// The number of the square at a bit, from 1.
#[must_use]
pub const fn square<R: Rules>(bit: u32) -> u32 {
    bit - bit / (2 * R::ROW + 1) + 1
}

/// The squares of a row; row 0 is at the top.
#[must_use]
pub const fn row<R: Rules>(row: u32) -> u64 {
    ((1 << R::ROW) - 1) << bit_of(row * R::ROW, R::ROW)
}

/// The number of rows.
#[must_use]
pub const fn rows<R: Rules>() -> u32 {
    2 * R::ROW
}

/// The row where men become kings. `down` is the direction in which they move.
#[must_use]
pub const fn crowning_row<R: Rules>(down: bool) -> u64 {
    row::<R>(if down { rows::<R>() - 1 } else { 0 })
}

/// The bitboard turned by 180 degrees.
#[inline]
#[must_use]
pub const fn turn<R: Rules>(set: u64) -> u64 {
    set.reverse_bits() >> (63 - bit::<R>(squares::<R>()))
}

/// For each bit and direction, the squares from there to the edge, without the square itself.
pub type Rays = [[u64; 4]; 64];

/// The rays of a board with `row` squares in a row.
#[must_use]
pub const fn rays(row: u32) -> Rays {
    let board = playable(row);
    let mut rays = [[0; 4]; 64];
    let mut bit = 0;
    while bit < 64 {
        if board >> bit & 1 == 1 {
            let mut front = [1 << bit; 4];
            let mut steps = 0;
            while steps < 2 * row {
                front = [
                    front[0] << row & board,
                    front[1] << (row + 1) & board,
                    front[2] >> (row + 1) & board,
                    front[3] >> row & board,
                ];
                let [a, b, c, d] = rays[bit];
                rays[bit] = [a | front[0], b | front[1], c | front[2], d | front[3]];
                steps += 1;
            }
        }
        bit += 1;
    }
    rays
}

/// The free squares of a ray before its first blocker, and that blocker as a set. The set is empty if nothing blocks.
///
/// This is the classical approach to sliding pieces (chessprogramming.org).
#[inline]
#[must_use]
pub fn scan_ray<R: Rules>(from: usize, direction: Direction, free: u64) -> (u64, u64) {
    let ray = R::rays()[from & 63][direction as usize];
    let blockers = ray & !free;
    if direction.is_down() {
        let first = blockers & blockers.wrapping_neg();
        (ray & first.wrapping_sub(1), first)
    } else {
        // All bits above the first blocker. No square has the highest bit.
        let above = u64::MAX.wrapping_shl(64 - blockers.leading_zeros());
        (ray & above, blockers & above >> 1)
    }
}

/// The squares that a king on this bit reaches by a step in a direction.
#[inline]
#[must_use]
pub fn king_reach<R: Rules>(bit: usize, direction: Direction, free: u64) -> u64 {
    if R::FLYING_KINGS { scan_ray::<R>(bit, direction, free).0 } else { step::<R>(1 << bit, direction) & free }
}

/// Whether a ray meets a square of the set, whatever stands between.
#[inline]
#[must_use]
pub fn sees<R: Rules>(from: usize, direction: Direction, set: u64) -> bool {
    R::rays()[from & 63][direction as usize] & set != 0
}

/// The squares that the pieces of a set reach by up to eight steps over empty squares. No piece with a square behind it
/// has farther to go.
///
/// This is the Kogge-Stone fill (chessprogramming.org): 1, 2 and 4 steps at once, after the first one.
#[inline]
#[must_use]
pub fn fill<R: Rules>(set: u64, mut free: u64, direction: Direction) -> u64 {
    const { assert!(rows::<R>() <= 10) };
    let mut filled = step::<R>(set, direction) & free;
    let mut distance = 1;
    while distance <= 4 {
        filled |= steps::<R>(filled, distance, direction) & free;
        free &= steps::<R>(free, distance, direction);
        distance *= 2;
    }
    filled
}

#[cfg(test)]
mod tests {
    use petteia_core::bits::ones;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::draughts::rules::{EnglishRules, InternationalRules};

    fn neighbours_are_steps<R: Rules>() {
        let width = 2 * R::ROW.cast_signed();
        let all = (0..width).flat_map(|rank| (0..width).map(move |file| (rank, file)));
        let dark: Vec<(i32, i32)> = all.filter(|(rank, file)| (rank + file) % 2 == 1).collect();
        assert_eq!(dark.len(), squares::<R>() as usize);
        for (i, &(rank, file)) in dark.iter().enumerate() {
            let here = bit::<R>(i as u32 + 1);
            assert_eq!(square::<R>(here), i as u32 + 1);
            assert_ne!(row::<R>(rank.cast_unsigned()) >> here & 1, 0);
            for (direction, (down, right)) in Direction::ALL.into_iter().zip([(1, -1), (1, 1), (-1, -1), (-1, 1)]) {
                let there = dark.iter().position(|&cell| cell == (rank + down, file + right));
                let expected = there.map_or(0, |there| 1 << bit::<R>(there as u32 + 1));
                assert_eq!(step::<R>(1 << here, direction) & board::<R>(), expected, "{} {direction:?}", i + 1);
            }
        }
    }

    #[test]
    fn neighbours_are_constant_shifts_away() {
        neighbours_are_steps::<EnglishRules>();
        neighbours_are_steps::<InternationalRules>();
    }

    #[test]
    fn rays_end_at_the_first_piece() {
        // On the 10x10 board from 46 (a1) up to 5 (j10).
        let from = bit::<InternationalRules>(46) as usize;
        let set = |squares: &[u32]| squares.iter().map(|&square| 1 << bit::<InternationalRules>(square)).sum::<u64>();
        let all = board::<InternationalRules>();
        assert_eq!(scan_ray::<InternationalRules>(from, Direction::UpRight, all).1, 0);
        let (free, first) = scan_ray::<InternationalRules>(from, Direction::UpRight, all & !set(&[32, 19]));
        assert_eq!((free, first), (set(&[41, 37]), set(&[32])));
        let from = bit::<InternationalRules>(5) as usize;
        let (free, first) = scan_ray::<InternationalRules>(from, Direction::DownLeft, all & !set(&[32, 19]));
        assert_eq!((free, first), (set(&[10, 14]), set(&[19])));
    }

    fn fills_are_rays<R: Rules>() {
        for seed in 0..1_000 {
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            // A quarter of the squares is occupied, or none.
            let some = board::<R>() & (rng.random::<u64>() | rng.random::<u64>());
            for free in [some, board::<R>()] {
                for direction in Direction::ALL {
                    let with_square_behind = board::<R>() & step::<R>(board::<R>(), direction);
                    let pieces = rng.random::<u64>() & rng.random::<u64>() & with_square_behind;
                    let rays = ones(pieces).fold(0, |set, bit| set | scan_ray::<R>(bit, direction, free).0);
                    assert_eq!(fill::<R>(pieces, free, direction), rays, "{seed} {direction:?}");
                }
            }
        }
    }

    #[test]
    fn a_fill_is_the_rays_of_its_pieces() {
        fills_are_rays::<EnglishRules>();
        fills_are_rays::<InternationalRules>();
    }
}
