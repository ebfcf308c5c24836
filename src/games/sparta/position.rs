//! The rules: bit sets, copy-make, an incremental Zobrist key.

use crate::base::grid::{Direction, Grid, Squares, Step};
use crate::base::{BySide, Outcome, Side, hash};
use crate::game::Position;

/// The board.
pub type Board = Grid<8, 8, 1>;
/// A set of its squares.
pub type Cells = Squares<1>;

/// Steps of a warrior (point 1).
const WARRIOR_STEPS: u32 = 2;
/// Steps of a hero (point 1).
const HERO_STEPS: u32 = 3;

/// What stands on the board, or lies under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A piece that has not reached an own city.
    Warrior,
    /// One that has.
    Hero,
    /// A city of the side's colour.
    City,
}

/// A position of Sparta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sparta {
    warriors: BySide<Cells>,
    heroes: BySide<Cells>,
    cities: BySide<Cells>,
    side: Side,
    key: u64,
}

static KEYS: [[[u64; 64]; 2]; 3] = [
    [hash::keys(0x5A01), hash::keys(0x5A02)],
    [hash::keys(0x5A03), hash::keys(0x5A04)],
    [hash::keys(0x5A05), hash::keys(0x5A06)],
];
const SIDE_KEY: u64 = hash::keys::<1>(0x5A07)[0];

/// The squares a king step away from each square.
const AROUND: &[Cells; 64] = &{
    let mut around = [Cells::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            if other != square && (other % 8usize).abs_diff(file) <= 1 && (other / 8usize).abs_diff(rank) <= 1 {
                around[square] = around[square].union(Cells::of(other));
            }
            other += 1;
        }
        square += 1;
    }
    around
};

