//! Reversi, also known as Othello: 64 squares, discs that are black on one side and white on the
//! other.
//!
//! The numbered points in the comments are those of the rules in `protocol.md`.

pub mod board;
pub mod eval;
mod features;
pub mod notation;
pub mod position;
mod search_hints;
pub mod solver;
mod stability;

pub use position::{Move, Reversi};
