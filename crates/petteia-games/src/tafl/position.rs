//! The rules on bitboards, with copy-make and an incremental Zobrist key.

use std::marker::PhantomData;

use petteia_core::grid::{Grid, Squares, Step};
use petteia_core::{Outcome, Position, Side, hash};

use super::rules::{KingCapture, Rules};

/// Black, who has the attackers and moves first.
pub const BLACK: Side = Side::First;
/// White, who has the king and the defenders.
pub const WHITE: Side = Side::Second;

/// A position on `SIZE` by `SIZE` squares, with bitboards of `WORDS` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tafl<R: Rules, const SIZE: usize, const WORDS: usize> {
    attackers: Squares<WORDS>,
    defenders: Squares<WORDS>,
    /// The square of the king, or `None` once he is captured.
    king: Option<u8>,
    side: Side,
    key: u64,
    rules: PhantomData<R>,
}

/// Why a game is over while both sides have moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The king is captured.
    KingCaptured,
    /// The king stands on a corner.
    KingEscaped,
    /// The king is in a fort that the attackers cannot break.
    ExitFort,
    /// The attackers surround all enemies.
    Surrounded,
}

impl Ending {
    /// The side that has won.
    #[must_use]
    pub const fn winner(self) -> Side {
        match self {
            Self::KingCaptured | Self::Surrounded => BLACK,
            Self::KingEscaped | Self::ExitFort => WHITE,
        }
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// An attacker of Black.
    Mercenary,
    /// A defender of White.
    Guard,
    /// The king of White.
    King,
}

/// Number of squares of the largest board, rounded up to a power of two.
const MAX_SQUARES: usize = 128;
/// Zobrist keys by piece and square.
static KEYS: [[u64; MAX_SQUARES]; 3] = [hash::keys(0x7A01), hash::keys(0x7A02), hash::keys(0x7A03)];
/// Zobrist key of White to move.
const SIDE_KEY: u64 = hash::keys::<1>(0x7A04)[0];

impl<R: Rules, const SIZE: usize, const WORDS: usize> Tafl<R, SIZE, WORDS> {
    /// The throne, in the middle of the board.
    pub const THRONE: Squares<WORDS> = Squares::of(Grid::<SIZE, SIZE, WORDS>::at(SIZE / 2, SIZE / 2));
    /// The corners, which only the king enters.
    pub const CORNERS: Squares<WORDS> = {
        assert!(SIZE % 2 == 1 && SIZE * SIZE <= MAX_SQUARES);
        let inner = Grid::<SIZE, SIZE, WORDS>::files(1, SIZE - 1).union(Grid::<SIZE, SIZE, WORDS>::ranks(1, SIZE - 1));
        Grid::<SIZE, SIZE, WORDS>::ALL.without(inner)
    };
    /// The throne and the corners, where no defender or attacker ends a move.
    pub const RESTRICTED: Squares<WORDS> = Self::THRONE.union(Self::CORNERS);
    /// The rank and the file of the throne.
    const LINES_OF_THRONE: Squares<WORDS> = {
        let middle = SIZE / 2;
        let (file, rank) = (
            Grid::<SIZE, SIZE, WORDS>::files(middle, middle + 1),
            Grid::<SIZE, SIZE, WORDS>::ranks(middle, middle + 1),
        );
        file.union(rank)
    };
    /// The squares that help to capture men while they are empty.
    pub(super) const HOSTILE: Squares<WORDS> = match (R::ARE_CORNERS_HOSTILE, R::IS_THRONE_HOSTILE) {
        (true, true) => Self::RESTRICTED,
        (true, false) => Self::CORNERS,
        (false, true) => Self::THRONE,
        (false, false) => Squares::EMPTY,
    };

    /// An empty board with a side to move.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        let key = if side == BLACK { 0 } else { SIDE_KEY };
        Self { attackers: Squares::EMPTY, defenders: Squares::EMPTY, king: None, side, key, rules: PhantomData }
    }

    /// A position with the attackers, the defenders and the square of the king. No square may have two pieces.
    #[must_use]
    pub fn of_pieces(attackers: Squares<WORDS>, defenders: Squares<WORDS>, king: usize, side: Side) -> Self {
        let mut position = Self::empty(side);
        attackers.for_each(|square| position.toggle(Piece::Mercenary, square));
        defenders.for_each(|square| position.toggle(Piece::Guard, square));
        position.toggle(Piece::King, king);
        position
    }

    /// The attackers.
    #[must_use]
    pub fn attackers(&self) -> Squares<WORDS> {
        self.attackers
    }

