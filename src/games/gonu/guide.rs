//! What the search asks of Palpal Gonu beside the rules.

use super::position::{Board, Gonu};
use crate::core::grid::Step;
use crate::game::{Position, Searchable};

/// No move takes more men: it comes from one of the four directions.
const MOST_CAPTURED: i32 = 3;

impl Searchable for Gonu {
    const TAGS: usize = 64 * 64;
    const COUNTED: bool = false;

    fn tag(m: Step) -> usize {
        64 * m.from() + m.to()
    }

    fn margin(&self) -> i32 {
        self.men(self.side()).count() - self.men(!self.side()).count()
    }

    fn promise(&self, m: Step) -> i32 {
        100 * self.captured(m).count()
    }

    fn is_restless(&self) -> bool {
        self.turned().winning_move().is_some()
    }

    fn for_each_loud_move(&self, mut visit: impl FnMut(Step)) {
        let (own, free) = (self.men(self.side()), self.free());
        Board::traps(self.men(!self.side()), own, free)
            .for_each(|to| Board::for_each_slider(to, own, free, |from| visit(Step::new(from, to))));
    }

    fn winning_move(&self) -> Option<Step> {
        let spare = self.men(!self.side()).count() - Self::LEAST_MEN;
        let mut winning = None;
        if (0..MOST_CAPTURED).contains(&spare) && self.without_men() != Some(self.side()) {
            self.for_each_loud_move(|m| {
                if self.captured(m).count() > spare {
                    winning = Some(m);
                }
            });
        }
        winning
    }

    fn moves_to_go(&self) -> u32 {
        25
    }
}
