//! Sparta: warriors make king steps, conquer cities and become heroes.
//!
//! Point numbers in comments refer to the rules in `docs/games/sparta.md`.

pub mod eval;
mod notation;
pub mod position;
mod search_hints;
pub mod weights;

pub use position::Sparta;
