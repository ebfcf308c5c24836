//! The rules on bitboards, with copy-make and an incremental Zobrist key.

use petteia_core::grid::{Direction, Grid, Squares, Step};
use petteia_core::{BySide, Outcome, Position, Side, hash};

/// The board of 8 by 8 squares.
pub type Board = Grid<8, 8, 1>;
/// A set of squares.
pub type Bitboard = Squares<1>;

/// Maximum number of king steps of a warrior in one move (point 1).
const WARRIOR_STEPS: u32 = 2;
/// Maximum number of king steps of a hero in one move (point 1).
const HERO_STEPS: u32 = 3;

/// A piece or a city.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A piece that has not been promoted (point 2).
    Warrior,
    /// A promoted piece (point 2).
    Hero,
    /// A city, which a piece can stand on.
    City,
}

/// A position of Sparta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sparta {
    warriors: BySide<Bitboard>,
    heroes: BySide<Bitboard>,
    cities: BySide<Bitboard>,
    side: Side,
    key: u64,
}

/// Zobrist keys by thing, side and square.
static KEYS: [[[u64; 64]; 2]; 3] = [
    [hash::keys(0x5A01), hash::keys(0x5A02)],
    [hash::keys(0x5A03), hash::keys(0x5A04)],
    [hash::keys(0x5A05), hash::keys(0x5A06)],
];
/// Zobrist key of Black to move.
const SIDE_KEY: u64 = hash::keys::<1>(0x5A07)[0];

/// The squares a king step away from each square.
const KING_MOVES: &[Bitboard; 64] = &{
    let mut moves = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            if other != square && (other % 8usize).abs_diff(file) <= 1 && (other / 8usize).abs_diff(rank) <= 1 {
                moves[square] = moves[square].union(Bitboard::of(other));
            }
            other += 1;
        }
        square += 1;
    }
    moves
};

