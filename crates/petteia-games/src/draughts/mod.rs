//! English draughts (checkers, 8x8) and International draughts (10x10): one implementation with two rule books.
//!
//! Numbered points in the comments are those of the rules in `docs/games/draughts.md`.
//!
//! ```
//! use petteia_games::{Checkers, Notation, Position};
//!
//! let position: Checkers = "B:W18,27,K32:B5,14,K20".parse()?;
//! for m in position.legal_moves() {
//!     assert_eq!((Checkers::from_square(m), Checkers::captured(m)), (14, vec![18]));
//!     assert_eq!(position.path(m), [14, 23]);
//! }
//! let capture = Checkers::capture(14, 23, &[18]).expect("squares of the board");
//! assert_eq!(position.parse_move("14x23")?, capture);
//! assert_eq!(position.play(capture)?.to_string(), "W:W27,K32:B5,K20,23");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod capture;
mod encode;
#[cfg(feature = "evaluations")]
pub mod eval;
mod features;
mod fen;
mod moves;
mod notation;
pub mod position;
mod replies;
mod route;
pub mod rules;
mod search_hints;
mod view;
mod words;

pub use position::{Draughts, Move};
pub use rules::{EnglishRules, InternationalRules, Rules};

/// English draughts.
pub type Checkers = Draughts<EnglishRules>;
/// International draughts.
pub type International = Draughts<InternationalRules>;
