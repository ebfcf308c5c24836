//! Palpal Gonu: eight men a side slide like rooks and capture by enclosing (custodial capture).
//!
//! Point numbers in comments refer to the rules in `docs/games/gonu.md`.

pub mod eval;
mod notation;
pub mod position;
mod search_hints;
pub mod weights;

pub use position::Gonu;
