//! Stable discs: discs that can never be flipped again.

use super::board::{C_SQUARES, CORNERS, dilate};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xFF;
const RANK_8: u64 = RANK_1 << 56;

/// All parallel lines of one direction.
struct Line {
    /// Distance of neighbouring squares in bits.
    shift: u32,
    /// Squares that a left shift reaches without wrapping around.
    up: u64,
    /// Squares that a right shift reaches without wrapping around.
    down: u64,
    /// Squares at the ends of the lines.
    ends: u64,
}

/// Ranks, files and the two directions of diagonals.
const LINES: [Line; 4] = [
    Line { shift: 1, up: !FILE_A, down: !FILE_H, ends: FILE_A | FILE_H },
    Line { shift: 8, up: !0, down: !0, ends: RANK_1 | RANK_8 },
    Line { shift: 9, up: !FILE_A, down: !FILE_H, ends: FILE_A | FILE_H | RANK_1 | RANK_8 },
    Line { shift: 7, up: !FILE_H, down: !FILE_A, ends: FILE_A | FILE_H | RANK_1 | RANK_8 },
];

/// Own discs that are certainly stable; others may be stable too.
///
/// A disc is stable if each of the four lines through it is full, ends at it, or has an own stable disc next to it.
#[must_use]
pub fn stable(own: u64, enemy: u64) -> u64 {
    let empty = !(own | enemy);
    let secured = LINES.map(|line| line.ends | !line.through(empty));
    let mut stable = own & secured[0] & secured[1] & secured[2] & secured[3];
    loop {
        let mut more = own & !stable;
        for (Line { shift, .. }, secured) in LINES.iter().zip(secured) {
            // A shift that wraps around reaches the end of a line, where it changes nothing.
            more &= secured | stable << shift | stable >> shift;
        }
        if more == 0 {
            return stable;
        }
        stable |= more;
    }
}

/// The discs of one side in corners, and those on C-squares next to them: stable discs that are found fast.
#[inline]
#[must_use]
pub fn stable_at_corners(discs: u64) -> u64 {
    discs & (CORNERS | dilate(CORNERS & discs) & C_SQUARES)
}

impl Line {
    /// The squares of all lines through these squares.
    fn through(&self, squares: u64) -> u64 {
        let (mut up, mut down) = (squares, squares);
        let (mut up_targets, mut down_targets) = (self.up, self.down);
        for step in [self.shift, 2 * self.shift, 4 * self.shift] {
            up |= up_targets & up << step;
            down |= down_targets & down >> step;
            up_targets &= up_targets << step;
            down_targets &= down_targets >> step;
        }
        up | down
    }
}

#[cfg(test)]
mod tests {
    use petteia_core::bits::ones;
    use petteia_core::{Position, Side};
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::stable;
    use crate::reversi::Reversi;

    #[test]
    fn stable_discs_are_never_flipped() {
        let mut seen = 0;
        for seed in 0..300 {
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Reversi::start();
            let (mut black, mut white) = (0, 0);
            loop {
                let discs = [Side::First, Side::Second].map(|side| position.discs(side));
                assert!(black & !discs[0] == 0 && white & !discs[1] == 0, "seed {seed}");
                black = stable(discs[0], discs[1]);
                white = stable(discs[1], discs[0]);
                seen += ones(black | white).count();
                let moves = position.legal_moves();
                let Some(&m) = moves.choose(rng) else { break };
                position.play_unchecked(m);
            }
            // A full board has nothing to flip.
            assert!((black | white).count_ones() == 64 || position.empties() > 0, "seed {seed}");
        }
        assert!(seen > 100_000, "{seen} discs");
    }
}
