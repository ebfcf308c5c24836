//! Positions and moves as numbers.

use petteia_core::grid::Step;
use petteia_core::{Encode, Layout, MoveOrdering, PlaneWriter, Position, Side};

use super::position::Latrunculi;

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> Encode
    for Latrunculi<FILES, RANKS, WORDS, DUX>
{
    type Action = Step;

    const BOARD: Layout = Layout { files: FILES, ranks: RANKS };
    const PLANES: &'static [&'static str] = &["own men", "enemy men", "own dux", "enemy dux", "first player to move"];
    /// The number of squares times the square from, plus the square to.
    const ACTIONS: usize = Self::MOVE_INDICES;

    fn action(m: Step) -> usize {
        Self::move_index(m)
    }

    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter) {
        planes.squares(self.men(viewer).iter());
        planes.squares(self.men(!viewer).iter());
        planes.squares(self.dux(viewer));
        planes.squares(self.dux(!viewer));
        planes.flag(self.side() == Side::First);
    }
}
