//! The weights of the evaluation's terms, in sixteenths of a centipiece.

use super::eval::TERMS;

/// With few men, and with all.
type Weights = [[i32; TERMS]; 2];

/// The weights for boards with so many files, of games with or without a dux.
#[must_use]
pub const fn weights(_files: usize, _dux: bool) -> &'static Weights {
    &EIGHT
}

const EIGHT: Weights = [[160, 480, -240, 1600, 12, 80, 40, 20, 0, 0, 1600, 600, 200, 160, 20, 0, 0]; 2];
