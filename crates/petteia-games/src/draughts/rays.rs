//! Rays of the board: the lines from a square to the edge, and how far a piece goes along them.

use super::board::{Direction, board, entered, playable, rows, step, steps};
use super::rules::Rules;

/// For each bit and four directions, the squares from there to the edge, without the square itself.
pub type Rays = [[u64; 4]; 64];

/// The diagonal rays of a board with `row` squares in a row.
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

/// The rays along rows and files, in the order of [`Direction::ALL`].
#[must_use]
pub const fn orthogonal_rays<R: Rules>() -> Rays {
    let board = board::<R>();
    let mut rays = [[0; 4]; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut front = [if board >> bit & 1 == 1 { 1 << bit } else { 0 }; 4];
        let mut steps = 0;
        while steps < R::ROW {
            let mut direction = 0;
            while direction < 4 {
                front[direction] = step::<R>(front[direction], Direction::ALL[4 + direction]) & board;
                rays[bit][direction] |= front[direction];
                direction += 1;
            }
            steps += 1;
        }
        bit += 1;
    }
    rays
}

/// The squares from a bit to the edge.
#[inline]
fn ray<R: Rules>(from: usize, direction: Direction) -> u64 {
    let index = direction as usize;
    let rays = if R::ORTHOGONAL_CAPTURES && index > 3 { R::orthogonal_rays() } else { R::rays() };
    rays[from & 63][index & 3]
}

/// The free squares of a ray before its first blocker, and that blocker as a set. The set is empty if nothing blocks.
///
/// This is the classical approach to sliding pieces (chessprogramming.org).
#[inline]
#[must_use]
pub fn scan_ray<R: Rules>(from: usize, direction: Direction, free: u64) -> (u64, u64) {
    let ray = ray::<R>(from, direction);
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
    ray::<R>(from, direction) & set != 0
}

/// The squares that the pieces of a set reach by up to eight steps over empty squares. No piece with a square behind it
/// has farther to go.
///
/// This is the Kogge-Stone fill (chessprogramming.org): 1, 2 and 4 steps at once, after the first one.
#[inline]
#[must_use]
pub fn fill<R: Rules>(set: u64, free: u64, direction: Direction) -> u64 {
    const { assert!(rows::<R>() <= 10) };
    let mut free = free & entered::<R>(direction);
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
    use crate::draughts::board::bit;
    use crate::draughts::books::{EnglishRules, FrisianRules, InternationalRules};

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
                for &direction in Direction::of_captures::<R>() {
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
        fills_are_rays::<FrisianRules>();
    }
}
