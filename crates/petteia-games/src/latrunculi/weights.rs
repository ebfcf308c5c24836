//! The weights of the evaluation's terms, in sixteenths of a centipiece.
//!
//! Fitted by logistic regression (Texel's tuning method) to the results and scores of self-play games from random
//! openings at 1,500 to 2,000 nodes a move. The weights of conversion are fitted to the scores alone, because nearly
//! all of its games are drawn.
//! `examples/fit-weights.rs` fits them anew.

use super::handcrafted::TERMS;

/// The weights with no men and with all men, in sixteenths of a centipiece.
type Weights = [[i32; TERMS]; 2];

/// The weights for boards with this number of files, with or without a dux.
#[must_use]
pub const fn weights(files: usize, dux: bool) -> &'static Weights {
    match (dux, files) {
        (false, _) => &CONVERSION,
        (true, ..=8) => &EIGHT,
        (true, 9..=12) => &TWELVE,
        (true, _) => &NINETEEN,
    }
}

/// Weights for boards of up to 8 files.
const EIGHT: Weights = [
    [43, 936, -56, 1309, 2, -15, -23, 48, 34, 50, 0, 657, -84, 93, 3, -239, 84],
    [97, 1028, -302, 1891, 9, 49, 9, -14, -45, -2, 0, 181, 70, 86, 14, -239, -33],
];
/// Weights for boards of 9 to 12 files.
const TWELVE: Weights = [
    [26, 876, -74, 1105, 14, 84, 41, 108, 86, 56, 0, 1445, 11, -22, 32, -1029, -93],
    [197, 1051, -561, 2095, 18, 39, 80, 67, -24, 56, 0, 699, 153, 195, -12, 74, 161],
];
/// Weights for boards of more than 12 files.
const NINETEEN: Weights = [
    [125, 714, -375, 1378, 21, -11, 176, 166, 70, 104, 0, 2646, 155, 21, 26, 12, -70],
    [351, 961, -655, 1822, 23, 203, 101, 126, -66, 95, 0, -705, 203, 152, 19, -212, -65],
];
/// Weights for conversion, the same for any number of men, because that number never changes. The tempo bonus is 0:
/// any other makes scores swing from one depth to the next and makes the search ten times as long.
const CONVERSION: Weights = [[0, 2671, -278, 1600, 9, 21, 13, 15, 0, -2, 0, 0, 0, 0, 0, 0, 0]; 2];
