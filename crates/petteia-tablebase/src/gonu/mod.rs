//! Endgame databases of Palpal Gonu.

mod index;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

pub use index::SliceIndex;

use petteia_core::grid::Step;
use petteia_core::{Position, Side, Wdl};
use petteia_games::Gonu;
use petteia_games::gonu::position::{Bitboard, Board};

use super::armies::Armies;
use super::combinations::size;
use super::counts::SolvedSlice;
use super::endgames::{Endgames, Lookup};
use super::retrograde::{self, Retrograde};

/// The slices of Gonu.
pub type Slice = Armies<false>;

/// A position as the side to move sees it, as bitboards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The men of the side to move.
    pub own: u64,
    /// The men of the enemy.
    pub enemy: u64,
}

impl Endgames for Gonu {
    const NAME: &'static str = "gonu";
    const PIECES: RangeInclusive<usize> = Slice::MIN_PIECES..=Slice::MAX_PIECES;

    type Slice = Slice;
    type Placement = Placement;
    type Index = SliceIndex;

    #[inline]
    fn from_placement(Placement { own, enemy }: Placement) -> Self {
        Self::of_men([own, enemy].map(Bitboard::from_bits), Side::First)
    }

    #[inline]
    fn slice(placement: Placement) -> Slice {
        Slice { own: size(placement.own), enemy: size(placement.enemy) }
    }

    fn piece_count(&self) -> usize {
        Side::BOTH.into_iter().map(|side| size(self.men(side).bits())).sum()
    }

    #[inline]
    fn lookup(&self) -> Lookup<Placement> {
        let (own, enemy) = (self.men(self.side()), self.men(!self.side()));
        match self.without_men() {
            Some(side) => Lookup::Over(if side == self.side() { Wdl::Loss } else { Wdl::Win }),
            None => Lookup::File(Placement { own: own.bits(), enemy: enemy.bits() }),
        }
    }

    fn solve(
        slice: Slice,
        known: &(impl Fn(Placement) -> Option<Wdl> + Sync),
        threads: usize,
    ) -> Vec<SolvedSlice<Slice>> {
        retrograde::solve::<Self>(slice, known, threads)
    }
}

impl Retrograde for Gonu {
    fn for_each_progress(placement: Placement, mut visit: impl FnMut(Self) -> bool) -> u8 {
        let [own, enemy] = [placement.own, placement.enemy].map(Bitboard::from_bits);
        let free = Board::ALL & !(own | enemy);
        let mut quiet = Board::count_slides(own, free, free) as u8;
        let mut goes_on = true;
        Board::enclosing_squares(enemy, own, free).for_each(|to| {
            let captured = Board::enclosed(to, enemy, |point| own.contains(point));
            Board::for_each_slider(to, own, free, |from| {
                quiet -= 1;
                if goes_on {
                    let moved = own ^ Bitboard::of(from) ^ Bitboard::of(to);
                    goes_on = visit(Self::of_men([moved, enemy ^ captured], Side::Second));
                }
            });
        });
        quiet
    }

    fn for_each_move_back(placement: Placement, mut visit: impl FnMut(Placement)) {
        // The enemy has moved. A man that encloses own men has not come by a move without a capture.
        let [own, enemy] = [placement.own, placement.enemy].map(Bitboard::from_bits);
        let encloses = |to| !Board::enclosed(to, own, |point| enemy.contains(point)).is_empty();
        let movers = enemy.iter().filter(|&to| !encloses(to)).collect();
        Board::for_each_slide(movers, Board::ALL & !(own | enemy), |back: Step| {
            let before = enemy ^ Bitboard::of(back.from()) ^ Bitboard::of(back.to());
            visit(Placement { own: before.bits(), enemy: placement.own });
        });
    }

    #[inline]
    fn number_and_symmetries(index: &SliceIndex, placement: Placement) -> (u64, u8) {
        index.number_and_symmetries(placement)
    }
}
