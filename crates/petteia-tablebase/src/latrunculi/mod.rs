//! Endgame databases of Latrunculi on 8 by 8 squares, with a dux on each side.

mod index;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

pub use index::SliceIndex;

use petteia_core::grid::{Grid, Squares, Step};
use petteia_core::symmetry::image;
use petteia_core::{Position, Side, Wdl};
use petteia_games::Latrunculi8x8;

use super::armies::Armies;
use super::combinations::size;
use super::counts::SolvedSlice;
use super::endgames::{Endgames, Lookup};
use super::retrograde::{self, Retrograde};

type Bitboard = Squares<1>;
type Board = Grid<8, 8, 1>;

/// The slices of Latrunculi.
pub type Slice = Armies<true>;

/// A position as bitboards, the pieces of the side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The dux of each side.
    pub duxes: [u64; 2],
    /// The men of each side.
    pub men: [u64; 2],
}

impl Placement {
    fn image(self, symmetry: usize) -> Self {
        let Self { duxes, men } = self;
        Self { duxes: duxes.map(|dux| image(dux, symmetry)), men: men.map(|men| image(men, symmetry)) }
    }

    /// The pieces of a side: 0 is the side to move.
    fn pieces(self, side: usize) -> Bitboard {
        Bitboard::from_bits(self.duxes[side] | self.men[side])
    }

    fn free(self) -> Bitboard {
        Board::ALL & !(self.pieces(0) | self.pieces(1))
    }

    /// Whether a dux has no free square beside it.
    fn is_dux_caught(self) -> bool {
        let free = self.free();
        self.duxes.into_iter().any(|dux| (Board::around(Bitboard::from_bits(dux)) & free).is_empty())
    }
}

impl Endgames for Latrunculi8x8 {
    const NAME: &'static str = "latrunculi";
    const PIECES: RangeInclusive<usize> = Slice::MIN_PIECES..=Slice::MAX_PIECES;

    type Slice = Slice;
    type Placement = Placement;
    type Index = SliceIndex;

    fn from_placement(Placement { duxes, men }: Placement) -> Self {
        Self::of_pieces(duxes.map(Bitboard::from_bits), men.map(Bitboard::from_bits), Side::First)
    }

    fn slice(placement: Placement) -> Slice {
        let [own, enemy] = placement.men.map(size);
        Slice { own, enemy }
    }

    fn piece_count(&self) -> usize {
        Side::BOTH.into_iter().map(|side| size(self.pieces(side).bits())).sum()
    }

    fn lookup(&self) -> Lookup<Placement> {
        if let Some((side, _)) = self.defeated() {
            return Lookup::Over(if side == self.side() { Wdl::Loss } else { Wdl::Win });
        }
        let sides = [self.side(), !self.side()];
        let men = sides.map(|side| self.men(side).bits());
        Lookup::File(Placement { duxes: sides.map(|side| self.pieces(side).bits() & !self.men(side).bits()), men })
    }

    fn solve(
        slice: Slice,
        known: &(impl Fn(Placement) -> Option<Wdl> + Sync),
        threads: usize,
    ) -> Vec<SolvedSlice<Slice>> {
        retrograde::solve::<Self>(slice, known, threads)
    }
}

impl Retrograde for Latrunculi8x8 {
    fn for_each_progress(placement: Placement, mut visit: impl FnMut(Self) -> bool) -> u8 {
        let position = Self::from_placement(placement);
        let (own, free) = (placement.pieces(0), placement.free());
        // A piece that arrives beside a dux may catch it. A dux that has moved is not caught: its last square is free.
        let duxes = Bitboard::from_bits(placement.duxes[0] | placement.duxes[1]);
        let capturing = Board::enclosing_squares(Bitboard::from_bits(placement.men[1]), own, free);
        let deciding = capturing | Board::around(duxes);
        let (mut quiet, mut goes_on) = (0, true);
        Board::for_each_slide(own, free, |m: Step| {
            if deciding.contains(m.to()) {
                let after = position.after(m);
                if capturing.contains(m.to()) || after.defeated().is_some() {
                    goes_on = goes_on && visit(after);
                    return;
                }
            }
            quiet += 1;
        });
        quiet
    }

    fn for_each_move_back(placement: Placement, mut visit: impl FnMut(Placement)) {
        // The enemy has moved. A piece that encloses own men has not come by a move without a capture.
        let Placement { duxes: [own_dux, enemy_dux], men: [own, enemy] } = placement;
        let (movers, own_men) = (placement.pieces(1), Bitboard::from_bits(own));
        let encloses = |to| !Board::enclosed(to, own_men, |square| movers.contains(square)).is_empty();
        let movers: Bitboard = movers.iter().filter(|&to| !encloses(to)).collect();
        Board::for_each_slide(movers, placement.free(), |back: Step| {
            let change = 1 << back.from() | 1 << back.to();
            let [dux, men] =
                if enemy_dux & change == 0 { [enemy_dux, enemy ^ change] } else { [enemy_dux ^ change, enemy] };
            let before = Placement { duxes: [dux, own_dux], men: [men, own] };
            if !before.is_dux_caught() {
                visit(before);
            }
        });
    }

    #[inline]
    fn number_and_symmetries(index: &SliceIndex, placement: Placement) -> (u64, u8) {
        index.number_and_symmetries(placement)
    }
}
