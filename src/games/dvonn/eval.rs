//! The evaluation by hand: terms that a player would name, weighed for each stage of the game.

use super::board::{RIM, dilate, enclosed, may_cut};
use super::placement;
use super::position::{Dvonn, Phase};
use super::weights::{STACKING, STAGES};
use crate::core::Side;
use crate::core::bits::{count, ones};
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
pub(super) const TERMS: usize = term::COUNT;

impl Evaluate<Dvonn> for HandEval {
    fn evaluate(&self, position: &Dvonn) -> i32 {
        if position.phase() == Phase::Placement {
            return placement::evaluate(position);
        }
        let weights = &STACKING[stage(position)];
        let mut lead = [0; 2];
        terms(position, |side, term, count| lead[side as usize] += weights[term] * count);
        let side = position.side();
        lead[side as usize] - lead[!side as usize] + weights[term::TURN]
    }
}

/// The stage of the game, by the number of stacks left.
fn stage(position: &Dvonn) -> usize {
    STAGES.iter().filter(|&&stacks| position.occupied().count_ones() < stacks).count()
}

/// Calls `visit` with the terms that speak for each side, and how often each does.
#[inline]
fn terms(position: &Dvonn, mut visit: impl FnMut(Side, usize, i32)) {
    let (red, occupied) = (position.reds(), position.occupied());
    let mut rings = [red; RINGS];
    for i in 1..RINGS {
        rings[i] = dilate(rings[i - 1]) & occupied;
    }
    let free = !enclosed(occupied);
    let attacked = Side::BOTH.map(|side| attacks(position, position.stacks(!side) & free));
    let view = View { position, rings, free, attacked };
    for side in Side::BOTH {
        for cell in ones(position.stacks(side)) {
            view.stack(side, cell, |term, count| visit(side, term, count));
        }
    }
}

/// All cells that these stacks land on.
fn attacks(position: &Dvonn, stacks: u64) -> u64 {
    ones(stacks).fold(0, |set, cell| set | position.targets(cell))
}

/// What the terms of all stacks have in common.
struct View<'a> {
    position: &'a Dvonn,
    /// Cells within so many steps of red, along stacks.
    rings: [u64; RINGS],
    /// Cells that are not enclosed.
    free: u64,
    /// By side: where the other one can land.
    attacked: [u64; 2],
}

impl View<'_> {
    /// The terms of one stack.
    #[inline]
    fn stack(&self, side: Side, cell: usize, mut visit: impl FnMut(usize, i32)) {
        let (position, bit) = (self.position, 1 << cell);
        let height = usize::from(position.height(cell)).min(HEIGHTS) - 1;
        let taller = usize::from(height > 0);
        let live = position.reds() & bit != 0;
        if live {
            visit(term::LIVE + height, 1);
        } else {
            visit(term::PLAIN + height, 1);
            let ring = self.rings.iter().filter(|&&ring| ring & bit == 0).count();
            visit(term::RING + RINGS * taller + ring - 1, 1);
        }
        let targets = position.targets(cell);
        if targets == 0 {
            visit(term::STUCK + height, 1);
        } else if self.free & bit == 0 {
            visit(term::ENCLOSED + taller, 1);
            visit(term::LATENT, count(targets));
        } else {
            self.moves(side, height, targets, &mut visit);
        }
        if RIM & bit != 0 {
            visit(term::RIM + taller, 1);
        }
        if may_cut(cell, position.occupied()) {
            visit(term::BRIDGE, 1);
        }
        if self.attacked[side as usize] & bit != 0 {
            visit(term::ATTACKED + height, 1);
            visit(term::ATTACKED_LIVE, live.into());
            visit(term::DEFENDED, (self.attacked[!side as usize] & bit != 0).into());
        }
    }

    /// The terms of the real moves of one stack.
    #[inline]
    fn moves(&self, side: Side, height: usize, targets: u64, visit: &mut impl FnMut(usize, i32)) {
        let (own, enemy, red) = (self.position.stacks(side), self.position.stacks(!side), self.position.reds());
        visit(term::MOBILE, 1);
        if targets & !(own & !red) == 0 {
            visit(term::INWARD, 1);
        }
        let row = term::MOVE + term::LANDINGS * height.min(2);
        visit(row, count(targets & enemy & !red));
        visit(row + 2, count(targets & own & !red));
        // Few moves reach red; the others need no closer look.
        let to_red = targets & red;
        if to_red != 0 {
            visit(row + 1, count(to_red & enemy));
            visit(row + 3, count(to_red & own));
            visit(row + 4, count(to_red & !own & !enemy));
        }
    }
}
