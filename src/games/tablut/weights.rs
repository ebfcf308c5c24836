//! The weights of the evaluation's terms, in sixteenths of a centipiece.

use super::eval::TERMS;

/// With few pieces, and with all.
pub const WEIGHTS: [[i32; TERMS]; 2] = [{
    let mut weights = [0; TERMS];
    let first = [0, 160, 3200, 1600, 48, 1600, 1600, 400, 40, 800, 320, 160, 160, 480, 240, 480, 240];
    let mut i = 0;
    while i < first.len() {
        weights[i] = first[i];
        i += 1;
    }
    weights
}; 2];
