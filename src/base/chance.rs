//! Where randomness comes from.

use std::fmt;

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::hash::splitmix;

/// What all randomness of a game comes from. Equal chances give equal streams, on every machine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// A number that somebody has set, to have the same again.
    Seed(u64),
    /// A key that nobody knows before the game is over. Its streams are those of `ChaCha20` (Bernstein, 2008):
    /// what has been seen of them gives nothing more of them away.
    Key([u8; 32]),
}

/// The operating system gives no random bytes.
#[derive(Clone, Debug, thiserror::Error)]
#[error("no random bytes from the operating system: {0}")]
pub struct NoChance(String);

/// What a stream is for. Under a key, streams for two purposes have nothing in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The cards of a game to come.
    Deal,
    /// Cards in the course of a game.
    Shuffle,
    /// A choice out of a mixed strategy.
    Draw,
    /// A choice among equals.
    Tie,
}

/// Random numbers.
#[derive(Clone, Debug)]
pub enum Stream {
    /// Of a seed.
    Seeded(Xoshiro256PlusPlus),
    /// Of a key.
    Keyed(Box<ChaCha20Rng>),
}

impl Chance {
    /// A new key.
    ///
    /// # Errors
    /// The operating system has none to give.
    pub fn of_system() -> Result<Self, NoChance> {
        let rng = ChaCha20Rng::try_from_os_rng().map_err(|error| NoChance(error.to_string()))?;
        Ok(Self::Key(rng.get_seed()))
    }

    /// The random numbers for a purpose at the position that `label` is the hash of.
    #[must_use]
    pub fn stream(&self, purpose: Purpose, label: u64) -> Stream {
        match *self {
            Self::Seed(seed) => Stream::Seeded(Xoshiro256PlusPlus::seed_from_u64(splitmix(seed).1 ^ label)),
            Self::Key(key) => {
                let mut rng = ChaCha20Rng::from_seed(key);
                rng.set_stream(label);
                // No purpose uses so many words as lie between two.
                rng.set_word_pos((purpose as u128) << 32);
                Stream::Keyed(Box::new(rng))
            }
        }
    }
}

/// As it is told: a seed in decimal digits, a key in 64 hexadecimal ones.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Seed(seed) => write!(f, "{seed}"),
            Self::Key(key) => key.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}

/// A key is not for logs and messages.
impl fmt::Debug for Chance {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn first(chance: Chance, purpose: Purpose, label: u64) -> u64 {
        chance.stream(purpose, label).next_u64()
    }

    #[test]
    fn streams_depend_on_the_key_the_purpose_and_the_label() {
        let key = Chance::Key([7; 32]);
        let one = first(key, Purpose::Deal, 4);
        assert_eq!(one, first(key, Purpose::Deal, 4));
        assert_ne!(one, first(key, Purpose::Shuffle, 4));
        assert_ne!(one, first(key, Purpose::Deal, 5));
        assert_ne!(one, first(Chance::Key([8; 32]), Purpose::Deal, 4));
    }

    #[test]
    fn every_key_is_new() {
        let keys = [0; 4].map(|_| Chance::of_system().expect("a key").to_string());
        assert!(keys.iter().all(|key| key.len() == 64 && keys.iter().filter(|other| *other == key).count() == 1));
    }

    #[test]
    fn a_key_is_in_no_debug_text() {
        assert_eq!(format!("{:?} {:?}", Chance::Seed(3), Chance::Key([1; 32])), "Seed(3) Key");
    }
}
