//! Tablut: a king and his guards in the middle of the mercenaries.
//!
//! The numbered points in the comments are those of the rules in `protocol.md`.

pub mod eval;
mod notation;
pub mod position;
mod search_hints;
mod weights;

pub use position::Tablut;

/// The guards in a cross at the start.
pub type Cross = Tablut<false>;
/// The guards in a square.
pub type Square = Tablut<true>;
