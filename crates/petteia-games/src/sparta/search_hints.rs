//! Search hints for Sparta: what the search asks of the game in addition to its rules.

use petteia_core::grid::Step;
use petteia_core::{MoveOrdering, NoisyMoves, Position, Scoring, Side, Solving, Timing};

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

    #[inline]
    fn ordering_scores(&self) -> impl Fn(Step) -> i32 {
        let cities = self.cities(Side::First) | self.cities(Side::Second);
        let [by_warriors, by_heroes] = self.capturing_squares();
        let (of_warriors, of_heroes) = (by_warriors | cities, by_heroes);
        move |m| {
            let squares = if self.heroes(self.side()).contains(m.from()) { of_heroes } else { of_warriors };
            if squares.contains(m.to()) { self.ordering_score(m) } else { 0 }
        }
    }
}

impl NoisyMoves for Sparta {
    fn is_unstable(&self) -> bool {
        self.after_null_move().winning_move().is_some()
    }

    fn for_each_noisy_move(&self, mut visit: impl FnMut(Step)) {
        let [by_warriors, by_heroes] = self.capturing_squares();
        let promoting = self.cities(self.side());
        self.pieces(self.side()).for_each(|from| {
            let targets = if self.heroes(self.side()).contains(from) { by_heroes } else { by_warriors | promoting };
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

impl Sparta {
    /// The squares where warriors of the side to move may capture, and those where heroes may. All captures are there.
    #[inline]
    fn capturing_squares(&self) -> [Bitboard; 2] {
        let (own, enemies) = (self.pieces(self.side()), self.pieces(!self.side()));
        // A hero may capture a row of enemies from any square beside them.
        [Board::enclosing_squares(enemies, own, self.free()), Board::around(enemies)]
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
