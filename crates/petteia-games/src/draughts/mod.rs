//! English draughts (checkers, 8x8) and International draughts (10x10): one implementation with two rule books.
//!
//! Numbered points in the comments are those of the rules in `docs/games/draughts.md`.

pub mod board;
mod capture;
#[cfg(feature = "networks")]
pub mod eval;
mod features;
mod fen;
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
