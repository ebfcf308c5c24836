//! Tafl games: White's king tries to escape to a corner, and Black's attackers try to capture him. Tablut has 9x9
//! squares, Brandub 7x7 and Copenhagen Hnefatafl 11x11.
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

mod edge;
mod encode;
#[cfg(feature = "evaluations")]
pub mod eval;
mod features;
pub mod handcrafted;
mod notation;
pub mod position;
pub mod rules;
mod search_hints;
pub mod weights;

pub use position::Tafl;
use rules::{BrandubRules, CopenhagenRules, TablutRules};

/// Tablut with the defenders in a cross at the start.
pub type TablutCross = Tafl<TablutRules<false>, 9, 2>;
/// Tablut with the defenders in a square at the start.
pub type TablutSquare = Tafl<TablutRules<true>, 9, 2>;
/// Brandub.
pub type Brandub = Tafl<BrandubRules, 7, 1>;
/// Copenhagen Hnefatafl.
pub type Copenhagen = Tafl<CopenhagenRules, 11, 2>;
