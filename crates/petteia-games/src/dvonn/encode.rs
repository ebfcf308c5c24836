//! Positions and moves as numbers.

use petteia_core::bits::ones;
use petteia_core::{Encode, Layout, MoveOrdering, PlaneWriter, Position, Side};

use super::board::{FILES, ROWS};
use super::pieces::{Move, Phase};
use super::position::Dvonn;

impl Encode for Dvonn {
    type Action = Move;

    const BOARD: Layout = Layout { files: FILES, ranks: ROWS };
    const PLANES: &'static [&'static str] =
        &["own stacks", "enemy stacks", "stacks with red", "height in pieces", "placement", "first player to move"];
    /// The cell from, plus 64 times the cell to, which is the same for a placement; 4095 for a pass.
    const ACTIONS: usize = Self::MOVE_INDICES;

    fn action(m: Move) -> usize {
        Self::move_index(m)
    }

    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter) {
        planes.squares(ones(self.stacks(viewer)));
        planes.squares(ones(self.stacks(!viewer)));
        planes.squares(ones(self.reds()));
        planes.values(ones(self.occupied()).map(|cell| (cell, self.height(cell).into())));
        planes.flag(self.phase() == Phase::Placement);
        planes.flag(self.side() == Side::First);
    }
}
