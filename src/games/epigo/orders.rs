//! What a side decides on: the line-up before the first turn, then plans of three orders.

use super::board::Direction;

/// An order: a tile and where it is to go; a tile that is off the board goes nowhere (point 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    /// The tile's number, 1 to 7.
    pub tile: u8,
    /// Nowhere for a tile that is off the board when the plan is made.
    pub direction: Option<Direction>,
}

/// Three orders of different tiles, first to last (point 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan(pub [Order; 3]);

/// The tiles from file a to file h; 0 is the X that is taken away (point 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lineup(pub [u8; 8]);

/// A choice: a line-up before the first turn, else a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Before the first turn.
    Lineup(Lineup),
    /// In every turn.
    Plan(Plan),
}

/// The number of line-ups, 8!.
pub const LINEUPS: u64 = 40_320;

/// Calls `visit` for each line-up.
pub fn for_each_lineup(mut visit: impl FnMut(Lineup)) {
    let mut tiles = [0; 8];
    place(&mut tiles, 0, 0, &mut visit);
}

/// Goes through the tiles that are not `used` at each file from `file` on.
fn place(tiles: &mut [u8; 8], file: usize, used: u8, visit: &mut impl FnMut(Lineup)) {
    if file == tiles.len() {
        return visit(Lineup(*tiles));
    }
    for tile in 0..8 {
        if used >> tile & 1 == 0 {
            tiles[file] = tile;
            place(tiles, file + 1, used | 1 << tile, visit);
        }
    }
}