impl Sparta {
    /// An empty board without cities.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        let key = if side == Side::First { 0 } else { SIDE_KEY };
        let nothing = BySide::default();
        Self { warriors: nothing, heroes: nothing, cities: nothing, side, key }
    }

    /// The warriors of a side.
    #[inline]
    #[must_use]
    pub fn warriors(&self, side: Side) -> Cells {
        self.warriors[side]
    }

    /// The heroes of a side.
    #[inline]
    #[must_use]
    pub fn heroes(&self, side: Side) -> Cells {
        self.heroes[side]
    }

    /// The cities of a side's colour.
    #[inline]
    #[must_use]
    pub fn cities(&self, side: Side) -> Cells {
        self.cities[side]
    }

    /// All pieces of a side.
    #[inline]
    #[must_use]
    pub fn pieces(&self, side: Side) -> Cells {
        self.warriors[side] | self.heroes[side]
    }

    /// The squares without a piece.
    #[inline]
    #[must_use]
    pub fn free(&self) -> Cells {
        Board::ALL & !(self.pieces(Side::First) | self.pieces(Side::Second))
    }

    /// Where a piece of the side to move can go (point 1).
    #[inline]
    #[must_use]
    pub fn reach(&self, from: usize) -> Cells {
        let steps = if self.heroes[self.side].has(from) { HERO_STEPS } else { WARRIOR_STEPS };
        reach(from, steps, self.free())
    }

    /// The pieces that a legal move takes (point 3).
    #[inline]
    #[must_use]
    pub fn captured(&self, m: Step) -> Cells {
        // The piece may go round the enemy, away from the other side of it.
        let (prey, anchors) = (self.pieces(!self.side), self.pieces(self.side) & !Cells::of(m.from()));
        if self.heroes[self.side].has(m.from()) {
            rows(m.to(), prey, anchors)
        } else {
            Board::enclosed(m.to(), prey, |square| anchors.has(square))
        }
    }

    /// Whether a legal move makes a hero (point 2).
    #[inline]
    #[must_use]
    pub fn promotes(&self, m: Step) -> bool {
        self.warriors[self.side].has(m.from()) && self.cities[self.side].has(m.to())
    }

    /// Whether a legal move conquers a city (point 2).
    #[inline]
    #[must_use]
    pub fn conquers(&self, m: Step) -> bool {
        self.warriors[self.side].has(m.from()) && self.cities[!self.side].has(m.to())
    }

    /// Whose colour all cities have, if there are any (point 4).
    #[inline]
    #[must_use]
    pub fn conqueror(&self) -> Option<Side> {
        let without = |side: Side| self.cities[side].is_empty() && !self.cities[!side].is_empty();
        Side::BOTH.into_iter().find(|&side| without(!side))
    }

    /// Who has no piece left, the side to move first (point 4).
    #[inline]
    #[must_use]
    pub fn without_pieces(&self) -> Option<Side> {
        [self.side, !self.side].into_iter().find(|&side| self.pieces(side).is_empty())
    }

    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        self.conqueror().is_some() || self.without_pieces().is_some()
    }

    /// The same with the other side to move.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.pass_turn();
        self
    }

    /// Puts a thing on a square that has none of its kind or takes it away; with
    /// [`pass_turn`](Self::pass_turn) the only door through which a position changes.
    #[inline]
    pub(super) fn toggle(&mut self, thing: Thing, side: Side, square: usize) {
        let set = match thing {
            Thing::Warrior => &mut self.warriors,
            Thing::Hero => &mut self.heroes,
            Thing::City => &mut self.cities,
        };
        set[side].toggle(square);
        self.key ^= KEYS[thing as usize][side as usize][square & 63];
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

/// The free squares within so many king steps over free squares.
#[inline]
fn reach(from: usize, steps: u32, free: Cells) -> Cells {
    let mut reached = AROUND[from & 63] & free;
    for _ in 1..steps {
        let wide = reached | Board::step(reached, Direction::East) | Board::step(reached, Direction::West);
        reached = (wide | Board::step(wide, Direction::North) | Board::step(wide, Direction::South)) & free;
    }
    reached
}

/// The unbroken rows of prey between a square and anchors.
#[inline]
fn rows(to: usize, prey: Cells, anchors: Cells) -> Cells {
    let mut taken = Cells::EMPTY;
    for direction in Direction::ALL {
        let mut row = Cells::EMPTY;
        let mut at = Board::next(to, direction);
        while let Some(square) = at.filter(|&square| prey.has(square)) {
            row |= Cells::of(square);
            at = Board::next(square, direction);
        }
        if at.is_some_and(|end| anchors.has(end)) {
            taken |= row;
        }
    }
    taken
}

impl Position for Sparta {
    type Move = Step;

    // Point 5.
    const NO_PROGRESS_LIMIT: Option<usize> = Some(100);

    fn start() -> Self {
        let mut start = Self::empty(Side::First);
        Board::ranks(0, 1).for_each(|square| start.toggle(Thing::Warrior, Side::First, square));
        Board::ranks(7, 8).for_each(|square| start.toggle(Thing::Warrior, Side::Second, square));
        for (file, rank) in [(0, 3), (3, 4), (4, 3), (7, 4)] {
            start.toggle(Thing::City, Side::First, Board::at(file, rank));
            start.toggle(Thing::City, Side::Second, Board::at(file, 7 - rank));
        }
        start
    }

    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Step)) {
        if self.is_decided() {
            return;
        }
        self.pieces(self.side).for_each(|from| self.reach(from).for_each(|to| visit(Step::new(from, to))));
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_decided() {
            return 0;
        }
        let free = self.free();
        let mut count = 0;
        self.warriors[self.side].for_each(|from| count += reach(from, WARRIOR_STEPS, free).count());
        self.heroes[self.side].for_each(|from| count += reach(from, HERO_STEPS, free).count());
        u64::from(count.cast_unsigned())
    }

    #[inline]
    fn play(&mut self, m: Step) {
        let side = self.side;
        let captured = self.captured(m);
        let (promotes, conquers) = (self.promotes(m), self.conquers(m));
        let piece = if self.heroes[side].has(m.from()) { Thing::Hero } else { Thing::Warrior };
        self.toggle(piece, side, m.from());
        self.toggle(if promotes { Thing::Hero } else { piece }, side, m.to());
        if conquers {
            self.toggle(Thing::City, !side, m.to());
            self.toggle(Thing::City, side, m.to());
        }
        (captured & self.warriors[!side]).for_each(|square| self.toggle(Thing::Warrior, !side, square));
        (captured & self.heroes[!side]).for_each(|square| self.toggle(Thing::Hero, !side, square));
        self.pass_turn();
    }

    fn is_progress(&self, m: Step) -> bool {
        // Point 5. A conquest is none: a city can be conquered back, and so for ever.
        self.promotes(m) || !self.captured(m).is_empty()
    }

    fn outcome(&self) -> Option<Outcome> {
        let stuck = || (self.count_moves() == 0).then_some(self.side);
        let lost = || self.without_pieces().or_else(stuck).map(|loser| !loser);
        self.conqueror().or_else(lost).map(Outcome::Win)
    }

    fn key(&self) -> u64 {
        self.key
    }
}
