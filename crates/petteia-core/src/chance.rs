//! Sources of randomness.

use std::fmt;

use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::hash::splitmix;

/// The source of all randomness in a game. Equal sources give equal streams on every machine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RandomSource {
    /// A known number, which makes a game repeatable. Its streams are the same for every purpose.
    Seed(u64),
    /// A key that stays secret until the game is over. Its streams are those of `ChaCha20` (Bernstein, 2008), so that
    /// the numbers already seen reveal none of the others.
    Key([u8; 32]),
}

/// The use of a stream. The streams of a key for two purposes do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The first deal of cards.
    Deal,
    /// A shuffle of cards during a game.
    Shuffle,
    /// A draw from a mixed strategy.
    Draw,
    /// A tie-break among equal choices.
    Tie,
    /// The token of a seat.
    Token,
    /// A move of a player below full strength.
    Skill,
    /// A move of an opening book.
    Book,
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub enum Stream {
    /// The stream of a seed: xoshiro256++ (Blackman and Vigna, 2019).
    Seeded(Xoshiro256PlusPlus),
    /// The stream of a key: `ChaCha20`.
    Keyed(Box<ChaCha20Rng>),
}

impl RandomSource {
    /// The random numbers for a purpose. `label` is a hash of the position or of another situation where they are used.
    #[must_use]
    pub fn stream(&self, purpose: Purpose, label: u64) -> Stream {
        match *self {
            Self::Seed(seed) => Stream::Seeded(Xoshiro256PlusPlus::seed_from_u64(splitmix(seed).1 ^ label)),
            Self::Key(key) => {
                let mut rng = ChaCha20Rng::from_seed(key);
                rng.set_stream(label);
                // Purposes are 2^32 words apart, more than any of them uses.
                rng.set_word_pos((purpose as u128) << 32);
                Stream::Keyed(Box::new(rng))
            }
        }
    }
}

impl RandomSource {
    /// The key that [`Display`](fmt::Display) writes as these hexadecimal digits.
    #[must_use]
    pub fn parse_key(text: &str) -> Option<Self> {
        let mut key = [0; 32];
        if text.len() != 2 * key.len() || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        for (i, byte) in key.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
        }
        Some(Self::Key(key))
    }
}

/// Writes a seed in decimal digits and a key in 64 hexadecimal digits.
impl fmt::Display for RandomSource {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Seed(seed) => write!(f, "{seed}"),
            Self::Key(key) => key.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}

/// Does not write the key, so that no log or message reveals it.
impl fmt::Debug for RandomSource {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Seed(seed) => write!(f, "Seed({seed})"),
            Self::Key(_) => f.write_str("Key"),
        }
    }
}

impl RngCore for Stream {
    fn next_u32(&mut self) -> u32 {
        match self {
            Self::Seeded(rng) => rng.next_u32(),
            Self::Keyed(rng) => rng.next_u32(),
        }
    }

    fn next_u64(&mut self) -> u64 {
        match self {
            Self::Seeded(rng) => rng.next_u64(),
            Self::Keyed(rng) => rng.next_u64(),
        }
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        match self {
            Self::Seeded(rng) => rng.fill_bytes(bytes),
            Self::Keyed(rng) => rng.fill_bytes(bytes),
        }
    }
}

/// A random number of the standard Gumbel distribution.
#[must_use]
pub fn gumbel(rng: &mut impl Rng) -> f64 {
    let uniform: f64 = rng.random();
    -(-uniform.max(f64::MIN_POSITIVE).ln()).max(f64::MIN_POSITIVE).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(chance: RandomSource, purpose: Purpose, label: u64) -> u64 {
        chance.stream(purpose, label).next_u64()
    }

    #[test]
    fn streams_depend_on_the_key_the_purpose_and_the_label() {
        let key = RandomSource::Key([7; 32]);
        let one = first(key, Purpose::Deal, 4);
        assert_eq!(one, first(key, Purpose::Deal, 4));
        assert_ne!(one, first(key, Purpose::Shuffle, 4));
        assert_ne!(one, first(key, Purpose::Deal, 5));
        assert_ne!(one, first(RandomSource::Key([8; 32]), Purpose::Deal, 4));
    }

    #[test]
    fn a_key_is_in_no_debug_text() {
        assert_eq!(format!("{:?} {:?}", RandomSource::Seed(3), RandomSource::Key([1; 32])), "Seed(3) Key");
    }
}
