//! Numbers the positions of a slice.
//!
//! The men of each side are a combination of the squares where they can stand, and the kings of each side one of the
//! squares that are left. Combinations have numbers by the combinatorial number system (Lehmer 1964). Men of both sides
//! on one square give numbers without a position.

use std::marker::PhantomData;

use petteia_core::bits::ones;
use petteia_games::draughts::board::{board, crowning_row};
use petteia_games::draughts::rules::Rules;

use super::material::{MAX_PIECES, Placement, Slice};

/// Binomial coefficients: `BINOMIAL[n][k]` is the number of sets of `k` of `n` squares.
static BINOMIAL: [[u64; MAX_PIECES + 1]; 51] = binomials();

const fn binomials() -> [[u64; MAX_PIECES + 1]; 51] {
    let mut table = [[0; MAX_PIECES + 1]; 51];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MAX_PIECES {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The number of squares of a set.
#[inline]
#[must_use]
pub(super) fn size(set: u64) -> usize {
    set.count_ones() as usize
}

/// The number of sets of `k` of `n` squares.
#[must_use]
pub fn combinations(n: usize, k: usize) -> u64 {
    BINOMIAL[n][k]
}

/// The number of a set among the sets of as many squares of `squares`, in the order of their bitboards.
#[inline]
#[must_use]
pub fn rank(set: u64, squares: u64) -> u64 {
    ones(set).zip(1..=MAX_PIECES).map(|(bit, k)| BINOMIAL[size(squares & ((1 << bit) - 1)) % 51][k]).sum()
}

/// The set of `k` of the squares with this number.
#[must_use]
pub fn unrank(mut rank: u64, k: usize, squares: u64) -> u64 {
    let mut bits = [0; 64];
    for (place, bit) in bits.iter_mut().zip(ones(squares)) {
        *place = bit;
    }
    let mut set = 0;
    let mut below = size(squares);
    for k in (1..=k).rev() {
        while below > 0 && BINOMIAL[below][k] > rank {
            below -= 1;
        }
        rank -= BINOMIAL[below][k];
        set |= 1 << bits[below];
    }
    set
}

/// All sets of `k` of `n` squares as numbers with `k` of `n` bits, in ascending order.
pub fn sets(n: usize, k: usize) -> impl Iterator<Item = u64> {
    let mut next = (1_u64 << k) - 1;
    (0..combinations(n, k)).map(move |_| {
        let set = next;
        // The next number with as many bits (Gosper 1972).
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        next = if set == 0 { 0 } else { ripple | (((set ^ ripple) >> 2) / lowest) };
        set
    })
}

/// The squares where the men of the side to move can stand.
#[must_use]
pub fn own_men_squares<R: Rules>() -> u64 {
    board::<R>() & !crowning_row::<R>(false)
}

/// The squares where the men of the enemy can stand.
#[must_use]
pub fn enemy_men_squares<R: Rules>() -> u64 {
    board::<R>() & !crowning_row::<R>(true)
}

/// The numbers of the positions of one slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceIndex<R> {
    /// The slice.
    pub slice: Slice,
    /// Number of sets of own men.
    pub own_men: u64,
    /// Number of sets of enemy men.
    pub enemy_men: u64,
    /// Number of sets of own kings, for fixed men.
    pub own_kings: u64,
    /// Number of sets of enemy kings, for fixed men and own kings.
    pub enemy_kings: u64,
    rules: PhantomData<R>,
}

impl<R: Rules> SliceIndex<R> {
    /// The numbers of a slice.
    #[must_use]
    pub fn new(slice: Slice) -> Self {
        let men_squares = size(own_men_squares::<R>());
        let left = size(board::<R>()) - slice.men();
        Self {
            slice,
            own_men: combinations(men_squares, slice.own.men),
            enemy_men: combinations(men_squares, slice.enemy.men),
            own_kings: combinations(left, slice.own.kings),
            enemy_kings: combinations(left - slice.own.kings, slice.enemy.kings),
            rules: PhantomData,
        }
    }

    /// One more than the greatest number.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.own_men * self.enemy_men * self.placements_of_kings()
    }

    /// The number of positions with the same men.
    #[must_use]
    pub fn placements_of_kings(&self) -> u64 {
        self.own_kings * self.enemy_kings
    }

    /// The number of the first position with these men.
    #[inline]
    #[must_use]
    pub fn first_with_men(&self, own: u64, enemy: u64) -> u64 {
        let men = rank(own, own_men_squares::<R>()) * self.enemy_men + rank(enemy, enemy_men_squares::<R>());
        men * self.placements_of_kings()
    }

    /// The number of a position among those with the same men.
    #[inline]
    #[must_use]
    pub fn among_kings(&self, placement: Placement) -> u64 {
        let Placement { own_men, own_kings, enemy_men, enemy_kings } = placement;
        let squares = board::<R>() & !(own_men | enemy_men);
        rank(own_kings, squares) * self.enemy_kings + rank(enemy_kings, squares & !own_kings)
    }

    /// The number of a position of this slice.
    #[inline]
    #[must_use]
    pub fn index(&self, placement: Placement) -> u64 {
        self.first_with_men(placement.own_men, placement.enemy_men) + self.among_kings(placement)
    }

    /// The position with this number; `None` if there is none.
    #[must_use]
    pub fn placement(&self, index: u64) -> Option<Placement> {
        let Slice { own, enemy } = self.slice;
        let (men, kings) = (index / self.placements_of_kings(), index % self.placements_of_kings());
        let own_men = unrank(men / self.enemy_men, own.men, own_men_squares::<R>());
        let enemy_men = unrank(men % self.enemy_men, enemy.men, enemy_men_squares::<R>());
        let squares = board::<R>() & !(own_men | enemy_men);
        let own_kings = unrank(kings / self.enemy_kings, own.kings, squares);
        let enemy_kings = unrank(kings % self.enemy_kings, enemy.kings, squares & !own_kings);
        (own_men & enemy_men == 0).then_some(Placement { own_men, own_kings, enemy_men, enemy_kings })
    }
}

