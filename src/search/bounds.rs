//! What a search is asked for, a window, and what it finds, a value.

use crate::core::Score;

/// A score and whether it holds for the game itself. At or above beta it is a lower bound, at or
/// below alpha an upper one, in between the value; `proved` says that of the game's true value,
/// else it is true of the depth searched only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// From the side to move.
    pub score: Score,
    /// No estimate took part.
    pub proved: bool,
}

/// The bounds that a value is wanted in.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Less than or equal to this is of no interest.
    pub alpha: Score,
    /// Greater than or equal to this ends the search of the node.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The window as the opponent sees it.
    pub(super) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Just above alpha.
    pub(super) fn null(self) -> Self {
        Self { alpha: self.alpha, beta: Score::from_raw(self.alpha.raw() + 1) }
    }

    pub(super) fn is_null(self) -> bool {
        self.beta.raw() - self.alpha.raw() <= 1
    }
}
