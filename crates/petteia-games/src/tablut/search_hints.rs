//! Search hints for Tablut: what the search asks of the game in addition to its rules.

use petteia_core::grid::Step;
use petteia_core::{MoveOrdering, NoisyMoves, Position, Scoring, Solving, Timing};

use super::position::{BLACK, Board, CORNERS, Tablut};

impl<const SQUARE: bool> MoveOrdering for Tablut<SQUARE> {
    const MOVE_INDICES: usize = 81 * 81;

    fn move_index(m: Step) -> usize {
        81 * m.from() + m.to()
    }

    fn ordering_score(&self, m: Step) -> i32 {
        // King moves come first among the moves that capture nothing.
        let king_bonus = if self.king() == Some(m.from()) { 20 } else { 0 };
        100 * self.captured(m).count() + king_bonus
    }
}

impl<const SQUARE: bool> NoisyMoves for Tablut<SQUARE> {
    fn is_unstable(&self) -> bool {
        self.after_null_move().winning_move().is_some()
    }

    fn for_each_noisy_move(&self, mut visit: impl FnMut(Step)) {
        let (own, free) = (self.men(self.side()), self.free());
        let enclosing = Board::enclosing_squares(self.men(!self.side()), own, free & !Self::RESTRICTED);
        enclosing.for_each(|to| Board::for_each_slider(to, own, free, |from| visit(Step::new(from, to))));
    }

    fn winning_move(&self) -> Option<Step> {
        let king = self.king()?;
        if self.has_escaped() {
            return None;
        }
        if self.side() != BLACK {
            return Some(Step::new(king, self.escapes().first()?));
        }
        // Black wins by closing the last open square beside the king.
        let open = self.open_beside_king();
        let last =
            open.first().filter(|&last| open.count() == 1 && !CORNERS.contains(last) && self.free().contains(last))?;
        let mut winning = None;
        Board::for_each_slider(last, self.attackers(), self.free(), |from| winning = Some(Step::new(from, last)));
        winning
    }
}

impl<const SQUARE: bool> Scoring for Tablut<SQUARE> {
    const WON_BY_MARGIN: bool = false;
    const EVAL_ERROR: i32 = 200;

    fn margin(&self) -> i32 {
        self.pieces(self.side()).count() - self.pieces(!self.side()).count()
    }
}

impl<const SQUARE: bool> Solving for Tablut<SQUARE> {
    type Solver = ();
}

impl<const SQUARE: bool> Timing for Tablut<SQUARE> {
    fn moves_to_go(&self) -> u32 {
        25
    }
}
