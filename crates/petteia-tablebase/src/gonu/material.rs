//! The slices of Gonu, and positions as the side to move sees them.

use std::fmt;
use std::str::FromStr;

use petteia_core::words::quoted;
use petteia_games::Gonu;

use crate::combinations::size;
use crate::endgames::Material;

/// Minimum number of men of a side: with fewer the game is over.
pub(super) const MIN_MEN: usize = Gonu::MIN_MEN as usize;
/// Greatest number of men in a database.
pub(super) const MAX_PIECES: usize = 7;
/// Greatest number of men of a side in a database.
pub(super) const MAX_MEN: usize = MAX_PIECES - MIN_MEN;

/// A slice: all positions with the same numbers of men and side to move.
///
/// Its name is the men of the side to move, then those of the enemy: `MMMvMM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// Number of men of the side to move.
    pub own: usize,
    /// Number of men of the enemy.
    pub enemy: usize,
}

impl Material for Slice {
    const SLOTS: usize = 1 << 6;

    #[inline]
    fn slot(self) -> usize {
        self.own | self.enemy << 3
    }

    fn pieces(self) -> usize {
        self.own + self.enemy
    }

    fn turned(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    fn up_to(pieces: usize) -> Vec<Self> {
        let pairs = |pieces: usize| (MIN_MEN..=pieces / 2).map(move |enemy| Self { own: pieces - enemy, enemy });
        (2 * MIN_MEN..=pieces).flat_map(pairs).collect()
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}v{}", "M".repeat(self.own), "M".repeat(self.enemy))
    }
}

impl FromStr for Slice {
    type Err = String;

    /// Reads the name of a slice. The error is what was found.
    fn from_str(name: &str) -> Result<Self, String> {
        let army = |text: &str| {
            let is_army = text.bytes().all(|byte| byte == b'M') && (MIN_MEN..=MAX_MEN).contains(&text.len());
            is_army.then_some(text.len())
        };
        let slice = name.split_once('v').and_then(|(own, enemy)| Some(Self { own: army(own)?, enemy: army(enemy)? }));
        slice.filter(|slice| slice.pieces() <= MAX_PIECES).ok_or_else(|| quoted(name))
    }
}

/// A position as the side to move sees it, as bitboards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The men of the side to move.
    pub own: u64,
    /// The men of the enemy.
    pub enemy: u64,
}

impl Placement {
    /// The material.
    #[inline]
    #[must_use]
    pub fn slice(self) -> Slice {
        Slice { own: size(self.own), enemy: size(self.enemy) }
    }
}
