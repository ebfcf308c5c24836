//! The weights of the evaluation's terms, in sixteenths of a centipiece.
//!
//! Fitted by logistic regression (Texel's tuning method) to the results and scores of self-play games from random
//! openings at 2,000 to 3,000 nodes a move. The fit starts from hand-set weights and stays near them.
//! `examples/fit-weights.rs` fits them anew.

use super::eval::TERMS;

/// The weights with few pieces and with all pieces, in sixteenths of a centipiece.
pub const WEIGHTS: [[i32; TERMS]; 2] = [
    [
        0, 334, 4256, 959, 274, 1144, 2002, 505, -16, 713, 199, 686, -217, 825, 276, 611, 259, 0, -345, 226, -64, 6,
        268, 279, -820, 58, 304, 261, 496, -138, -13, 0, 0, -153, -591, -873, -993, -249, -761, -603, -1168, -747,
        -534, -382, -390, -247, 0, 0, 0, -894, -859, -1781, 1037, -974, -411, 337, 172, 514, -49, 848, 626, 263,
    ],
    [
        0, 255, 4415, 2241, 65, 1160, 2090, 565, 13, 638, 358, 58, 359, 1853, 1025, 538, 113, 0, 70, -230, -272, -46,
        349, -82, 34, 40, 131, 118, 357, 159, -8, 0, 0, -576, -725, -577, -689, -288, -227, -304, -390, -134, -227,
        -178, -97, -56, 0, 0, 0, -1056, -1357, -2418, 185, -1009, -774, -246, -120, 100, 231, 165, 147, 308,
    ],
];
