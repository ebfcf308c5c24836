//! What a game gives for its endgame databases. All else is the same for all games.

use std::fmt::{Debug, Display};
use std::iter;
use std::ops::RangeInclusive;
use std::str::FromStr;

use petteia_core::{Notation, Position, Wdl};

use super::counts::SolvedSlice;

/// A slice: all positions with the same material and side to move. The text of a slice is its name.
pub trait Material: Copy + Debug + Display + Eq + FromStr + Send + Sync {
    /// Upper bound of all [slots](Material::slot).
    const SLOTS: usize;

    /// A number of its own for each slice.
    fn slot(self) -> usize;

    /// Number of pieces on the board.
    fn pieces(self) -> usize;

    /// The slice in which the same material is on the board and the other side is to move.
    #[must_use]
    fn turned(self) -> Self;

    /// The slices with at most this many pieces, one of each pair that differs only in the side to move. A slice comes
    /// after all slices that progress leads to.
    fn up_to(pieces: usize) -> Vec<Self>;

    /// The slice and the one with the other side to move, or the slice alone if both are the same. They are solved
    /// together.
    fn with_twin(self) -> impl Iterator<Item = Self> {
        let twin = self.turned();
        iter::once(self).chain((twin != self).then_some(twin))
    }
}

/// The numbers of the positions of one slice.
pub trait SliceIndex: Copy + Debug + Send + Sync {
    /// The slices.
    type Slice: Material;
    /// The positions.
    type Placement;

    /// The numbers of a slice.
    fn new(slice: Self::Slice) -> Self;

    /// The slice.
    fn slice(&self) -> Self::Slice;

    /// One more than the greatest number.
    fn size(&self) -> u64;

    /// The number of a position of this slice.
    fn number(&self, placement: Self::Placement) -> u64;

    /// The position with this number; `None` if there is none.
    fn placement(&self, number: u64) -> Option<Self::Placement>;
}

/// Where the result of a position is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup<T> {
    /// The game is over.
    Over(Wdl),
    /// It follows from the positions after all moves, each of which is progress.
    Moves,
    /// The files have it, as this placement.
    File(T),
}

/// A game with endgame databases.
pub trait Endgames: Position + Notation + Debug {
    /// Name of the game, with which the names of its files begin.
    const NAME: &'static str;
    /// The numbers of pieces of which databases can be made.
    const PIECES: RangeInclusive<usize>;

    /// The slices.
    type Slice: Material;
    /// A position as the side to move sees it.
    type Placement: Copy + Send + Sync;
    /// The numbers of the positions of a slice.
    type Index: SliceIndex<Slice = Self::Slice, Placement = Self::Placement>;

    /// The position of a placement.
    fn from_placement(placement: Self::Placement) -> Self;

    /// The slice of a placement.
    fn slice(placement: Self::Placement) -> Self::Slice;

    /// Number of pieces on the board.
    fn piece_count(&self) -> usize;

    /// Where the result of a position with few pieces is found.
    fn lookup(&self) -> Lookup<Self::Placement>;

    /// Solves a slice and its twin. `known` gives the results of all slices that progress leads to. Returns the slice,
    /// and its twin if that is another one.
    fn solve(
        slice: Self::Slice,
        known: &(impl Fn(Self::Placement) -> Option<Wdl> + Sync),
        threads: usize,
    ) -> Vec<SolvedSlice<Self::Slice>>;
}
