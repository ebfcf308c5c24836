//! The slices of Tablut.

use std::fmt;
use std::str::FromStr;

use petteia_core::Side;
use petteia_core::words::quoted;
use petteia_games::tafl::position::BLACK;

use crate::endgames::Material;

/// A slice: all positions with the king, the same numbers of guards and mercenaries, and the same side to move.
///
/// Its name is the pieces of the side to move, then those of the enemy, with the letters of FEN: `KDvaaa`, or `aaavKD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The side to move.
    pub side: Side,
    /// Number of mercenaries.
    pub mercenaries: usize,
    /// Number of guards.
    pub guards: usize,
}

impl Slice {
    /// Least number of pieces in a database: the king and a mercenary.
    pub const MIN_PIECES: usize = 2;
    /// Greatest number of pieces in a database. With so many, only the king without guards has one.
    pub const MAX_PIECES: usize = 6;

    /// Whether it has a database.
    fn has_database(self) -> bool {
        let pieces = self.pieces();
        self.mercenaries > 0 && pieces <= Self::MAX_PIECES && (pieces < Self::MAX_PIECES || self.guards == 0)
    }
}

impl Material for Slice {
    const SLOTS: usize = 1 << 7;

    #[inline]
    fn slot(self) -> usize {
        (self.mercenaries | self.guards << 3) << 1 | self.side as usize
    }

    fn pieces(self) -> usize {
        1 + self.mercenaries + self.guards
    }

    fn turned(self) -> Self {
        Self { side: !self.side, ..self }
    }

    fn up_to(pieces: usize) -> Vec<Self> {
        let of_men = |men: usize| {
            let slice = move |guards| Self { side: BLACK, mercenaries: men - guards, guards };
            (0..men).map(slice).filter(|slice| slice.has_database())
        };
        (1..pieces).flat_map(of_men).collect()
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (black, white) = ("a".repeat(self.mercenaries), format!("K{}", "D".repeat(self.guards)));
        if self.side == BLACK { write!(f, "{black}v{white}") } else { write!(f, "{white}v{black}") }
    }
}

impl FromStr for Slice {
    type Err = String;

    /// Reads the name of a slice. The error is what was found.
    fn from_str(name: &str) -> Result<Self, String> {
        let read = || {
            let (own, enemy) = name.split_once('v')?;
            let (side, black, white) = if own.starts_with('K') { (!BLACK, enemy, own) } else { (BLACK, own, enemy) };
            let guards = white.strip_prefix('K')?;
            let is_all = |text: &str, letter| text.bytes().all(|byte| byte == letter);
            let slice = Self { side, mercenaries: black.len(), guards: guards.len() };
            (is_all(black, b'a') && is_all(guards, b'D') && slice.has_database()).then_some(slice)
        };
        read().ok_or_else(|| quoted(name))
    }
}
