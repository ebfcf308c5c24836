//! The evaluation by hand: men, and the room that they have.

use super::position::{Board, Gonu, Points};
use crate::core::Side;
use crate::core::grid::Direction;
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms.
pub const TERMS: usize = 7;
/// In sixteenths of a centipiece.
const WEIGHTS: [i32; TERMS] = [160, 1600, 16, 80, 80, 40, 40];

impl Evaluate<Gonu> for HandEval {
    fn evaluate(&self, position: &Gonu) -> i32 {
        terms(position).iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum::<i32>() / 16
    }
}

/// The terms, from the side to move.
#[must_use]
pub fn terms(position: &Gonu) -> [i32; TERMS] {
    let (own, enemy) = (of_side(position, position.side()), of_side(position, !position.side()));
    let mut terms = [0; TERMS];
    for (term, (own, enemy)) in terms.iter_mut().zip(own.into_iter().zip(enemy)) {
        *term = own - enemy;
    }
    // The turn.
    terms[0] = 1;
    terms
}

fn of_side(position: &Gonu, side: Side) -> [i32; TERMS] {
    let (own, enemy, free) = (position.men(side), position.men(!side), position.free());
    let mobility = Board::count_slides(own, free, free) as i32;
    let reach = Direction::ALL.into_iter().fold(Points::EMPTY, |all, d| all | Board::slides(own, free, d));
    // Where an arrival takes something, and where one can arrive.
    let traps = Board::traps(enemy, own, free);
    let beside = Direction::ALL.into_iter().fold(Points::EMPTY, |all, d| all | Board::step(own, d));
    [
        0,
        own.count(),
        mobility,
        (traps & reach).count(),
        traps.count(),
        // Men that stand together, and men that are safe along one line at the edge.
        (own & beside).count(),
        (own & Board::EDGES).count(),
    ]
}
