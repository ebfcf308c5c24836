//! Weights of the evaluation's terms, in sixteenths of a hundredth of a disc.
//!
//! Chosen by ridge regression of the final margin on the terms, over 26,000 games of the engine against
//! itself at 4,000 to 6,000 nodes a move with 4 to 15 random plies at the start and some later ones.

/// Number of terms.
pub const TERMS: usize = 16;

/// Empty squares from one row of [`KNOTS`] to the next.
const STEP: i32 = 10;

/// The weights at 0, 10, ... 60 empty squares, the terms in the order of `eval::terms`.
#[rustfmt::skip]
const KNOTS: [[i32; TERMS]; 7] = [
    [-3539, 4936, 3878, -153, 229, 1074, -1119, -1029, 25, 560, 565, 760, 135, -463, 1289, 329],
    [-4930, 821, 1299, 809, 474, 5235, -1614, -1571, 4567, -715, -325, -1838, 377, -588, 1629, 237],
    [-4599, 726, 131, 374, 469, 6611, -292, -1869, 10076, -701, 1184, -4456, 1221, 262, 1484, -74],
    [-4675, 218, 78, 256, 331, 8685, 428, -2116, 15824, -567, 3396, -7006, -775, 637, 1597, -3],
    [-4557, 413, 10, -225, 417, 4085, 655, -1980, 23606, -3543, 4254, -14908, -1290, 1141, 1566, -8],
    [-3342, -342, -52, 151, 197, 4242, 835, -1045, 13992, -8771, 572, -20043, 7487, -105, 435, -149],
    [-36, -2443, 57, 384, 88, 4923, 554, -34, 204, -509, -17, -6812, 234, -33, 3, -8],
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
