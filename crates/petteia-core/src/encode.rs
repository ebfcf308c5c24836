//! Positions and moves as numbers, for programs that learn.

use crate::{Layout, Side};

/// A game whose positions are planes of values and whose moves are numbers, as a network reads and writes them.
///
/// A plane has a value for each square of a board of ranks and files. The pieces of the viewer are its own, whatever
/// their colour. The board is never turned, so that squares of planes and of moves agree.
///
/// The tests check these laws for every game, in random games:
/// * The legal moves of a position have different [numbers](Encode::action) below [`ACTIONS`](Encode::ACTIONS).
/// * [`write_planes`](Encode::write_planes) writes as many planes as [`PLANES`](Encode::PLANES) names.
pub trait Encode {
    /// A move; in a simultaneous game, what one side chooses.
    type Action: Copy;

    /// The board, with its squares in the order of [`Layout`].
    const BOARD: Layout;

    /// What each plane tells.
    const PLANES: &'static [&'static str];

    /// Upper bound of the numbers of moves.
    const ACTIONS: usize;

    /// The number of a legal move. The same move has the same number in every position.
    fn action(m: Self::Action) -> usize;

    /// Writes the planes as `viewer` sees the position.
    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter);
}

/// Writes planes one after another into values that are 0.
#[derive(Debug)]
pub struct PlaneWriter<'a> {
    planes: std::slice::ChunksExactMut<'a, f32>,
}

impl<'a> PlaneWriter<'a> {
    /// A writer of the planes of a board. The values of a plane are in the order of its squares.
    pub fn new(values: &'a mut [f32], board: Layout) -> Self {
        Self { planes: values.chunks_exact_mut(board.files * board.ranks) }
    }

    /// Writes a plane that is 1 on some squares.
    pub fn squares(&mut self, squares: impl IntoIterator<Item = usize>) {
        self.values(squares.into_iter().map(|square| (square, 1.0)));
    }

    /// Writes a plane that is 1 on every square or 0 on every square.
    pub fn flag(&mut self, value: bool) {
        self.all(f32::from(u8::from(value)));
    }

    /// Writes a plane with the same value on every square.
    pub fn all(&mut self, value: f32) {
        if let Some(plane) = self.planes.next() {
            plane.fill(value);
        }
    }

    /// Writes a plane with these values on some squares.
    pub fn values(&mut self, values: impl IntoIterator<Item = (usize, f32)>) {
        if let Some(plane) = self.planes.next() {
            values.into_iter().for_each(|(square, value)| plane[square] = value);
        }
    }

    /// Number of planes that are still to be written.
    #[must_use]
    pub fn left(&self) -> usize {
        self.planes.len()
    }
}
