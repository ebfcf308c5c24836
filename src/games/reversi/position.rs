//! The rules: two bitboards, copy-make, an incremental Zobrist key.

use super::board::{flips, moves};
use crate::core::bits::ones;
use crate::core::{Outcome, Side, hash};
use crate::game::Position;

/// A move: a disc on a square, or the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// No square can be moved to (point 3).
    pub const PASS: Self = Self(64);

    /// Place a disc on this square, from 0 to 63.
    #[must_use]
    pub const fn place(square: usize) -> Self {
        Self((square & 63) as u8)
    }

    /// The square, unless this is the pass.
    #[must_use]
    pub const fn square(self) -> Option<usize> {
        if self.0 < 64 { Some(self.0 as usize) } else { None }
    }

    /// A number from 0 to 64, distinct for distinct moves.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// A position of Reversi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reversi {
    /// Discs of the side to move.
    own: u64,
    /// Discs of the other side.
    enemy: u64,
    key: u64,
    side: Side,
}

/// Zobrist keys: of a black disc, and of what turning a disc over changes, which is also the
/// difference between a white and a black one.
static BLACK: [u64; 64] = hash::keys(0x0E11);
static TURNED: [u64; 64] = hash::keys(0x0E12);
const SIDE_KEY: u64 = hash::keys::<1>(0x0E13)[0];

impl Reversi {
    /// The position with these discs; a square that is both is Black's.
    #[must_use]
    pub fn new(black: u64, white: u64, side: Side) -> Self {
        let white = white & !black;
        let (own, enemy) = if side == Side::First { (black, white) } else { (white, black) };
        let blacks = ones(black | white).fold(0, |key, square| key ^ BLACK[square]);
        let turned = ones(white).fold(blacks, |key, square| key ^ TURNED[square]);
        Self { own, enemy, key: if side == Side::Second { turned ^ SIDE_KEY } else { turned }, side }
    }

    /// The discs of the side to move.
    #[must_use]
    pub fn own(&self) -> u64 {
        self.own
    }

    /// The discs of the side that does not move.
    #[must_use]
    pub fn enemy(&self) -> u64 {
        self.enemy
    }

    /// The discs of a side.
    #[must_use]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side { self.own } else { self.enemy }
    }

    /// The number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u32 {
        (self.own | self.enemy).count_zeros()
    }

    /// The squares on which the side to move can place a disc.
    #[must_use]
    pub fn placements(&self) -> u64 {
        moves(self.own, self.enemy)
    }

    /// The discs that a move turns over.
    #[must_use]
    pub fn flipped_by(&self, m: Move) -> u64 {
        m.square().map_or(0, |square| flips(self.own, self.enemy, square))
    }

    /// Whether the side that does not move could, were it its turn.
    fn enemy_can_move(&self) -> bool {
        moves(self.enemy, self.own) != 0
    }

    /// A disc of the side to move on a square, and these discs turned over.
    #[inline]
    fn place(&mut self, square: usize, flipped: u64) {
        let placed = BLACK[square & 63] ^ if self.side == Side::Second { TURNED[square & 63] } else { 0 };
        let changed = ones(flipped).fold(placed, |key, square| key ^ TURNED[square]);
        self.change(self.enemy ^ flipped, self.own | flipped | 1 << (square & 63), changed);
    }

    /// The one door through which a position changes: it is the other side's turn, whose discs are
    /// `own` now; `key` is the difference that this makes, the turn aside.
    #[inline]
    fn change(&mut self, own: u64, enemy: u64, key: u64) {
        *self = Self { own, enemy, key: self.key ^ key ^ SIDE_KEY, side: !self.side };
    }
}

impl Position for Reversi {
    type Move = Move;

    fn start() -> Self {
        // Point 1: d5 and e4 are black, d4 and e5 white.
        Self::new(1 << 35 | 1 << 28, 1 << 27 | 1 << 36, Side::First)
    }

    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let placements = self.placements();
        if placements == 0 {
            // Point 3.
            if self.enemy_can_move() {
                visit(Move::PASS);
            }
            return;
        }
        ones(placements).for_each(|square| visit(Move::place(square)));
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match self.placements().count_ones() {
            0 => self.enemy_can_move().into(),
            count => count.into(),
        }
    }

    #[inline]
    fn play(&mut self, m: Move) {
        if let Some(square) = m.square() {
            self.place(square, flips(self.own, self.enemy, square));
        } else {
            self.change(self.enemy, self.own, 0);
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        // Point 4.
        if self.placements() != 0 || self.enemy_can_move() {
            return None;
        }
        Some(match self.own.count_ones().cmp(&self.enemy.count_ones()) {
            std::cmp::Ordering::Greater => Outcome::Win(self.side),
            std::cmp::Ordering::Less => Outcome::Win(!self.side),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn key(&self) -> u64 {
        self.key
    }
}
