//! Sparta: warriors make king steps, conquer cities and become heroes.
//!
//! Point numbers in comments refer to the rules in `docs/games/sparta.md`.
//!
//! ```
//! use petteia_games::{Notation, Position, Sparta};
//!
//! let mut position = Sparta::default();
//! for _ in 0..10 {
//!     let m = position.legal_moves().into_iter().max_by_key(|&m| position.conquers(m)).expect("a move");
//!     println!("{} {:?}", position.write_move(m), position.effects(m));
//!     position = position.play(m)?;
//! }
//! assert_eq!(position.outcome(), None);
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

pub use position::Sparta;
