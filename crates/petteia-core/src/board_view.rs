//! A board as programs draw it that know nothing of the game.

use crate::Side;

/// A cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellView {
    /// The player whose piece stands there.
    pub owner: Option<Side>,
    /// What tells the piece from a plain one, such as `K` for a king; empty for a plain piece.
    pub label: String,
}

/// A board. Cells are numbered from the left to the right, the lowest rank first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// Number of files.
    pub files: usize,
    /// Whether cells are hexagons: each rank is drawn half a cell to the right of the next higher one.
    pub is_hex: bool,
    /// The cells; `None` for places that are not on the board.
    pub cells: Vec<Option<CellView>>,
}

impl BoardView {
    /// A board of squares with a view of each.
    #[must_use]
    pub fn of_squares(files: usize, ranks: usize, view: impl FnMut(usize) -> Option<CellView>) -> Self {
        Self { files, is_hex: false, cells: (0..files * ranks).map(view).collect() }
    }

    /// Number of ranks.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.cells.len() / self.files
    }

    /// Number of pieces of a player.
    #[must_use]
    pub fn pieces(&self, side: Side) -> usize {
        self.cells.iter().flatten().filter(|cell| cell.owner == Some(side)).count()
    }
}
