//! Endgame databases of English and International draughts.

mod index;
mod material;
mod part;
mod solve;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

pub use index::SliceIndex;
pub use material::{Army, Placement, Slice};

use petteia_core::{Position, Side, Wdl};
use petteia_games::draughts::{Draughts, Rules};

use super::counts::SolvedSlice;
use super::endgames::{Endgames, Lookup};

impl<R: Rules> Endgames for Draughts<R> {
    const NAME: &'static str = R::NAME;
    const PIECES: RangeInclusive<usize> = 2..=6;

    type Slice = Slice;
    type Placement = Placement;
    type Index = SliceIndex<R>;

    #[inline]
    fn from_placement(placement: Placement) -> Self {
        placement.position()
    }

    #[inline]
    fn slice(placement: Placement) -> Slice {
        placement.slice()
    }

    fn piece_count(&self) -> usize {
        Side::BOTH.into_iter().map(|side| self.pieces(side).count_ones() as usize).sum()
    }

    /// Captures are compulsory and progress, so the files have no position with a capture.
    #[inline]
    fn lookup(&self) -> Lookup<Placement> {
        if self.pieces(self.side()) == 0 {
            Lookup::Over(Wdl::Loss)
        } else if self.must_capture() {
            Lookup::Moves
        } else {
            Lookup::File(Placement::of(self))
        }
    }

    fn solve(
        slice: Slice,
        known: &(impl Fn(Placement) -> Option<Wdl> + Sync),
        threads: usize,
    ) -> Vec<SolvedSlice<Slice>> {
        solve::solve::<R>(slice, known, threads)
    }
}
