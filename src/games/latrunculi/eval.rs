//! The evaluation by hand: men, the room that they have, and the freedom of each dux.

use super::position::Latrunculi;
use crate::core::Side;
use crate::core::grid::{Direction, Grid, Squares};
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms.
pub const TERMS: usize = 11;
/// In sixteenths of a centipiece.
const WEIGHTS: [i32; TERMS] = [160, 1600, 12, 80, 80, 40, 20, 600, 400, 160, 40];

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>
    Evaluate<Latrunculi<FILES, RANKS, WORDS, DUX>> for HandEval
{
    fn evaluate(&self, position: &Latrunculi<FILES, RANKS, WORDS, DUX>) -> i32 {
        terms(position).iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum::<i32>() / 16
    }
}

/// The terms, from the side to move.
#[must_use]
pub fn terms<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
) -> [i32; TERMS] {
    let (own, enemy) = (of_side(position, position.side()), of_side(position, !position.side()));
    let mut terms = [0; TERMS];
    for (term, (own, enemy)) in terms.iter_mut().zip(own.into_iter().zip(enemy)) {
        *term = own - enemy;
    }
    // The turn.
    terms[0] = 1;
    terms
}

fn of_side<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
    side: Side,
) -> [i32; TERMS] {
    let (men, own, free) = (position.men(side), position.pieces(side), position.free());
    let prey = position.men(!side);
    let around = |set| {
        let all = Direction::ALL.into_iter().map(|d| Grid::<FILES, RANKS, WORDS>::step(set, d));
        all.fold(Squares::EMPTY, |all, set| all | set)
    };
    let traps = Grid::<FILES, RANKS, WORDS>::traps(prey, own, free);
    let (mobility, reach) = if DUX {
        let each = Direction::ALL.map(|d| Grid::<FILES, RANKS, WORDS>::slides(own, free, d));
        (each.iter().map(|set| set.count()).sum(), each.into_iter().fold(Squares::EMPTY, |all, set| all | set))
    } else {
        (position.steps(side), around(own) & free)
    };
    let mut terms = [
        0,
        men.count(),
        mobility,
        (traps & reach).count(),
        traps.count(),
        (men & around(own)).count(),
        (men & Grid::<FILES, RANKS, WORDS>::EDGES).count(),
        0,
        0,
        0,
        0,
    ];
    if let Some(dux) = position.dux(side) {
        // Few exits are a danger: the second one is worth more than the third.
        let exits = (Grid::<FILES, RANKS, WORDS>::neighbours(dux) & free).count();
        terms[7] = exits.min(2);
        terms[8] = (exits - 2).max(0);
        terms[9] = -(Grid::<FILES, RANKS, WORDS>::neighbours(dux) & position.pieces(!side)).count();
        terms[10] = Grid::<FILES, RANKS, WORDS>::slides_from(dux, free).count();
    }
    terms
}
