//! What every game shares and no game owns: sides, outcomes, scores, bit sets, boards, hash keys, chance, texts.

pub mod bits;
pub mod chance;
pub mod grid;
pub mod hash;
pub mod outcome;
pub mod score;
pub mod side;
pub mod taper;
pub mod text;

pub use chance::Chance;
pub use outcome::Outcome;
pub use score::Score;
pub use side::{BySide, Side};
