//! Reversi, also known as Othello: an 8x8 board, and discs with a black and a white side.
//!
//! Numbered points in the comments are those of the rules in `docs/games/reversi.md`.

pub mod board;
#[cfg(feature = "networks")]
pub mod eval;
mod features;
mod last_square;
pub mod notation;
pub mod position;
mod search_hints;
pub mod solver;
mod solver_table;
mod stability;
mod symmetry;

pub use position::{Move, Reversi};
