//! The weights of the evaluation's terms, in sixteenths of a centipiece.
//!
//! Fitted by logistic regression (Texel's tuning method) to the results and scores of self-play games from random
//! openings at 2,000 nodes a move.
//! `examples/fit-weights.rs` fits them anew.

use super::handcrafted::TERMS;

/// The weights with the fewest men and with all men, in sixteenths of a centipiece.
pub const WEIGHTS: [[i32; TERMS]; 2] =
    [[31, 1316, 70, 1452, -3, -22, -10, -3, -25, 24], [50, 892, -186, 1748, 6, 25, 12, 9, -14, -8]];
