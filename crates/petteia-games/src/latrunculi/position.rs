//! The rules on bitboards, with copy-make and an incremental Zobrist key.

use petteia_core::grid::{Direction, Grid, MAX_SQUARES, Squares, Step};
use petteia_core::{BySide, Outcome, Position, Side, hash};

/// A position on `FILES` by `RANKS` squares, with bitboards of `WORDS` words. Each side has a dux if `DUX` is true;
/// otherwise the rules are those of conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latrunculi<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> {
    men: BySide<Squares<WORDS>>,
    /// The square of each dux, or `None` in conversion.
    dux: BySide<Option<u8>>,
    side: Side,
    key: u64,
}

/// Why a side has lost, other than by having no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defeat {
    /// Its dux is caught (point 4).
    DuxCaught,
    /// It has no men (point 5).
    NoMen,
}

/// Zobrist keys of men by side and square.
static MAN_KEYS: [[u64; MAX_SQUARES]; 2] = [hash::keys(0x1A01), hash::keys(0x1A02)];
/// Zobrist keys of each dux by side and square.
static DUX_KEYS: [[u64; MAX_SQUARES]; 2] = [hash::keys(0x1A03), hash::keys(0x1A04)];
/// Zobrist key of Black to move.
const SIDE_KEY: u64 = hash::keys::<1>(0x1A05)[0];

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> Latrunculi<FILES, RANKS, WORDS, DUX> {
    /// An empty board with a side to move.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        let key = if side == Side::First { 0 } else { SIDE_KEY };
        Self { men: BySide::default(), dux: BySide::default(), side, key }
    }

    /// A position with the dux and the men of each side. The first are those of the side to move.
    #[must_use]
    pub fn of_pieces(duxes: [Squares<WORDS>; 2], men: [Squares<WORDS>; 2], side: Side) -> Self {
        let mut position = Self::empty(side);
        for ((side, dux), men) in [side, !side].into_iter().zip(duxes).zip(men) {
            dux.for_each(|square| position.toggle_dux(side, square));
            men.for_each(|square| position.toggle_man(side, square));
        }
        position
    }

    /// The men of a side.
    #[must_use]
    pub fn men(&self, side: Side) -> Squares<WORDS> {
        self.men[side]
    }

    /// The square of a side's dux, or `None` if it has none.
    #[must_use]
    pub fn dux(&self, side: Side) -> Option<usize> {
        self.dux[side].map(usize::from)
    }

    /// The men and the dux of a side.
    #[inline]
    #[must_use]
    pub fn pieces(&self, side: Side) -> Squares<WORDS> {
        self.men[side] | self.dux(side).map_or(Squares::EMPTY, Squares::of)
    }

    /// The empty squares.
    #[inline]
    #[must_use]
    pub fn free(&self) -> Squares<WORDS> {
        Grid::<FILES, RANKS, WORDS>::ALL & !(self.pieces(Side::First) | self.pieces(Side::Second))
    }

    /// The men that a legal move encloses: it captures them (points 2 and 3) or converts them.
    #[inline]
    #[must_use]
    pub fn enclosed(&self, m: Step) -> Squares<WORDS> {
        let (men, dux) = (&self.men[self.side], self.dux(self.side));
        let is_own = |square| men.contains(square) || (DUX && dux == Some(square));
        Grid::<FILES, RANKS, WORDS>::enclosed(m.to(), self.men[!self.side], is_own)
    }

    /// The free squares where a piece that arrives encloses men.
    #[inline]
    pub(super) fn enclosing_squares(&self) -> Squares<WORDS> {
        let own = self.pieces(self.side);
        Grid::<FILES, RANKS, WORDS>::enclosing_squares(self.men[!self.side], own, self.free())
    }

    /// The number of single steps that the pieces of a side can make.
    #[inline]
    pub(super) fn steps(&self, side: Side) -> i32 {
        let (own, free) = (self.pieces(side), self.free());
        let steps = |direction| (Grid::<FILES, RANKS, WORDS>::step(own, direction) & free).count();
        Direction::ALL.into_iter().map(steps).sum()
    }

    /// Why a side has lost, or `None` if it has not. Either side can be asked about.
    #[inline]
    #[must_use]
    pub fn defeat(&self, side: Side) -> Option<Defeat> {
        let is_caught = |dux| (Grid::<FILES, RANKS, WORDS>::neighbours(dux) & self.free()).is_empty();
        if DUX && self.dux(side).is_some_and(is_caught) {
            Some(Defeat::DuxCaught)
        } else {
            self.men[side].is_empty().then_some(Defeat::NoMen)
        }
    }

    /// The side that has lost, and why. If both sides have lost, it is the side to move, because the other side made
    /// the last move (point 5).
    #[inline]
    #[must_use]
    pub fn defeated(&self) -> Option<(Side, Defeat)> {
        [self.side, !self.side].into_iter().find_map(|side| Some((side, self.defeat(side)?)))
    }

    /// The position after a null move: the same with the other side to move.
    #[must_use]
    pub fn after_null_move(mut self) -> Self {
        self.switch_side();
        self
    }

    /// Adds or removes a man. A position changes only here, in [`toggle_dux`](Self::toggle_dux) and in
    /// [`switch_side`](Self::switch_side), so that the key stays up to date.
    #[inline]
    pub(super) fn toggle_man(&mut self, side: Side, square: usize) {
        self.men[side].toggle(square);
        self.key ^= MAN_KEYS[side as usize][square % MAX_SQUARES];
    }

    /// Adds or removes a dux.
    #[inline]
    pub(super) fn toggle_dux(&mut self, side: Side, square: usize) {
        self.dux[side] = if self.dux[side].is_none() { Some(square as u8) } else { None };
        self.key ^= DUX_KEYS[side as usize][square % MAX_SQUARES];
    }

    fn switch_side(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> Position
    for Latrunculi<FILES, RANKS, WORDS, DUX>
{
    type Move = Step;

    // Point 6.
    const NO_PROGRESS_LIMIT: Option<usize> = Some(100);

    fn start() -> Self {
        let mut start = Self::empty(Side::First);
        let man_ranks = if DUX { 1 } else { 2 };
        Grid::<FILES, RANKS, WORDS>::ranks(0, man_ranks).for_each(|square| start.toggle_man(Side::First, square));
        Grid::<FILES, RANKS, WORDS>::ranks(RANKS - man_ranks, RANKS)
            .for_each(|square| start.toggle_man(Side::Second, square));
        if DUX {
            // Each dux starts right of the centre line as its owner sees it.
            let squares = [(FILES / 2 + FILES % 2, 1), (FILES / 2 - 1, RANKS - 2)];
            for (side, (file, rank)) in Side::BOTH.into_iter().zip(squares) {
                start.toggle_dux(side, Grid::<FILES, RANKS, WORDS>::at(file, rank));
            }
        }
        start
    }

    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Step)) {
        if self.defeated().is_some() {
            return;
        }
        let (own, free) = (self.pieces(self.side), self.free());
        if DUX {
            return Grid::<FILES, RANKS, WORDS>::for_each_slide(own, free, visit);
        }
        for direction in Direction::ALL {
            let back = |to| Grid::<FILES, RANKS, WORDS>::next(to, direction.back()).unwrap_or(to);
            (Grid::<FILES, RANKS, WORDS>::step(own, direction) & free).for_each(|to| visit(Step::new(back(to), to)));
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.defeated().is_some() {
            return 0;
        }
        if !DUX {
            return u64::from(self.steps(self.side).cast_unsigned());
        }
        let free = self.free();
        Grid::<FILES, RANKS, WORDS>::count_slides(self.pieces(self.side), free, free)
    }

    #[inline]
    fn play_unchecked(&mut self, m: Step) {
        let side = self.side;
        let enclosed = self.enclosed(m);
        if self.dux(side) == Some(m.from()) {
            self.toggle_dux(side, m.from());
            self.toggle_dux(side, m.to());
        } else {
            self.toggle_man(side, m.from());
            self.toggle_man(side, m.to());
        }
        enclosed.for_each(|square| {
            self.toggle_man(!side, square);
            if !DUX {
                self.toggle_man(side, square);
            }
        });
        self.switch_side();
    }

    fn is_progress(&self, m: Step) -> bool {
        !self.enclosed(m).is_empty()
    }

    fn is_irreversible(&self, m: Step) -> bool {
        // A converted man can be converted back.
        DUX && self.is_progress(m)
    }

    fn outcome(&self) -> Option<Outcome> {
        let beside = || Grid::<FILES, RANKS, WORDS>::around(self.pieces(self.side)) & self.free();
        let stalemated = || beside().is_empty().then_some(self.side);
        self.defeated().map(|(loser, _)| loser).or_else(stalemated).map(|loser| Outcome::Win(!loser))
    }

    fn key(&self) -> u64 {
        self.key
    }
}
