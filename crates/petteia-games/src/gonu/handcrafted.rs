//! Hand-crafted evaluation: material, mobility, threats of capture and squares.

use petteia_core::taper::SideTerms;
use petteia_core::{Evaluate, Position, Side, taper};

use super::position::{Board, Gonu};
use super::weights::WEIGHTS;
use crate::custodial;

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandcraftedEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = 10;
/// The men among the counts of a side.
const MEN: usize = 0;
/// The mobility among the counts of a side.
const MOBILITY: usize = 1;
/// Number of men at the start of a game.
const START_MEN: i32 = 16;
/// Minimum number of men in a game that is not over.
const MIN_MEN: i32 = 2 * Gonu::MIN_MEN;

impl Evaluate<Gonu> for HandcraftedEval {
    fn evaluate(&self, position: &Gonu) -> i32 {
        let [phase, max_phase] = phase(position);
        let sides = [position.side(), !position.side()];
        let [own, enemy] = sides.map(|side| side_terms(position, side));
        let (lead, mobility) = (own.counts[MEN] - enemy.counts[MEN], [own.counts[MOBILITY], enemy.counts[MOBILITY]]);
        taper::sum(&taper::by_side(&own, &enemy), &WEIGHTS, phase, max_phase)
            + custodial::technique::<8, 8, 1>(lead, sides.map(|side| position.men(side)), mobility)
    }
}

/// The phase of the game for [`taper::sum`], and the phase at the start.
#[must_use]
pub fn phase(position: &Gonu) -> [i32; 2] {
    let men: i32 = Side::BOTH.into_iter().map(|side| position.men(side).count()).sum();
    [men - MIN_MEN, START_MEN - MIN_MEN]
}

/// The terms, positive for the side to move.
#[must_use]
pub fn terms(position: &Gonu) -> [i32; TERMS] {
    taper::by_side(&side_terms(position, position.side()), &side_terms(position, !position.side()))
}

/// The terms of one side.
fn side_terms(position: &Gonu, side: Side) -> SideTerms<1, { TERMS - 3 }> {
    let (own, enemy, free) = (position.men(side), position.men(!side), position.free());
    let enclosing = Board::enclosing_squares(enemy, own, free);
    let (reach, mobility) = Board::reach_and_mobility(own, free);
    let captures = (enclosing & reach).count();
    let connected = (own & Board::around(own)).count();
    let [edge, second_ring, third_ring] = [0, 1, 2].map(|ring| (own & Board::RINGS[ring]).count());
    SideTerms {
        threats: [captures],
        counts: [own.count(), mobility, enclosing.count(), connected, edge, second_ring, third_ring],
    }
}
