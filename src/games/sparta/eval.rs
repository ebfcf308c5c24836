//! Hand-crafted evaluation: material, cities, mobility, threats and squares.

use super::position::{Bitboard, Board, Sparta};
use super::weights::WEIGHTS;
use crate::base::{Side, taper};
use crate::game::{Evaluate, Position};

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = 17;
/// Number of pieces at the start of a game.
const START_PIECES: i32 = 16;
/// Number of pieces below which the weights no longer change.
const ENDGAME_PIECES: i32 = 2;

impl Evaluate<Sparta> for HandEval {
    fn evaluate(&self, position: &Sparta) -> i32 {
        let pieces: i32 = Side::BOTH.into_iter().map(|side| position.pieces(side).count()).sum();
        taper::sum(&terms(position), &WEIGHTS, pieces - ENDGAME_PIECES, START_PIECES - ENDGAME_PIECES)
    }
}

/// The terms, positive for the side to move.
#[must_use]
pub fn terms(position: &Sparta) -> [i32; TERMS] {
    let (own, enemy) = (side_terms(position, position.side()), side_terms(position, !position.side()));
    let mut terms = [0; TERMS];
    // Own and enemy threats have separate weights, because only the side to move can carry them out at once.
    for (i, (own, enemy)) in own.threats.into_iter().zip(enemy.threats).enumerate() {
        terms[1 + 2 * i] = own;
        terms[2 + 2 * i] = enemy;
    }
    taper::lead(&mut terms[7..], &own.terms, &enemy.terms);
    // The tempo bonus.
    terms[0] = 1;
    terms
}

/// The terms of one side.
struct SideTerms {
    threats: [i32; 3],
    terms: [i32; TERMS - 7],
}

fn side_terms(position: &Sparta, side: Side) -> SideTerms {
    let (warriors, heroes, free) = (position.warriors(side), position.heroes(side), position.free());
    let (own, enemies) = (warriors | heroes, position.pieces(!side));
    let (own_cities, enemy_cities) = (position.cities(side), position.cities(!side));
    let to_move = if position.side() == side { *position } else { position.after_null_move() };
    let (mut mobility, mut warrior_reach, mut total_reach) = (0, Bitboard::EMPTY, Bitboard::EMPTY);
    own.for_each(|from| {
        let reach = to_move.reach(from);
        mobility += reach.count();
        total_reach |= reach;
        if warriors.has(from) {
            warrior_reach |= reach;
        }
    });
    let enclosing = Board::enclosing_squares(enemies, own, free);
    SideTerms {
        threats: [
            (enclosing & total_reach).count(),
            (warrior_reach & enemy_cities).count(),
            (warrior_reach & own_cities).count(),
        ],
        terms: [
            warriors.count(),
            heroes.count(),
            own_cities.count(),
            // The last two cities count extra, because a side without cities has lost.
            -i32::from(own_cities.count() == 1),
            -i32::from(own_cities.count() == 2),
            mobility,
            (own & Board::around(own)).count(),
            (own & Board::RINGS[0]).count(),
            (own & Board::RINGS[1]).count(),
            (own & (own_cities | enemy_cities)).count(),
        ],
    }
}
