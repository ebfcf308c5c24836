//! The weights of the evaluation's terms, in sixteenths of a centipiece.
//!
//! Fitted by logistic regression to the results and scores of games that the engine played against
//! itself at 1,500 to 2,000 nodes a move, from random openings.

use super::eval::TERMS;

/// With few men, and with all.
type Weights = [[i32; TERMS]; 2];

/// The weights for boards with so many files, of games with or without a dux.
#[must_use]
pub const fn weights(_files: usize, _dux: bool) -> &'static Weights {
    &EIGHT
}

const EIGHT: Weights = [
    [52, 1063, -46, 1270, 9, -9, 18, 72, 83, 66, 0, 332, -82, 157, 6, -178, 152],
    [87, 1007, -294, 1930, 9, 56, 5, 2, -51, -3, 0, 320, 62, 51, 11, -302, -61],
];
