//! Positions and moves as numbers.

use petteia_core::grid::Step;
use petteia_core::{Encode, Layout, MoveOrdering, PlaneWriter, Position, Side};

use super::position::Sparta;

impl Encode for Sparta {
    type Action = Step;

    const BOARD: Layout = Layout { files: 8, ranks: 8 };
    const PLANES: &'static [&'static str] = &[
        "own warriors",
        "enemy warriors",
        "own heroes",
        "enemy heroes",
        "own cities",
        "enemy cities",
        "first player to move",
    ];
    /// 64 times the square from, plus the square to.
    const ACTIONS: usize = Self::MOVE_INDICES;

    fn action(m: Step) -> usize {
        Self::move_index(m)
    }

    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter) {
        for set in [Self::warriors, Self::heroes, Self::cities] {
            planes.squares(set(self, viewer).iter());
            planes.squares(set(self, !viewer).iter());
        }
        planes.flag(self.side() == Side::First);
    }
}
