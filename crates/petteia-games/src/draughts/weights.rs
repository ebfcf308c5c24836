//! The weights of the terms of the hand-crafted evaluation, in sixteenths of a centipiece.
//!
//! Fitted by logistic regression (Texel's tuning method) to the results and scores of self-play games from random
//! openings, `--games 1500 --nodes 400`. `examples/fit-weights.rs` fits them anew.

use super::books::{AntidraughtsRules, BreakthroughRules, ItalianRules};
use super::handcrafted::{Handcrafted, Weights};

impl Handcrafted for ItalianRules {
    #[rustfmt::skip]
    const WEIGHTS: &'static Weights = &[
        [-35, 200, -58, 628, 1102, 1050, 662, 187, -177, -674, 5, 0, 2236, 3997, 804, -483, -224, -675, 284, 706, -1026, 2051, -64],
        [110, 200, -1513, 1027, 25, 18, 164, 247, 892, 1518, 5, 0, 3165, 4799, 540, 354, 410, 179, -343, -423, 1027, -2287, 302],
    ];
}

impl Handcrafted for BreakthroughRules {
    #[rustfmt::skip]
    const WEIGHTS: &'static Weights = &[
        [712, 200, -999, 14196, 3190, 459, 136, -654, -465, -610, -766, -1106, 3368, 0, 0, -1061, 269, -516, 0, 0, 0, -2087, 1494],
        [-84, 200, -344, -6749, -2744, -134, -157, 500, 542, 778, 727, 546, 1968, 0, 0, 238, 106, 16, 0, 0, 0, -911, -621],
    ];
}

impl Handcrafted for AntidraughtsRules {
    #[rustfmt::skip]
    const WEIGHTS: &'static Weights = &[
        [545, 0, -2694, 2134, 1473, 507, 336, -259, 96, -63, 71, -389, -840, -3746, 2334, -1195, 628, -503, 911, 168, 355, -628, -111],
        [205, 0, 2608, -8015, -4456, -1573, -558, 876, 708, 683, 601, 369, -888, -1311, -328, 400, -378, -67, -2262, -834, -525, 1764, 553],
    ];
}
