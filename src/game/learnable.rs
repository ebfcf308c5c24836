//! What a game says of itself so that its evaluation can be learnt.

use super::{Notation, Searchable};

/// How a position shows itself to a network, from the side to move.
pub trait Features {
    /// Features are numbered from 0 to below this.
    const COUNT: usize;
    /// Stages are numbered from 0 to below this.
    const STAGES: usize;

    /// The stage of the game.
    fn stage(&self) -> usize;

    /// Calls `visit` with each feature that is on, in any order; one can be on several times.
    fn for_each_feature(&self, visit: impl FnMut(usize));
}

/// What learning asks of a game beside its features.
pub trait Learnable: Searchable + Notation + Features {
    /// The lead in hundredths of a piece that gives a winning chance of e / (1 + e), about 73 %.
    const SCALE: f32;

    /// The number of plies at the start of a game that are played for variety and not for strength; `chance` is
    /// any number.
    fn opening(chance: u32) -> usize;

    /// The position as a symmetry of the board shows it; `chance` is any number and chooses the symmetry.
    #[must_use]
    fn augmented(&self, _chance: u32) -> Self {
        *self
    }
}
