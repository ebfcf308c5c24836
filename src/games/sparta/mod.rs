//! Sparta: warriors step, conquer cities and become heroes.
//!
//! The numbered points in the comments are those of the rules in `protocol.md`.

pub mod eval;
mod notation;
pub mod position;
mod search_hints;
mod weights;

pub use position::Sparta;
