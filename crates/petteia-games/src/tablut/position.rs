//! The rules on bitboards, with copy-make and an incremental Zobrist key.

use petteia_core::grid::{Grid, Squares, Step};
use petteia_core::{Outcome, Position, Side, hash};

/// The board of 9 by 9 squares.
pub type Board = Grid<9, 9, 2>;
/// A set of squares.
pub type Bitboard = Squares<2>;

/// Black, who has the attackers and moves first.
pub const BLACK: Side = Side::First;
/// White, who has the king and the defenders.
pub const WHITE: Side = Side::Second;

/// The throne, e5 (point 2).
pub const THRONE: Bitboard = Bitboard::of(Board::at(4, 4));
/// The corners, which only the king enters (point 3).
pub const CORNERS: Bitboard = Board::ALL.without(Board::files(1, 8)).without(Board::ranks(1, 8));

/// A position of Tablut. The defenders start in a square if `SQUARE` is true, else in a cross.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tablut<const SQUARE: bool> {
    attackers: Bitboard,
    defenders: Bitboard,
    /// The square of the king, or `None` once he is captured.
    king: Option<u8>,
    side: Side,
    key: u64,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A attacker of Black.
    Mercenary,
    /// A defender of White.
    Guard,
    /// The king of White.
    King,
}

/// Zobrist keys by piece and square.
static KEYS: [[u64; 81]; 3] = [hash::keys(0x7A01), hash::keys(0x7A02), hash::keys(0x7A03)];
/// Zobrist key of White to move.
const SIDE_KEY: u64 = hash::keys::<1>(0x7A04)[0];

impl<const SQUARE: bool> Tablut<SQUARE> {
    /// The throne and the corners, where no defender or attacker ends a move (points 2 and 3).
    pub(super) const RESTRICTED: Bitboard = THRONE.union(CORNERS);

    /// An empty board with a side to move.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        let key = if side == BLACK { 0 } else { SIDE_KEY };
        Self { attackers: Bitboard::EMPTY, defenders: Bitboard::EMPTY, king: None, side, key }
    }

    /// The attackers.
    #[must_use]
    pub fn attackers(&self) -> Bitboard {
        self.attackers
    }

    /// The defenders.
    #[must_use]
    pub fn defenders(&self) -> Bitboard {
        self.defenders
    }

    /// The square of the king, or `None` once he is captured.
    #[must_use]
    pub fn king(&self) -> Option<usize> {
        self.king.map(usize::from)
    }

    /// The king as a set.
    #[must_use]
    pub fn king_set(&self) -> Bitboard {
        self.king().map_or(Bitboard::EMPTY, Bitboard::of)
    }

    /// The empty squares.
    #[must_use]
    pub fn free(&self) -> Bitboard {
        Board::ALL & !(self.attackers | self.defenders | self.king_set())
    }

    /// All pieces of a side.
    #[must_use]
    pub fn pieces(&self, side: Side) -> Bitboard {
        if side == BLACK { self.attackers } else { self.defenders | self.king_set() }
    }

    /// The pieces of a side, the king apart: its defenders or attackers.
    pub(super) fn men(&self, side: Side) -> Bitboard {
        if side == BLACK { self.attackers } else { self.defenders }
    }

    /// The defenders or attackers that a legal move captures (point 4).
    #[inline]
    #[must_use]
    pub fn captured(&self, m: Step) -> Bitboard {
        if self.king() == Some(m.from()) {
            return Bitboard::EMPTY;
        }
        Board::enclosed(m.to(), self.men(!self.side), |square| self.men(self.side).contains(square))
    }

    /// Whether a legal move captures the king (point 5).
    #[inline]
    #[must_use]
    pub fn captures_king(&self, m: Step) -> bool {
        self.side == BLACK
            && self.king().is_some_and(|king| {
                let beside = Board::neighbours(king);
                beside.contains(m.to()) && {
                    let attackers = self.attackers ^ Bitboard::of(m.from()) | Bitboard::of(m.to());
                    let throne = THRONE & !(attackers | self.defenders);
                    (beside & !(attackers | throne)).is_empty()
                }
            })
    }

    /// Whether the king stands on a corner (point 3).
    #[must_use]
    pub fn has_escaped(&self) -> bool {
        self.king().is_some_and(|king| CORNERS.contains(king))
    }

    /// Whether the king is captured or has escaped.
    fn is_decided(&self) -> bool {
        self.king.is_none() || self.has_escaped()
    }

    /// The corners that the king reaches in one move.
    #[inline]
    #[must_use]
    pub fn escapes(&self) -> Bitboard {
        match self.king() {
            Some(king) if Board::EDGES.contains(king) => Board::reach(Bitboard::of(king), self.free()) & CORNERS,
            _ => Bitboard::EMPTY,
        }
    }

    /// The position after a null move: the same with the other side to move.
    #[must_use]
    pub fn after_null_move(mut self) -> Self {
        self.switch_side();
        self
    }

    /// The squares beside the king that do not help to capture him (point 5).
    #[must_use]
    pub fn open_beside_king(&self) -> Bitboard {
        let throne = THRONE & self.free();
        self.king().map_or(Bitboard::EMPTY, |king| Board::neighbours(king) & !(self.attackers | throne))
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
        self.key ^= KEYS[piece as usize][square % 81];
    }

    fn switch_side(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

impl<const SQUARE: bool> Position for Tablut<SQUARE> {
    type Move = Step;

    // Point 7.
    const NO_PROGRESS_LIMIT: Option<usize> = Some(100);

    fn start() -> Self {
        let mut start = Self::empty(BLACK);
        // Adds a piece and its three rotations by quarter turns.
        let mut add_rotations = |piece, file: usize, rank: usize| {
            for (file, rank) in [(file, rank), (8 - rank, file), (8 - file, 8 - rank), (rank, 8 - file)] {
                start.toggle(piece, Board::at(file, rank));
            }
        };
        for (file, rank) in [(3, 0), (4, 0), (5, 0), (4, 1)] {
            add_rotations(Piece::Mercenary, file, rank);
        }
        add_rotations(Piece::Guard, 4, 3);
        let (file, rank) = if SQUARE { (3, 3) } else { (4, 2) };
        add_rotations(Piece::Guard, file, rank);
        start.toggle(Piece::King, Board::at(4, 4));
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
        // Points 1 to 3.
        Board::for_each_slide(self.pieces(self.side), self.free(), |step| {
            if !Self::RESTRICTED.contains(step.to()) {
                visit(step);
            }
        });
        if self.side == WHITE
            && let Some(king) = self.king()
        {
            self.escapes().for_each(|corner| visit(Step::new(king, corner)));
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_decided() {
            return 0;
        }
        let free = self.free();
        let escapes = if self.side == WHITE { self.escapes().count() } else { 0 };
        Board::count_slides(self.pieces(self.side), free, free & !Self::RESTRICTED) + u64::from(escapes.cast_unsigned())
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
        if self.king.is_none() {
            Some(Outcome::Win(BLACK))
        } else if self.has_escaped() {
            Some(Outcome::Win(WHITE))
        } else {
            // Point 6.
            (self.count_moves() == 0).then_some(Outcome::Win(!self.side))
        }
    }

    fn key(&self) -> u64 {
        self.key
    }
}
