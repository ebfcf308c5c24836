//! Weights of the evaluation's terms, in sixteenths of a hundredth of a disc.
//!
//! Chosen by ridge regression of the final margin on the terms, over 14,000 games of the engine against
//! itself at 4,000 nodes a move with 4 to 15 random plies at the start and some later ones.

/// Number of terms.
pub const TERMS: usize = 16;

/// Empty squares from one row of [`KNOTS`] to the next.
const STEP: i32 = 10;

/// The weights at 0, 10, ... 60 empty squares, the terms in the order of `eval::terms`.
#[rustfmt::skip]
const KNOTS: [[i32; TERMS]; 7] = [
    [-3258, 4997, 3684, 46, 215, 1047, -687, -949, 156, 589, 613, 699, 254, -389, 1223, 342],
    [-4832, 494, 1353, 880, 447, 5367, -1434, -1544, 4365, -585, -205, -1510, 393, -613, 1631, 254],
    [-4073, 32, 137, 647, 396, 6343, -234, -1742, 9171, -801, 1535, -4538, 1127, 190, 1500, -38],
    [-3959, -473, 100, 408, 309, 7967, 380, -1888, 14934, -1023, 3836, -6561, -728, 451, 1504, 13],
    [-3853, -24, -34, -20, 300, 4804, 650, -1778, 21049, -4072, 4576, -13269, -212, 934, 1264, 12],
    [-2699, -1183, -54, 232, 131, 4927, 810, -915, 11167, -6849, 262, -17332, 6839, -131, 313, -140],
    [773, -2185, -63, 390, 82, 2292, 364, -30, 169, -238, -19, -3424, 202, -11, 3, -8],
];

/// The weights by the number of empty squares, on straight lines between the knots.
pub(super) static WEIGHTS: [[i32; TERMS]; 61] = {
    let mut table = [KNOTS[6]; 61];
    let (mut empties, mut knot, mut past) = (0, 0, 0);
    while empties < 60 {
        let mut term = 0;
        while term < TERMS {
            let (low, high) = (KNOTS[knot][term], KNOTS[knot + 1][term]);
            table[empties][term] = (low * (STEP - past) + high * past) / STEP;
            term += 1;
        }
        (empties, past) = (empties + 1, past + 1);
        if past == STEP {
            (knot, past) = (knot + 1, 0);
        }
    }
    table
};