impl Sparta {
    /// An empty board without cities and with a side to move.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        let key = if side == Side::First { 0 } else { SIDE_KEY };
        let nothing = BySide::default();
        Self { warriors: nothing, heroes: nothing, cities: nothing, side, key }
    }

    /// The warriors of a side.
    #[inline]
    #[must_use]
    pub fn warriors(&self, side: Side) -> Bitboard {
        self.warriors[side]
    }

    /// The heroes of a side.
    #[inline]
    #[must_use]
    pub fn heroes(&self, side: Side) -> Bitboard {
        self.heroes[side]
    }

    /// The cities of a side's colour.
    #[inline]
    #[must_use]
    pub fn cities(&self, side: Side) -> Bitboard {
        self.cities[side]
    }

    /// All pieces of a side.
    #[inline]
    #[must_use]
    pub fn pieces(&self, side: Side) -> Bitboard {
        self.warriors[side] | self.heroes[side]
    }

    /// The squares without a piece.
    #[inline]
    #[must_use]
    pub fn free(&self) -> Bitboard {
        Board::ALL & !(self.pieces(Side::First) | self.pieces(Side::Second))
    }

    /// The squares that a piece of the side to move can move to (point 1).
    #[inline]
    #[must_use]
    pub fn reach(&self, from: usize) -> Bitboard {
        let steps = if self.heroes[self.side].contains(from) { HERO_STEPS } else { WARRIOR_STEPS };
        reach(from, steps, self.free())
    }

    /// The squares that all pieces and the warriors of a side reach, and the number of its moves.
    #[inline]
    pub(super) fn reach_of_side(&self, side: Side) -> (Bitboard, Bitboard, i32) {
        let (free, mut mobility) = (self.free(), 0);
        let [of_warriors, of_heroes] =
            [(self.warriors(side), WARRIOR_STEPS), (self.heroes(side), HERO_STEPS)].map(|(pieces, steps)| {
                let mut all = Bitboard::EMPTY;
                pieces.for_each(|from| {
                    let reached = reach(from, steps, free);
                    mobility += reached.count();
                    all |= reached;
                });
                all
            });
        (of_warriors | of_heroes, of_warriors, mobility)
    }

    /// The pieces that a legal move captures (point 3).
    #[inline]
    #[must_use]
    pub fn captured(&self, m: Step) -> Bitboard {
        // The start square is no anchor: the piece may have walked round the enemy from there.
        let (enemies, anchors) = (self.pieces(!self.side), self.pieces(self.side) & !Bitboard::of(m.from()));
        if self.heroes[self.side].contains(m.from()) {
            enclosed_rows(m.to(), enemies, anchors)
        } else {
            Board::enclosed(m.to(), enemies, |square| anchors.contains(square))
        }
    }

    /// Whether a legal move promotes a warrior to a hero (point 2).
    #[inline]
    #[must_use]
    pub fn promotes(&self, m: Step) -> bool {
        self.warriors[self.side].contains(m.from()) && self.cities[self.side].contains(m.to())
    }

    /// Whether a legal move conquers a city (point 2).
    #[inline]
    #[must_use]
    pub fn conquers(&self, m: Step) -> bool {
        self.warriors[self.side].contains(m.from()) && self.cities[!self.side].contains(m.to())
    }

    /// The side that has all cities, or `None` on a board without cities (point 4).
    #[inline]
    #[must_use]
    pub fn conqueror(&self) -> Option<Side> {
        let has_lost_all = |side: Side| self.cities[side].is_empty() && !self.cities[!side].is_empty();
        Side::BOTH.into_iter().find(|&side| has_lost_all(!side))
    }

    /// The side that has no pieces; the side to move if both have none (point 4).
    #[inline]
    #[must_use]
    pub fn without_pieces(&self) -> Option<Side> {
        [self.side, !self.side].into_iter().find(|&side| self.pieces(side).is_empty())
    }

    /// Whether a side has all cities or no pieces (point 4).
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        self.conqueror().is_some() || self.without_pieces().is_some()
    }

    /// The position after a null move: the same with the other side to move.
    #[must_use]
    pub fn after_null_move(mut self) -> Self {
        self.switch_side();
        self
    }

    /// Adds or removes a piece or a city. A position changes only here and in [`switch_side`](Self::switch_side), so
    /// that the key stays up to date.
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
    fn switch_side(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

/// The free squares within `steps` king steps over free squares.
#[inline]
fn reach(from: usize, steps: u32, free: Bitboard) -> Bitboard {
    let mut reached = KING_MOVES[from & 63] & free;
    for _ in 1..steps {
        let wide = reached | Board::step(reached, Direction::East) | Board::step(reached, Direction::West);
        reached = (wide | Board::step(wide, Direction::North) | Board::step(wide, Direction::South)) & free;
    }
    reached
}

/// The unbroken rows of enemies between a square and an anchor.
#[inline]
fn enclosed_rows(to: usize, enemies: Bitboard, anchors: Bitboard) -> Bitboard {
    let mut captured = Bitboard::EMPTY;
    for direction in Direction::ALL {
        let mut row = Bitboard::EMPTY;
        let mut at = Board::next(to, direction);
        while let Some(square) = at.filter(|&square| enemies.contains(square)) {
            row |= Bitboard::of(square);
            at = Board::next(square, direction);
        }
        if at.is_some_and(|end| anchors.contains(end)) {
            captured |= row;
        }
    }
    captured
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
    fn play_unchecked(&mut self, m: Step) {
        let side = self.side;
        let captured = self.captured(m);
        let (promotes, conquers) = (self.promotes(m), self.conquers(m));
        let piece = if self.heroes[side].contains(m.from()) { Thing::Hero } else { Thing::Warrior };
        self.toggle(piece, side, m.from());
        self.toggle(if promotes { Thing::Hero } else { piece }, side, m.to());
        if conquers {
            self.toggle(Thing::City, !side, m.to());
            self.toggle(Thing::City, side, m.to());
        }
        (captured & self.warriors[!side]).for_each(|square| self.toggle(Thing::Warrior, !side, square));
        (captured & self.heroes[!side]).for_each(|square| self.toggle(Thing::Hero, !side, square));
        self.switch_side();
    }

    #[inline]
    fn is_progress(&self, m: Step) -> bool {
        // Point 5. A conquest is no progress, because a city can be conquered back without end.
        self.promotes(m) || !self.captured(m).is_empty()
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_stuck = |from: usize| reach(from, 1, self.free()).is_empty();
        let stalemated = || self.pieces(self.side).iter().all(is_stuck).then_some(self.side);
        let lost = || self.without_pieces().or_else(stalemated).map(|loser| !loser);
        self.conqueror().or_else(lost).map(Outcome::Win)
    }

    fn key(&self) -> u64 {
        self.key
    }
}
