//! The rules, with bitboards, copy-make and an incremental Zobrist key.

use petteia_core::bits::ones;
use petteia_core::symmetry::images;
use petteia_core::{Outcome, Position, Side, hash};

use super::board::{Grid, Rows, WIDTH, empty, flips, moves};

/// A move: a disc on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Move(u8);

impl Move {
    /// The pass of a player without another move (point 3).
    pub const PASS: Self = Self(64);

    /// The placement of a disc on this square, from 0 to 63 as in the bitboards.
    #[must_use]
    pub const fn place(square: usize) -> Self {
        Self((square & 63) as u8)
    }

    /// The square; `None` for the pass.
    #[must_use]
    pub const fn square(self) -> Option<usize> {
        if self.0 < 64 { Some(self.0 as usize) } else { None }
    }

    /// The move index, from 0 to 64. Different moves have different indices.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position on `SIZE` by `SIZE` squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizedReversi<const SIZE: usize> {
    /// Discs of the side to move.
    own: u64,
    /// Discs of the side that does not move.
    enemy: u64,
    key: u64,
    side: Side,
}

/// Zobrist keys of black discs, by square.
static BLACK_KEYS: [u64; 64] = hash::keys(0x0E11);
/// Changes of the key when discs are flipped, by rank and set of discs in that rank.
///
/// They are also the differences between the keys of white and black discs. Looking up all eight ranks is faster than a
/// loop over the discs, because the length of that loop is unpredictable.
static FLIP_KEYS: [[u64; 256]; WIDTH] = flip_keys();
/// Zobrist key of a position with the second side to move.
const SIDE_KEY: u64 = hash::keys::<1>(0x0E13)[0];

const fn flip_keys() -> [[u64; 256]; WIDTH] {
    let of_square = hash::keys::<64>(0x0E12);
    let mut table = [[0; 256]; WIDTH];
    let mut rank = 0;
    while rank < WIDTH {
        let mut discs = 1;
        while discs < 256_usize {
            let lowest = WIDTH * rank + discs.trailing_zeros() as usize;
            table[rank][discs] = table[rank][discs & (discs - 1)] ^ of_square[lowest];
            discs += 1;
        }
        rank += 1;
    }
    table
}

/// The change of the key when these discs are flipped.
#[inline]
fn flip_key(discs: u64) -> u64 {
    discs.to_le_bytes().into_iter().zip(&FLIP_KEYS).fold(0, |key, (discs, rank)| key ^ rank[usize::from(discs)])
}

impl<const SIZE: usize> SizedReversi<SIZE> {
    /// The position with these discs. A square in both sets holds a black disc. Squares beyond the board are left out.
    #[must_use]
    pub fn new(black: u64, white: u64, side: Side) -> Self {
        let [black, white] = [black, white & !black].map(|discs| discs & Grid::<SIZE>::SQUARES);
        let (own, enemy) = if side == Side::First { (black, white) } else { (white, black) };
        let black_key = ones(black | white).fold(0, |key, square| key ^ BLACK_KEYS[square]);
        let side_key = if side == Side::Second { SIDE_KEY } else { 0 };
        Self { own, enemy, key: black_key ^ flip_key(white) ^ side_key, side }
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
        empty::<SIZE>(self.own, self.enemy).count_ones()
    }

    /// The squares on which the side to move can place a disc (point 2).
    #[must_use]
    pub fn placements(&self) -> u64 {
        moves::<SIZE>(self.own, self.enemy)
    }

    /// The discs that a legal move flips (point 2).
    #[must_use]
    pub fn flipped_by(&self, m: Move) -> u64 {
        m.square().map_or(0, |square| flips(self.own, self.enemy, square))
    }

    /// Whether the side that does not move could place a disc if it were its turn.
    fn enemy_can_move(&self) -> bool {
        moves::<SIZE>(self.enemy, self.own) != 0
    }

    /// The number of these placements after which the other side must pass.
    #[cold]
    fn count_passes(&self, placements: u64) -> u64 {
        let passes = |&square: &usize| {
            let flipped = flips(self.own, self.enemy, square);
            let (own, enemy) = (self.enemy ^ flipped, self.own | flipped | 1 << square);
            moves::<SIZE>(own, enemy) == 0 && moves::<SIZE>(enemy, own) != 0
        };
        ones(placements).filter(passes).count() as u64
    }

    /// Places a disc of the side to move and flips these discs.
    #[inline]
    fn place(&mut self, square: usize, flipped: u64) {
        let placed = 1 << (square & 63);
        // The key of a white disc is that of a black disc and a flip.
        let flip = if self.side == Side::Second { flipped | placed } else { flipped };
        self.set_discs(self.enemy ^ flipped, self.own | flipped | placed, BLACK_KEYS[square & 63] ^ flip_key(flip));
    }

    /// Switches the side to move and sets the discs. Only this method changes a position.
    ///
    /// `own` are the discs of the new side to move. `key` is the change of the key by the discs.
    #[inline]
    fn set_discs(&mut self, own: u64, enemy: u64, key: u64) {
        *self = Self { own, enemy, key: self.key ^ key ^ SIDE_KEY, side: !self.side };
    }
}

impl<const SIZE: usize> Position for SizedReversi<SIZE> {
    type Move = Move;

    fn start() -> Self {
        // Point 1: d5 and e4 are black, d4 and e5 white. They are the middle of the smaller board too.
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
        let placements = rows.ends() & empty::<SIZE>(self.own, self.enemy);
        if placements == 0 {
            // The replies to a pass are the enemy's moves. If it has none, the game is over.
            return moves::<SIZE>(self.enemy, self.own).count_ones().into();
        }
        let (replies, stuck) = rows.count_replies::<SIZE>(self.own, self.enemy, placements);
        if stuck == 0 { replies } else { replies + self.count_passes(placements) }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        if let Some(square) = m.square() {
            self.place(square, flips(self.own, self.enemy, square));
        } else {
            self.set_discs(self.enemy, self.own, 0);
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

    fn symmetric_key(&self) -> u64 {
        let pairs = images(self.own).into_iter().zip(images(self.enemy));
        let (own, enemy) = pairs.min().unwrap_or((self.own, self.enemy));
        hash::splitmix(hash::splitmix(own).1 ^ enemy).1
    }
}
