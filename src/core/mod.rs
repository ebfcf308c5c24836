//! What every game shares and no game owns: sides, outcomes, scores, bit sets, hash keys.

pub mod bits;
pub mod hash;
pub mod outcome;
pub mod score;
pub mod side;

pub use outcome::Outcome;
pub use score::Score;
pub use side::{BySide, Side};
