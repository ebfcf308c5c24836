//! The weights of the terms of the hand-crafted evaluation, in sixteenths of a centipiece.
//!
//! Fitted by logistic regression (Texel's tuning method) to the results and scores of self-play games on 6x6 squares.
//! The fit starts from hand-set weights and stays near them. `examples/fit-weights.rs` fits them anew.

use super::handcrafted::TERMS;

/// The weights with no empty square and at the start of a game, in sixteenths of a centipiece.
pub const WEIGHTS: [[i32; TERMS]; 2] =
    [[511, 2709, 2973, -341, -463, -1106, 78, 2955, 1646], [368, -447, 609, 325, 381, 8619, -2615, -6310, 1591]];
