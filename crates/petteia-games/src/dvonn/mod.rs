//! DVONN (Kris Burm, 2001): 49 cells, 46 white and black pieces and three red ones.
//!
//! Numbered points in the comments are those of the rules in `docs/games/dvonn.md`.
//!
//! ```
//! use petteia_games::{Dvonn, Notation, Outcome, Position, Side};
//!
//! let position: Dvonn = ".w2.....b2./ww......b2b/.bw2.w2bw.b4.b/..W3w2.b2b5b3b6./rrb...w.. w s".parse()?;
//! // The move that cuts off the most stacks.
//! let best = position.legal_moves().into_iter().max_by_key(|&m| position.removed_by(m).len()).expect("a move");
//! let (cell, stack, height) = position.removed_by(best)[0];
//! println!("{best:?} removes {stack:?} of height {height} on cell {cell}");
//! assert_eq!(position.write_move(best), "d2f2");
//! let after = position.play(best)?;
//! assert_eq!((after.side(), after.occupied().count_ones()), (Side::Second, 9));
//! assert_eq!(after.outcome(), None::<Outcome>);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod encode;
#[cfg(feature = "evaluations")]
pub mod eval;
mod features;
mod notation;
mod pieces;
pub mod position;
mod search_hints;

pub use position::{Dvonn, Move};
