//! The weights of the evaluation's terms, in sixteenths of a centipiece.

use super::eval::TERMS;

/// With few men, and with all.
pub const WEIGHTS: [[i32; TERMS]; 2] = [[160, 480, -240, 1600, 16, 80, 40, 40, 0, 0]; 2];
