//! Weights of the evaluation's terms, in centipieces.
//!
//! Chosen by ridge regression of the final margin (flattened by `14 tanh(margin / 14)`) on the terms,
//! over 36,000 games of the engine against itself at 1,500 to 2,000 nodes a move: a half from random
//! placements, the rest from its own and from deliberately varied ones. The weights of the placement
//! come from the 12,000 games with varied placements.

use super::{eval, placement};

/// A stage begins where fewer stacks than this are left.
pub(super) const STAGES: [u32; 4] = [42, 34, 26, 18];

/// For the stacking phase: a row for each stage, the terms in the order of `eval::term`.
#[rustfmt::skip]
pub(super) static STACKING: [[i32; eval::TERMS]; STAGES.len() + 1] = [
    [-73, 32, -38, -42, -19, -51, 0, 204, 113, 126, 111, 272, 85, 47, -13, -77, -113, 45, 24, -17, -66, -104, 159, 112, 0, -3, 6, 86, 173, -62, 35, 8, 22, 8, 53, 3, 68, 15, -15, 28, 12, 77, 22, -23, 59, 27, -37, -26, -31, -32, -108, -18, -18, 0, 166, 35, -22, -21, -28, 131],
    [-56, 4, -49, -21, 26, 8, 0, 163, 107, 120, 142, 180, 82, 53, -9, -68, -114, 64, 41, 3, -43, -97, 113, 117, 0, -30, 37, 67, 46, 103, 47, 48, 21, 15, 66, 10, 75, 15, 18, 44, 18, 104, 29, 38, 71, 39, -61, -27, -41, -72, -106, -107, 41, 12, 171, 28, -15, -11, -32, 160],
    [-36, -5, -33, -7, 28, 40, 0, 107, 91, 110, 125, 166, 72, 57, -4, -53, -108, 68, 44, 12, -28, -74, 44, 114, 0, 9, 47, 64, 56, 74, 55, 75, 22, 25, 83, 24, 85, 14, 35, 62, 25, 132, 29, 85, 85, 52, -71, -39, -55, -85, -105, -126, 52, 24, 177, 14, -14, -7, -42, 130],
    [-24, -11, -22, -2, 26, 73, 0, 88, 90, 113, 134, 182, 60, 49, 0, -36, -97, 61, 42, 20, -16, -41, 8, 138, 0, 31, 66, 71, 78, 80, 60, 82, 21, 11, 86, 44, 69, 11, 32, 77, 32, 121, 30, 77, 95, 52, -67, -58, -78, -100, -121, -180, 8, 46, 176, -4, -13, -10, -36, 52],
    [-12, -14, -29, 1, 49, 114, 0, 84, 87, 117, 167, 239, 50, 32, 0, -21, -74, 66, 51, 26, -4, -17, 79, 160, 0, 42, 90, 92, 81, 98, 37, 19, 1, -29, 54, 47, 40, -11, -7, 59, 39, 71, 11, 30, 80, 20, -67, -125, -151, -185, -236, -357, -71, 131, 164, -9, -12, -3, -14, -14],
];

/// For the placement phase: the terms in the order of `placement::term`.
#[rustfmt::skip]
pub(super) static PLACEMENT: [i32; placement::TERMS] = [
74, 101, 43, 59, 2, -8, -34, -48, -47, -63, -36, -35, 1, -9, 5, 0, -9, 9, -3, 1, -15, -21, -6, -6,
];
