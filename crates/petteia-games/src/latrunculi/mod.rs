//! Ludus latrunculorum: men slide and capture by enclosing, and a dux without a free neighbour is caught. There are
//! five board sizes and the conversion variant.
//!
//! Point numbers in comments refer to the rules in `docs/games/latrunculi.md`.
//!
//! ```
//! use petteia_games::{Latrunculi8x8, Latrunculi12x8, LatrunculiConversion, Notation, Position};
//!
//! let position = Latrunculi12x8::default();
//! let m = position.parse_move("a1a5")?;
//! assert!(position.enclosed(m).is_empty());
//! println!("{}", position.play(m)?.diagram());
//! assert_eq!(Latrunculi8x8::default().perft(2), 2_637);
//! assert_eq!(LatrunculiConversion::default().perft(2), 64);
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

pub use position::Latrunculi;

/// The game with a dux on 8 files by 8 ranks.
pub type Latrunculi8x8 = Latrunculi<8, 8, 1, true>;
/// The game with a dux on 8 files by 7 ranks.
pub type Latrunculi8x7 = Latrunculi<8, 7, 1, true>;
/// The game with a dux on 12 files by 8 ranks.
pub type Latrunculi12x8 = Latrunculi<12, 8, 2, true>;
/// The game with a dux on 12 files by 9 ranks.
pub type Latrunculi12x9 = Latrunculi<12, 9, 2, true>;
/// The game with a dux on 19 files by 11 ranks.
pub type Latrunculi19x11 = Latrunculi<19, 11, 4, true>;
/// The conversion variant on 8 files by 8 ranks: men make single steps and convert enclosed enemies.
pub type LatrunculiConversion = Latrunculi<8, 8, 1, false>;
