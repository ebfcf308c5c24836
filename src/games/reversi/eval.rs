//! The evaluation by hand: mobility, corners, and the squares that give corners away.

use super::board::{C_SQUARES, CORNERS, X_SQUARES, moves, neighbours};
use super::position::Reversi;
use crate::core::bits::count;
use crate::game::Evaluate;

/// Hand-written terms and their weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Weights in hundredths of a disc.
const CORNER: i32 = 900;
const C_SQUARE: i32 = -200;
const X_SQUARE: i32 = -400;
const MOVE: i32 = 90;
/// An empty square beside an enemy disc, where a move may open up.
const LATENT: i32 = 40;

impl Evaluate<Reversi> for HandEval {
    fn evaluate(&self, position: &Reversi) -> i32 {
        let (own, enemy) = (position.own(), position.enemy());
        let empty = !(own | enemy);
        // These squares matter only while the corner beside them is empty.
        let open = neighbours(CORNERS & empty);
        let lead = |squares: u64| count(own & squares) - count(enemy & squares);
        let mobility = count(moves(own, enemy)) - count(moves(enemy, own));
        let latent = count(neighbours(enemy) & empty) - count(neighbours(own) & empty);
        CORNER * lead(CORNERS)
            + C_SQUARE * lead(C_SQUARES & open)
            + X_SQUARE * lead(X_SQUARES & open)
            + MOVE * mobility
            + LATENT * latent
    }
}
