//! Reversi, also known as Othello: a board of 8x8 or 6x6 squares, and discs with a black and a white side.
//!
//! Numbered points in the comments are those of the rules in `docs/games/reversi.md`.
//!
//! ```
//! use petteia_games::reversi::Move;
//! use petteia_games::{Outcome, Position, Reversi, Side};
//!
//! // The greedy player takes as many discs as possible.
//! let mut position = Reversi::default();
//! while position.outcome().is_none() {
//!     let flipped = |m: &Move| position.flipped_by(*m).count_ones();
//!     let best = position.legal_moves().into_iter().max_by_key(flipped).expect("a move");
//!     position = position.play(best)?;
//! }
//! assert_eq!(Side::BOTH.map(|side| position.discs(side).count_ones()), [19, 45]);
//! assert_eq!(position.outcome(), Some(Outcome::Win(Side::Second)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod encode;
#[cfg(feature = "evaluations")]
pub mod eval;
mod features;
pub mod handcrafted;
mod last_square;
mod notation;
pub mod position;
mod search_hints;
pub mod solver;
mod solver_table;
mod stability;
pub mod weights;

pub use position::{Move, SizedReversi};

/// The game on 8x8 squares.
pub type Reversi = SizedReversi<8>;
/// The game on 6x6 squares.
pub type Reversi6x6 = SizedReversi<6>;
