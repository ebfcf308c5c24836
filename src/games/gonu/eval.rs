//! The evaluation by hand: men, the room that they have, and what can be enclosed.

use super::position::{Board, Gonu};
use super::weights::WEIGHTS;
use crate::base::{Side, taper};
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms.
pub const TERMS: usize = 10;
/// Men with which a game begins.
const MOST_MEN: i32 = 16;
/// The fewest men of a game that goes on.
const LEAST_MEN: i32 = 2 * Gonu::LEAST_MEN;

impl Evaluate<Gonu> for HandEval {
    fn evaluate(&self, position: &Gonu) -> i32 {
        let men: i32 = Side::BOTH.into_iter().map(|side| position.men(side).count()).sum();
        taper::sum(&terms(position), &WEIGHTS, men - LEAST_MEN, MOST_MEN - LEAST_MEN)
    }
}

/// The terms, from the side to move.
#[must_use]
pub fn terms(position: &Gonu) -> [i32; TERMS] {
    let (own, enemy) = (of_side(position, position.side()), of_side(position, !position.side()));
    let mut terms = [0; TERMS];
    // What can be taken is worth more to the side to move.
    terms[1] = own.threats;
    terms[2] = enemy.threats;
    taper::lead(&mut terms[3..], &own.terms, &enemy.terms);
    terms[0] = 1;
    terms
}

struct Of {
    threats: i32,
    terms: [i32; TERMS - 3],
}

fn of_side(position: &Gonu, side: Side) -> Of {
    let (own, enemy, free) = (position.men(side), position.men(!side), position.free());
    let traps = Board::traps(enemy, own, free);
    let (reach, mobility) = Board::room(own, free);
    Of {
        threats: (traps & reach).count(),
        terms: [
            own.count(),
            mobility,
            traps.count(),
            // Men that stand together.
            (own & Board::around(own)).count(),
            (own & Board::RINGS[0]).count(),
            (own & Board::RINGS[1]).count(),
            (own & Board::RINGS[2]).count(),
        ],
    }
}
