//! Where things are.

use petteia_core::scene::{Grid, SceneArea, SceneCell};

use crate::{Options, Picture, cards};

/// Width of a cell.
pub(crate) const CELL: f64 = 100.0;
/// Distance of a hexagon's corner at the top from its centre.
pub(crate) const HEX_RADIUS: f64 = 57.735;
/// Height of a row of areas beside a board.
const TRAY: f64 = 96.0;
/// Distance between things beside the board.
pub(crate) const GAP: f64 = 12.0;

/// An area and the rectangle that it has.
pub(crate) struct PlacedArea<'a> {
    pub(crate) area: &'a SceneArea,
    /// The upper left corner.
    pub(crate) at: [f64; 2],
    pub(crate) size: [f64; 2],
}

/// The places of cells and areas.
pub(crate) struct Layout<'a> {
    /// Where the centre of the cell at 0, 0 is.
    pub(crate) origin: [f64; 2],
    /// Width and height of the picture.
    pub(crate) size: [f64; 2],
    /// The rectangle around the cells: left, top, right, bottom.
    pub(crate) board: [f64; 4],
    pub(crate) areas: Vec<PlacedArea<'a>>,
    turned: bool,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(picture: &'a Picture, options: &Options) -> Self {
        if picture.scene.grid == Grid::None { cards::layout(picture) } else { Self::of_board(picture, options) }
    }

    /// A picture of areas alone.
    pub(crate) fn of_areas(areas: Vec<PlacedArea<'a>>, size: [f64; 2]) -> Self {
        Self { origin: [0.0; 2], size, board: [0.0; 4], areas, turned: false }
    }

    fn of_board(picture: &'a Picture, options: &Options) -> Self {
        let scene = &picture.scene;
        let half = [CELL / 2.0, if scene.grid == Grid::Hexagons { HEX_RADIUS } else { CELL / 2.0 }];
        let extent = [0, 1].map(|axis| extent(&scene.cells, axis));
        let is_labelled = options.coordinates && is_named(&scene.cells);
        let [left, margin] = if is_labelled { [44.0, 18.0] } else { [18.0; 2] };
        let is_second = |area: &SceneArea| area.owner == Some(2);
        let (first, second): (Vec<_>, Vec<_>) = scene.areas.iter().partition(|area| !is_second(area));
        let [above, below] = if options.turned { [first, second] } else { [second, first] };
        let top = margin + if above.is_empty() { 0.0 } else { TRAY };
        let span = [0, 1].map(|axis| extent[axis][1] - extent[axis][0] + 2.0 * half[axis]);
        let board = [left, top, left + span[0], top + span[1]];
        let bottom = board[3] + left;
        let size = [left + span[0] + margin, bottom + if below.is_empty() { 0.0 } else { TRAY }];
        let origin = [0, 1].map(|axis| {
            let (low, high) = (board[axis] + half[axis], board[axis + 2] - half[axis]);
            if options.turned { high + extent[axis][0] } else { low - extent[axis][0] }
        });
        let mut areas = in_row(&above, GAP, size[0]);
        areas.extend(in_row(&below, bottom, size[0]));
        Self { origin, size, board, areas, turned: options.turned }
    }

    /// The place of a centre.
    pub(crate) fn place(&self, centre: [f64; 2]) -> [f64; 2] {
        let sign = if self.turned { -1.0 } else { 1.0 };
        [0, 1].map(|axis| self.origin[axis] + sign * centre[axis] * CELL)
    }

    /// The place of the cell with a key.
    pub(crate) fn find(&self, cells: &[SceneCell], key: &str) -> Option<[f64; 2]> {
        let cell = cells.iter().find(|cell| cell.key == key && !key.is_empty())?;
        Some(self.place(cell.centre))
    }
}

/// The least and the greatest coordinate, in user units.
fn extent(cells: &[SceneCell], axis: usize) -> [f64; 2] {
    let all = cells.iter().map(|cell| cell.centre[axis] * CELL);
    let [low, high] = [all.clone().fold(f64::INFINITY, f64::min), all.fold(f64::NEG_INFINITY, f64::max)];
    if low.is_finite() { [low, high] } else { [0.0; 2] }
}

/// Whether the cells are named by file and rank, rather than numbered.
pub(crate) fn is_named(cells: &[SceneCell]) -> bool {
    cells.iter().any(|cell| cell.key.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Areas side by side, of equal width.
fn in_row<'a>(areas: &[&'a SceneArea], top: f64, width: f64) -> Vec<PlacedArea<'a>> {
    let count = areas.iter().fold(0.0, |count, _| count + 1.0);
    let each = (width - GAP * (count + 1.0)) / count;
    let lefts = std::iter::successors(Some(GAP), |left| Some(left + each + GAP));
    let place = |(&area, left)| PlacedArea { area, at: [left, top], size: [each, TRAY - GAP] };
    areas.iter().zip(lefts).map(place).collect()
}
