//! The rules, with bitboards, copy-make and an incremental Zobrist key.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use petteia_core::bits::ones;
use petteia_core::{BySide, Outcome, Position, Side, hash};

use super::board::{board, crowning_row, row};
use super::rules::{Colour, Rules};
use super::view::{Down, Heading, SideBitboards, Up};

/// A move: a step or a capture.
///
/// Captures with the same squares from and to that take the same pieces are one move, whatever the route.
/// [`Draughts::step`] and [`Draughts::capture`] make moves, [`Draughts::from_square`], [`Draughts::to_square`],
/// [`Draughts::captured`] and [`Draughts::path`] tell what they are.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Move {
    /// The pieces taken; none for a step.
    pub(super) taken: u64,
    /// The bit of the square moved from.
    pub(super) from: u8,
    /// The bit of the square moved to.
    pub(super) to: u8,
    /// Number, from 0, of the capture among the position's captures with the same squares from and to.
    pub(super) ordinal: u8,
}

/// Equal moves can have different ordinals if one of them was made without its position.
impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.taken == other.taken && self.from == other.from && self.to == other.to
    }
}

impl Eq for Move {}

/// By the squares from and to, then by the pieces taken.
impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.from, self.to, self.taken).cmp(&(other.from, other.to, other.taken))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.from, self.to, self.taken).hash(state);
    }
}

impl Move {
    /// A step between two bits.
    pub(super) const fn between(from: usize, to: usize) -> Self {
        Self { taken: 0, from: from as u8, to: to as u8, ordinal: 0 }
    }

    /// The pieces taken, as a bitboard.
    #[must_use]
    pub const fn taken(self) -> u64 {
        self.taken
    }

    /// Whether the move is a capture.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.taken != 0
    }
}

/// A draughts position under the rules `R`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draughts<R> {
    men: BySide<u64>,
    kings: BySide<u64>,
    key: u64,
    side: Side,
    rules: PhantomData<R>,
}

/// Asks a question about the board as the side to move sees it.
macro_rules! view {
    ($position:expr, $view:ident => $question:expr) => {
        if Self::moves_down($position.side) {
            let $view = $position.view::<Down>();
            $question
        } else {
            let $view = $position.view::<Up>();
            $question
        }
    };
}

/// Zobrist keys of men, by side and bit.
static MAN_KEYS: [[u64; 64]; 2] = [hash::keys(0xD701), hash::keys(0xD702)];
/// Zobrist keys of kings, by side and bit.
static KING_KEYS: [[u64; 64]; 2] = [hash::keys(0xD703), hash::keys(0xD704)];
/// Zobrist key of a position with the second side to move.
const SIDE_KEY: u64 = hash::keys::<1>(0xD705)[0];

impl<R: Rules> Draughts<R> {
    /// An empty board.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        let key = if side == Side::First { 0 } else { SIDE_KEY };
        Self { men: BySide::default(), kings: BySide::default(), key, side, rules: PhantomData }
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, side: Side, bit: u32, king: bool) {
        if king { self.toggle_king(side, bit as usize) } else { self.toggle_man(side, bit as usize) }
    }

    /// The side that plays a colour (point 3).
    #[must_use]
    pub fn side_of(colour: Colour) -> Side {
        if colour == R::FIRST { Side::First } else { Side::Second }
    }

    /// The colour of a side (point 3).
    #[must_use]
    pub fn colour_of(side: Side) -> Colour {
        if Self::side_of(Colour::White) == side { Colour::White } else { Colour::Black }
    }

    /// Whether the men of a side move down, to higher numbers. Black's men do.
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

    /// Whether the side to move has a capture, which is then compulsory (point 8).
    #[must_use]
    pub fn must_capture(&self) -> bool {
        view!(self, view => view.must_capture())
    }

    /// Whether a legal move makes a king (point 9).
    #[must_use]
    pub fn crowns(&self, m: Move) -> bool {
        self.men[self.side] >> m.from & 1 == 1 && crowning_row::<R>(Self::moves_down(self.side)) >> m.to & 1 == 1
    }

    /// The men of the opponent that could capture if it were their move.
    pub(super) fn opponents_capturing_men(&self) -> u64 {
        view!(self, view => view.of_enemy().capturing_men())
    }

    /// The board as the side to move sees it, if its men have the heading `H`.
    #[inline]
    fn view<H: Heading>(&self) -> SideBitboards<R, H> {
        SideBitboards {
            men: self.men[self.side],
            kings: self.kings[self.side],
            enemy_men: self.men[!self.side],
            enemy_kings: self.kings[!self.side],
            types: PhantomData,
        }
    }

    /// Puts a man on an empty square or removes it.
    ///
    /// Only this method, [`toggle_king`](Self::toggle_king) and [`pass_turn`](Self::pass_turn) change a position.
    #[inline]
    fn toggle_man(&mut self, side: Side, bit: usize) {
        self.men[side] ^= 1 << (bit & 63);
        self.key ^= MAN_KEYS[side as usize][bit & 63];
    }

    /// Puts a king on an empty square or removes it.
    #[inline]
    fn toggle_king(&mut self, side: Side, bit: usize) {
        self.kings[side] ^= 1 << (bit & 63);
        self.key ^= KING_KEYS[side as usize][bit & 63];
    }

    /// Switches the side to move.
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
        // Point 2: all rows except the two in the middle.
        for (colour, first) in [(Colour::Black, 0), (Colour::White, R::ROW + 1)] {
            for line in first..first + R::ROW - 1 {
                ones(row::<R>(line)).for_each(|bit| start.toggle_man(Self::side_of(colour), bit));
            }
        }
        start
    }

    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn for_each_move(&self, visit: impl FnMut(Move)) {
        view!(self, view => view.for_each_move(visit));
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        view!(self, view => view.count_moves())
    }

    #[inline]
    fn count_replies(&self) -> u64 {
        view!(self, view => view.count_replies())
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let (side, from, to) = (self.side, usize::from(m.from), usize::from(m.to));
        if self.kings[side] >> from & 1 == 1 {
            self.toggle_king(side, from);
            self.toggle_king(side, to);
        } else {
            let crowned = self.crowns(m);
            self.toggle_man(side, from);
            if crowned { self.toggle_king(side, to) } else { self.toggle_man(side, to) }
        }
        if m.taken != 0 {
            ones(m.taken & self.men[!side]).for_each(|bit| self.toggle_man(!side, bit));
            ones(m.taken & self.kings[!side]).for_each(|bit| self.toggle_king(!side, bit));
        }
        self.pass_turn();
    }

    fn is_progress(&self, m: Move) -> bool {
        m.is_capture() || self.men[self.side] >> m.from & 1 == 1
    }

    fn outcome(&self) -> Option<Outcome> {
        // Point 12.
        (!view!(self, view => view.has_step() || view.must_capture())).then_some(Outcome::Win(!self.side))
    }

    fn key(&self) -> u64 {
        self.key
    }
}
