//! The evaluation by hand: what players of the game count, weighed by how full the board is.

use super::board::{C_SQUARES, CORNERS, X_SQUARES, moves, neighbours};
use super::position::Reversi;
use super::solver::odd_quadrants;
use super::stability::stable;
use super::weights::{TERMS, WEIGHTS};
use crate::core::bits::count;
use crate::game::Evaluate;

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

impl Evaluate<Reversi> for HandEval {
    fn evaluate(&self, position: &Reversi) -> i32 {
        let weights = &WEIGHTS[position.empties().min(60) as usize];
        terms(position).iter().zip(weights).map(|(term, weight)| term * weight).sum::<i32>() / 16
    }
}

/// The terms, from the side to move.
#[must_use]
pub fn terms(position: &Reversi) -> [i32; TERMS] {
    let (own, enemy) = (position.own(), position.enemy());
    let empty = !(own | enemy);
    let lead = |squares: u64| count(own & squares) - count(enemy & squares);
    let [own_moves, enemy_moves] = [moves(own, enemy), moves(enemy, own)];
    let mobility = count(own_moves) - count(enemy_moves);
    // One move more is worth the more, the fewer there are.
    let freedom = 64 * mobility / (count(own_moves | enemy_moves) + 2);
    // Next to a corner a disc is a danger as long as the corner is empty.
    let open = neighbours(CORNERS & empty);
    let closed = !open;
    [
        1,
        count(empty) & 1,
        count(odd_quadrants(empty)) / 16,
        mobility,
        freedom,
        count(own_moves & CORNERS) - count(enemy_moves & CORNERS),
        // Empty squares beside enemy discs, where moves may open up.
        count(neighbours(enemy) & empty) - count(neighbours(own) & empty),
        // Frontier discs.
        lead(neighbours(empty)),
        lead(CORNERS),
        lead(C_SQUARES & open),
        lead(C_SQUARES & closed),
        lead(X_SQUARES & open),
        lead(X_SQUARES & closed),
        lead(EDGES),
        count(stable(own, enemy)) - count(stable(enemy, own)),
        lead(!0),
    ]
}

/// The squares at the rim but corners and those next to them.
const EDGES: u64 = 0x3C00_8181_8181_003C;
