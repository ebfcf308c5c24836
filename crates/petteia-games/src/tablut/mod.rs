//! Tablut: White's king tries to escape to a corner, and Black's attackers try to capture him.
//!
//! Point numbers in comments refer to the rules in `docs/games/tablut.md`.
//!
//! ```
//! use petteia_games::{Notation, Outcome, Position, Side, TablutCross, TablutSquare};
//!
//! assert_eq!(TablutCross::default().perft(2), 3_944);
//! assert_ne!(TablutSquare::default().to_string(), TablutCross::default().to_string());
//! let position: TablutCross = "2K4D1/9/9/9/9/9/8a/9/2D6 w".parse()?;
//! let after = position.play(position.parse_move("c9a9")?)?;
//! assert!(after.has_escaped());
//! assert_eq!(after.outcome(), Some(Outcome::Win(Side::Second)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod encode;
pub mod eval;
mod notation;
pub mod position;
mod search_hints;
pub mod weights;

pub use position::Tablut;

/// Tablut with the defenders in a cross at the start.
pub type TablutCross = Tablut<false>;
/// Tablut with the defenders in a square at the start.
pub type TablutSquare = Tablut<true>;
