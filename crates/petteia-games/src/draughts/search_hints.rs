//! Search hints of draughts: move ordering, quiescence, the end of the game, and time.

use petteia_core::bits::count;
use petteia_core::{MoveOrdering, NoisyMoves, Position, Scoring, Side, Solving, Timing};

use super::position::{Draughts, Move};
use super::rules::{Goal, Rules};

/// Number of captures with the same squares from and to that have different move indices. Further ones, which are rare,
/// share the last index.
const MAX_ORDINALS: usize = 2;

impl<R: Rules> MoveOrdering for Draughts<R> {
    const MOVE_INDICES: usize = MAX_ORDINALS << 12;

    fn move_index(m: Move) -> usize {
        usize::from(m.ordinal).min(MAX_ORDINALS - 1) << 12 | usize::from(m.from) << 6 | usize::from(m.to)
    }

    fn ordering_score(&self, m: Move) -> i32 {
        let kings = count(m.taken() & self.kings(!self.side()));
        let crowned = if self.crowns(m) { 300 } else { 0 };
        let gain = (100 * count(m.taken()) + 150 * kings + crowned).min(1_000);
        if R::GOAL == Goal::BeBlocked { -gain } else { gain }
    }
}

impl<R: Rules> NoisyMoves for Draughts<R> {
    fn is_unstable(&self) -> bool {
        // Capture sequences are searched to their end. They always end, because each capture removes pieces.
        self.must_capture()
    }

    fn winning_move(&self) -> Option<Move> {
        let mut winning = None;
        if R::GOAL == Goal::King {
            self.for_each_move(|m| {
                if self.crowns(m) {
                    winning = Some(m);
                }
            });
        }
        winning
    }
}

impl<R: Rules> Scoring for Draughts<R> {
    const WON_BY_MARGIN: bool = false;

    fn margin(&self) -> i32 {
        let lead = count(self.pieces(Side::First)) - count(self.pieces(Side::Second));
        let lead = if R::GOAL == Goal::BeBlocked { -lead } else { lead };
        if self.side() == Side::First { lead } else { -lead }
    }
}

impl<R: Rules> Solving for Draughts<R> {
    type Solver = ();
}

impl<R: Rules> Timing for Draughts<R> {
    fn moves_to_go(&self) -> u32 {
        30
    }
}
