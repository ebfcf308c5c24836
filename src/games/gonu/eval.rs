//! Hand-crafted evaluation: material, mobility, threats of capture and squares.

use super::position::{Board, Gonu};
use super::weights::WEIGHTS;
use crate::base::{Side, taper};
use crate::game::{Evaluate, Position};

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = 10;
/// Number of men at the start of a game.
const START_MEN: i32 = 16;
/// Minimum number of men in a game that is not over.
const MIN_MEN: i32 = 2 * Gonu::MIN_MEN;

impl Evaluate<Gonu> for HandEval {
    fn evaluate(&self, position: &Gonu) -> i32 {
        let men: i32 = Side::BOTH.into_iter().map(|side| position.men(side).count()).sum();
        taper::sum(&terms(position), &WEIGHTS, men - MIN_MEN, START_MEN - MIN_MEN)
    }
}

/// The terms, positive for the side to move.
#[must_use]
pub fn terms(position: &Gonu) -> [i32; TERMS] {
    let (own, enemy) = (side_terms(position, position.side()), side_terms(position, !position.side()));
    let mut terms = [0; TERMS];
    // Own and enemy threats have separate weights, because only the side to move can capture at once.
    terms[1] = own.threats;
    terms[2] = enemy.threats;
    taper::lead(&mut terms[3..], &own.terms, &enemy.terms);
    // The tempo bonus.
    terms[0] = 1;
    terms
}

/// The terms of one side.
struct SideTerms {
    threats: i32,
    terms: [i32; TERMS - 3],
}

fn side_terms(position: &Gonu, side: Side) -> SideTerms {
    let (own, enemy, free) = (position.men(side), position.men(!side), position.free());
    let enclosing = Board::enclosing_squares(enemy, own, free);
    let (reach, mobility) = Board::reach_and_mobility(own, free);
    SideTerms {
        threats: (enclosing & reach).count(),
        terms: [
            own.count(),
            mobility,
            enclosing.count(),
            // Men with a neighbour of their own side.
            (own & Board::around(own)).count(),
            (own & Board::RINGS[0]).count(),
            (own & Board::RINGS[1]).count(),
            (own & Board::RINGS[2]).count(),
        ],
    }
}
