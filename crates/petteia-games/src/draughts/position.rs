//! The rules, with bitboards, copy-make and an incremental Zobrist key.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use petteia_core::bits::ones;
use petteia_core::{BySide, Outcome, Position, Side, hash};

use super::board::{board, crowning_row, long_diagonal, row, row_before_crowning};
use super::king_moves::KingMoves;
use super::rules::{Colour, Crowning, Goal, Rules, SingleKingLimit};
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
    /// The moves in a row of one king of each side. Without a rule on them (point 6) there are none.
    king_moves: BySide<KingMoves>,
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
/// Zobrist keys of the moves in a row of a king, by side and number of [`KingMoves`].
static KING_MOVES_KEYS: [[u64; 256]; 2] = [hash::keys(0xD706), hash::keys(0xD707)];
/// Zobrist key of a position with the second side to move.
const SIDE_KEY: u64 = hash::keys::<1>(0xD705)[0];

impl<R: Rules> Draughts<R> {
    /// An empty board.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        let key = if side == Side::First { 0 } else { SIDE_KEY };
        Self {
            men: BySide::default(),
            kings: BySide::default(),
            key,
            side,
            king_moves: BySide::default(),
            rules: PhantomData,
        }
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
        let down = Self::moves_down(self.side);
        // A man takes a piece on the row before only by a jump to or from the crowning row.
        let passes = R::CROWNING == Crowning::DuringCapture && m.taken & row_before_crowning::<R>(down) != 0;
        self.men[self.side] >> m.from & 1 == 1 && (crowning_row::<R>(down) >> m.to & 1 == 1 || passes)
    }

    /// The moves in a row of one king of a side, in a game with a rule on them (point 6).
    #[must_use]
    pub fn king_moves(&self, side: Side) -> KingMoves {
        self.king_moves[side]
    }

    /// Sets the moves in a row of one king of a side.
    pub(super) fn set_king_moves(&mut self, side: Side, moves: KingMoves) {
        let keys = &KING_MOVES_KEYS[side as usize];
        self.key ^= keys[self.king_moves[side].number()] ^ keys[moves.number()];
        self.king_moves[side] = moves;
    }

    /// The side that has won by a king (point 12).
    fn crowned_side(&self) -> Option<Side> {
        let winner = [!self.side, self.side].into_iter().find(|&side| self.kings[side] != 0);
        winner.filter(|_| R::GOAL == Goal::King)
    }

    /// Whether replies are counted without playing the moves. The count knows neither captures along rows nor kings that
    /// rest, that men cannot take or that win.
    const COUNTS_REPLIES_TOGETHER: bool =
        !R::ORTHOGONAL_CAPTURES && !R::KINGS_REST && R::MEN_CAPTURE_KINGS && !matches!(R::GOAL, Goal::King);

    /// Whether the endgame of a limit is on the board: `single` has a king alone.
    fn is_endgame(&self, limit: &SingleKingLimit, single: Side) -> bool {
        let (men, kings) = (self.men[!single], self.kings[!single]);
        let is_single = self.men[single] == 0 && self.kings[single].is_power_of_two();
        let has_pieces = (men | kings).count_ones() == limit.pieces && kings != 0 && (limit.with_men || men == 0);
        let diagonal = long_diagonal::<R>();
        let is_placed = self.kings[single] & diagonal != 0 && (men | kings) & diagonal == 0;
        is_single && has_pieces && (is_placed || !limit.on_long_diagonal)
    }

    /// The men of the opponent that could capture if it were their move.
    pub(super) fn opponents_capturing_men(&self) -> u64 {
        view!(self, view => view.of_enemy().capturing_men())
    }

    /// The men of a side that could capture if it were their move.
    pub(super) fn capturing_men(&self, side: Side) -> u64 {
        if side == self.side { view!(self, view => view.capturing_men()) } else { self.opponents_capturing_men() }
    }

    /// The board as the side to move sees it, if its men have the heading `H`.
    #[inline]
    fn view<H: Heading>(&self) -> SideBitboards<R, H> {
        SideBitboards {
            men: self.men[self.side],
            kings: self.kings[self.side],
            enemy_men: self.men[!self.side],
            enemy_kings: self.kings[!self.side],
            resting: if R::KINGS_REST { self.king_moves[self.side].resting() } else { 0 },
            types: PhantomData,
        }
    }

    /// Puts a man on an empty square or removes it.
    ///
    /// Only this method, [`toggle_king`](Self::toggle_king), [`set_king_moves`](Self::set_king_moves) and
    /// [`pass_turn`](Self::pass_turn) change a position.
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

    /// Counts a move that the side to move has just played, of a king or of a man (point 6).
    fn count_king_moves(&mut self, m: Move, was_king: bool) {
        let (own, enemy) = (self.side, !self.side);
        let counts = was_king && !m.is_capture() && self.men[own] != 0;
        let after = self.king_moves[own].after(m.from, m.to);
        self.set_king_moves(own, if counts { after } else { KingMoves::default() });
        let king = self.king_moves[enemy].king();
        if self.men[enemy] == 0 || king & self.kings[enemy] != king {
            self.set_king_moves(enemy, KingMoves::default());
        }
    }

    /// Switches the side to move.
    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

impl<R: Rules> Position for Draughts<R> {
    type Move = Move;

    const NO_PROGRESS_LIMIT: Option<usize> = R::NO_PROGRESS_LIMIT;

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
        if self.crowned_side().is_some() {
            return;
        }
        view!(self, view => view.for_each_move(visit));
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.crowned_side().is_some() {
            return 0;
        }
        view!(self, view => view.count_moves())
    }

    #[inline]
    fn count_replies(&self) -> u64 {
        if Self::COUNTS_REPLIES_TOGETHER {
            return view!(self, view => view.count_replies());
        }
        let mut count = 0;
        self.for_each_move(|m| count += self.after(m).count_moves());
        count
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let (side, from, to) = (self.side, usize::from(m.from), usize::from(m.to));
        let was_king = self.kings[side] >> from & 1 == 1;
        if was_king {
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
        if R::KINGS_REST {
            self.count_king_moves(m, was_king);
        }
        self.pass_turn();
    }

    fn is_progress(&self, m: Move) -> bool {
        m.is_capture() || self.men[self.side] >> m.from & 1 == 1
    }

    fn outcome(&self) -> Option<Outcome> {
        // Point 12.
        if let Some(side) = self.crowned_side() {
            return Some(Outcome::Win(side));
        }
        let blocked = !view!(self, view => view.has_step() || view.must_capture());
        blocked.then_some(Outcome::Win(if R::GOAL == Goal::BeBlocked { self.side } else { !self.side }))
    }

    #[inline]
    fn no_progress_limit(&self) -> Option<usize> {
        let fits = |limit: &&SingleKingLimit| Side::BOTH.into_iter().any(|single| self.is_endgame(limit, single));
        R::SINGLE_KING_LIMITS.iter().find(fits).map_or(R::NO_PROGRESS_LIMIT, |limit| Some(limit.limit))
    }

    fn key(&self) -> u64 {
        self.key
    }
}
