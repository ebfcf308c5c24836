//! The evaluation by hand: men, the room that they have, what can be enclosed, and the freedom of each dux.

use super::position::Latrunculi;
use super::weights::weights;
use crate::base::grid::Grid;
use crate::base::{Side, taper};
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms.
pub const TERMS: usize = 17;

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>
    Evaluate<Latrunculi<FILES, RANKS, WORDS, DUX>> for HandEval
{
    fn evaluate(&self, position: &Latrunculi<FILES, RANKS, WORDS, DUX>) -> i32 {
        let men: i32 = Side::BOTH.into_iter().map(|side| position.men(side).count()).sum();
        // The men with which a game begins.
        let most = if DUX { 2 * FILES } else { 4 * FILES };
        taper::sum(&terms(position), weights(FILES, DUX), men, i32::from(most as u8))
    }
}

/// The terms, from the side to move.
#[must_use]
pub fn terms<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
) -> [i32; TERMS] {
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

fn of_side<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
    side: Side,
) -> Of {
    let (men, own, free) = (position.men(side), position.pieces(side), position.free());
    let traps = Grid::<FILES, RANKS, WORDS>::traps(position.men(!side), own, free);
    let around = Grid::<FILES, RANKS, WORDS>::around(own);
    let (reach, mobility) =
        if DUX { Grid::<FILES, RANKS, WORDS>::room(own, free) } else { (around & free, position.steps(side)) };
    let [rim, second, third] = Grid::<FILES, RANKS, WORDS>::RINGS;
    let [rim_men, second_men, third_men] = [rim, second, third].map(|ring| (men & ring).count());
    let mut terms = [
        men.count(),
        mobility,
        traps.count(),
        (men & around).count(),
        rim_men,
        second_men,
        third_men,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ];
    if let Some(dux) = position.dux(side) {
        let beside = Grid::<FILES, RANKS, WORDS>::neighbours(dux);
        let exits = (beside & free).count();
        // The fewer exits, the more one of them matters.
        terms[7] = exits.min(1);
        terms[8] = (exits - 1).clamp(0, 1);
        terms[9] = (exits - 2).max(0);
        terms[10] = -(beside & position.pieces(!side)).count();
        terms[11] = Grid::<FILES, RANKS, WORDS>::count_slides_from(dux, free);
        terms[12] = i32::from(rim.has(dux));
        terms[13] = i32::from(second.has(dux));
    }
    Of { threats: (traps & reach).count(), terms }
}
