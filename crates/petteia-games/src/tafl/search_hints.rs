//! Search hints: what the search asks of the game in addition to its rules.

use petteia_core::grid::{Grid, Squares, Step};
use petteia_core::{MoveOrdering, NoisyMoves, Position, Scoring, Solving, Timing};

use super::position::{BLACK, Tafl};
use super::rules::{KingCapture, Rules};

impl<R: Rules, const SIZE: usize, const WORDS: usize> MoveOrdering for Tafl<R, SIZE, WORDS> {
    const MOVE_INDICES: usize = SIZE.pow(4);

    fn move_index(m: Step) -> usize {
        SIZE * SIZE * m.from() + m.to()
    }

    fn ordering_score(&self, m: Step) -> i32 {
        self.king_bonus(m) + 100 * self.captured(m).count()
    }

    #[inline]
    fn ordering_scores(&self) -> impl Fn(Step) -> i32 {
        // By the edge rules, men at the edge are captured without being enclosed.
        let edges = if R::HAS_EDGE_RULES { Grid::<SIZE, SIZE, WORDS>::EDGES } else { Squares::EMPTY };
        // Only the king arrives on the restricted squares.
        let capturing = self.enclosing_squares() | Self::RESTRICTED | edges;
        move |m| if capturing.contains(m.to()) { self.ordering_score(m) } else { self.king_bonus(m) }
    }
}

impl<R: Rules, const SIZE: usize, const WORDS: usize> NoisyMoves for Tafl<R, SIZE, WORDS> {
    fn is_unstable(&self) -> bool {
        self.after_null_move().winning_move().is_some()
    }

    fn for_each_noisy_move(&self, mut visit: impl FnMut(Step)) {
        let (own, free) = (self.captors(self.side()), self.free());
        self.enclosing_squares().for_each(|to| {
            Grid::<SIZE, SIZE, WORDS>::for_each_slider(to, own, free, |from| visit(Step::new(from, to)));
        });
    }

    fn winning_move(&self) -> Option<Step> {
        let king = self.king()?;
        if self.ending().is_some() {
            return None;
        }
        if self.side() != BLACK {
            return Some(Step::new(king, self.escapes().first()?));
        }
        let free = self.free();
        let last = self.last_squares_beside_king() & free & !Self::RESTRICTED;
        let mut winning = None;
        last.for_each(|to| {
            Grid::<SIZE, SIZE, WORDS>::for_each_slider(to, self.attackers(), free, |from| {
                winning = Some(Step::new(from, to));
            });
        });
        winning
    }
}

impl<R: Rules, const SIZE: usize, const WORDS: usize> Tafl<R, SIZE, WORDS> {
    /// Part of the ordering score: king moves come first among the moves that capture nothing.
    #[inline]
    fn king_bonus(&self, m: Step) -> i32 {
        if self.king() == Some(m.from()) { 20 } else { 0 }
    }

    /// The squares where a man that arrives encloses men.
    #[inline]
    fn enclosing_squares(&self) -> Squares<WORDS> {
        let (own, free) = (self.captors(self.side()), self.free());
        let (targets, anchors) = (self.men(!self.side()), own | Self::HOSTILE & free);
        Grid::<SIZE, SIZE, WORDS>::enclosing_squares(targets, anchors, free & !Self::RESTRICTED)
    }

    /// The squares beside the king from which one more attacker captures him.
    fn last_squares_beside_king(&self) -> Squares<WORDS> {
        match R::KING_CAPTURE {
            KingCapture::Custodial => {
                let anchors = self.attackers() | Self::HOSTILE & self.free();
                Grid::<SIZE, SIZE, WORDS>::enclosing_squares(self.king_set(), anchors, self.free())
            }
            KingCapture::Surrounded if !(self.king_set() & Grid::<SIZE, SIZE, WORDS>::EDGES).is_empty() => {
                Squares::EMPTY
            }
            KingCapture::Surrounded | KingCapture::SurroundedOrAtEdge => {
                let open = self.open_beside_king();
                if open.count() == 1 { open } else { Squares::EMPTY }
            }
        }
    }
}

impl<R: Rules, const SIZE: usize, const WORDS: usize> Scoring for Tafl<R, SIZE, WORDS> {
    const WON_BY_MARGIN: bool = false;
    const EVAL_ERROR: i32 = 200;

    fn margin(&self) -> i32 {
        self.pieces(self.side()).count() - self.pieces(!self.side()).count()
    }
}

impl<R: Rules, const SIZE: usize, const WORDS: usize> Solving for Tafl<R, SIZE, WORDS> {
    type Solver = ();
}

impl<R: Rules, const SIZE: usize, const WORDS: usize> Timing for Tafl<R, SIZE, WORDS> {
    fn moves_to_go(&self) -> u32 {
        25
    }
}
