//! Moves in a row of one king, without a capture.

/// Number of moves in a row after which a king rests.
const MOST: u8 = 3;

/// The number of moves that a king has made in a row without a capture, and the king. With a limit on them they are part
/// of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingMoves(u8);

impl KingMoves {
    /// A number of moves from 0 to 3 of the king on a bit. More count as 3.
    #[must_use]
    pub const fn new(count: u8, bit: u8) -> Self {
        match count {
            0 => Self(0),
            1..MOST => Self(count << 6 | bit & 63),
            _ => Self(MOST << 6 | bit & 63),
        }
    }

    /// The number of moves.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0 >> 6
    }

    /// The king, as a set; empty without moves.
    #[must_use]
    pub const fn king(self) -> u64 {
        if self.0 == 0 { 0 } else { 1 << (self.0 & 63) }
    }

    /// The king, if it rests.
    #[must_use]
    pub const fn resting(self) -> u64 {
        if self.count() == MOST { self.king() } else { 0 }
    }

    /// After a step of a king from one bit to another.
    pub(super) const fn after(self, from: u8, to: u8) -> Self {
        Self::new(if self.king() == 1 << from { self.count() + 1 } else { 1 }, to)
    }

    /// A number below 256 of its own.
    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }
}
