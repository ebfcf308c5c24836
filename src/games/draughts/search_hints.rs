//! Search hints: what the search asks of draughts beside its rules.

use super::position::{Draughts, Move};
use super::rules::Rules;
use crate::base::Side;
use crate::base::bits::count;
use crate::game::{MoveOrdering, NoisyMoves, Position, Solving, Timing};

/// Captures with the same ends that a tag tells apart; with more of them, which no game has, the rest
/// share one.
const SAME_ENDS: usize = 16;

impl<R: Rules> MoveOrdering for Draughts<R> {
    const MOVE_INDICES: usize = SAME_ENDS << 12;

    fn move_index(m: Move) -> usize {
        usize::from(m.rank).min(SAME_ENDS - 1) << 12 | usize::from(m.from) << 6 | usize::from(m.to)
    }

    fn ordering_score(&self, m: Move) -> i32 {
        let kings = count(m.taken() & self.kings(!self.side()));
        let crowned = if self.crowns(m) { 300 } else { 0 };
        (100 * count(m.taken()) + 150 * kings + crowned).min(1_000)
    }
}

impl<R: Rules> NoisyMoves for Draughts<R> {
    fn is_unstable(&self) -> bool {
        // Captures are played out; they come to an end.
        self.must_capture()
    }
}

impl<R: Rules> Solving for Draughts<R> {
    const WON_BY_MARGIN: bool = false;

    fn margin(&self) -> i32 {
        let lead = count(self.pieces(Side::First)) - count(self.pieces(Side::Second));
        if self.side() == Side::First { lead } else { -lead }
    }
}

impl<R: Rules> Timing for Draughts<R> {
    fn moves_to_go(&self) -> u32 {
        30
    }
}
