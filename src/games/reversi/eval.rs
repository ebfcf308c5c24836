//! The evaluation by hand: mobility, corners, and the squares that give corners away.

use super::board::moves;
use super::position::Reversi;
use crate::core::bits::count;
use crate::game::Evaluate;

/// Hand-written terms and their weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Next to a corner along the rim, and diagonally.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

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

/// The squares that touch the set, some of its own among them.
fn neighbours(set: u64) -> u64 {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let row = set | (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    row | row << 8 | row >> 8
}
