//! What the rules speak of: moves, phases, stacks.

use crate::base::Side;

/// A move: a placement, a stack's move or the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// No stack can move (point 8).
    pub const PASS: Self = Self(0xFFF);

    /// Put the piece in turn on this cell.
    #[must_use]
    pub const fn place(cell: usize) -> Self {
        Self::stack(cell, cell)
    }

    /// Move the stack on `from` onto the one on `to`.
    #[must_use]
    pub const fn stack(from: usize, to: usize) -> Self {
        Self((from | to << 6) as u16)
    }

    /// The cell moved from, or placed on.
    #[must_use]
    pub const fn from(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The cell moved to, or placed on.
    #[must_use]
    pub const fn to(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// A number below 4,096, distinct for distinct moves of one position.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// The two parts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The pieces are put on the board (points 1 and 2).
    Placement,
    /// Stacks move (points 3 to 9).
    Stacking,
}

/// What stands on a cell, apart from its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// A lone red piece, which nobody owns.
    Red,
    /// A stack without red.
    Plain(Side),
    /// A stack with at least one red piece inside.
    Live(Side),
}

impl Stack {
    /// Who owns it: the colour on top (point 4).
    #[must_use]
    pub fn owner(self) -> Option<Side> {
        match self {
            Self::Red => None,
            Self::Plain(side) | Self::Live(side) => Some(side),
        }
    }

    /// Holds red.
    #[must_use]
    pub fn has_red(self) -> bool {
        !matches!(self, Self::Plain(_))
    }
}
