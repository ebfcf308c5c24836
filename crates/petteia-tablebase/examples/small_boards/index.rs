//! Numbers the positions. A slice is all positions with the same number of men on the board.
//!
//! Positions that differ by a symmetry of the board have one number. The occupied squares are turned so that they become
//! the first set of their orbit, the sets that the symmetries make of each other. The number is that of the orbit, then
//! that of the squares of the side to move among the occupied ones. If a symmetry keeps the occupied squares, the least
//! number counts, and the others have no position.

use petteia_core::bits::ones;
use petteia_core::symmetry::inverse;

use crate::board::{Board, Men, size};

/// The numbers of the positions of a game.
#[derive(Debug)]
pub struct Index {
    pub board: Board,
    /// For each set of occupied squares: the number of its orbit times 8, and the symmetry that makes the first set of it.
    orbits: Vec<u32>,
    /// The slices by the number of men. Those that do not occur are empty.
    slices: Vec<Slice>,
}

/// The sets of one number of men.
#[derive(Debug, Default)]
struct Slice {
    /// The first set of each orbit, and the symmetries that keep it, as bits.
    firsts: Vec<(u64, u8)>,
    /// The men of the side to move among those on the board, as bits.
    own: Vec<u32>,
    /// The place of each set in `own`.
    places: Vec<u32>,
}

/// A position and the number of different images that the symmetries of the board make of it.
#[derive(Clone, Copy, Debug)]
pub struct Numbered {
    pub men: Men,
    pub images: u16,
}

/// The bits of a set among those of `all`, as a dense set.
#[inline]
fn gather(set: u64, all: u64) -> usize {
    ones(set).fold(0, |dense, bit| dense | 1 << size(all & ((1 << bit) - 1)))
}

/// The bits of `all` that a dense set names; the reverse of [`gather`].
#[inline]
fn spread(dense: u32, all: u64) -> u64 {
    ones(all).enumerate().fold(0, |set, (place, bit)| set | u64::from(dense >> place & 1) << bit)
}

impl Index {
    /// The numbers of all positions that a game can reach in which both sides start with so many men.
    pub fn new(board: Board, men_at_start: usize) -> Self {
        let min = board.game.min_men;
        let (fewest, max) =
            if board.game.converts { (2 * men_at_start, 2 * men_at_start) } else { (2 * min, men_at_start) };
        let mut slices: Vec<Slice> = (0..fewest).map(|_| Slice::default()).collect();
        for men in fewest..=2 * men_at_start {
            let mut slice = Slice { places: vec![u32::MAX; 1 << men], ..Slice::default() };
            for own in 0..1_u32 << men {
                let own_men = size(own.into());
                if [own_men, men - own_men].iter().all(|men| (min..=max).contains(men)) {
                    slice.places[own as usize] = slice.own.len() as u32;
                    slice.own.push(own);
                }
            }
            slices.push(slice);
        }
        let mut orbits = vec![u32::MAX; 1 << board.squares()];
        for first in 0..1_u64 << board.squares() {
            let slice = slices.get_mut(size(first)).filter(|slice| !slice.own.is_empty());
            let Some(slice) = slice.filter(|_| orbits[first as usize] == u32::MAX) else { continue };
            let mut kept = 0;
            for symmetry in 0..board.symmetries() {
                let image = board.image(first, symmetry);
                kept |= u8::from(image == first) << symmetry;
                orbits[image as usize] = (slice.firsts.len() << 3 | inverse(symmetry)) as u32;
            }
            slice.firsts.push((first, kept));
        }
        Self { board, orbits, slices }
    }

    /// The slices that have positions, by the number of men, the smallest first.
    pub fn slices(&self) -> impl Iterator<Item = usize> + use<> {
        let fewest = self.slices.iter().take_while(|slice| slice.own.is_empty()).count();
        fewest..self.slices.len()
    }

    /// One more than the greatest number of a slice.
    pub fn size(&self, slice: usize) -> usize {
        self.slices[slice].firsts.len() * self.slices[slice].own.len()
    }

    /// The slice of a position, and its number there.
    #[inline]
    pub fn number(&self, men: Men) -> (usize, usize) {
        let occupied = men.own | men.enemy;
        let entry = self.orbits[occupied as usize] as usize;
        let (orbit, symmetry) = (entry >> 3, entry & 7);
        let slice = &self.slices[size(occupied)];
        let (first, kept) = slice.firsts[orbit];
        let own = self.board.image(men.own, symmetry);
        let mut place = slice.places[gather(own, first)];
        for symmetry in ones((kept & !1).into()) {
            place = place.min(slice.places[gather(self.board.image(own, symmetry), first)]);
        }
        (size(occupied), orbit * slice.own.len() + place as usize)
    }

    /// The position with this number; `None` if there is none.
    #[inline]
    pub fn position(&self, slice: usize, number: usize) -> Option<Numbered> {
        let slice = &self.slices[slice];
        let (first, kept) = slice.firsts[number / slice.own.len()];
        let dense = slice.own[number % slice.own.len()];
        let own = spread(dense, first);
        let mut symmetries = 0;
        for symmetry in ones(kept.into()) {
            let image = self.board.image(own, symmetry);
            symmetries += u16::from(image == own);
            if gather(image, first) < dense as usize {
                return None;
            }
        }
        let images = self.board.symmetries() as u16 / symmetries;
        Some(Numbered { men: Men { own, enemy: first ^ own }, images })
    }
}
