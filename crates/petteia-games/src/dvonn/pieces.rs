//! Moves, phases and stacks.

use petteia_core::Side;

/// A move: a placement, the move of a stack, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Move(u16);

impl Move {
    /// The pass of a player who cannot move (point 8).
    pub const PASS: Self = Self(0xFFF);

    /// The placement of the next piece on this cell.
    #[must_use]
    pub const fn place(cell: usize) -> Self {
        Self::stack(cell, cell)
    }

    /// The move of the stack on `from` onto the one on `to`.
    #[must_use]
    pub const fn stack(from: usize, to: usize) -> Self {
        Self((from | to << 6) as u16)
    }

    /// The cell the stack moves from, or the cell of the placement.
    #[must_use]
    pub const fn from(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The cell the stack moves to, or the cell of the placement.
    #[must_use]
    pub const fn to(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// The move index, below 4,096. Different moves of one position have different indices.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The phases of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The players place the pieces (points 1 and 2).
    Placement,
    /// The players move stacks (points 3 to 9).
    Stacking,
}

/// The kind of a stack, without its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// A lone red piece; it has no owner.
    Red,
    /// A stack without a red piece.
    Plain(Side),
    /// A stack of a player that contains a red piece.
    WithRed(Side),
}

impl Stack {
    /// The owner: the colour on top (point 4).
    #[must_use]
    pub fn owner(self) -> Option<Side> {
        match self {
            Self::Red => None,
            Self::Plain(side) | Self::WithRed(side) => Some(side),
        }
    }

    /// Whether the stack contains a red piece.
    #[must_use]
    pub fn has_red(self) -> bool {
        !matches!(self, Self::Plain(_))
    }
}
