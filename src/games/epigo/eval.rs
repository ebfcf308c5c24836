//! What a position between turns is worth, by hand.

use super::board::{BESIDE, BOARD, Direction, SQUARES, next};
use super::position::{Epigo, TILES, Tile};
use crate::base::{Outcome, Side};
use crate::game::{EvaluateSimultaneous, Simultaneous};

/// For one tile more, from an even position.
pub const TILE: f64 = 0.55;

// The weights, on a scale without bounds: fitted to the results of 3,500 games of the engine with itself,
// one plan in twelve at random, from line-ups at random.

/// For each tile on the board, by its number from 1: who has the higher ones moves first.
const STANDS: [f64; TILES] = [0.5, 0.56, 0.61, 0.66, 0.73, 0.8, 0.9];
/// For the first and second tile lost, beside what the tile is worth.
const LOST: [f64; 3] = [0.0, -0.6, -1.5];
/// For each step that a tile is away from the middle.
const AWAY: f64 = -0.047;
/// For a tile at the edge.
const EDGE: f64 = -0.1;
/// For one that an enemy beside it can push off, more if the enemy's number is higher, or in a row with
/// another one.
const PUSHED: f64 = -0.22;
const PUSHED_FIRST: f64 = -0.32;
const PUSHED_ROW: f64 = -0.73;
/// For one that an enemy comes into such a place against by one step.
const APPROACHED: f64 = -0.05;

/// The value by hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandWorth;

impl EvaluateSimultaneous<Epigo> for HandWorth {
    fn evaluate(&self, position: &Epigo) -> f64 {
        match position.outcome() {
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => -1.0,
            Some(Outcome::Draw) => 0.0,
            None if position.is_drawn() => 0.0,
            None => {
                let lead = of_side(position, Side::First) - of_side(position, Side::Second);
                lead / (1.0 + lead.abs())
            }
        }
    }
}

fn of_side(position: &Epigo, side: Side) -> f64 {
    let mut sum = LOST[position.lost(side).min(2) as usize];
    for (number, stands) in (1..).zip(STANDS) {
        let Some(square) = position.place(Tile { side, number }) else { continue };
        sum += stands + AWAY * f64::from(STEPS_AWAY[square]);
        if RIM >> square & 1 == 1 {
            sum += EDGE + danger(position, Tile { side, number }, square);
        }
    }
    sum
}

/// For a tile at the edge, the greatest danger that it is in of being pushed off.
fn danger(position: &Epigo, tile: Tile, square: usize) -> f64 {
    let mut danger = 0.0;
    for (outwards, inwards) in WAYS {
        if next(square, outwards).is_some() {
            continue;
        }
        let Some(inner) = next(square, inwards) else { continue };
        let found = match position.tile(inner) {
            Some(beside) if beside.side != tile.side => {
                PUSHED + if beside.number > tile.number { PUSHED_FIRST } else { 0.0 }
            }
            Some(_) => {
                // Two enemies behind two of ours.
                let behind = next(inner, inwards).and_then(|at| Some((at, position.tile(at)?)));
                let enemy = |tile_behind: Tile| tile_behind.side != tile.side;
                let first = behind.filter(|&(_, tile)| enemy(tile)).and_then(|(at, _)| next(at, inwards));
                if first.and_then(|at| position.tile(at)).is_some_and(enemy) { PUSHED_ROW } else { 0.0 }
            }
            None if BESIDE[inner] & position.occupied(!tile.side) != 0 => APPROACHED,
            None => 0.0,
        };
        danger = f64::min(danger, found);
    }
    danger
}

/// Each direction with its opposite.
const WAYS: [(Direction, Direction); 4] = [
    (Direction::North, Direction::South),
    (Direction::East, Direction::West),
    (Direction::South, Direction::North),
    (Direction::West, Direction::East),
];

/// The squares with an edge on at least one side.
const RIM: u64 = BOARD & !(BOARD << 8 & BOARD >> 8 & BOARD << 1 & BOARD >> 1 & 0x7E7E_7E7E_7E7E_7E7E);

/// Steps from each square to the nearest of the four in the middle.
static STEPS_AWAY: [u8; SQUARES] = {
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
    fn the_rim_is_where_a_step_leads_off() {
        for square in (0..64).filter(|&square| BOARD >> square & 1 == 1) {
            let leads_off = Direction::ALL.into_iter().any(|direction| next(square, direction).is_none());
            assert_eq!(RIM >> square & 1 == 1, leads_off, "{square}");
        }
    }

    #[test]
    fn even_where_both_stand_alike() {
        let value = |board: &str, turn| {
            let fen = format!("..../....../......../{board}/......../....../.... {turn}");
            HandWorth.evaluate(&Epigo::read_fen(&fen).expect("a position"))
        };
        let (even, ahead) = ("b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7", "b7b6b5b4..b2b1/w1w2w3w4.w5w6w7");
        assert!(value(even, 1).abs() < 1e-9);
        assert!((value(ahead, 9) - TILE).abs() < 0.05);
        assert!(value(ahead, 101).abs() < 1e-9);
    }
}
