//! Ludus latrunculorum: men slide and enclose, and the dux must not be walled in. Five sizes of board,
//! and the game of conversion.
//!
//! The numbered points in the comments are those of the rules in `protocol.md`.

pub mod eval;
mod notation;
pub mod position;
mod search_hints;
mod weights;

pub use position::Latrunculi;

/// With a dux, 8 files by 8 ranks.
pub type Eight = Latrunculi<8, 8, 1, true>;
/// 8 by 7.
pub type EightBySeven = Latrunculi<8, 7, 1, true>;
/// 12 by 8.
pub type TwelveByEight = Latrunculi<12, 8, 2, true>;
/// 12 by 9.
pub type TwelveByNine = Latrunculi<12, 9, 2, true>;
/// 19 by 11.
pub type NineteenByEleven = Latrunculi<19, 11, 4, true>;
/// Men only, who step and convert, 8 by 8.
pub type Conversion = Latrunculi<8, 8, 1, false>;
