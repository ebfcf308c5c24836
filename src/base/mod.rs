//! What all games share: sides, outcomes, scores, bitboards, hash keys, tapered evaluation, randomness, texts
//! and exit codes.

pub mod bits;
pub mod chance;
pub mod exit_status;
pub mod grid;
pub mod hash;
pub mod outcome;
pub mod score;
pub mod side;
pub mod taper;
pub mod text;

pub use chance::RandomSource;
pub use exit_status::ExitStatus;
pub use outcome::Outcome;
pub use score::Score;
pub use side::{BySide, Side};
