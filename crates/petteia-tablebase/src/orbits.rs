//! The sets of squares that the symmetries of the board make of each other.

use std::array::from_fn;
use std::sync::OnceLock;

use petteia_core::bits::ones;
use petteia_core::symmetry::{SYMMETRIES, image_of_square, images, inverse};

use crate::combinations::{rank, sets};

/// Greatest number of squares of a set whose orbit is asked for.
const MAX_SQUARES: usize = 3;

/// The orbits of the sets of as many squares of a board, or of its single squares.
#[derive(Debug)]
pub struct Orbits<T = u64> {
    /// For each set, by its number: the number of its orbit, the symmetry that makes the first set of it, and whether
    /// any symmetry keeps that one.
    entries: Vec<Entry>,
    /// The first set of each orbit, and the symmetries that keep it, as bits.
    firsts: Vec<(T, u8)>,
}

/// Where a set is in its orbit.
#[derive(Clone, Copy, Debug)]
struct Entry(u32);

impl Entry {
    /// Of a set that has no orbit yet.
    const NONE: Self = Self(u32::MAX);

    fn new(orbit: usize, symmetry: usize, is_symmetric: bool) -> Self {
        Self((orbit << 4 | symmetry << 1) as u32 | u32::from(is_symmetric))
    }

    /// The number of the orbit.
    fn orbit(self) -> u64 {
        u64::from(self.0 >> 4)
    }

    /// The symmetry that makes the first set of the orbit.
    fn symmetry(self) -> usize {
        (self.0 >> 1) as usize % SYMMETRIES
    }

    /// Whether a symmetry keeps the first set.
    fn is_symmetric(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Orbits {
    /// The orbits of the sets of so many squares of 8 by 8, at most three, which are made once.
    pub fn of(squares: usize) -> &'static Self {
        static ORBITS: [OnceLock<Orbits>; MAX_SQUARES + 1] = [const { OnceLock::new() }; MAX_SQUARES + 1];
        ORBITS[squares].get_or_init(|| Self::new(sets(64, squares), images, |set| rank(set, u64::MAX)))
    }
}

impl Orbits<usize> {
    /// The orbits of the squares of a board of `SIZE` by `SIZE`.
    pub fn of_squares<const SIZE: usize>() -> Self {
        let images = |square| from_fn(|symmetry| image_of_square::<SIZE>(square, symmetry));
        Self::new(0..SIZE * SIZE, images, |square| square as u64)
    }
}

impl<T: Copy + PartialEq> Orbits<T> {
    /// The orbits of `sets`, which come in the order of their numbers.
    fn new(sets: impl Iterator<Item = T>, images: impl Fn(T) -> [T; SYMMETRIES], number: impl Fn(T) -> u64) -> Self {
        let sets: Vec<T> = sets.collect();
        let mut entries = vec![Entry::NONE; sets.len()];
        let mut firsts = Vec::new();
        for (first_number, first) in sets.into_iter().enumerate() {
            if entries[first_number].0 != Entry::NONE.0 {
                continue;
            }
            let images = images(first);
            let kept = (0..SYMMETRIES).filter(|&symmetry| images[symmetry] == first);
            let kept = kept.fold(0, |all, symmetry| all | 1_u8 << symmetry);
            for (symmetry, set) in images.into_iter().enumerate() {
                entries[number(set) as usize] = Entry::new(firsts.len(), inverse(symmetry), kept != 1);
            }
            firsts.push((first, kept));
        }
        Self { entries, firsts }
    }

    /// Number of orbits.
    pub fn count(&self) -> u64 {
        self.firsts.len() as u64
    }

    /// The first set of an orbit.
    #[inline]
    pub fn first(&self, orbit: u64) -> T {
        self.firsts[orbit as usize].0
    }

    /// The number of a position one part of which is the set with the number `set`: that of the orbit, then that of the
    /// other part, below `others`, after the set is turned to the first one of its orbit. If a symmetry keeps that set,
    /// the least number counts. Also the number of symmetries that keep the position.
    ///
    /// `image` makes the image of the other part by a symmetry, `number` numbers the other part beside the first set.
    #[inline]
    pub fn number_and_symmetries<Other: Copy + PartialEq>(
        &self,
        set: u64,
        (other, others): (Other, u64),
        image: impl Fn(Other, usize) -> Other,
        number: impl Fn(T, Other) -> u64,
    ) -> (u64, u8) {
        let entry = self.entries[set as usize];
        let (first, kept) = self.firsts[entry.orbit() as usize];
        let other = image(other, entry.symmetry());
        let before = entry.orbit() * others;
        let of_other = number(first, other);
        if !entry.is_symmetric() {
            return (before + of_other, 1);
        }
        let (mut least, mut symmetries) = (of_other, 0);
        for symmetry in ones(kept.into()) {
            let image = image(other, symmetry);
            symmetries += u8::from(image == other);
            least = least.min(number(first, image));
        }
        (before + least, symmetries)
    }

    /// Whether no symmetry that keeps the first set of an orbit gives the other part a lower number than this.
    #[inline]
    pub fn is_least(&self, orbit: u64, number: u64, number_of_image: impl Fn(usize) -> u64) -> bool {
        let (_, kept) = self.firsts[orbit as usize];
        ones((kept & !1).into()).all(|symmetry| number_of_image(symmetry) >= number)
    }
}
