//! Results of games.

use super::Side;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}
