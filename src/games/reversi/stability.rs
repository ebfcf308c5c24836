//! Discs that can never be flipped again.

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xFF;
const RANK_8: u64 = RANK_1 << 56;

/// A direction of lines: how far apart neighbours are, the squares that a step up and a step down can
/// arrive at, and the two ends of the lines.
struct Line {
    shift: u32,
    up: u64,
    down: u64,
    ends: u64,
}

const LINES: [Line; 4] = [
    Line { shift: 1, up: !FILE_A, down: !FILE_H, ends: FILE_A | FILE_H },
    Line { shift: 8, up: !0, down: !0, ends: RANK_1 | RANK_8 },
    Line { shift: 9, up: !FILE_A, down: !FILE_H, ends: FILE_A | FILE_H | RANK_1 | RANK_8 },
    Line { shift: 7, up: !FILE_H, down: !FILE_A, ends: FILE_A | FILE_H | RANK_1 | RANK_8 },
];

/// The own discs that are stable for certain; there may be more. A disc is stable when for each of the
/// four lines through it the line is full, the disc ends it, or a neighbour on it is an own stable
/// disc.
#[must_use]
pub fn stable(own: u64, enemy: u64) -> u64 {
    let empty = !(own | enemy);
    let safe = LINES.map(|line| line.ends | !line.through(empty));
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    loop {
        let mut more = own & !stable;
        for (Line { shift, .. }, safe) in LINES.iter().zip(safe) {
            // What wraps round the board arrives at an end, which is safe anyway.
            more &= safe | stable << shift | stable >> shift;
        }
        if more == 0 {
            return stable;
        }
        stable |= more;
    }
}

impl Line {
    /// The squares of all lines that have one of these squares.
    fn through(&self, squares: u64) -> u64 {
        let (mut up, mut down) = (squares, squares);
        let (mut up_to, mut down_to) = (self.up, self.down);
        for step in [self.shift, 2 * self.shift, 4 * self.shift] {
            up |= up_to & up << step;
            down |= down_to & down >> step;
            up_to &= up_to << step;
            down_to &= down_to >> step;
        }
        up | down
    }
}

#[cfg(test)]
mod tests {
    use super::stable;
    use crate::base::Side;
    use crate::base::bits::ones;
    use crate::game::Position;
    use crate::games::reversi::Reversi;
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

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
                let mut moves = Vec::new();
                position.for_each_move(|m| moves.push(m));
                let Some(&m) = moves.choose(rng) else { break };
                position.play(m);
            }
            // A full board has nothing to flip.
            assert!((black | white).count_ones() == 64 || position.empties() > 0, "seed {seed}");
        }
        assert!(seen > 100_000, "{seen} discs");
    }
}
