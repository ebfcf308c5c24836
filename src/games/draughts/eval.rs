//! The evaluation by hand.

use super::position::Draughts;
use super::rules::Rules;
use crate::core::Side;
use crate::core::bits::count;
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

impl<R: Rules> Evaluate<Draughts<R>> for HandEval {
    fn evaluate(&self, position: &Draughts<R>) -> i32 {
        let king = if R::FLYING_KINGS { 300 } else { 140 };
        let value = |side: Side| 100 * count(position.men(side)) + king * count(position.kings(side));
        value(position.side()) - value(!position.side())
    }
}
