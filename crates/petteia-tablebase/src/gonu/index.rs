//! Numbers the positions of a slice of Gonu.
//!
//! Positions that differ by one of the eight symmetries of the board have one number. The army with fewer men, that of
//! the side to move if both are equal, is turned so that it becomes the first of its orbit, the sets that the symmetries
//! make of each other. The number is that of the orbit, then that of the other army on the points that are left. If a
//! symmetry keeps the first army, the least number counts, and the others have no position.

use petteia_core::symmetry::image;

use super::{Placement, Slice};
use crate::combinations::{combinations, rank, unrank};
use crate::endgames;
use crate::orbits::Orbits;

/// The numbers of the positions of one slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceIndex {
    slice: Slice,
    orbits: &'static Orbits,
    /// Number of men of the other army.
    others: usize,
    /// Number of sets of the other army.
    other_sets: u64,
}

impl SliceIndex {
    /// Whether the army that is turned is that of the side to move.
    #[inline]
    fn turns_own(&self) -> bool {
        self.slice.own <= self.slice.enemy
    }

    /// The number of a position of this slice, and the number of symmetries that keep the position.
    #[inline]
    pub(super) fn number_and_symmetries(&self, placement: Placement) -> (u64, u8) {
        let Placement { own, enemy } = placement;
        let (turned, other) = if self.turns_own() { (own, enemy) } else { (enemy, own) };
        let number = rank(turned, u64::MAX);
        self.orbits.number_and_symmetries(number, (other, self.other_sets), image, |first, other| rank(other, !first))
    }
}

impl endgames::SliceIndex for SliceIndex {
    type Slice = Slice;
    type Placement = Placement;

    fn new(slice: Slice) -> Self {
        let (turned, others) = (slice.own.min(slice.enemy), slice.own.max(slice.enemy));
        Self { slice, orbits: Orbits::of(turned), others, other_sets: combinations(64 - turned, others) }
    }

    fn slice(&self) -> Slice {
        self.slice
    }

    fn size(&self) -> u64 {
        self.orbits.count() * self.other_sets
    }

    #[inline]
    fn number(&self, placement: Placement) -> u64 {
        self.number_and_symmetries(placement).0
    }

    #[inline]
    fn placement(&self, number: u64) -> Option<Placement> {
        let (orbit, number) = (number / self.other_sets, number % self.other_sets);
        let turned = self.orbits.first(orbit);
        let other = unrank(number, self.others, !turned);
        let is_least = self.orbits.is_least(orbit, number, |symmetry| rank(image(other, symmetry), !turned));
        let (own, enemy) = if self.turns_own() { (turned, other) } else { (other, turned) };
        is_least.then_some(Placement { own, enemy })
    }
}
