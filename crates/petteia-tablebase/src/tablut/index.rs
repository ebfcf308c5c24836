//! Numbers the positions of a slice of Tablut.
//!
//! Positions that differ by one of the eight symmetries of the board have one number. The king is turned to the first
//! square of its orbit. The number is that of the orbit, then those of the mercenaries and of the guards, each on the
//! squares that are left. If a symmetry keeps the square of the king, the least number counts, and the others have no
//! position. A king on a corner has escaped, so such a position has none either.

use std::sync::LazyLock;

use super::{Bitboard, Men, Placement, SIZE, SQUARES, Slice};
use crate::combinations::{combinations, rank_beside, unrank_beside};
use crate::endgames;
use crate::orbits::Orbits;

static ORBITS: LazyLock<Orbits<usize>> = LazyLock::new(Orbits::of_squares::<SIZE>);

/// The numbers of the positions of one slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceIndex {
    slice: Slice,
    orbits: &'static Orbits<usize>,
    /// Numbers of sets of mercenaries, and of guards.
    sets: [u64; 2],
}

impl SliceIndex {
    /// Number of positions with the same square of the king.
    const fn men(&self) -> u64 {
        self.sets[0] * self.sets[1]
    }

    /// The number of the men beside a king.
    fn number_of_men(&self, king: usize, Men { mercenaries, guards }: Men) -> u64 {
        let king = Bitboard::of(king);
        rank_beside(mercenaries, king) * self.sets[1] + rank_beside(guards, king | mercenaries)
    }

    /// The number of a position of this slice, and the number of symmetries that keep the position.
    #[inline]
    pub(super) fn number_and_symmetries(&self, Placement { king, men, .. }: Placement) -> (u64, u8) {
        let number = |king, men| self.number_of_men(king, men);
        self.orbits.number_and_symmetries(king as u64, (men, self.men()), Men::image, number)
    }
}

impl endgames::SliceIndex for SliceIndex {
    type Slice = Slice;
    type Placement = Placement;

    fn new(slice: Slice) -> Self {
        let left = SQUARES - 1 - slice.mercenaries;
        let sets = [combinations(SQUARES - 1, slice.mercenaries), combinations(left, slice.guards)];
        Self { slice, orbits: &ORBITS, sets }
    }

    fn slice(&self) -> Slice {
        self.slice
    }

    fn size(&self) -> u64 {
        self.orbits.count() * self.men()
    }

    #[inline]
    fn number(&self, placement: Placement) -> u64 {
        self.number_and_symmetries(placement).0
    }

    #[inline]
    fn placement(&self, number: u64) -> Option<Placement> {
        let (orbit, of_men) = (number / self.men(), number % self.men());
        let king = self.orbits.first(orbit);
        if Placement::CORNERS.contains(king) {
            return None;
        }
        let taken = Bitboard::of(king);
        let mercenaries = unrank_beside(of_men / self.sets[1], self.slice.mercenaries, SQUARES, taken);
        let guards = unrank_beside(of_men % self.sets[1], self.slice.guards, SQUARES, taken | mercenaries);
        let men = Men { mercenaries, guards };
        let is_least = self.orbits.is_least(orbit, of_men, |symmetry| self.number_of_men(king, men.image(symmetry)));
        is_least.then_some(Placement { side: self.slice.side, king, men })
    }
}
