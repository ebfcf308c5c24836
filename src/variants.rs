//! The only list of games.

use crate::games::dvonn::{Dvonn, eval::HandEval};
use crate::session::Variant;

/// Every game, the default one first.
pub static VARIANTS: &[Variant] =
    &[Variant::sequential::<Dvonn, HandEval>("dvonn", include_str!("../fixtures/bench/dvonn.txt"))];
