//! DVONN (Kris Burm, 2001): 49 cells, 46 white and black pieces and three red ones.
//!
//! Numbered points in the comments are those of the rules in `docs/games/dvonn.md`.

pub mod board;
#[cfg(feature = "networks")]
pub mod eval;
mod features;
pub mod notation;
mod pieces;
pub mod position;
mod search_hints;

pub use position::{Dvonn, Move};
