//! Input features of the network.
//!
//! A side sees the board with its own rank 4 below, so that both sides have the same features:
//!
//! * the square of each tile, by owner and number;
//! * for each own tile the next two squares in each direction, unless both are empty or off the board: what it can push,
//!   and what can push it.

use petteia_core::{Features, Learnable, Side};

use super::board::{Direction, NEXT, SQUARES, next};
use super::position::{CAPTURES_TO_WIN, Epigo, TILES, Tile};

/// Number of features of tiles on squares.
const TILE_FEATURES: usize = 2 * TILES * SQUARES;
/// Number of contents of a square that a tile can tell apart.
const CONTENTS: usize = 5;

impl Epigo {
    /// What a tile sees on a square.
    fn content(&self, tile: Tile, square: Option<usize>) -> usize {
        let Some(square) = square else { return 0 };
        match self.tile(square) {
            None => 1,
            Some(other) if other.side == tile.side => 2,
            Some(other) if other.number < tile.number => 3,
            Some(_) => 4,
        }
    }
}

/// The next two squares of each square in each direction, as a bit set.
static LINES: [[u64; 4]; SQUARES] = {
    let mut lines = [[0; 4]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < 4 {
            let (mut at, mut steps) = (square, 0);
            while steps < 2 {
                at = NEXT[direction][at] as usize;
                if at == SQUARES {
                    break;
                }
                lines[square][direction] |= 1 << at;
                steps += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    lines
};

/// A square with the ranks in reverse, and with the files in reverse.
const REVERSE_RANKS: usize = 0o70;
const REVERSE_FILES: usize = 0o07;

/// A square as a side sees it.
fn seen(side: Side, square: usize) -> usize {
    if side == Side::First { square } else { square ^ REVERSE_RANKS }
}

/// A direction as a side sees it.
fn direction_seen(side: Side, direction: Direction) -> Direction {
    match (side, direction) {
        (Side::Second, Direction::North) => Direction::South,
        (Side::Second, Direction::South) => Direction::North,
        _ => direction,
    }
}

impl Features for Epigo {
    const COUNT: usize = TILE_FEATURES + SQUARES * Direction::ALL.len() * CONTENTS * CONTENTS;
    /// By the number of tiles that both sides have lost.
    const STAGES: usize = 2 * CAPTURES_TO_WIN as usize - 1;
    const PERSPECTIVES: usize = 2;

    fn stage(&self) -> usize {
        let lost = self.lost(Side::First) + self.lost(Side::Second);
        (lost as usize).min(Self::STAGES - 1)
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, usize)) {
        let occupied = self.occupied(Side::First) | self.occupied(Side::Second);
        for side in Side::BOTH {
            for number in 1..=TILES as u8 {
                let tile = Tile { side, number };
                let Some(square) = self.square_of(tile) else { continue };
                for viewer in Side::BOTH {
                    let owner = usize::from(viewer != side);
                    let feature = (owner * TILES + usize::from(number - 1)) * SQUARES + seen(viewer, square);
                    visit(viewer as usize, feature);
                }
                for direction in Direction::ALL {
                    if occupied & LINES[square][direction as usize] == 0 {
                        continue;
                    }
                    let first = next(square, direction);
                    let second = first.and_then(|first| next(first, direction));
                    let contents = self.content(tile, first) * CONTENTS + self.content(tile, second);
                    let line = seen(side, square) * Direction::ALL.len() + direction_seen(side, direction) as usize;
                    visit(side as usize, TILE_FEATURES + line * CONTENTS * CONTENTS + contents);
                }
            }
        }
    }
}

impl Learnable for Epigo {
    const SCALE: f32 = 100.0;
    const IS_ANTISYMMETRIC: bool = true;

    /// The mirror image with the files in reverse, by the lowest bit of `chance`.
    fn augmented(&self, chance: u32) -> Self {
        if chance & 1 == 0 {
            return *self;
        }
        let mut mirrored = Self::empty(self.turn());
        for side in Side::BOTH {
            for number in 1..=TILES as u8 {
                let tile = Tile { side, number };
                if let Some(square) = self.square_of(tile) {
                    mirrored.put(tile, square ^ REVERSE_FILES);
                }
            }
        }
        mirrored
    }
}

#[cfg(test)]
mod tests {
    use petteia_core::SimultaneousNotation;

    use super::*;

    /// The features of a side, sorted.
    fn features(position: &Epigo, side: Side) -> Vec<usize> {
        let mut features = Vec::new();
        position.for_each_feature(|viewer, feature| {
            assert!(feature < Epigo::COUNT);
            if viewer == side as usize {
                features.push(feature);
            }
        });
        features.sort_unstable();
        features
    }

    fn positions() -> Vec<Epigo> {
        let fens = [
            "..../....b5./...b4b6w2../b7.b1w6..../..w1...w3b2/.b3....../....../..w4. 6",
            "..../b6..b2b1./......../b7w7b5w5..../..w1....b4/......../..w3..w2/.... 5",
            "..../....../......../b1.b6w3.b3.b5/.w7....w2w6/....b7.../....../.w1.. 3",
        ];
        fens.iter().map(|fen| Epigo::parse_fen(fen).expect("a position")).collect()
    }

    /// The position with the sides exchanged and the ranks in reverse.
    fn exchanged(position: &Epigo) -> Epigo {
        let mut exchanged = Epigo::empty(position.turn());
        for square in 0..SQUARES {
            if let Some(tile) = position.tile(square) {
                exchanged.put(Tile { side: !tile.side, ..tile }, square ^ REVERSE_RANKS);
            }
        }
        exchanged
    }

    #[test]
    fn both_sides_see_the_board_alike() {
        for position in positions() {
            let other = exchanged(&position);
            for side in Side::BOTH {
                assert_eq!(features(&position, side), features(&other, !side), "{}", position.to_fen());
            }
        }
    }

    /// A tile sees the next two squares in each direction, found here square by square.
    #[test]
    fn a_line_counts_if_something_stands_on_it() {
        for position in positions() {
            let mut lines = 0;
            for square in 0..SQUARES {
                let Some(tile) = position.tile(square) else { continue };
                for direction in Direction::ALL {
                    let first = next(square, direction);
                    let second = first.and_then(|first| next(first, direction));
                    let stands = |square: Option<usize>| square.is_some_and(|square| position.tile(square).is_some());
                    lines += usize::from(tile.side == Side::First && (stands(first) || stands(second)));
                }
            }
            let found = features(&position, Side::First).into_iter().filter(|&feature| feature >= TILE_FEATURES);
            assert_eq!(found.count(), lines, "{}", position.to_fen());
        }
    }

    #[test]
    fn mirrored_twice_is_the_position() {
        for position in positions() {
            assert_eq!(position.augmented(0), position);
            assert_ne!(position.augmented(1), position);
            assert_eq!(position.augmented(1).augmented(1), position);
        }
    }

    #[cfg(feature = "networks")]
    #[test]
    fn what_is_good_for_one_side_is_bad_for_the_other() {
        use petteia_core::EvaluateSimultaneous;

        use crate::epigo::eval::NeuralEval;

        for position in positions() {
            let [value, other] = [position, exchanged(&position)].map(|position| NeuralEval.evaluate(&position));
            // The weights of a side are those of the other with the opposite sign, rounded.
            assert!((value + other).abs() < 0.02, "{value} {other}");
            assert!(value.abs() > 0.02);
        }
    }
}
