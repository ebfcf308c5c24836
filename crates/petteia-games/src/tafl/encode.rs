//! Positions and moves as numbers.

use petteia_core::grid::Step;
use petteia_core::{Encode, Layout, MoveOrdering, PlaneWriter, Position, Side};

use super::position::{BLACK, Tafl};
use super::rules::Rules;

impl<R: Rules, const SIZE: usize, const WORDS: usize> Encode for Tafl<R, SIZE, WORDS> {
    type Action = Step;

    const BOARD: Layout = Layout { files: SIZE, ranks: SIZE };
    const PLANES: &'static [&'static str] = &["attackers", "defenders", "king", "own pieces", "first player to move"];
    /// The number of squares times the square from, plus the square to.
    const ACTIONS: usize = Self::MOVE_INDICES;

    fn action(m: Step) -> usize {
        Self::move_index(m)
    }

    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter) {
        planes.squares(self.attackers().iter());
        planes.squares(self.defenders().iter());
        planes.squares(self.king());
        planes.squares(self.pieces(viewer).iter());
        planes.flag(self.side() == BLACK);
    }
}
