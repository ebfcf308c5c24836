//! The rules: bit sets, copy-make, an incremental Zobrist key.

use crate::base::grid::{Grid, Squares, Step};
use crate::base::{Outcome, Side, hash};
use crate::game::Position;

/// The board.
pub type Board = Grid<9, 9, 2>;
/// A set of its squares.
pub type Cells = Squares<2>;

/// Moves first.
pub const BLACK: Side = Side::First;
/// Has the king.
pub const WHITE: Side = Side::Second;

/// The middle square, e5 (point 2).
pub const THRONE: Cells = Cells::of(Board::at(4, 4));
/// For the king only (point 3).
pub const CORNERS: Cells = Board::ALL.without(Board::files(1, 8)).without(Board::ranks(1, 8));

/// A position of Tablut. `SQUARE` has the guards stand in a square at the start, else it is a cross.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tablut<const SQUARE: bool> {
    mercenaries: Cells,
    guards: Cells,
    /// Not there once he is taken.
    king: Option<u8>,
    side: Side,
    key: u64,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Black's.
    Mercenary,
    /// White's.
    Guard,
    /// White's only one.
    King,
}

static KEYS: [[u64; 81]; 3] = [hash::keys(0x7A01), hash::keys(0x7A02), hash::keys(0x7A03)];
const SIDE_KEY: u64 = hash::keys::<1>(0x7A04)[0];

impl<const SQUARE: bool> Tablut<SQUARE> {
    /// Where guards and mercenaries may not end a move (points 2 and 3).
    pub(super) const CLOSED: Cells = THRONE.union(CORNERS);

    /// An empty board.
    #[must_use]
    pub fn empty(side: Side) -> Self {
        let key = if side == BLACK { 0 } else { SIDE_KEY };
        Self { mercenaries: Cells::EMPTY, guards: Cells::EMPTY, king: None, side, key }
    }

    /// The mercenaries.
    #[must_use]
    pub fn mercenaries(&self) -> Cells {
        self.mercenaries
    }

    /// The guards.
    #[must_use]
    pub fn guards(&self) -> Cells {
        self.guards
    }

    /// Where the king stands.
    #[must_use]
    pub fn king(&self) -> Option<usize> {
        self.king.map(usize::from)
    }

    /// The king as a set.
    #[must_use]
    pub fn king_set(&self) -> Cells {
        self.king().map_or(Cells::EMPTY, Cells::of)
    }

    /// The empty squares.
    #[must_use]
    pub fn free(&self) -> Cells {
        Board::ALL & !(self.mercenaries | self.guards | self.king_set())
    }

    /// All pieces of a side.
    #[must_use]
    pub fn pieces(&self, side: Side) -> Cells {
        if side == BLACK { self.mercenaries } else { self.guards | self.king_set() }
    }

    /// Guards or mercenaries of a side.
    pub(super) fn men(&self, side: Side) -> Cells {
        if side == BLACK { self.mercenaries } else { self.guards }
    }

    /// The guards or mercenaries that a legal move takes (point 4).
    #[inline]
    #[must_use]
    pub fn captured(&self, m: Step) -> Cells {
        if self.king() == Some(m.from()) {
            return Cells::EMPTY;
        }
        Board::enclosed(m.to(), self.men(!self.side), |square| self.men(self.side).has(square))
    }

    /// Whether a legal move takes the king (point 5).
    #[inline]
    #[must_use]
    pub fn takes_king(&self, m: Step) -> bool {
        self.side == BLACK
            && self.king().is_some_and(|king| {
                let beside = Board::neighbours(king);
                beside.has(m.to()) && {
                    let mercenaries = self.mercenaries ^ Cells::of(m.from()) | Cells::of(m.to());
                    let throne = THRONE & !(mercenaries | self.guards);
                    (beside & !(mercenaries | throne)).is_empty()
                }
            })
    }

    /// Whether the king stands on a corner (point 3).
    #[must_use]
    pub fn has_escaped(&self) -> bool {
        self.king().is_some_and(|king| CORNERS.has(king))
    }

    /// Whether the king is taken or has escaped.
    fn is_decided(&self) -> bool {
        self.king.is_none() || self.has_escaped()
    }

    /// The corners that the king reaches.
    #[inline]
    #[must_use]
    pub fn escapes(&self) -> Cells {
        match self.king() {
            Some(king) if Board::EDGES.has(king) => Board::reach(Cells::of(king), self.free()) & CORNERS,
            _ => Cells::EMPTY,
        }
    }

    /// The same with the other side to move.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.pass_turn();
        self
    }

    /// The squares beside the king that are open (point 5).
    #[must_use]
    pub fn open_beside_king(&self) -> Cells {
        let throne = THRONE & self.free();
        self.king().map_or(Cells::EMPTY, |king| Board::neighbours(king) & !(self.mercenaries | throne))
    }

    /// Puts a piece on an empty square or takes it away; with [`pass_turn`](Self::pass_turn) the only door
    /// through which a position changes.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, square: usize) {
        match piece {
            Piece::Mercenary => self.mercenaries.toggle(square),
            Piece::Guard => self.guards.toggle(square),
            Piece::King => self.king = if self.king.is_none() { Some(square as u8) } else { None },
        }
        self.key ^= KEYS[piece as usize][square % 81];
    }

    fn pass_turn(&mut self) {
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
        // Each with its three images by a quarter turn.
        let mut put = |piece, file: usize, rank: usize| {
            for (file, rank) in [(file, rank), (8 - rank, file), (8 - file, 8 - rank), (rank, 8 - file)] {
                start.toggle(piece, Board::at(file, rank));
            }
        };
        for (file, rank) in [(3, 0), (4, 0), (5, 0), (4, 1)] {
            put(Piece::Mercenary, file, rank);
        }
        put(Piece::Guard, 4, 3);
        let (file, rank) = if SQUARE { (3, 3) } else { (4, 2) };
        put(Piece::Guard, file, rank);
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
            if !Self::CLOSED.has(step.to()) {
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
        Board::count_slides(self.pieces(self.side), free, free & !Self::CLOSED) + u64::from(escapes.cast_unsigned())
    }

    #[inline]
    fn play(&mut self, m: Step) {
        let (captured, takes_king) = (self.captured(m), self.takes_king(m));
        let (own, prey) =
            if self.side == BLACK { (Piece::Mercenary, Piece::Guard) } else { (Piece::Guard, Piece::Mercenary) };
        let piece = if self.king() == Some(m.from()) { Piece::King } else { own };
        self.toggle(piece, m.from());
        self.toggle(piece, m.to());
        captured.for_each(|square| self.toggle(prey, square));
        if let Some(king) = self.king().filter(|_| takes_king) {
            self.toggle(Piece::King, king);
        }
        self.pass_turn();
    }

    fn is_progress(&self, m: Step) -> bool {
        !self.captured(m).is_empty() || self.takes_king(m)
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
