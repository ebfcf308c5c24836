//! The evaluation by hand: pieces, cities, and who can reach them.

use super::position::{Board, Cells, Sparta};
use super::weights::WEIGHTS;
use crate::base::{Side, taper};
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms.
pub const TERMS: usize = 17;
/// Pieces with which a game begins.
const MOST_PIECES: i32 = 16;
/// With fewer the weights change no more.
const FEW_PIECES: i32 = 2;

impl Evaluate<Sparta> for HandEval {
    fn evaluate(&self, position: &Sparta) -> i32 {
        let pieces: i32 = Side::BOTH.into_iter().map(|side| position.pieces(side).count()).sum();
        taper::sum(&terms(position), &WEIGHTS, pieces - FEW_PIECES, MOST_PIECES - FEW_PIECES)
    }
}

/// The terms, from the side to move.
#[must_use]
pub fn terms(position: &Sparta) -> [i32; TERMS] {
    let (own, enemy) = (of_side(position, position.side()), of_side(position, !position.side()));
    let mut terms = [0; TERMS];
    // What can be done at once is worth more to the side to move.
    for (i, (own, enemy)) in own.threats.into_iter().zip(enemy.threats).enumerate() {
        terms[1 + 2 * i] = own;
        terms[2 + 2 * i] = enemy;
    }
    taper::lead(&mut terms[7..], &own.terms, &enemy.terms);
    terms[0] = 1;
    terms
}

struct Of {
    threats: [i32; 3],
    terms: [i32; TERMS - 7],
}

fn of_side(position: &Sparta, side: Side) -> Of {
    let (warriors, heroes, free) = (position.warriors(side), position.heroes(side), position.free());
    let (own, prey) = (warriors | heroes, position.pieces(!side));
    let (own_cities, other_cities) = (position.cities(side), position.cities(!side));
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
    Of {
        threats: [(traps & by_all).count(), (by_warriors & other_cities).count(), (by_warriors & own_cities).count()],
        terms: [
            warriors.count(),
            heroes.count(),
            own_cities.count(),
            // Near the end of the cities each one counts more.
            -i32::from(own_cities.count() == 1),
            -i32::from(own_cities.count() == 2),
            mobility,
            (own & Board::around(own)).count(),
            (own & Board::RINGS[0]).count(),
            (own & Board::RINGS[1]).count(),
            (own & (own_cities | other_cities)).count(),
        ],
    }
}
