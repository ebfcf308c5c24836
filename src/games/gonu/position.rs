//! The rules: bit sets, copy-make, an incremental Zobrist key.

use crate::base::grid::{Grid, Squares, Step};
use crate::base::{BySide, Outcome, Side, hash};
use crate::game::Position;

/// The board.
pub type Board = Grid<8, 8, 1>;
/// A set of its points.
pub type Points = Squares<1>;

/// A position of Palpal Gonu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gonu {
    men: BySide<Points>,
    key: u64,
    side: Side,
}

static MEN: [[u64; 64]; 2] = [hash::keys(0x6001), hash::keys(0x6002)];
const SIDE_KEY: u64 = hash::keys::<1>(0x6003)[0];

impl Gonu {
    /// A side with fewer men has lost (point 4).
    pub const LEAST_MEN: i32 = 2;

    /// An empty board.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        Self { men: BySide::default(), key: if side == Side::First { 0 } else { SIDE_KEY }, side }
    }

    /// The men of a side.
    #[must_use]
    pub fn men(&self, side: Side) -> Points {
        self.men[side]
    }

    /// The empty points.
    #[must_use]
    pub fn free(&self) -> Points {
        Board::ALL & !(self.men[Side::First] | self.men[Side::Second])
    }

    /// The men that a legal move takes (point 3).
    #[inline]
    #[must_use]
    pub fn captured(&self, m: Step) -> Points {
        Board::enclosed(m.to(), self.men[!self.side], |point| self.men[self.side].has(point))
    }

    /// Who has lost for want of men (point 4).
    #[must_use]
    pub fn without_men(&self) -> Option<Side> {
        [self.side, !self.side].into_iter().find(|&side| self.men[side].count() < Self::LEAST_MEN)
    }

    /// The same with the other side to move.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.pass_turn();
        self
    }

    /// Puts a man on an empty point or takes one away; with [`pass_turn`](Self::pass_turn) the only door
    /// through which a position changes.
    #[inline]
    pub(super) fn toggle(&mut self, side: Side, point: usize) {
        self.men[side].toggle(point);
        self.key ^= MEN[side as usize][point & 63];
    }

    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

impl Position for Gonu {
    type Move = Step;

    // Point 5.
    const NO_PROGRESS_LIMIT: Option<usize> = Some(100);

    fn start() -> Self {
        let mut start = Self::empty(Side::First);
        Board::ranks(0, 1).for_each(|point| start.toggle(Side::First, point));
        Board::ranks(7, 8).for_each(|point| start.toggle(Side::Second, point));
        start
    }

    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn for_each_move(&self, visit: impl FnMut(Step)) {
        if self.without_men().is_none() {
            Board::for_each_slide(self.men[self.side], self.free(), visit);
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let free = self.free();
        if self.without_men().is_none() { Board::count_slides(self.men[self.side], free, free) } else { 0 }
    }

    #[inline]
    fn play(&mut self, m: Step) {
        let side = self.side;
        let captured = self.captured(m);
        self.toggle(side, m.from());
        self.toggle(side, m.to());
        captured.for_each(|point| self.toggle(!side, point));
        self.pass_turn();
    }

    fn is_progress(&self, m: Step) -> bool {
        !self.captured(m).is_empty()
    }

    fn outcome(&self) -> Option<Outcome> {
        let stuck = || (self.count_moves() == 0).then_some(self.side);
        self.without_men().or_else(stuck).map(|loser| Outcome::Win(!loser))
    }

    fn key(&self) -> u64 {
        self.key
    }
}
