//! Positions and moves as numbers.

use petteia_core::bits::ones;
use petteia_core::{Encode, Layout, PlaneWriter, Position, Side};

use super::board::Grid;
use super::position::{Move, SizedReversi};

impl<const SIZE: usize> Encode for SizedReversi<SIZE> {
    type Action = Move;

    const BOARD: Layout = Layout { files: SIZE, ranks: SIZE };
    const PLANES: &'static [&'static str] = &["own discs", "enemy discs", "first player to move"];
    /// The square of the disc, or the number of squares for a pass.
    const ACTIONS: usize = SIZE * SIZE + 1;

    fn action(m: Move) -> usize {
        m.square().map_or(SIZE * SIZE, Grid::<SIZE>::index)
    }

    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter) {
        planes.squares(ones(self.discs(viewer)).map(Grid::<SIZE>::index));
        planes.squares(ones(self.discs(!viewer)).map(Grid::<SIZE>::index));
        planes.flag(self.side() == Side::First);
    }
}
