//! Beliefs about the placement phase: near red is good, and so is the rim far from it.

use super::board::{BOARD, NEIGHBOURS, REACH, RIM, dilate};
use super::position::Dvonn;
use super::weights::PLACEMENT;
use crate::core::Side;
use crate::core::bits::{count, ones};
use crate::game::Position;

/// Distances from red are told apart up to this one.
const RINGS: usize = 7;

/// Where each family of terms begins; each has one term for inner cells and one for the rim.
mod term {
    use super::RINGS;

    /// A piece, by distance from red.
    pub(super) const RING: usize = 0;
    /// An own piece next to it.
    pub(super) const BESIDE_OWN: usize = RING + 2 * RINGS;
    /// An enemy piece next to it.
    pub(super) const BESIDE_ENEMY: usize = BESIDE_OWN + 2;
    /// An own piece two steps away in line, where a stack of two would land.
    pub(super) const OWN_IN_REACH: usize = BESIDE_ENEMY + 2;
    /// A red one there.
    pub(super) const RED_IN_REACH: usize = OWN_IN_REACH + 2;
    /// A step on the way to each of the red ones.
    pub(super) const STEPS: usize = RED_IN_REACH + 2;
    pub(super) const COUNT: usize = STEPS + 2;
}

/// Number of terms.
pub(super) const TERMS: usize = term::COUNT;

/// The value of a placement to the side to move, in centipieces.
#[must_use]
pub(super) fn evaluate(position: &Dvonn) -> i32 {
    let value = |side| {
        let mut value = 0;
        terms(position, side, |term, count| value += PLACEMENT[term] * count);
        value
    };
    value(position.side()) - value(!position.side())
}

/// Calls `visit` with the terms that speak for a side, and how often each does.
#[inline]
fn terms(position: &Dvonn, side: Side, mut visit: impl FnMut(usize, i32)) {
    let (own, enemy, red) = (position.stacks(side), position.stacks(!side), position.reds());
    let mut seen = red;
    for ring in 0..RINGS {
        let next = if ring + 1 < RINGS { dilate(seen) } else { BOARD };
        let cells = own & next & !seen;
        visit(term::RING + 2 * ring, count(cells & !RIM));
        visit(term::RING + 2 * ring + 1, count(cells & RIM));
        seen = next;
    }
    for cell in ones(red) {
        let mut seen = 1 << cell;
        while seen != BOARD {
            // Each step not yet taken costs one for all cells that are still further away.
            visit(term::STEPS, count(own & !seen & !RIM));
            visit(term::STEPS + 1, count(own & !seen & RIM));
            seen = dilate(seen);
        }
    }
    for cell in ones(own) {
        let rim = usize::from(RIM >> cell & 1 == 1);
        let (beside, reach) = (NEIGHBOURS[cell], REACH[cell][2]);
        visit(term::BESIDE_OWN + rim, count(beside & own));
        visit(term::BESIDE_ENEMY + rim, count(beside & enemy));
        visit(term::OWN_IN_REACH + rim, count(reach & own));
        visit(term::RED_IN_REACH + rim, count(reach & red));
    }
}

/// How evenly the red pieces cover the board: minus half the sum of the squared distances of all
/// cells from the nearest red one.
#[must_use]
pub(super) fn red_cover(reds: u64) -> i32 {
    let (mut seen, mut distance, mut sum) = (reds, 0, 0);
    while seen != BOARD {
        distance += 1;
        let next = dilate(seen);
        sum += distance * distance * count(next & !seen);
        seen = next;
    }
    -sum / 2
}