#[cfg(test)]
mod tests {
    use petteia_games::draughts::{EnglishRules, InternationalRules};

    use super::*;
    use crate::material::Army;

    fn every_position_has_its_number<R: Rules>(pieces: usize) {
        for slice in Slice::up_to(pieces).into_iter().flat_map(Slice::with_twin) {
            let index = SliceIndex::<R>::new(slice);
            let mut positions = 0;
            for number in (0..index.size()).step_by(1 + index.size() as usize / 50_000) {
                let Some(placement) = index.placement(number) else { continue };
                assert_eq!(index.index(placement), number, "{slice}");
                assert_eq!(placement.slice(), slice);
                assert_eq!(Placement::of(&placement.position::<R>()), placement);
                assert_eq!(placement.turned::<R>().turned::<R>(), placement);
                positions += 1;
            }
            assert!(positions > 0, "{slice}");
        }
    }

    #[test]
    fn positions_and_numbers_fit() {
        every_position_has_its_number::<EnglishRules>(4);
        every_position_has_its_number::<InternationalRules>(3);
    }

    #[test]
    fn sets_come_in_the_order_of_their_numbers() {
        let squares = own_men_squares::<InternationalRules>();
        for k in 0..4 {
            let dense: Vec<u64> = sets(size(squares), k).collect();
            let bits: Vec<usize> = ones(squares).collect();
            for (number, &set) in dense.iter().enumerate() {
                let spread = ones(set).fold(0, |all, bit| all | 1 << bits[bit]);
                assert_eq!((unrank(number as u64, k, squares), rank(spread, squares)), (spread, number as u64));
            }
        }
    }

    #[test]
    fn captures_and_crownings_lead_to_slices_before() {
        let slices = Slice::up_to(5);
        let place = |slice: Slice| slices.iter().position(|&other| other == slice || other.turned() == slice);
        for (here, slice) in slices.iter().enumerate() {
            assert_eq!(slice.to_string().parse(), Ok(*slice));
            assert_eq!(place(*slice), Some(here));
            let mut next = Vec::new();
            if slice.own.men > 0 {
                next.push(Slice { own: Army { men: slice.own.men - 1, kings: slice.own.kings + 1 }, ..*slice });
            }
            if slice.pieces() > 2 && slice.own.kings > 0 && slice.own.pieces() > 1 {
                next.push(Slice { own: Army { kings: slice.own.kings - 1, ..slice.own }, ..*slice });
            }
            assert!(next.into_iter().all(|slice| place(slice).is_some_and(|there| there < here)));
        }
        for wrong in ["", "v", "KvX", "MKvK", "Kv", "KKKKKvKKKK", "KvKvK", "kvk"] {
            assert!(wrong.parse::<Slice>().is_err(), "{wrong}");
        }
    }
}
