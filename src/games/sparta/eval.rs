//! The evaluation by hand: pieces, cities, and who can reach them.

use super::position::{Board, Cells, Sparta};
use crate::core::Side;
use crate::core::grid::Direction;
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms.
pub const TERMS: usize = 11;
/// In sixteenths of a centipiece.
const WEIGHTS: [i32; TERMS] = [160, 1600, 2200, 1000, 300, 100, 10, 160, 80, 20, 20];

impl Evaluate<Sparta> for HandEval {
    fn evaluate(&self, position: &Sparta) -> i32 {
        terms(position).iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum::<i32>() / 16
    }
}

/// The terms, from the side to move.
#[must_use]
pub fn terms(position: &Sparta) -> [i32; TERMS] {
    let (own, enemy) = (of_side(position, position.side()), of_side(position, !position.side()));
    let mut terms = [0; TERMS];
    for (term, (own, enemy)) in terms.iter_mut().zip(own.into_iter().zip(enemy)) {
        *term = own - enemy;
    }
    // The turn.
    terms[0] = 1;
    terms
}

fn of_side(position: &Sparta, side: Side) -> [i32; TERMS] {
    let (warriors, heroes, free) = (position.warriors(side), position.heroes(side), position.free());
    let (own, prey) = (warriors | heroes, position.pieces(!side));
    let of_mover = if position.side() == side { *position } else { position.turned() };
    let (mut mobility, mut by_warriors, mut by_all) = (0, Cells::EMPTY, Cells::EMPTY);
    own.for_each(|from| {
        let reach = of_mover.reach(from);
        mobility += reach.count();
        by_all |= reach;
        if warriors.has(from) {
            by_warriors |= reach;
        }
    });
    let traps = Board::traps(prey, own, free);
    let beside = Direction::ALL.into_iter().fold(Cells::EMPTY, |all, d| all | Board::step(own, d));
    [
        0,
        warriors.count(),
        heroes.count(),
        position.cities(side).count(),
        (by_warriors & position.cities(!side)).count(),
        (by_warriors & position.cities(side)).count(),
        mobility,
        (traps & by_all).count(),
        traps.count(),
        (own & beside).count(),
        (own & Board::EDGES).count(),
    ]
}
