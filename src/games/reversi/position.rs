//! The rules: two bitboards, copy-make, an incremental Zobrist key.

use super::board::{Rows, SIZE, flips, moves};
use crate::base::bits::ones;
use crate::base::{Outcome, Side, hash};
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

/// Zobrist keys of black discs.
static BLACK: [u64; 64] = hash::keys(0x0E11);
/// What turning discs over changes, which is also the difference between white and black ones: the
/// keys of all sets of discs of a rank. Looked up a rank at a time, because a loop over the discs ends
/// after another number of them each time, which costs more than all eight ranks do.
static TURNED: [[u64; 256]; SIZE] = turned_keys();
const SIDE_KEY: u64 = hash::keys::<1>(0x0E13)[0];

const fn turned_keys() -> [[u64; 256]; SIZE] {
    let of_square = hash::keys::<64>(0x0E12);
    let mut table = [[0; 256]; SIZE];
    let mut rank = 0;
    while rank < SIZE {
        let mut discs = 1;
        while discs < 256_usize {
            let lowest = SIZE * rank + discs.trailing_zeros() as usize;
            table[rank][discs] = table[rank][discs & (discs - 1)] ^ of_square[lowest];
            discs += 1;
        }
        rank += 1;
    }
    table
}

#[inline]
fn turned_key(discs: u64) -> u64 {
    discs.to_le_bytes().into_iter().zip(&TURNED).fold(0, |key, (discs, rank)| key ^ rank[usize::from(discs)])
}

impl Reversi {
    /// The position with these discs; a square that is both is Black's.
    #[must_use]
    pub fn new(black: u64, white: u64, side: Side) -> Self {
        let white = white & !black;
        let (own, enemy) = if side == Side::First { (black, white) } else { (white, black) };
        let blacks = ones(black | white).fold(0, |key, square| key ^ BLACK[square]);
        let side_key = if side == Side::Second { SIDE_KEY } else { 0 };
        Self { own, enemy, key: blacks ^ turned_key(white) ^ side_key, side }
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

    /// The number of these placements after which the other side has to pass.
    #[cold]
    fn count_passes(&self, placements: u64) -> u64 {
        let passes = |&square: &usize| {
            let flipped = flips(self.own, self.enemy, square);
            let (own, enemy) = (self.enemy ^ flipped, self.own | flipped | 1 << square);
            moves(own, enemy) == 0 && moves(enemy, own) != 0
        };
        ones(placements).filter(passes).count() as u64
    }

    /// A disc of the side to move on a square, and these discs turned over.
    #[inline]
    fn place(&mut self, square: usize, flipped: u64) {
        let placed = 1 << (square & 63);
        // A white disc is a black one turned over.
        let turned = if self.side == Side::Second { flipped | placed } else { flipped };
        self.change(self.enemy ^ flipped, self.own | flipped | placed, BLACK[square & 63] ^ turned_key(turned));
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

    fn count_replies(&self) -> u64 {
        let rows = Rows::new(self.own, self.enemy);
        let placements = rows.ends() & !(self.own | self.enemy);
        if placements == 0 {
            // After a pass it is the moves that make it possible; without them the game is over.
            return moves(self.enemy, self.own).count_ones().into();
        }
        let (replies, stuck) = rows.count_replies(self.own, self.enemy, placements);
        if stuck == 0 { replies } else { replies + self.count_passes(placements) }
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