    /// The defenders.
    #[must_use]
    pub fn defenders(&self) -> Squares<WORDS> {
        self.defenders
    }

    /// The square of the king, or `None` once he is captured.
    #[must_use]
    pub fn king(&self) -> Option<usize> {
        self.king.map(usize::from)
    }

    /// The king as a set.
    #[must_use]
    pub fn king_set(&self) -> Squares<WORDS> {
        self.king().map_or(Squares::EMPTY, Squares::of)
    }

    /// The empty squares.
    #[must_use]
    pub fn free(&self) -> Squares<WORDS> {
        Grid::<SIZE, SIZE, WORDS>::ALL & !(self.attackers | self.defenders | self.king_set())
    }

    /// All pieces of a side.
    #[must_use]
    pub fn pieces(&self, side: Side) -> Squares<WORDS> {
        if side == BLACK { self.attackers } else { self.defenders | self.king_set() }
    }

    /// The pieces of a side, the king apart: its defenders or attackers.
    pub(super) fn men(&self, side: Side) -> Squares<WORDS> {
        if side == BLACK { self.attackers } else { self.defenders }
    }

    /// The pieces of a side that help to capture enemies: its men, and a king who is armed.
    #[inline]
    pub(super) fn captors(&self, side: Side) -> Squares<WORDS> {
        if R::IS_KING_ARMED { self.pieces(side) } else { self.men(side) }
    }

    /// The side to move.
    pub(super) fn side_to_move(&self) -> Side {
        self.side
    }

    /// Whether a square holds a piece that helps the side to move to capture, or is empty and helps both sides.
    #[inline]
    fn is_anchor(&self, square: usize) -> bool {
        self.captors(self.side).contains(square)
            || Self::HOSTILE.contains(square) && !(self.attackers | self.defenders | self.king_set()).contains(square)
    }

    /// The defenders or attackers that a legal move captures.
    #[inline]
    #[must_use]
    pub fn captured(&self, m: Step) -> Squares<WORDS> {
        if !R::IS_KING_ARMED && self.king() == Some(m.from()) {
            return Squares::EMPTY;
        }
        let enclosed =
            Grid::<SIZE, SIZE, WORDS>::enclosed(m.to(), self.men(!self.side), |square| self.is_anchor(square));
        if R::HAS_EDGE_RULES && Grid::<SIZE, SIZE, WORDS>::EDGES.contains(m.to()) {
            return enclosed | self.shieldwalls(m);
        }
        enclosed
    }

    /// Whether a legal move captures the king.
    #[inline]
    #[must_use]
    pub fn captures_king(&self, m: Step) -> bool {
        if self.side != BLACK {
            return false;
        }
        let Some(king) = self.king() else { return false };
        let beside = Grid::<SIZE, SIZE, WORDS>::neighbours(king);
        beside.contains(m.to())
            && match R::KING_CAPTURE {
                KingCapture::Custodial => {
                    let is_anchor = |square| self.is_anchor(square);
                    !Grid::<SIZE, SIZE, WORDS>::enclosed(m.to(), Squares::of(king), is_anchor).is_empty()
                }
                KingCapture::Surrounded if Grid::<SIZE, SIZE, WORDS>::EDGES.contains(king) => false,
                KingCapture::Surrounded | KingCapture::SurroundedOrAtEdge => {
                    let attackers = self.attackers ^ Squares::of(m.from()) | Squares::of(m.to());
                    let throne = Self::THRONE & !(attackers | self.defenders);
                    (beside & !(attackers | throne)).is_empty()
                }
            }
    }

    /// Whether the king stands on a corner.
    #[must_use]
    pub fn has_escaped(&self) -> bool {
        self.king().is_some_and(|king| Self::CORNERS.contains(king))
    }

