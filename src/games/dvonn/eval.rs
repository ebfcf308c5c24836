//! The evaluation by hand: terms that a player would name, weighed for each stage of the game.

use super::board::{RIM, dilate, may_cut};
use super::placement;
use super::position::{Dvonn, Phase};
use super::weights::{STACKING, STAGES};
use crate::core::Side;
use crate::core::bits::ones;
use crate::game::{Evaluate, Position};

/// Hand-written terms and their weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Heights are told apart up to this one.
const HEIGHTS: usize = 6;
/// Distances from red, along stacks, are told apart up to this one.
const RINGS: usize = 5;

/// Where each family of terms begins in a row of weights.
mod term {
    use super::{HEIGHTS, RINGS};

    /// A stack without red, by height.
    pub(super) const PLAIN: usize = 0;
    /// A stack with red, by height.
    pub(super) const LIVE: usize = PLAIN + HEIGHTS;
    /// A stack without red, by distance from red, single or taller.
    pub(super) const RING: usize = LIVE + HEIGHTS;
    /// An enclosed stack, single or taller.
    pub(super) const ENCLOSED: usize = RING + 2 * RINGS;
    /// A stack that would reach nothing even if it were free, by height.
    pub(super) const STUCK: usize = ENCLOSED + 2;
    /// A real move, by what it lands on, single, double or taller.
    pub(super) const MOVE: usize = STUCK + HEIGHTS;
    /// A move of an enclosed stack.
    pub(super) const LATENT: usize = MOVE + 3 * LANDINGS;
    /// A stack that the enemy can land on, by height.
    pub(super) const ATTACKED: usize = LATENT + 1;
    /// The same for stacks with red.
    pub(super) const ATTACKED_LIVE: usize = ATTACKED + HEIGHTS;
    /// An attacked stack that an own stack could land on again.
    pub(super) const DEFENDED: usize = ATTACKED_LIVE + 1;
    /// A stack with at least one real move.
    pub(super) const MOBILE: usize = DEFENDED + 1;
    /// A stack on the rim, never to be enclosed, single or taller.
    pub(super) const RIM: usize = MOBILE + 1;
    /// A stack that holds others together: leaving can cut them off.
    pub(super) const BRIDGE: usize = RIM + 2;
    /// A stack whose every real move is onto an own stack without red.
    pub(super) const INWARD: usize = BRIDGE + 1;
    /// The turn to move.
    pub(super) const TURN: usize = INWARD + 1;
    pub(super) const COUNT: usize = TURN + 1;

    /// Enemy plain, enemy live, own plain, own live, lone red.
    pub(super) const LANDINGS: usize = 5;
}

/// Number of terms.
pub const TERMS: usize = term::COUNT;

impl Evaluate<Dvonn> for HandEval {
    fn evaluate(&self, position: &Dvonn) -> i32 {
        if position.phase() == Phase::Placement {
            return placement::evaluate(position);
        }
        let weights = &STACKING[stage(position)];
        let mut own = weights[term::TURN];
        terms(position, position.side(), |term, count| own += weights[term] * count);
        let mut enemy = 0;
        terms(position, !position.side(), |term, count| enemy += weights[term] * count);
        own - enemy
    }
}

/// The stage of the game, by the number of stacks left.
#[must_use]
pub fn stage(position: &Dvonn) -> usize {
    STAGES.iter().filter(|&&stacks| position.occupied().count_ones() < stacks).count()
}

/// Calls `visit` with the terms that speak for a side, and how often each does.
#[inline]
pub fn terms(position: &Dvonn, side: Side, mut visit: impl FnMut(usize, i32)) {
    let count = |set: u64| set.count_ones().cast_signed();
    let (own, enemy, red) = (position.stacks(side), position.stacks(!side), position.reds());
    let occupied = position.occupied();
    let free = position.free_stacks(side);
    let mut rings = [red; RINGS];
    for i in 1..RINGS {
        rings[i] = dilate(rings[i - 1]) & occupied;
    }
    let landings = [enemy & !red, enemy & red, own & !red, own & red, red & !own & !enemy];
    let attacked = attacks(position, !side);
    let defended = attacks(position, side);
    for cell in ones(own) {
        let bit = 1 << cell;
        let height = usize::from(position.height(cell)).min(HEIGHTS) - 1;
        let taller = usize::from(height > 0);
        if red & bit != 0 {
            visit(term::LIVE + height, 1);
        } else {
            visit(term::PLAIN + height, 1);
            let ring = rings.iter().filter(|&&ring| ring & bit == 0).count();
            visit(term::RING + RINGS * taller + ring - 1, 1);
        }
        let targets = position.targets(cell);
        if targets == 0 {
            visit(term::STUCK + height, 1);
        } else if free & bit == 0 {
            visit(term::ENCLOSED + taller, 1);
            visit(term::LATENT, count(targets));
        } else {
            visit(term::MOBILE, 1);
            visit(term::INWARD, i32::from(targets & !(own & !red) == 0));
            for (kind, landing) in landings.into_iter().enumerate() {
                visit(term::MOVE + term::LANDINGS * height.min(2) + kind, count(targets & landing));
            }
        }
        visit(term::RIM + taller, i32::from(RIM & bit != 0));
        visit(term::BRIDGE, i32::from(may_cut(cell, occupied)));
        if attacked & bit != 0 {
            visit(term::ATTACKED + height, 1);
            visit(term::ATTACKED_LIVE, i32::from(red & bit != 0));
            visit(term::DEFENDED, i32::from(defended & bit != 0));
        }
    }
}

/// All cells that a side can land on.
fn attacks(position: &Dvonn, side: Side) -> u64 {
    ones(position.free_stacks(side)).fold(0, |set, cell| set | position.targets(cell))
}
