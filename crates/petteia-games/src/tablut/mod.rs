//! Tablut: White's king tries to escape to a corner, and Black's mercenaries try to capture him.
//!
//! Point numbers in comments refer to the rules in `docs/games/tablut.md`.

pub mod eval;
mod notation;
pub mod position;
mod search_hints;
pub mod weights;

pub use position::Tablut;

/// Tablut with the guards in a cross at the start.
pub type TablutCross = Tablut<false>;
/// Tablut with the guards in a square at the start.
pub type TablutSquare = Tablut<true>;
