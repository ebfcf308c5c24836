//! The weights of the evaluation's terms, for scores without bounds.
//!
//! Fitted by logistic regression (Texel's tuning method) to the results of 3,500 self-play games from random line-ups,
//! with one random plan in twelve. `examples/fit-weights.rs` fits them anew.

use super::handcrafted::TERMS;

/// The weights: tiles 1 to 7, higher numbers move first; the first and the second lost tile; each step of a tile from
/// the centre; a tile at the edge; and a tile there that is threatened with a push after one step, with a push, with a
/// push that comes first, with a push by a row.
pub const WEIGHTS: [f64; TERMS] =
    [0.5, 0.56, 0.61, 0.66, 0.73, 0.8, 0.9, -0.6, -0.9, -0.047, -0.1, -0.05, -0.22, -0.54, -0.73];
