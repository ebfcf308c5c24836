//! Numbers the positions of a slice of Gonu.
//!
//! Positions that differ by one of the eight symmetries of the board have one number. The army with fewer men, that of
//! the side to move if both are equal, is turned so that it becomes the first of its orbit, the sets that the symmetries
//! make of each other. The number is that of the orbit, then that of the other army on the points that are left. If a
//! symmetry keeps the first army, the least number counts, and the others have no position.

use std::sync::OnceLock;

use petteia_core::bits::ones;
use petteia_core::symmetry::{SYMMETRIES, image, images, inverse};

use super::material::{MAX_PIECES, Placement, Slice};
use crate::combinations::{combinations, rank, sets, unrank};
use crate::endgames;

/// The orbits of the sets of as many points.
#[derive(Debug)]
struct Orbits {
    /// For each set, by its number: the number of its orbit, the symmetry that makes the first set of it, and whether
    /// any symmetry keeps that one.
    entries: Vec<Entry>,
    /// The first set of each orbit, and the symmetries that keep it, as bits.
    orbits: Vec<(u64, u8)>,
}

#[derive(Clone, Copy, Debug)]
struct Entry(u32);

impl Entry {
    /// Of a set that has no orbit yet.
    const NONE: Self = Self(u32::MAX);

    fn new(orbit: usize, symmetry: usize, is_symmetric: bool) -> Self {
        Self((orbit << 4 | symmetry << 1) as u32 | u32::from(is_symmetric))
    }

    fn orbit(self) -> u64 {
        u64::from(self.0 >> 4)
    }

    fn symmetry(self) -> usize {
        (self.0 >> 1) as usize % SYMMETRIES
    }

    fn is_symmetric(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Orbits {
    fn new(men: usize) -> Self {
        let mut entries = vec![Entry::NONE; combinations(64, men) as usize];
        let mut orbits = Vec::new();
        for (number, first) in sets(64, men).enumerate() {
            if entries[number].0 != Entry::NONE.0 {
                continue;
            }
            let images = images(first);
            let kept = (0..SYMMETRIES).filter(|&symmetry| images[symmetry] == first);
            let kept = kept.fold(0, |all, symmetry| all | 1_u8 << symmetry);
            for (symmetry, set) in images.into_iter().enumerate() {
                entries[rank(set, u64::MAX) as usize] = Entry::new(orbits.len(), inverse(symmetry), kept != 1);
            }
            orbits.push((first, kept));
        }
        Self { entries, orbits }
    }

    /// The orbits of the sets of so many points, which are made once.
    fn of(men: usize) -> &'static Self {
        static ORBITS: [OnceLock<Orbits>; MAX_PIECES / 2 + 1] = [const { OnceLock::new() }; MAX_PIECES / 2 + 1];
        ORBITS[men].get_or_init(|| Self::new(men))
    }
}

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
        let entry = self.orbits.entries[rank(turned, u64::MAX) as usize];
        let (first, kept) = self.orbits.orbits[entry.orbit() as usize];
        let other = image(other, entry.symmetry());
        let number = rank(other, !first);
        let before = entry.orbit() * self.other_sets;
        if !entry.is_symmetric() {
            return (before + number, 1);
        }
        let (mut least, mut symmetries) = (number, 0);
        for symmetry in ones(kept.into()) {
            let image = image(other, symmetry);
            symmetries += u8::from(image == other);
            least = least.min(rank(image, !first));
        }
        (before + least, symmetries)
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
        self.orbits.orbits.len() as u64 * self.other_sets
    }

    #[inline]
    fn number(&self, placement: Placement) -> u64 {
        self.number_and_symmetries(placement).0
    }

    #[inline]
    fn placement(&self, number: u64) -> Option<Placement> {
        let (orbit, number) = (number / self.other_sets, number % self.other_sets);
        let (turned, kept) = self.orbits.orbits[orbit as usize];
        let other = unrank(number, self.others, !turned);
        let is_least = ones((kept & !1).into()).all(|symmetry| rank(image(other, symmetry), !turned) >= number);
        let (own, enemy) = if self.turns_own() { (turned, other) } else { (other, turned) };
        is_least.then_some(Placement { own, enemy })
    }
}
