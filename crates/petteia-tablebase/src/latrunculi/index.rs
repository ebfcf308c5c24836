//! Numbers the positions of a slice of Latrunculi.
//!
//! Positions that differ by one of the eight symmetries of the board have one number. The dux of the side to move is
//! turned to the first square of its orbit. The number is that of the orbit, then those of the other dux and of the men of
//! both sides, each on the squares that are left. If a symmetry keeps the square of the dux, the least number counts, and
//! the others have no position. A position in which a dux is caught is over and has none either.

use super::{Placement, Slice};
use crate::combinations::{combinations, rank, unrank};
use crate::endgames;
use crate::orbits::Orbits;

/// The numbers of the positions of one slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceIndex {
    slice: Slice,
    orbits: &'static Orbits,
    /// Numbers of sets of own men, and of those of enemy men.
    sets: [u64; 2],
}

impl SliceIndex {
    /// Number of positions with the same dux of the side to move.
    const fn others(&self) -> u64 {
        63 * self.sets[0] * self.sets[1]
    }

    /// The number of the other pieces, after those of the dux of the side to move.
    fn number_of_others(&self, Placement { duxes: [own_dux, enemy_dux], men: [own, enemy] }: Placement) -> u64 {
        let dux = rank(enemy_dux, !own_dux);
        let own_number = rank(own, !(own_dux | enemy_dux));
        (dux * self.sets[0] + own_number) * self.sets[1] + rank(enemy, !(own_dux | enemy_dux | own))
    }

    /// The number of a position of this slice, and the number of symmetries that keep the position.
    #[inline]
    pub(super) fn number_and_symmetries(&self, placement: Placement) -> (u64, u8) {
        // The image of the position has the dux on the first square.
        self.orbits.number_and_symmetries(
            rank(placement.duxes[0], u64::MAX),
            (placement, self.others()),
            Placement::image,
            |_, placement| self.number_of_others(placement),
        )
    }
}

impl endgames::SliceIndex for SliceIndex {
    type Slice = Slice;
    type Placement = Placement;

    fn new(slice: Slice) -> Self {
        let sets = [combinations(62, slice.own), combinations(62 - slice.own, slice.enemy)];
        Self { slice, orbits: Orbits::of(1), sets }
    }

    fn slice(&self) -> Slice {
        self.slice
    }

    fn size(&self) -> u64 {
        self.orbits.count() * self.others()
    }

    #[inline]
    fn number(&self, placement: Placement) -> u64 {
        self.number_and_symmetries(placement).0
    }

    #[inline]
    fn placement(&self, number: u64) -> Option<Placement> {
        let (orbit, others) = (number / self.others(), number % self.others());
        let own_dux = self.orbits.first(orbit);
        let (own_number, enemy_number) = (others / self.sets[1], others % self.sets[1]);
        let enemy_dux = unrank(own_number / self.sets[0], 1, !own_dux);
        let own = unrank(own_number % self.sets[0], self.slice.own, !(own_dux | enemy_dux));
        let enemy = unrank(enemy_number, self.slice.enemy, !(own_dux | enemy_dux | own));
        let placement = Placement { duxes: [own_dux, enemy_dux], men: [own, enemy] };
        let is_least = self.orbits.is_least(orbit, others, |symmetry| self.number_of_others(placement.image(symmetry)));
        (is_least && !placement.is_dux_caught()).then_some(placement)
    }
}
