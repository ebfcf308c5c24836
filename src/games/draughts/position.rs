//! The rules: bitboards with ghost squares, copy-make, an incremental Zobrist key.

use std::marker::PhantomData;

use super::board::{Direction, board, crown, look, row, step};
use super::capture::Capturing;
use super::rules::{Colour, Rules};
use crate::base::bits::ones;
use crate::base::{BySide, Outcome, Side, hash};
use crate::game::Position;

/// A move: a step or a capture. Captures with the same ends that take the same pieces are one move,
/// whatever the route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The pieces taken; none for a step.
    pub(super) taken: u64,
    pub(super) from: u8,
    pub(super) to: u8,
    /// Number of the capture among those of the position with the same ends.
    pub(super) rank: u8,
}

impl Move {
    const fn step(from: usize, to: usize) -> Self {
        Self { taken: 0, from: from as u8, to: to as u8, rank: 0 }
    }

    /// The pieces taken, as bits.
    #[must_use]
    pub const fn taken(self) -> u64 {
        self.taken
    }

    /// Whether it takes anything.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.taken != 0
    }
}

/// A position of draughts by a rule book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draughts<R> {
    men: BySide<u64>,
    kings: BySide<u64>,
    key: u64,
    side: Side,
    rules: PhantomData<R>,
}

static MEN: [[u64; 64]; 2] = [hash::keys(0xD701), hash::keys(0xD702)];
static KINGS: [[u64; 64]; 2] = [hash::keys(0xD703), hash::keys(0xD704)];
const SIDE_KEY: u64 = hash::keys::<1>(0xD705)[0];

impl<R: Rules> Draughts<R> {
    /// An empty board.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        let key = if side == Side::First { 0 } else { SIDE_KEY };
        Self { men: BySide::default(), kings: BySide::default(), key, side, rules: PhantomData }
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, side: Side, bit: u32, king: bool) {
        if king { self.change_king(side, bit as usize) } else { self.change_man(side, bit as usize) }
    }

    /// The side that a colour is.
    #[must_use]
    pub fn side_of(colour: Colour) -> Side {
        if colour == R::FIRST { Side::First } else { Side::Second }
    }

    /// Whether a side's men move down, to higher numbers: Black's do.
    #[must_use]
    pub fn moves_down(side: Side) -> bool {
        side == Self::side_of(Colour::Black)
    }

    /// The men of a side.
    #[must_use]
    pub fn men(&self, side: Side) -> u64 {
        self.men[side]
    }

    /// The kings of a side.
    #[must_use]
    pub fn kings(&self, side: Side) -> u64 {
        self.kings[side]
    }

    /// All pieces of a side.
    #[must_use]
    pub fn pieces(&self, side: Side) -> u64 {
        self.men[side] | self.kings[side]
    }

    /// The empty squares.
    #[must_use]
    pub fn free(&self) -> u64 {
        board::<R>() & !(self.pieces(Side::First) | self.pieces(Side::Second))
    }

    /// Whether the side to move has a capture, and so must capture.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        let capturing = self.capturing();
        let (men, kings) = (self.men[self.side], self.kings[self.side]);
        capturing.men_that_can(men) != 0 || capturing.kings_that_can(kings) != 0
    }

    /// Whether the move makes a king.
    #[must_use]
    pub fn crowns(&self, m: Move) -> bool {
        self.men[self.side] >> m.from & 1 == 1 && crown::<R>(Self::moves_down(self.side)) >> m.to & 1 == 1
    }

    #[inline]
    fn capturing(&self) -> Capturing<R> {
        let down = Self::moves_down(self.side);
        let stop = if R::CROWNING_ENDS_CAPTURE { crown::<R>(down) } else { 0 };
        Capturing::new(down, self.pieces(!self.side), self.free(), stop)
    }

    /// Looks at all captures; `None` when there is none.
    #[inline]
    fn with_captures<T>(&self, look: impl FnOnce(&[Move]) -> T) -> Option<T> {
        let mut capturing = self.capturing();
        let men = capturing.men_that_can(self.men[self.side]);
        let kings = capturing.kings_that_can(self.kings[self.side]);
        (men | kings != 0).then(|| look(capturing.all(men, kings)))
    }

    /// The squares that men or short kings reach by a step in a direction.
    fn steps(&self, pieces: u64, direction: Direction) -> u64 {
        step::<R>(pieces, direction) & self.free()
    }

    /// The number of steps, whether or not a capture forbids them.
    fn count_steps(&self) -> u64 {
        let men = self.men[self.side];
        let forward = Direction::forward(Self::moves_down(self.side));
        let count = |pieces, direction| u64::from(self.steps(pieces, direction).count_ones());
        let by_men: u64 = forward.into_iter().map(|direction| count(men, direction)).sum();
        let kings = self.kings[self.side];
        if kings == 0 {
            return by_men;
        }
        let by_kings: u64 = if R::FLYING_KINGS {
            let free = self.free();
            let reach = |bit, direction| u64::from(look::<R>(bit, direction, free).0.count_ones());
            ones(kings).map(|bit| Direction::ALL.into_iter().map(|direction| reach(bit, direction)).sum::<u64>()).sum()
        } else {
            Direction::ALL.into_iter().map(|direction| count(kings, direction)).sum()
        };
        by_men + by_kings
    }

    fn for_each_step(&self, mut visit: impl FnMut(Move)) {
        let forward = Direction::forward(Self::moves_down(self.side));
        for direction in forward {
            self.visit_steps(self.men[self.side], direction, &mut visit);
        }
        let kings = self.kings[self.side];
        if R::FLYING_KINGS {
            let free = self.free();
            for bit in ones(kings) {
                for direction in Direction::ALL {
                    ones(look::<R>(bit, direction, free).0).for_each(|to| visit(Move::step(bit, to)));
                }
            }
        } else if kings != 0 {
            for direction in Direction::ALL {
                self.visit_steps(kings, direction, &mut visit);
            }
        }
    }

    fn visit_steps(&self, pieces: u64, direction: Direction, visit: &mut impl FnMut(Move)) {
        let back = direction.back();
        for to in ones(self.steps(pieces, direction)) {
            let from = step::<R>(1 << to, back).trailing_zeros() as usize;
            visit(Move::step(from, to));
        }
    }

    /// Puts a man on an empty square or takes it away; with [`change_king`](Self::change_king) and
    /// [`pass_turn`](Self::pass_turn) the only door through which a position changes.
    #[inline]
    fn change_man(&mut self, side: Side, bit: usize) {
        self.men[side] ^= 1 << (bit & 63);
        self.key ^= MEN[side as usize][bit & 63];
    }

    #[inline]
    fn change_king(&mut self, side: Side, bit: usize) {
        self.kings[side] ^= 1 << (bit & 63);
        self.key ^= KINGS[side as usize][bit & 63];
    }

    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

