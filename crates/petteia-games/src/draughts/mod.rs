//! English draughts (checkers), International draughts and seven other games: one implementation with nine rule books.
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
pub mod books;
mod capture;
mod encode;
#[cfg(feature = "evaluations")]
pub mod eval;
mod features;
mod fen;
pub mod handcrafted;
mod king_moves;
mod moves;
mod notation;
pub mod position;
pub mod rays;
mod replies;
mod route;
pub mod rules;
mod search_hints;
mod squares;
mod view;
mod weights;
mod words;

pub use books::{
    AntidraughtsRules, BrazilianRules, BreakthroughRules, EnglishRules, FrisianRules, InternationalRules, ItalianRules,
    KillerRules, RussianRules,
};
pub use king_moves::KingMoves;
pub use position::{Draughts, Move};
pub use rules::Rules;

/// English draughts.
pub type Checkers = Draughts<EnglishRules>;
/// International draughts.
pub type International = Draughts<InternationalRules>;
/// Russian draughts.
pub type Russian = Draughts<RussianRules>;
/// Brazilian draughts.
pub type Brazilian = Draughts<BrazilianRules>;
/// Italian draughts.
pub type Italian = Draughts<ItalianRules>;
/// Frisian draughts.
pub type Frisian = Draughts<FrisianRules>;
/// Killer draughts.
pub type Killer = Draughts<KillerRules>;
/// Breakthrough on the board of draughts.
pub type Breakthrough = Draughts<BreakthroughRules>;
/// Antidraughts (losing draughts).
pub type Antidraughts = Draughts<AntidraughtsRules>;
