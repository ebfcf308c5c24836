//! What the search asks of draughts beside the rules.

use super::position::{Draughts, Move};
use super::rules::Rules;
use crate::core::Side;
use crate::core::bits::count;
use crate::game::{Position, Searchable};

/// Captures with the same ends that a tag tells apart; with more of them, which no game has, the rest
/// share one.
const SAME_ENDS: usize = 16;

impl<R: Rules> Searchable for Draughts<R> {
    const TAGS: usize = SAME_ENDS << 12;
    const COUNTED: bool = false;

    fn tag(m: Move) -> usize {
        usize::from(m.rank).min(SAME_ENDS - 1) << 12 | usize::from(m.from) << 6 | usize::from(m.to)
    }

    fn margin(&self) -> i32 {
        let lead = count(self.pieces(Side::First)) - count(self.pieces(Side::Second));
        if self.side() == Side::First { lead } else { -lead }
    }

    fn promise(&self, m: Move) -> i32 {
        let kings = count(m.taken() & self.kings(!self.side()));
        let crowned = if self.crowns(m) { 300 } else { 0 };
        (100 * count(m.taken()) + 150 * kings + crowned).min(1_000)
    }

    fn is_restless(&self) -> bool {
        // Captures are played out; they come to an end.
        self.must_capture()
    }

    fn moves_to_go(&self) -> u32 {
        30
    }
}
