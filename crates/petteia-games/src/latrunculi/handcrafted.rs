//! Hand-crafted evaluation: material, mobility, threats of enclosing, squares and the safety of each dux.

use petteia_core::grid::Grid;
use petteia_core::taper::SideTerms;
use petteia_core::{Evaluate, Position, Side, taper};

use super::position::Latrunculi;
use super::weights::weights;
use crate::custodial;

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandcraftedEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = 17;
/// The men among the counts of a side.
const MEN: usize = 0;
/// The mobility among the counts of a side.
const MOBILITY: usize = 1;

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>
    Evaluate<Latrunculi<FILES, RANKS, WORDS, DUX>> for HandcraftedEval
{
    fn evaluate(&self, position: &Latrunculi<FILES, RANKS, WORDS, DUX>) -> i32 {
        let [phase, max_phase] = phase(position);
        let sides = [position.side(), !position.side()];
        let [own, enemy] = sides.map(|side| side_terms(position, side));
        let by_terms = taper::sum(&taper::by_side(&own, &enemy), weights(FILES, DUX), phase, max_phase);
        if !DUX {
            return by_terms;
        }
        let (lead, mobility) = (own.counts[MEN] - enemy.counts[MEN], [own.counts[MOBILITY], enemy.counts[MOBILITY]]);
        let pieces = sides.map(|side| position.pieces(side));
        by_terms + custodial::technique::<FILES, RANKS, WORDS>(lead, pieces, mobility)
    }
}

/// The phase of the game for [`taper::sum`], and the phase at the start.
#[must_use]
pub fn phase<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
) -> [i32; 2] {
    let men: i32 = Side::BOTH.into_iter().map(|side| position.men(side).count()).sum();
    let start_men = if DUX { 2 * FILES } else { 4 * FILES };
    [men, i32::from(start_men as u8)]
}

/// The terms, positive for the side to move.
#[must_use]
pub fn terms<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
) -> [i32; TERMS] {
    taper::by_side(&side_terms(position, position.side()), &side_terms(position, !position.side()))
}

/// The terms of one side.
fn side_terms<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
    side: Side,
) -> SideTerms<1, { TERMS - 3 }> {
    let (men, own, free) = (position.men(side), position.pieces(side), position.free());
    let enclosing = Grid::<FILES, RANKS, WORDS>::enclosing_squares(position.men(!side), own, free);
    let around = Grid::<FILES, RANKS, WORDS>::around(own);
    let (reach, mobility) = if DUX {
        Grid::<FILES, RANKS, WORDS>::reach_and_mobility(own, free)
    } else {
        (around & free, position.steps(side))
    };
    let threats = (enclosing & reach).count();
    let connected = (men & around).count();
    let [edge, second, third] = Grid::<FILES, RANKS, WORDS>::RINGS.map(|ring| (men & ring).count());
    let [first_exit, second_exit, more_exits, attackers, slides, on_edge, on_second] = dux_terms(position, side);
    #[rustfmt::skip]
    let counts = [
        men.count(), mobility, enclosing.count(), connected, edge, second, third,
        first_exit, second_exit, more_exits, attackers, slides, on_edge, on_second,
    ];
    SideTerms { threats: [threats], counts }
}

/// The terms of the dux of one side: its first, second and further exits, the enemies beside it, its slides, and
/// whether it stands on the edge or on the second ring. The first two exits have weights of their own: the fewer exits,
/// the more each of them counts.
fn dux_terms<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool>(
    position: &Latrunculi<FILES, RANKS, WORDS, DUX>,
    side: Side,
) -> [i32; 7] {
    let Some(dux) = position.dux(side) else { return [0; 7] };
    let [edge, second, _] = Grid::<FILES, RANKS, WORDS>::RINGS;
    let beside = Grid::<FILES, RANKS, WORDS>::neighbours(dux);
    let exits = (beside & position.free()).count();
    [
        exits.min(1),
        (exits - 1).clamp(0, 1),
        (exits - 2).max(0),
        -(beside & position.pieces(!side)).count(),
        Grid::<FILES, RANKS, WORDS>::count_slides_from(dux, position.free()),
        i32::from(edge.contains(dux)),
        i32::from(second.contains(dux)),
    ]
}
