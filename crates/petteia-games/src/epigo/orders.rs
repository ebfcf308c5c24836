//! The choices of a side: a line-up before the first turn, then plans of three orders.

use super::board::Direction;

/// An order to a tile (point 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Order {
    /// The tile's number, 1 to 7.
    pub tile: u8,
    /// The direction; `None` for a tile that is off the board when the plan is made.
    pub direction: Option<Direction>,
}

/// Orders to three different tiles, first to last (point 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Plan(pub [Order; 3]);

/// The tile on each file from a to h. 0 is the X (point 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Lineup(pub [u8; 8]);

/// What a side chooses in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Choice {
    /// The choice before the first turn.
    Lineup(Lineup),
    /// The choice in every turn.
    Plan(Plan),
}

/// Number of line-ups of a side, 8!.
pub const LINEUPS: u64 = 40_320;

/// Calls `visit` for each line-up.
pub fn for_each_lineup(mut visit: impl FnMut(Lineup)) {
    let mut tiles = [0; 8];
    for_each_completion(&mut tiles, 0, 0, &mut visit);
}

/// Calls `visit` for each way to fill the files from `file` on with the tiles that are not in the bit set `used`.
fn for_each_completion(tiles: &mut [u8; 8], file: usize, used: u8, visit: &mut impl FnMut(Lineup)) {
    if file == tiles.len() {
        return visit(Lineup(*tiles));
    }
    for tile in 0..8 {
        if used >> tile & 1 == 0 {
            tiles[file] = tile;
            for_each_completion(tiles, file + 1, used | 1 << tile, visit);
        }
    }
}
