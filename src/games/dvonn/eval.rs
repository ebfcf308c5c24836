//! The evaluation by hand.

use super::position::{Dvonn, Move, Phase};
use crate::core::Side;
use crate::game::{Evaluate, Position, Searchable};

/// Hand-written terms and weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

impl Evaluate<Dvonn> for HandEval {
    fn evaluate(&self, position: &Dvonn) -> i32 {
        100 * position.margin()
    }
}

impl Searchable for Dvonn {
    const TAGS: usize = 1 << 12;
    const COUNTED: bool = true;

    fn tag(m: Move) -> usize {
        m.number()
    }

    fn margin(&self) -> i32 {
        let lead = i32::from(self.pieces(Side::First)) - i32::from(self.pieces(Side::Second));
        if self.side() == Side::First { lead } else { -lead }
    }

    fn promise(&self, _m: Move) -> i32 {
        0
    }

    fn plies_to_end(&self) -> Option<u32> {
        (self.phase() == Phase::Stacking).then(|| self.occupied().count_ones())
    }
}
