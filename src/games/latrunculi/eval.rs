//! Hand-crafted evaluation: material, mobility, threats of enclosing, squares and the safety of each dux.

use super::position::Latrunculi;
use super::weights::weights;
use crate::base::grid::Grid;
use crate::base::{Side, taper};
use crate::game::{Evaluate, Position};

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = 17;

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>
    Evaluate<Latrunculi<FILES, RANKS, WORDS, DUX>> for HandEval
{
    fn evaluate(&self, position: &Latrunculi<FILES, RANKS, WORDS, DUX>) -> i32 {
        let men: i32 = Side::BOTH.into_iter().map(|side| position.men(side).count()).sum();
        let start_men = if DUX { 2 * FILES } else { 4 * FILES };
        taper::sum(&terms(position), weights(FILES, DUX), men, i32::from(start_men as u8))
    }
}

/// The terms, positive for the side to move.
#[must_use]
pub fn terms<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
) -> [i32; TERMS] {
    let (own, enemy) = (side_terms(position, position.side()), side_terms(position, !position.side()));
    let mut terms = [0; TERMS];
    // Own and enemy threats have separate weights, because only the side to move can enclose men at once.
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

fn side_terms<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
    side: Side,
) -> SideTerms {
    let (men, own, free) = (position.men(side), position.pieces(side), position.free());
    let enclosing = Grid::<FILES, RANKS, WORDS>::enclosing_squares(position.men(!side), own, free);
    let around = Grid::<FILES, RANKS, WORDS>::around(own);
    let (reach, mobility) = if DUX {
        Grid::<FILES, RANKS, WORDS>::reach_and_mobility(own, free)
    } else {
        (around & free, position.steps(side))
    };
    let [edge, second, third] = Grid::<FILES, RANKS, WORDS>::RINGS;
    let [edge_men, second_men, third_men] = [edge, second, third].map(|ring| (men & ring).count());
    let mut terms = [
        men.count(),
        mobility,
        enclosing.count(),
        (men & around).count(),
        edge_men,
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
        // The first two exits have weights of their own: the fewer exits, the more each of them counts.
        terms[7] = exits.min(1);
        terms[8] = (exits - 1).clamp(0, 1);
        terms[9] = (exits - 2).max(0);
        terms[10] = -(beside & position.pieces(!side)).count();
        terms[11] = Grid::<FILES, RANKS, WORDS>::count_slides_from(dux, free);
        terms[12] = i32::from(edge.has(dux));
        terms[13] = i32::from(second.has(dux));
    }
    SideTerms { threats: (enclosing & reach).count(), terms }
}
