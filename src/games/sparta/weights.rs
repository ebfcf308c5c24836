//! The weights of the evaluation's terms, in sixteenths of a centipiece.
//!
//! Fitted by logistic regression to the results and scores of games that the engine played against
//! itself at 2,000 nodes a move, from random openings.

use super::eval::TERMS;

/// With few pieces, and with all.
pub const WEIGHTS: [[i32; TERMS]; 2] = [
    [99, -473, 163, 255, -133, 108, -106, 1981, 261, 433, 423, 54, 20, -163, 542, 44, 204],
    [-136, 483, -189, -71, 141, 209, -71, 1219, 1091, 26, -3067, -678, 16, -19, -226, -72, 620],
];