impl<R: Rules> Position for Draughts<R> {
    type Move = Move;

    const NO_PROGRESS_LIMIT: Option<usize> = Some(R::NO_PROGRESS_LIMIT);

    fn start() -> Self {
        let mut start = Self::empty(Side::First);
        // All but the two rows in the middle.
        for (colour, first) in [(Colour::Black, 0), (Colour::White, R::ROW + 1)] {
            for line in first..first + R::ROW - 1 {
                ones(row::<R>(line)).for_each(|bit| start.change_man(Self::side_of(colour), bit));
            }
        }
        start
    }

    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.with_captures(|captures| captures.iter().for_each(|&m| visit(m))).is_none() {
            self.for_each_step(visit);
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.with_captures(|captures| captures.len() as u64).unwrap_or_else(|| self.count_steps())
    }

    #[inline]
    fn play(&mut self, m: Move) {
        let (side, from, to) = (self.side, usize::from(m.from), usize::from(m.to));
        if self.kings[side] >> from & 1 == 1 {
            self.change_king(side, from);
            self.change_king(side, to);
        } else {
            let crowned = self.crowns(m);
            self.change_man(side, from);
            if crowned { self.change_king(side, to) } else { self.change_man(side, to) }
        }
        if m.taken != 0 {
            ones(m.taken & self.men[!side]).for_each(|bit| self.change_man(!side, bit));
            ones(m.taken & self.kings[!side]).for_each(|bit| self.change_king(!side, bit));
        }
        self.pass_turn();
    }

    fn is_progress(&self, m: Move) -> bool {
        m.is_capture() || self.men[self.side] >> m.from & 1 == 1
    }

    fn outcome(&self) -> Option<Outcome> {
        // Point 12.
        (self.count_steps() == 0 && !self.must_capture()).then_some(Outcome::Win(!self.side))
    }

    fn key(&self) -> u64 {
        self.key
    }
}
