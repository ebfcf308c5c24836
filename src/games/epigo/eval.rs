//! Hand-crafted evaluation: tiles on the board, their distance from the centre, and threats to push them off.

use super::board::{BOARD, Direction, NEIGHBOURS, SQUARES, next};
use super::position::{Epigo, TILES, Tile};
use crate::base::{Outcome, Side};
use crate::game::{EvaluateSimultaneous, Simultaneous};

/// Value of one tile more in an even position. Values range from -1 to 1.
pub const TILE: f64 = 0.55;

// The weights of a side's score, which is unbounded. They are fitted to the results of 3,500 self-play games from
// random line-ups, with one random plan in twelve.

/// Weight of each tile on the board, by its number from 1. Higher numbers move first.
const ON_BOARD: [f64; TILES] = [0.5, 0.56, 0.61, 0.66, 0.73, 0.8, 0.9];
/// Penalty by the number of lost tiles, in addition to the weights of these tiles.
const LOST_TILES: [f64; 3] = [0.0, -0.6, -1.5];
/// Penalty for each step of a tile from the centre.
const CENTRE_STEP: f64 = -0.047;
/// Penalty for a tile at the edge.
const EDGE: f64 = -0.1;
/// Penalty for a tile at the edge that an enemy beside it can push off.
const PUSH_THREAT: f64 = -0.22;
/// Further penalty if that enemy has the higher number and moves first.
const MOVES_FIRST: f64 = -0.32;
/// Penalty for a tile at the edge that a row of two enemies can push off together with an own tile.
const ROW_THREAT: f64 = -0.73;
/// Penalty for a tile at the edge that an enemy threatens to push off after one step.
const APPROACH_THREAT: f64 = -0.05;

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

impl EvaluateSimultaneous<Epigo> for HandEval {
    fn evaluate(&self, position: &Epigo) -> f64 {
        match position.outcome() {
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => -1.0,
            Some(Outcome::Draw) => 0.0,
            None if position.is_drawn() => 0.0,
            None => {
                let lead = score_of(position, Side::First) - score_of(position, Side::Second);
                lead / (1.0 + lead.abs())
            }
        }
    }
}

/// The score of a side, without bounds.
fn score_of(position: &Epigo, side: Side) -> f64 {
    let mut sum = LOST_TILES[position.lost(side).min(2) as usize];
    for (number, weight) in (1..).zip(ON_BOARD) {
        let Some(square) = position.square_of(Tile { side, number }) else { continue };
        sum += weight + CENTRE_STEP * f64::from(CENTRE_DISTANCE[square]);
        if EDGE_SQUARES >> square & 1 == 1 {
            sum += EDGE + push_threat(position, Tile { side, number }, square);
        }
    }
    sum
}

/// The largest penalty for a threat to push a tile at the edge off the board; 0 without a threat.
fn push_threat(position: &Epigo, tile: Tile, square: usize) -> f64 {
    let mut largest = 0.0;
    for (outwards, inwards) in OPPOSITES {
        if next(square, outwards).is_some() {
            continue;
        }
        let Some(inner) = next(square, inwards) else { continue };
        let threat = match position.tile(inner) {
            Some(neighbour) if neighbour.side != tile.side => {
                PUSH_THREAT + if neighbour.number > tile.number { MOVES_FIRST } else { 0.0 }
            }
            Some(_) => {
                // The row of two enemies stands behind the own tile.
                let behind = next(inner, inwards).and_then(|at| Some((at, position.tile(at)?)));
                let enemy = |tile_behind: Tile| tile_behind.side != tile.side;
                let first = behind.filter(|&(_, tile)| enemy(tile)).and_then(|(at, _)| next(at, inwards));
                if first.and_then(|at| position.tile(at)).is_some_and(enemy) { ROW_THREAT } else { 0.0 }
            }
            None if NEIGHBOURS[inner] & position.occupied(!tile.side) != 0 => APPROACH_THREAT,
            None => 0.0,
        };
        largest = f64::min(largest, threat);
    }
    largest
}

/// Each direction with its opposite.
const OPPOSITES: [(Direction, Direction); 4] = [
    (Direction::North, Direction::South),
    (Direction::East, Direction::West),
    (Direction::South, Direction::North),
    (Direction::West, Direction::East),
];

/// The squares at the edge, from which a step in some direction leaves the board.
const EDGE_SQUARES: u64 = BOARD & !(BOARD << 8 & BOARD >> 8 & BOARD << 1 & BOARD >> 1 & 0x7E7E_7E7E_7E7E_7E7E);

/// Steps from each square to the nearest of the four central squares.
static CENTRE_DISTANCE: [u8; SQUARES] = {
    let mut steps = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = (square % 8, square / 8);
        let files = if file < 4 { 3 - file } else { file - 4 };
        let ranks = if rank < 4 { 3 - rank } else { rank - 4 };
        steps[square] = (files + ranks) as u8;
        square += 1;
    }
    steps
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SimultaneousNotation;

    #[test]
    fn a_step_leaves_the_board_from_edge_squares_only() {
        for square in (0..64).filter(|&square| BOARD >> square & 1 == 1) {
            let leaves = Direction::ALL.into_iter().any(|direction| next(square, direction).is_none());
            assert_eq!(EDGE_SQUARES >> square & 1 == 1, leaves, "{square}");
        }
    }

    #[test]
    fn symmetrical_positions_are_even() {
        let value = |board: &str, turn| {
            let fen = format!("..../....../......../{board}/......../....../.... {turn}");
            HandEval.evaluate(&Epigo::read_fen(&fen).expect("a position"))
        };
        let (even, ahead) = ("b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7", "b7b6b5b4..b2b1/w1w2w3w4.w5w6w7");
        assert!(value(even, 1).abs() < 1e-9);
        assert!((value(ahead, 9) - TILE).abs() < 0.05);
        assert!(value(ahead, 101).abs() < 1e-9);
    }
}
