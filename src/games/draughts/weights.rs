//! Weights of the evaluation's terms, in sixteenths of a hundredth of a man.
//!
//! Chosen by logistic regression of the result on the terms, over 6,000 games of the engine against
//! itself for each rule book, at 3,000 nodes a move with 3 to 11 random plies at the start and some
//! later ones; positions with captures pending left out.

use super::eval::TERMS;

/// Pieces on the board from one row of weights to the next.
pub(super) const STEP: u32 = 10;

/// For 0, 10, 20, 30 and 40 pieces on the 10x10 board, the terms in the order of `eval::terms`.
#[rustfmt::skip]
pub(super) static INTERNATIONAL: [[i32; TERMS]; 5] = [
    [-110, -1, -752, 1453, -106, -65, 106, -21, -70, 293, 67, -42, -1, 75, 255, -6, 27, -155, -123, -470, -890, -1200, -58, -76, -119, 23, 219],
    [169, 795, 2539, 2291, 90, -133, 229, 77, 114, -256, 23, 260, 230, 196, 165, 184, 89, 189, 404, 720, 1267, 2261, 262, 226, 296, 326, 404],
    [46, 896, 1669, 3596, 138, 63, 212, 193, 40, -164, -53, 265, -69, 224, 224, 274, 224, 257, 367, -6, 48, 743, 414, 353, 327, 307, 278],
    [1, 816, 609, 2358, 140, 11, 161, 158, 0, -405, -141, 156, 37, 242, 191, 218, 217, 276, 228, -148, 91, -30, 461, 125, 273, 325, 314],
    [25, 690, -6, -24, 121, 43, 128, 7, 0, 1, -73, 128, 1, 166, 130, 135, 245, 254, 205, -36, 448, 634, 395, 242, 231, 232, 169],
];

/// For 0, 10, 20 and 30 pieces on the 8x8 board.
#[rustfmt::skip]
pub(super) static ENGLISH: [[i32; TERMS]; 4] = [
    [-41, 967, 421, 1308, 117, -329, 52, 104, 202, -40, 253, -14, -157, 186, -175, 381, 619, 376, 212, -9, 0, 0, 190, 299, 283, 416, 0],
    [23, 942, 1667, 280, 64, -153, 129, 17, 106, 57, -240, 11, 106, 427, 107, 200, 214, 244, 180, 225, 0, 0, 312, 243, 247, 283, 0],
    [-50, 1182, 372, 2744, 281, 187, 453, 10, 153, -142, -40, 76, 9, 572, 384, 194, 189, 108, -21, 438, 0, 0, 578, 192, 177, 291, 0],
    [61, 328, 3, 60, 37, 133, 24, 1, 2, 0, -99, 52, 220, 128, -201, 61, -12, 868, -24, 88, 0, 0, 421, -11, 29, -234, 0],
];
