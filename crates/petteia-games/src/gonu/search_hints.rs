//! Search hints for Palpal Gonu: what the search asks of the game in addition to its rules.

use petteia_core::grid::Step;
use petteia_core::{MoveOrdering, NoisyMoves, Position, Scoring, Solving, Timing};

use super::position::{Board, Gonu};

/// Maximum number of men that one move captures: one in each direction but the one that the man comes from.
const MAX_CAPTURES: i32 = 3;

impl MoveOrdering for Gonu {
    const MOVE_INDICES: usize = 64 * 64;

    fn move_index(m: Step) -> usize {
        64 * m.from() + m.to()
    }

    #[inline]
    fn ordering_score(&self, m: Step) -> i32 {
        100 * self.captured(m).count()
    }

    #[inline]
    fn ordering_scores(&self) -> impl Fn(Step) -> i32 {
        let capturing = self.capturing_points();
        move |m| if capturing.contains(m.to()) { self.ordering_score(m) } else { 0 }
    }
}

impl NoisyMoves for Gonu {
    fn is_unstable(&self) -> bool {
        self.after_null_move().winning_move().is_some()
    }

    fn for_each_noisy_move(&self, mut visit: impl FnMut(Step)) {
        let (own, free) = (self.men(self.side()), self.free());
        self.capturing_points().for_each(|to| Board::for_each_slider(to, own, free, |from| visit(Step::new(from, to))));
    }

    fn winning_move(&self) -> Option<Step> {
        // The enemy can lose this many men without losing the game.
        let spare = self.men(!self.side()).count() - Self::MIN_MEN;
        let mut winning = None;
        if (0..MAX_CAPTURES).contains(&spare) && self.without_men() != Some(self.side()) {
            self.for_each_noisy_move(|m| {
                if self.captured(m).count() > spare {
                    winning = Some(m);
                }
            });
        }
        winning
    }
}

impl Scoring for Gonu {
    const WON_BY_MARGIN: bool = false;

    fn margin(&self) -> i32 {
        self.men(self.side()).count() - self.men(!self.side()).count()
    }
}

impl Solving for Gonu {
    type Solver = ();
}

impl Timing for Gonu {
    fn moves_to_go(&self) -> u32 {
        25
    }
}