    /// Why the game is over, other than by a side without a move.
    #[inline]
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if self.king.is_none() {
            Some(Ending::KingCaptured)
        } else if self.has_escaped() {
            Some(Ending::KingEscaped)
        } else if R::HAS_EDGE_RULES && self.has_exit_fort() {
            Some(Ending::ExitFort)
        } else if R::HAS_EDGE_RULES && self.is_surrounded() {
            Some(Ending::Surrounded)
        } else {
            None
        }
    }

    /// The corners that the king reaches in one move.
    #[inline]
    #[must_use]
    pub fn escapes(&self) -> Squares<WORDS> {
        match self.king() {
            Some(king) if Grid::<SIZE, SIZE, WORDS>::EDGES.contains(king) => {
                Grid::<SIZE, SIZE, WORDS>::reach(Squares::of(king), self.free()) & Self::CORNERS
            }
            _ => Squares::EMPTY,
        }
    }

    /// The squares that only the king may enter, as far as he reaches them in one move.
    #[inline]
    fn king_targets(&self) -> Squares<WORDS> {
        match self.king() {
            Some(king) if R::CAN_KING_RETURN && Self::LINES_OF_THRONE.contains(king) => {
                Grid::<SIZE, SIZE, WORDS>::reach(Squares::of(king), self.free()) & Self::RESTRICTED
            }
            _ => self.escapes(),
        }
    }

    /// The position after a null move: the same with the other side to move.
    #[must_use]
    pub fn after_null_move(mut self) -> Self {
        self.switch_side();
        self
    }

    /// The squares beside the king that do not help to capture him.
    #[must_use]
    pub fn open_beside_king(&self) -> Squares<WORDS> {
        let throne = Self::THRONE & self.free();
        self.king()
            .map_or(Squares::EMPTY, |king| Grid::<SIZE, SIZE, WORDS>::neighbours(king) & !(self.attackers | throne))
    }

    /// Adds or removes a piece. A position changes only here and in [`switch_side`](Self::switch_side), so that the key
    /// stays up to date.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, square: usize) {
        match piece {
            Piece::Mercenary => self.attackers.toggle(square),
            Piece::Guard => self.defenders.toggle(square),
            Piece::King => self.king = if self.king.is_none() { Some(square as u8) } else { None },
        }
        self.key ^= KEYS[piece as usize][square % MAX_SQUARES];
    }

    fn switch_side(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

impl<R: Rules, const SIZE: usize, const WORDS: usize> Position for Tafl<R, SIZE, WORDS> {
    type Move = Step;

    const NO_PROGRESS_LIMIT: Option<usize> = Some(100);
    const REPETITION_LOSER: Option<Side> = R::REPETITION_LOSER;

    fn start() -> Self {
        let mut start = Self::empty(BLACK);
        let last = SIZE - 1;
        for &(piece, file, rank) in R::MEN {
            for (file, rank) in [(file, rank), (last - rank, file), (last - file, last - rank), (rank, last - file)] {
                start.toggle(piece, Grid::<SIZE, SIZE, WORDS>::at(file, rank));
            }
        }
        start.toggle(Piece::King, Grid::<SIZE, SIZE, WORDS>::at(SIZE / 2, SIZE / 2));
        start
    }

    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Step)) {
        if self.ending().is_some() {
            return;
        }
        Grid::<SIZE, SIZE, WORDS>::for_each_slide(self.pieces(self.side), self.free(), |step| {
            if !Self::RESTRICTED.contains(step.to()) {
                visit(step);
            }
        });
        if self.side == WHITE
            && let Some(king) = self.king()
        {
            self.king_targets().for_each(|to| visit(Step::new(king, to)));
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.ending().is_some() {
            return 0;
        }
        let free = self.free();
        let king_targets = if self.side == WHITE { self.king_targets().count() } else { 0 };
        Grid::<SIZE, SIZE, WORDS>::count_slides(self.pieces(self.side), free, free & !Self::RESTRICTED)
            + u64::from(king_targets.cast_unsigned())
    }

    #[inline]
    fn play_unchecked(&mut self, m: Step) {
        let (captured, captures_king) = (self.captured(m), self.captures_king(m));
        let (own, enemy) =
            if self.side == BLACK { (Piece::Mercenary, Piece::Guard) } else { (Piece::Guard, Piece::Mercenary) };
        let piece = if self.king() == Some(m.from()) { Piece::King } else { own };
        self.toggle(piece, m.from());
        self.toggle(piece, m.to());
        captured.for_each(|square| self.toggle(enemy, square));
        if let Some(king) = self.king().filter(|_| captures_king) {
            self.toggle(Piece::King, king);
        }
        self.switch_side();
    }

    fn is_progress(&self, m: Step) -> bool {
        !self.captured(m).is_empty() || self.captures_king(m)
    }

    fn outcome(&self) -> Option<Outcome> {
        let beside = Grid::<SIZE, SIZE, WORDS>::around(self.pieces(self.side)) & self.free() & !Self::RESTRICTED;
        // Without a step to a square beside it, a piece can still pass over the throne, and the king can enter a corner.
        let stalemated = || (beside.is_empty() && self.count_moves() == 0).then_some(!self.side);
        self.ending().map(Ending::winner).or_else(stalemated).map(Outcome::Win)
    }

    fn key(&self) -> u64 {
        self.key
    }
}
