//! Palpal Gonu: eight men a side slide like rooks and capture by enclosing (custodial capture).
//!
//! Point numbers in comments refer to the rules in `docs/games/gonu.md`.
//!
//! ```
//! use petteia_games::{Gonu, Notation, Position};
//!
//! let position = Gonu::default();
//! assert_eq!(position.legal_moves().len(), 48);
//! let m = position.parse_move("a1a4")?;
//! assert!(position.captured(m).is_empty());
//! assert_eq!(position.play(m)?.to_string(), "pppppppp/8/8/8/P7/8/8/1PPPPPPP b");
//! assert_eq!(position.perft(3), 112_874);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod encode;
#[cfg(feature = "evaluations")]
pub mod eval;
mod features;
pub mod handcrafted;
mod notation;
pub mod position;
mod search_hints;
pub mod weights;

pub use position::Gonu;
