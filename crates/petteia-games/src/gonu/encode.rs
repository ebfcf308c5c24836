//! Positions and moves as numbers.

use petteia_core::grid::Step;
use petteia_core::{Encode, Layout, MoveOrdering, PlaneWriter, Position, Side};

use super::position::Gonu;

impl Encode for Gonu {
    type Action = Step;

    const BOARD: Layout = Layout { files: 8, ranks: 8 };
    const PLANES: &'static [&'static str] = &["own men", "enemy men", "first player to move"];
    /// 64 times the point from, plus the point to.
    const ACTIONS: usize = Self::MOVE_INDICES;

    fn action(m: Step) -> usize {
        Self::move_index(m)
    }

    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter) {
        planes.squares(self.men(viewer).iter());
        planes.squares(self.men(!viewer).iter());
        planes.flag(self.side() == Side::First);
    }
}
