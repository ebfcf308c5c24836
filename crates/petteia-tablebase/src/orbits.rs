//! The sets of squares that the symmetries of the board make of each other.

use std::sync::OnceLock;

use petteia_core::symmetry::{SYMMETRIES, images, inverse};

use crate::combinations::{combinations, rank, sets};

/// Greatest number of squares of a set whose orbit is asked for.
const MAX_SQUARES: usize = 3;

/// The orbits of the sets of as many squares.
#[derive(Debug)]
pub struct Orbits {
    /// For each set, by its number: the number of its orbit, the symmetry that makes the first set of it, and whether
    /// any symmetry keeps that one.
    entries: Vec<Entry>,
    /// The first set of each orbit, and the symmetries that keep it, as bits.
    firsts: Vec<(u64, u8)>,
}

/// Where a set is in its orbit.
#[derive(Clone, Copy, Debug)]
pub struct Entry(u32);

impl Entry {
    /// Of a set that has no orbit yet.
    const NONE: Self = Self(u32::MAX);

    fn new(orbit: usize, symmetry: usize, is_symmetric: bool) -> Self {
        Self((orbit << 4 | symmetry << 1) as u32 | u32::from(is_symmetric))
    }

    /// The number of the orbit.
    pub fn orbit(self) -> u64 {
        u64::from(self.0 >> 4)
    }

    /// The symmetry that makes the first set of the orbit.
    pub fn symmetry(self) -> usize {
        (self.0 >> 1) as usize % SYMMETRIES
    }

    /// Whether a symmetry keeps the first set.
    pub fn is_symmetric(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Orbits {
    fn new(squares: usize) -> Self {
        let mut entries = vec![Entry::NONE; combinations(64, squares) as usize];
        let mut firsts = Vec::new();
        for (number, first) in sets(64, squares).enumerate() {
            if entries[number].0 != Entry::NONE.0 {
                continue;
            }
            let images = images(first);
            let kept = (0..SYMMETRIES).filter(|&symmetry| images[symmetry] == first);
            let kept = kept.fold(0, |all, symmetry| all | 1_u8 << symmetry);
            for (symmetry, set) in images.into_iter().enumerate() {
                entries[rank(set, u64::MAX) as usize] = Entry::new(firsts.len(), inverse(symmetry), kept != 1);
            }
            firsts.push((first, kept));
        }
        Self { entries, firsts }
    }

    /// The orbits of the sets of so many squares, at most three, which are made once.
    pub fn of(squares: usize) -> &'static Self {
        static ORBITS: [OnceLock<Orbits>; MAX_SQUARES + 1] = [const { OnceLock::new() }; MAX_SQUARES + 1];
        ORBITS[squares].get_or_init(|| Self::new(squares))
    }

    /// Number of orbits.
    pub fn count(&self) -> u64 {
        self.firsts.len() as u64
    }

    /// Where a set is in its orbit.
    #[inline]
    pub fn entry(&self, set: u64) -> Entry {
        self.entries[rank(set, u64::MAX) as usize]
    }

    /// The first set of an orbit, and the symmetries that keep it, as bits.
    #[inline]
    pub fn first(&self, orbit: u64) -> (u64, u8) {
        self.firsts[orbit as usize]
    }
}
