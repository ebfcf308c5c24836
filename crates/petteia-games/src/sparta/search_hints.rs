//! Search hints for Sparta: what the search asks of the game in addition to its rules.

use petteia_core::grid::{Direction, Step};
use petteia_core::{MoveOrdering, NoisyMoves, Position, Scoring, Solving, Timing};

use super::position::{Bitboard, Board, Sparta};

/// Maximum number of enemy pieces with which `winning_move` tries to capture all of them.
const MAX_CAPTURES: i32 = 3;

impl MoveOrdering for Sparta {
    const MOVE_INDICES: usize = 64 * 64;

    fn move_index(m: Step) -> usize {
        64 * m.from() + m.to()
    }

    #[inline]
    fn ordering_score(&self, m: Step) -> i32 {
        let captured = self.captured(m);
        let heroes = (captured & self.heroes(!self.side())).count();
        let city = 80 * i32::from(self.promotes(m)) + 120 * i32::from(self.conquers(m));
        (100 * captured.count() + 100 * heroes + city).min(1_000)
    }
}

impl NoisyMoves for Sparta {
    fn is_unstable(&self) -> bool {
        self.after_null_move().winning_move().is_some()
    }

    fn for_each_noisy_move(&self, mut visit: impl FnMut(Step)) {
        let (own, enemies) = (self.pieces(self.side()), self.pieces(!self.side()));
        let warriors = self.warriors(self.side());
        let enclosing = Board::enclosing_squares(enemies, own, self.free());
        // A hero may capture a row of enemies from any square beside them.
        let beside = Direction::ALL.into_iter().fold(Bitboard::EMPTY, |all, d| all | Board::step(enemies, d));
        own.for_each(|from| {
            let targets = if warriors.contains(from) { self.cities(self.side()) | enclosing } else { beside };
            (self.reach(from) & targets).for_each(|to| {
                let m = Step::new(from, to);
                // Conquests are not noisy, because cities can be won back and forth without end.
                if self.promotes(m) || !self.captured(m).is_empty() {
                    visit(m);
                }
            });
        });
    }

    fn winning_move(&self) -> Option<Step> {
        if self.is_decided() {
            return None;
        }
        let cities = self.cities(!self.side());
        if let Some(last) = cities.first().filter(|_| cities.count() == 1) {
            let mut warriors = self.warriors(self.side()).iter();
            if let Some(from) = warriors.find(|&from| self.reach(from).contains(last)) {
                return Some(Step::new(from, last));
            }
        }
        let enemy_count = self.pieces(!self.side()).count();
        let mut winning = None;
        if enemy_count <= MAX_CAPTURES {
            self.for_each_noisy_move(|m| {
                if self.captured(m).count() == enemy_count {
                    winning = Some(m);
                }
            });
        }
        winning
    }
}

impl Scoring for Sparta {
    const WON_BY_MARGIN: bool = false;

    fn margin(&self) -> i32 {
        self.pieces(self.side()).count() - self.pieces(!self.side()).count()
    }
}

impl Solving for Sparta {
    type Solver = ();
}

impl Timing for Sparta {
    fn moves_to_go(&self) -> u32 {
        25
    }
}
