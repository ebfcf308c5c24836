//! Bitboards of as many words as the board needs.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::bits;

/// A bitboard: a set of squares. Square `s` is bit `s % 64` of word `s / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares<const WORDS: usize>([u64; WORDS]);

impl Squares<1> {
    /// The set of a word: bit `n` is square `n`.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self([bits])
    }

    /// The set as a word: bit `n` is square `n`.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0[0]
    }
}

impl<const WORDS: usize> Squares<WORDS> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set of one square.
    #[inline]
    #[must_use]
    pub const fn of(square: usize) -> Self {
        let mut words = [0; WORDS];
        words[square / 64 % WORDS] = 1 << (square % 64);
        Self(words)
    }

    /// The squares of either set: `|` for constants.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        let mut words = self.0;
        let mut i = 0;
        while i < WORDS {
            words[i] |= other.0[i];
            i += 1;
        }
        Self(words)
    }

    /// The squares of this set that are not in the other: `& !` for constants.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        let mut words = self.0;
        let mut i = 0;
        while i < WORDS {
            words[i] &= !other.0[i];
            i += 1;
        }
        Self(words)
    }

    /// Whether a square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: usize) -> bool {
        self.0[square / 64 % WORDS] >> (square % 64) & 1 == 1
    }

    /// Adds a square that is not in the set, or removes a square that is.
    #[inline]
    pub const fn toggle(&mut self, square: usize) {
        self.0[square / 64 % WORDS] ^= 1 << (square % 64);
    }

    /// Whether the set has no squares.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of squares.
    #[inline]
    #[must_use]
    pub fn count(self) -> i32 {
        self.0.iter().map(|&word| bits::count(word)).sum()
    }

    /// The number of squares below a square.
    #[inline]
    #[must_use]
    pub fn count_below(self, square: usize) -> usize {
        let below = |(i, word): (usize, u64)| match square.checked_sub(64 * i) {
            None => 0,
            Some(bit @ ..64) => (word & ((1 << bit) - 1)).count_ones(),
            Some(_) => word.count_ones(),
        };
        self.0.into_iter().enumerate().map(below).sum::<u32>() as usize
    }

    /// The squares, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| bits::ones(word).map(move |bit| 64 * i + bit))
    }

    /// The lowest square, or `None` in an empty set.
    #[must_use]
    pub fn first(self) -> Option<usize> {
        self.iter().next()
    }

    /// Calls `visit` for each square, lowest first.
    #[inline]
    pub fn for_each(self, mut visit: impl FnMut(usize)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                visit(64 * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// Calls `visit` for each square, highest first.
    #[inline]
    pub fn for_each_down(self, mut visit: impl FnMut(usize)) {
        for (i, mut word) in self.0.into_iter().enumerate().rev() {
            while word != 0 {
                let bit = 63 - word.leading_zeros() as usize;
                visit(64 * i + bit);
                word ^= 1 << bit;
            }
        }
    }

    /// The set with `by` added to the number of each square. Squares above the last bit are lost.
    #[inline]
    #[must_use]
    pub const fn up(self, by: usize) -> Self {
        let (skip, shift) = (by / 64, by % 64);
        let mut words = [0; WORDS];
        let mut i = skip;
        while i < WORDS {
            words[i] = self.0[i - skip] << shift;
            if shift > 0 && i > skip {
                words[i] |= self.0[i - skip - 1] >> (64 - shift);
            }
            i += 1;
        }
        Self(words)
    }

    /// The set with `by` subtracted from the number of each square. Squares below 0 are lost.
    #[inline]
    #[must_use]
    pub const fn down(self, by: usize) -> Self {
        let (skip, shift) = (by / 64, by % 64);
        let mut words = [0; WORDS];
        let mut i = 0;
        while i + skip < WORDS {
            words[i] = self.0[i + skip] >> shift;
            if shift > 0 && i + skip + 1 < WORDS {
                words[i] |= self.0[i + skip + 1] << (64 - shift);
            }
            i += 1;
        }
        Self(words)
    }
}

impl<const WORDS: usize> Default for Squares<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> FromIterator<usize> for Squares<WORDS> {
    fn from_iter<T: IntoIterator<Item = usize>>(squares: T) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl<const WORDS: usize> Not for Squares<WORDS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const WORDS: usize> BitAnd for Squares<WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const WORDS: usize> BitOr for Squares<WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const WORDS: usize> BitXor for Squares<WORDS> {
    type Output = Self;

    #[inline]
    fn bitxor(mut self, other: Self) -> Self {
        self ^= other;
        self
    }
}

impl<const WORDS: usize> BitAndAssign for Squares<WORDS> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

impl<const WORDS: usize> BitOrAssign for Squares<WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

impl<const WORDS: usize> BitXorAssign for Squares<WORDS> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word ^= other);
    }
}
