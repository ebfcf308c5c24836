//! Search hints: what the search asks of Sparta beside its rules.

use super::position::{Board, Cells, Sparta};
use crate::base::grid::{Direction, Step};
use crate::game::{MoveOrdering, NoisyMoves, Position, Solving, Timing};

impl MoveOrdering for Sparta {
    const MOVE_INDICES: usize = 64 * 64;

    fn move_index(m: Step) -> usize {
        64 * m.from() + m.to()
    }

    fn ordering_score(&self, m: Step) -> i32 {
        let captured = self.captured(m);
        let heroes = (captured & self.heroes(!self.side())).count();
        let city = 80 * i32::from(self.promotes(m)) + 120 * i32::from(self.conquers(m));
        (100 * captured.count() + 100 * heroes + city).min(1_000)
    }
}

impl NoisyMoves for Sparta {
    fn is_unstable(&self) -> bool {
        self.turned().winning_move().is_some()
    }

    fn for_each_noisy_move(&self, mut visit: impl FnMut(Step)) {
        let (own, prey) = (self.pieces(self.side()), self.pieces(!self.side()));
        let warriors = self.warriors(self.side());
        let traps = Board::traps(prey, own, self.free());
        // A hero may enclose a row.
        let beside = Direction::ALL.into_iter().fold(Cells::EMPTY, |all, d| all | Board::step(prey, d));
        own.for_each(|from| {
            let goals = if warriors.has(from) { self.cities(self.side()) | traps } else { beside };
            (self.reach(from) & goals).for_each(|to| {
                let m = Step::new(from, to);
                // Conquests are left out: cities can be won back and forth for ever.
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
            let mut warriors = self.warriors(self.side()).ones();
            if let Some(from) = warriors.find(|&from| self.reach(from).has(last)) {
                return Some(Step::new(from, last));
            }
        }
        let pieces = self.pieces(!self.side()).count();
        let mut winning = None;
        if pieces <= FEW_PIECES {
            self.for_each_noisy_move(|m| {
                if self.captured(m).count() == pieces {
                    winning = Some(m);
                }
            });
        }
        winning
    }
}

impl Solving for Sparta {
    const WON_BY_MARGIN: bool = false;

    fn margin(&self) -> i32 {
        self.pieces(self.side()).count() - self.pieces(!self.side()).count()
    }
}

impl Timing for Sparta {
    fn moves_to_go(&self) -> u32 {
        25
    }
}

/// So few pieces may go in one move.
const FEW_PIECES: i32 = 3;
