//! The weights of the evaluation's terms, in sixteenths of a centipiece.
//!
//! Fitted by logistic regression (Texel's tuning method) to the results and scores of self-play games from random
//! openings at 2,000 to 3,000 nodes a move. The fit starts from hand-set weights and stays near them.
//! `examples/fit-weights.rs` fits them anew.

use super::handcrafted::TERMS;

/// The weights with few pieces and with all pieces, in sixteenths of a centipiece.
pub const WEIGHTS: [[i32; TERMS]; 2] = [
    [26, 224, -276, 247, -189, 275, -251, 1752, 1397, 409, -680, -360, -1, -223, 317, 44, -71],
    [92, 350, -231, 321, -208, 107, -44, 1448, 1675, 512, 98, -7, 5, -30, 11, -42, 58],
];
