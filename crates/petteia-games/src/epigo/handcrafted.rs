//! Hand-crafted evaluation: tiles on the board, their distance from the centre, and threats to push them off.

use petteia_core::{EvaluateSimultaneous, Side};

use super::board::{BOARD, Direction, NEIGHBOURS, SQUARES, next};
use super::orders::Choice;
use super::position::{Epigo, TILES, Tile};
use super::replies::evaluate_replies;
use super::weights::WEIGHTS;

/// Value of one tile more in an even position. Values range from -1 to 1.
pub const TILE: f64 = 0.55;

/// Number of terms of the evaluation.
pub const TERMS: usize = TILES + 8;

/// Handcrafted terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandcraftedEval;

impl EvaluateSimultaneous<Epigo> for HandcraftedEval {
    fn evaluate(&self, position: &Epigo) -> f64 {
        position.final_value().unwrap_or_else(|| {
            let lead: f64 = terms(position).iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum();
            lead / (1.0 + lead.abs())
        })
    }

    fn evaluate_replies(&self, position: &Epigo, side: Side, choice: Choice, values: &mut Vec<f32>) -> u64 {
        evaluate_replies(position, side, choice, values, |after| self.evaluate(after) as f32)
    }
}

/// A threat to push a tile at the edge off the board. A later one weighs more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Threat {
    /// By an enemy, after one step.
    Approach,
    /// By an enemy beside the tile.
    Push,
    /// By an enemy beside the tile that has the higher number and moves first.
    FirstPush,
    /// By a row of two enemies behind an own tile.
    Row,
}

/// The terms, those of the first player minus those of the second.
#[must_use]
pub fn terms(position: &Epigo) -> [f64; TERMS] {
    let second = side_terms(position, Side::Second);
    let mut terms = side_terms(position, Side::First);
    terms.iter_mut().zip(second).for_each(|(term, second)| *term -= second);
    terms
}

/// The terms of one side.
fn side_terms(position: &Epigo, side: Side) -> [f64; TERMS] {
    let flag = |is_set: bool| f64::from(u8::from(is_set));
    let (mut on_board, mut threats) = ([0.0; TILES], [0.0; 4]);
    let (mut centre_steps, mut edge) = (0, 0);
    for number in 1..=TILES as u8 {
        let tile = Tile { side, number };
        let Some(square) = position.square_of(tile) else { continue };
        on_board[usize::from(number) - 1] = 1.0;
        centre_steps += CENTRE_DISTANCE[square];
        if EDGE_SQUARES >> square & 1 == 1 {
            edge += 1;
            if let Some(threat) = threat(position, tile, square) {
                threats[threat as usize] += 1.0;
            }
        }
    }
    let [one, two, three, four, five, six, seven] = on_board;
    let [approach, push, first_push, row] = threats;
    let (one_lost, two_lost) = (flag(position.lost(side) >= 1), flag(position.lost(side) >= 2));
    let (centre_steps, edge) = (f64::from(centre_steps), f64::from(edge));
    [one, two, three, four, five, six, seven, one_lost, two_lost, centre_steps, edge, approach, push, first_push, row]
}

/// The gravest threat to push a tile at the edge off the board.
fn threat(position: &Epigo, tile: Tile, square: usize) -> Option<Threat> {
    let by_direction = OPPOSITES.into_iter().filter_map(|(outwards, inwards)| {
        if next(square, outwards).is_some() {
            return None;
        }
        let inner = next(square, inwards)?;
        match position.tile(inner) {
            Some(enemy) if enemy.side != tile.side => {
                Some(if enemy.number > tile.number { Threat::FirstPush } else { Threat::Push })
            }
            Some(_) => {
                let first = next(inner, inwards)?;
                let second = next(first, inwards)?;
                let is_enemy = |square| position.tile(square).is_some_and(|other| other.side != tile.side);
                (is_enemy(first) && is_enemy(second)).then_some(Threat::Row)
            }
            None => (NEIGHBOURS[inner] & position.occupied(!tile.side) != 0).then_some(Threat::Approach),
        }
    });
    by_direction.max()
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
    use petteia_core::SimultaneousNotation;

    use super::*;

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
            HandcraftedEval.evaluate(&Epigo::parse_fen(&fen).expect("a position"))
        };
        let (even, ahead) = ("b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7", "b7b6b5b4..b2b1/w1w2w3w4.w5w6w7");
        assert!(value(even, 1).abs() < 1e-9);
        assert!((value(ahead, 9) - TILE).abs() < 0.05);
        assert!(value(ahead, 101).abs() < 1e-9);
    }
}
