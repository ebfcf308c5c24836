//! The rules on bitboards, with copy-make and an incremental Zobrist key.

use petteia_core::grid::{Grid, Squares, Step};
use petteia_core::{BySide, Outcome, Position, Side, hash};

/// The board of 8 by 8 points.
pub type Board = Grid<8, 8, 1>;
/// A set of points.
pub type Bitboard = Squares<1>;

/// A position of Palpal Gonu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gonu {
    men: BySide<Bitboard>,
    key: u64,
    side: Side,
}

/// Zobrist keys of men by side and point.
static MAN_KEYS: [[u64; 64]; 2] = [hash::keys(0x6001), hash::keys(0x6002)];
/// Zobrist key of Black to move.
const SIDE_KEY: u64 = hash::keys::<1>(0x6003)[0];

impl Gonu {
    /// Minimum number of men of a side: with fewer it has lost (point 4).
    pub const MIN_MEN: i32 = 2;

    /// An empty board with a side to move.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        Self { men: BySide::default(), key: if side == Side::First { 0 } else { SIDE_KEY }, side }
    }

    /// The position with these men of each side and a side to move. No point may have men of both.
    #[must_use]
    pub fn of_men(men: [Bitboard; 2], side: Side) -> Self {
        let mut position = Self::empty(side);
        for (side, men) in Side::BOTH.into_iter().zip(men) {
            men.for_each(|point| position.toggle(side, point));
        }
        position
    }

    /// The men of a side.
    #[must_use]
    pub fn men(&self, side: Side) -> Bitboard {
        self.men[side]
    }

    /// The empty points.
    #[must_use]
    pub fn free(&self) -> Bitboard {
        Board::ALL & !(self.men[Side::First] | self.men[Side::Second])
    }

    /// The men that a legal move captures (point 3).
    #[inline]
    #[must_use]
    pub fn captured(&self, m: Step) -> Bitboard {
        Board::enclosed(m.to(), self.men[!self.side], |point| self.men[self.side].contains(point))
    }

    /// The free points where a man that arrives captures.
    #[inline]
    pub(super) fn capturing_points(&self) -> Bitboard {
        Board::enclosing_squares(self.men[!self.side], self.men[self.side], self.free())
    }

    /// The side that has lost because it has too few men; the side to move if both have (point 4).
    #[must_use]
    pub fn without_men(&self) -> Option<Side> {
        [self.side, !self.side].into_iter().find(|&side| self.men[side].count() < Self::MIN_MEN)
    }

    /// The position after a null move: the same with the other side to move.
    #[must_use]
    pub fn after_null_move(mut self) -> Self {
        self.switch_side();
        self
    }

    /// Adds or removes a man. A position changes only here and in [`switch_side`](Self::switch_side), so that the key
    /// stays up to date.
    #[inline]
    pub(super) fn toggle(&mut self, side: Side, point: usize) {
        self.men[side].toggle(point);
        self.key ^= MAN_KEYS[side as usize][point & 63];
    }

    fn switch_side(&mut self) {
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
    fn play_unchecked(&mut self, m: Step) {
        let side = self.side;
        let captured = self.captured(m);
        self.toggle(side, m.from());
        self.toggle(side, m.to());
        captured.for_each(|point| self.toggle(!side, point));
        self.switch_side();
    }

    #[inline]
    fn is_progress(&self, m: Step) -> bool {
        !self.captured(m).is_empty()
    }

    fn outcome(&self) -> Option<Outcome> {
        let stalemated = || (Board::around(self.men(self.side)) & self.free()).is_empty().then_some(self.side);
        self.without_men().or_else(stalemated).map(|loser| Outcome::Win(!loser))
    }

    fn key(&self) -> u64 {
        self.key
    }
}
