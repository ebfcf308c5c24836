//! What the search asks of the game beside the rules.

use super::position::Latrunculi;
use crate::core::Outcome;
use crate::core::grid::{Direction, Grid, Step};
use crate::game::{Position, Searchable};

/// No move encloses more men: it comes from one of the four directions.
const MOST_ENCLOSED: i32 = 3;

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> Searchable
    for Latrunculi<FILES, RANKS, WORDS, DUX>
{
    const TAGS: usize = (FILES * RANKS) * (FILES * RANKS);
    const COUNTED: bool = false;

    fn tag(m: Step) -> usize {
        FILES * RANKS * m.from() + m.to()
    }

    fn margin(&self) -> i32 {
        self.men(self.side()).count() - self.men(!self.side()).count()
    }

    fn promise(&self, m: Step) -> i32 {
        100 * self.enclosed(m).count()
    }

    fn is_restless(&self) -> bool {
        self.turned().winning_move().is_some()
    }

    fn for_each_loud_move(&self, mut visit: impl FnMut(Step)) {
        let (own, free) = (self.pieces(self.side()), self.free());
        Grid::<FILES, RANKS, WORDS>::traps(self.men(!self.side()), own, free).for_each(|to| {
            if DUX {
                return Grid::<FILES, RANKS, WORDS>::for_each_slider(to, own, free, |from| visit(Step::new(from, to)));
            }
            let beside = Direction::ALL.into_iter().filter_map(|d| Grid::<FILES, RANKS, WORDS>::next(to, d));
            for from in beside.filter(|&from| own.has(from)) {
                visit(Step::new(from, to));
            }
        });
    }

    fn winning_move(&self) -> Option<Step> {
        if self.defeated().is_some() {
            return None;
        }
        let mut winning = None;
        let mut look = |m| {
            if self.after(m).outcome() == Some(Outcome::Win(self.side())) {
                winning = Some(m);
            }
        };
        let (own, free) = (self.pieces(self.side()), self.free());
        if let Some(dux) = self.dux(!self.side()) {
            let exits = Grid::<FILES, RANKS, WORDS>::neighbours(dux) & free;
            if let Some(exit) = exits.first().filter(|_| exits.count() == 1) {
                Grid::<FILES, RANKS, WORDS>::for_each_slider(exit, own, free, |from| look(Step::new(from, exit)));
            }
        }
        if self.men(!self.side()).count() <= MOST_ENCLOSED {
            self.for_each_loud_move(look);
        }
        winning
    }

    fn moves_to_go(&self) -> u32 {
        25
    }
}
