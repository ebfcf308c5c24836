//! The slices of games with men of one kind, and perhaps a dux on each side.

use std::fmt;
use std::str::FromStr;

use petteia_core::words::quoted;

use crate::endgames::Material;

/// A slice: all positions with the same numbers of men and side to move. If `DUX` is true, each side has a dux besides.
///
/// Its name is the pieces of the side to move, then those of the enemy: `MMMvMM`, or `DMMvDM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Armies<const DUX: bool> {
    /// Number of men of the side to move.
    pub own: usize,
    /// Number of men of the enemy.
    pub enemy: usize,
}

impl<const DUX: bool> Armies<DUX> {
    /// Minimum number of men of a side: with fewer the game is over.
    const MIN_MEN: usize = if DUX { 1 } else { 2 };
    /// Number of duxes on the board.
    const DUXES: usize = if DUX { 2 } else { 0 };
    /// Least number of pieces in a database.
    pub const MIN_PIECES: usize = Self::DUXES + 2 * Self::MIN_MEN;
    /// Greatest number of pieces in a database.
    pub const MAX_PIECES: usize = if DUX { 6 } else { 7 };
}

impl<const DUX: bool> Material for Armies<DUX> {
    const SLOTS: usize = 1 << 6;

    #[inline]
    fn slot(self) -> usize {
        self.own | self.enemy << 3
    }

    fn pieces(self) -> usize {
        Self::DUXES + self.own + self.enemy
    }

    fn turned(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    fn up_to(pieces: usize) -> Vec<Self> {
        let pairs = |men: usize| (Self::MIN_MEN..=men / 2).map(move |enemy| Self { own: men - enemy, enemy });
        (2 * Self::MIN_MEN..=pieces.saturating_sub(Self::DUXES)).flat_map(pairs).collect()
    }
}

impl<const DUX: bool> fmt::Display for Armies<DUX> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let army = |men| format!("{}{}", if DUX { "D" } else { "" }, "M".repeat(men));
        write!(f, "{}v{}", army(self.own), army(self.enemy))
    }
}

impl<const DUX: bool> FromStr for Armies<DUX> {
    type Err = String;

    /// Reads the name of a slice. The error is what was found.
    fn from_str(name: &str) -> Result<Self, String> {
        let army = |text: &str| {
            let men = if DUX { text.strip_prefix('D')? } else { text };
            (men.bytes().all(|byte| byte == b'M') && men.len() >= Self::MIN_MEN).then_some(men.len())
        };
        let slice = name.split_once('v').and_then(|(own, enemy)| Some(Self { own: army(own)?, enemy: army(enemy)? }));
        slice.filter(|slice| slice.pieces() <= Self::MAX_PIECES).ok_or_else(|| quoted(name))
    }
}
