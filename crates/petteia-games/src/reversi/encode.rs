//! Positions and moves as numbers.

use petteia_core::bits::ones;
use petteia_core::{Encode, Layout, MoveOrdering, PlaneWriter, Position, Side};

use super::position::{Move, Reversi};

impl Encode for Reversi {
    type Action = Move;

    const BOARD: Layout = Layout { files: 8, ranks: 8 };
    const PLANES: &'static [&'static str] = &["own discs", "enemy discs", "first player to move"];
    /// The square of the disc, or 64 for a pass.
    const ACTIONS: usize = Self::MOVE_INDICES;

    fn action(m: Move) -> usize {
        Self::move_index(m)
    }

    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter) {
        planes.squares(ones(self.discs(viewer)));
        planes.squares(ones(self.discs(!viewer)));
        planes.flag(self.side() == Side::First);
    }
}
