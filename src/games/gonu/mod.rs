//! Palpal Gonu: eight men a side slide like rooks and capture by enclosing.
//!
//! The numbered points in the comments are those of the rules in `protocol.md`.

pub mod eval;
mod notation;
pub mod position;
mod search_hints;
mod weights;

pub use position::Gonu;
