//! The weights of the evaluation's terms, in sixteenths of a centipiece.
//!
//! Fitted by logistic regression to the results and scores of games that the engine played against
//! itself at 2,000 nodes a move, from random openings.

use super::eval::TERMS;

/// With few men, and with all.
pub const WEIGHTS: [[i32; TERMS]; 2] =
    [[31, 1316, 70, 1452, -3, -22, -10, -3, -25, 24], [50, 892, -186, 1748, 6, 25, 12, 9, -14, -8]];
