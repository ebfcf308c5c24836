//! The weights of the evaluation's terms, in sixteenths of a centipiece.

use super::eval::TERMS;

/// With few pieces, and with all.
pub const WEIGHTS: [[i32; TERMS]; 2] =
    [[160, 480, -240, 400, -200, 200, -100, 1600, 2400, 800, 1000, 400, 10, 20, 20, 0, 0]; 2];
