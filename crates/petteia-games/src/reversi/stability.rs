//! Stable discs: discs that can never be flipped again.

use super::board::{Grid, dilate, empty};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

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

impl<const SIZE: usize> Grid<SIZE> {
    /// Ranks, files and the two directions of diagonals.
    const LINES: [Line; 4] = {
        let [files, ranks] = Self::EDGES;
        [
            Line { shift: 1, up: !FILE_A, down: !FILE_H, ends: files },
            Line { shift: 8, up: !0, down: !0, ends: ranks },
            Line { shift: 9, up: !FILE_A, down: !FILE_H, ends: files | ranks },
            Line { shift: 7, up: !FILE_H, down: !FILE_A, ends: files | ranks },
        ]
    };
}

/// Own discs that are certainly stable; others may be stable too.
///
/// A disc is stable if each of the four lines through it is full, ends at it, or has an own stable disc next to it.
#[must_use]
pub fn stable<const SIZE: usize>(own: u64, enemy: u64) -> u64 {
    let empty = empty::<SIZE>(own, enemy);
    let secured = Grid::<SIZE>::LINES.map(|line| line.ends | !line.through(empty));
    let mut stable = own & secured[0] & secured[1] & secured[2] & secured[3];
    loop {
        let mut more = own & !stable;
        for (Line { shift, .. }, secured) in Grid::<SIZE>::LINES.iter().zip(secured) {
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
pub fn stable_at_corners<const SIZE: usize>(discs: u64) -> u64 {
    let corners = Grid::<SIZE>::CORNERS;
    discs & (corners | dilate(corners & discs) & Grid::<SIZE>::C_SQUARES)
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
    use crate::reversi::SizedReversi;

    /// Number of stable discs in random games, all of which stay as they are.
    fn stable_discs<const SIZE: usize>() -> usize {
        let mut seen = 0;
        for seed in 0..300 {
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = SizedReversi::<SIZE>::start();
            let (mut black, mut white) = (0, 0);
            loop {
                let discs = [Side::First, Side::Second].map(|side| position.discs(side));
                assert!(black & !discs[0] == 0 && white & !discs[1] == 0, "seed {seed}");
                black = stable::<SIZE>(discs[0], discs[1]);
                white = stable::<SIZE>(discs[1], discs[0]);
                seen += ones(black | white).count();
                let moves = position.legal_moves();
                let Some(&m) = moves.choose(rng) else { break };
                position.play_unchecked(m);
            }
            // A full board has nothing to flip.
            let squares = SIZE * SIZE;
            assert!((black | white).count_ones() as usize == squares || position.empties() > 0, "seed {seed}");
        }
        seen
    }

    #[test]
    fn stable_discs_are_never_flipped() {
        let seen = [stable_discs::<8>(), stable_discs::<6>()];
        assert!(seen[0] > 100_000 && seen[1] > 30_000, "{seen:?} discs");
    }
}
