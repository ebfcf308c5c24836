//! Search hints for Ludus latrunculorum: what the search asks of the game in addition to its rules.

use petteia_core::grid::{Direction, Grid, Step};
use petteia_core::{MoveOrdering, NoisyMoves, Outcome, Position, Scoring, Solving, Timing};

use super::position::Latrunculi;

/// Maximum number of men that one move encloses: one in each direction but the one that the piece comes from.
const MAX_ENCLOSED: i32 = 3;

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> MoveOrdering
    for Latrunculi<FILES, RANKS, WORDS, DUX>
{
    const MOVE_INDICES: usize = (FILES * RANKS) * (FILES * RANKS);

    fn move_index(m: Step) -> usize {
        FILES * RANKS * m.from() + m.to()
    }

    fn ordering_score(&self, m: Step) -> i32 {
        100 * self.enclosed(m).count()
    }

    #[inline]
    fn ordering_scores(&self) -> impl Fn(Step) -> i32 {
        let enclosing = self.enclosing_squares();
        move |m| if enclosing.contains(m.to()) { self.ordering_score(m) } else { 0 }
    }
}

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> NoisyMoves
    for Latrunculi<FILES, RANKS, WORDS, DUX>
{
    fn is_unstable(&self) -> bool {
        self.after_null_move().winning_move().is_some()
    }

    fn for_each_noisy_move(&self, mut visit: impl FnMut(Step)) {
        let (own, free) = (self.pieces(self.side()), self.free());
        self.enclosing_squares().for_each(|to| {
            if DUX {
                return Grid::<FILES, RANKS, WORDS>::for_each_slider(to, own, free, |from| visit(Step::new(from, to)));
            }
            let beside = Direction::ALL.into_iter().filter_map(|d| Grid::<FILES, RANKS, WORDS>::next(to, d));
            for from in beside.filter(|&from| own.contains(from)) {
                visit(Step::new(from, to));
            }
        });
    }

    fn winning_move(&self) -> Option<Step> {
        if self.defeated().is_some() {
            return None;
        }
        let mut winning = None;
        let mut try_move = |m| {
            if self.after(m).outcome() == Some(Outcome::Win(self.side())) {
                winning = Some(m);
            }
        };
        let (own, free) = (self.pieces(self.side()), self.free());
        if let Some(dux) = self.dux(!self.side()) {
            let exits = Grid::<FILES, RANKS, WORDS>::neighbours(dux) & free;
            if let Some(exit) = exits.first().filter(|_| exits.count() == 1) {
                Grid::<FILES, RANKS, WORDS>::for_each_slider(exit, own, free, |from| try_move(Step::new(from, exit)));
            }
        }
        if self.men(!self.side()).count() <= MAX_ENCLOSED {
            self.for_each_noisy_move(try_move);
        }
        winning
    }
}

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> Scoring
    for Latrunculi<FILES, RANKS, WORDS, DUX>
{
    const WON_BY_MARGIN: bool = false;

    fn margin(&self) -> i32 {
        self.men(self.side()).count() - self.men(!self.side()).count()
    }
}

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> Solving
    for Latrunculi<FILES, RANKS, WORDS, DUX>
{
    type Solver = ();
}

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> Timing
    for Latrunculi<FILES, RANKS, WORDS, DUX>
{
    fn moves_to_go(&self) -> u32 {
        25
    }
}
