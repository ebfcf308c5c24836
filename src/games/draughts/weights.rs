//! Weights of the evaluation terms, in sixteenths of a centipiece.
//!
//! They are fitted by logistic regression of game results on the terms (Texel tuning). The data are about 11,000
//! self-play games for each rule book, at 3,000 nodes a move, with 3 to 11 random plies at the start and some later
//! ones. Positions with a capture to make are left out.
//! `examples/fit-weights.rs` fits them anew.

use super::eval::TERMS;

/// Number of pieces on the board between two rows of weights.
pub const PIECES_PER_KNOT: u32 = 10;

/// Weights of the 10x10 board for 0, 10, 20, 30 and 40 pieces, in the order of `eval::terms`.
#[rustfmt::skip]
pub static INTERNATIONAL: [[i32; TERMS]; 5] = [
    [-107, -126, -828, 656, -233, -106, -15, -2, -52, 273, 11, -60, 111, 56, 171, -81, -111, 8, -111, -376, -708, -1565, -13, -54, -5, -125, -61],
    [163, 802, 2457, 2293, 49, -162, 203, 55, 85, -365, 121, 228, 143, 267, 180, 250, 103, 175, 349, 674, 1211, 2204, 271, 299, 296, 300, 341],
    [63, 870, 1866, 3197, 167, -30, 229, 175, 77, -8, -102, 198, -5, 246, 250, 294, 252, 314, 374, 82, 157, 809, 420, 224, 294, 312, 333],
    [20, 765, 638, 2203, 172, -17, 174, 152, -1, -202, -148, 114, 42, 282, 224, 211, 223, 284, 274, 68, 394, -152, 423, 114, 223, 297, 311],
    [38, 708, 15, 53, 184, -63, 124, 17, 0, 3, -65, 60, 12, 270, 169, 192, 258, 282, 160, -148, 9, 792, 442, 145, 228, 255, 185],
];

/// Weights of the 8x8 board for 0, 10, 20 and 30 pieces, in the order of `eval::terms`.
#[rustfmt::skip]
pub static ENGLISH: [[i32; TERMS]; 4] = [
    [-49, 875, 488, 1368, 51, -130, 112, 145, 96, -43, 291, 138, 118, -19, 17, 488, 568, 595, 274, -128, 0, 0, 150, 310, 307, 454, 0],
    [32, 883, 1467, 511, 65, -143, 109, 3, 108, 110, -284, 40, 64, 488, 188, 197, 269, 231, 237, 244, 0, 0, 262, 242, 314, 352, 0],
    [-53, 1144, 526, 2300, 357, 22, 422, 98, 149, 218, -39, 49, 46, 853, 521, 308, 241, 125, -96, -55, 0, 0, 560, 195, 257, 368, 0],
    [-4, 240, 10, 127, 5, 129, -6, 0, 2, 0, -21, 317, 203, 180, -132, -23, -42, 441, 211, 96, 0, 0, 466, -117, -274, -4, 0],
];
