//! Endgame databases of Tablut.
//!
//! Both variants of the game share them: they differ at the start alone.

mod index;
mod material;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

pub use index::SliceIndex;
pub use material::Slice;

use petteia_core::grid::{Grid, Squares, Step};
use petteia_core::symmetry::{SYMMETRIES, images_of_squares};
use petteia_core::{Position, Side, Wdl};
use petteia_games::tafl::position::BLACK;
use petteia_games::tafl::rules::TablutRules;
use petteia_games::tafl::{TablutCross, Tafl};

use super::counts::SolvedSlice;
use super::endgames::{Endgames, Lookup};
use super::retrograde::{self, Retrograde};

/// Number of files, and of ranks.
const SIZE: usize = 9;
/// Number of squares.
const SQUARES: usize = SIZE * SIZE;

type Bitboard = Squares<2>;
type Board = Grid<SIZE, SIZE, 2>;

/// The men of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// The mercenaries.
    pub mercenaries: Bitboard,
    /// The guards.
    pub guards: Bitboard,
}

static IMAGES: [[u8; SQUARES]; SYMMETRIES] = images_of_squares::<SIZE, SQUARES>();

impl Men {
    #[inline]
    fn image(self, symmetry: usize) -> Self {
        let images = &IMAGES[symmetry];
        let image = |set: Bitboard| {
            let mut image = Bitboard::EMPTY;
            set.for_each(|square| image.toggle(images[square].into()));
            image
        };
        Self { mercenaries: image(self.mercenaries), guards: image(self.guards) }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The side to move.
    pub side: Side,
    /// The square of the king.
    pub king: usize,
    /// The men.
    pub men: Men,
}

impl Placement {
    /// The squares where the king has escaped.
    const CORNERS: Bitboard = TablutCross::CORNERS;

    #[cfg(test)]
    fn image(self, symmetry: usize) -> Self {
        Self { king: IMAGES[symmetry][self.king].into(), men: self.men.image(symmetry), ..self }
    }
}

impl<const SQUARE: bool> Endgames for Tafl<TablutRules<SQUARE>, SIZE, 2> {
    const NAME: &'static str = "tablut";
    const PIECES: RangeInclusive<usize> = Slice::MIN_PIECES..=Slice::MAX_PIECES;

    type Slice = Slice;
    type Placement = Placement;
    type Index = SliceIndex;

    #[inline]
    fn from_placement(Placement { side, king, men }: Placement) -> Self {
        Self::of_pieces(men.mercenaries, men.guards, king, side)
    }

    #[inline]
    fn slice(Placement { side, men: Men { mercenaries, guards }, .. }: Placement) -> Slice {
        Slice { side, mercenaries: mercenaries.iter().count(), guards: guards.iter().count() }
    }

    fn piece_count(&self) -> usize {
        Side::BOTH.into_iter().map(|side| self.pieces(side).iter().count()).sum()
    }

    #[inline]
    fn lookup(&self) -> Lookup<Placement> {
        let side = self.side();
        let of_winner = |winner| Lookup::Over(if winner == side { Wdl::Win } else { Wdl::Loss });
        match (self.ending(), self.king()) {
            (Some(ending), _) => of_winner(ending.winner()),
            // Without mercenaries Black has no legal move.
            _ if side == BLACK && self.attackers().is_empty() => of_winner(!BLACK),
            (None, Some(king)) => {
                let men = Men { mercenaries: self.attackers(), guards: self.defenders() };
                Lookup::File(Placement { side, king, men })
            }
            (None, None) => of_winner(BLACK),
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

impl<const SQUARE: bool> Retrograde for Tafl<TablutRules<SQUARE>, SIZE, 2> {
    fn for_each_progress(placement: Placement, mut visit: impl FnMut(Self) -> bool) -> u8 {
        let position = Self::from_placement(placement);
        let (mut quiet, mut goes_on) = (0, true);
        position.for_each_move(|m| {
            if position.is_progress(m) || m.from() == placement.king && Self::CORNERS.contains(m.to()) {
                goes_on = goes_on && visit(position.after(m));
            } else {
                quiet += 1;
            }
        });
        quiet
    }

    fn for_each_move_back(placement: Placement, mut visit: impl FnMut(Placement)) {
        let Placement { side, king, men } = placement;
        // The enemy has moved: no man to the throne or to a corner, and the king not to the throne. The position with the
        // enemy to move tells whether a piece would have captured on its square.
        let enemy = Self::from_placement(Placement { side: !side, ..placement });
        let has_arrived = |&to: &usize| !Self::RESTRICTED.contains(to) && !enemy.is_progress(Step::new(to, to));
        let movers: Bitboard = enemy.pieces(!side).iter().filter(has_arrived).collect();
        Board::for_each_slide(movers, enemy.free(), |back: Step| {
            let change = Bitboard::of(back.from()) ^ Bitboard::of(back.to());
            let before = Placement { side: !side, ..placement };
            if back.from() != king {
                let Men { mercenaries, guards } = men;
                let men = if side == BLACK {
                    Men { mercenaries, guards: guards ^ change }
                } else {
                    Men { mercenaries: mercenaries ^ change, guards }
                };
                visit(Placement { men, ..before });
            } else if !Self::CORNERS.contains(back.to()) {
                visit(Placement { king: back.to(), ..before });
            }
        });
    }

    #[inline]
    fn number_and_symmetries(index: &SliceIndex, placement: Placement) -> (u64, u8) {
        index.number_and_symmetries(placement)
    }
}
