//! Hand-crafted evaluation, of the board of 6x6 squares: mobility, corners and the squares beside them, stable discs.

use petteia_core::Evaluate;
use petteia_core::bits::count;
use petteia_core::taper::{self, SideTerms};

use super::board::{Grid, dilate, empty, moves};
use super::position::SizedReversi;
use super::stability::stable;
use super::weights::WEIGHTS;

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandcraftedEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = 9;

impl<const SIZE: usize> Evaluate<SizedReversi<SIZE>> for HandcraftedEval {
    fn evaluate(&self, position: &SizedReversi<SIZE>) -> i32 {
        let [phase, max_phase] = phase(position);
        taper::sum(&terms(position), &WEIGHTS, phase, max_phase)
    }
}

/// The phase of the game for [`taper::sum`], and the phase at the start.
#[must_use]
pub fn phase<const SIZE: usize>(position: &SizedReversi<SIZE>) -> [i32; 2] {
    [position.empties().cast_signed(), count(Grid::<SIZE>::SQUARES) - 4]
}

/// The terms, positive for the side to move.
#[must_use]
pub fn terms<const SIZE: usize>(position: &SizedReversi<SIZE>) -> [i32; TERMS] {
    let (own, enemy) = (position.own(), position.enemy());
    taper::by_side(&side_terms::<SIZE>(own, enemy), &side_terms::<SIZE>(enemy, own))
}

/// The terms of the side that owns `own`.
fn side_terms<const SIZE: usize>(own: u64, enemy: u64) -> SideTerms<0, { TERMS - 1 }> {
    let [corners, c_squares] = [Grid::<SIZE>::CORNERS, Grid::<SIZE>::C_SQUARES];
    let empty = empty::<SIZE>(own, enemy);
    let moves = moves::<SIZE>(own, enemy);
    // The squares beside an empty corner: C-squares, and the X-square on the diagonal.
    let beside_empty = dilate(corners & empty) & Grid::<SIZE>::SQUARES & !corners;
    let edges = Grid::<SIZE>::EDGES[0] | Grid::<SIZE>::EDGES[1];
    #[rustfmt::skip]
    let counts = [
        count(moves), count(moves & corners), count(dilate(enemy) & empty), count(own),
        count(own & corners), count(own & beside_empty & c_squares), count(own & beside_empty & !edges),
        count(stable::<SIZE>(own, enemy)),
    ];
    SideTerms { threats: [], counts }
}
