//! Numbers of sets of squares, by the combinatorial number system (Lehmer 1964).

use petteia_core::bits::ones;
use petteia_core::grid::Squares;

/// Greatest number of pieces of one set. It bounds the table of binomial coefficients, as does [`MAX_SQUARES`].
pub const MAX_PIECES: usize = 8;
/// Greatest number of squares of a board.
const MAX_SQUARES: usize = 81;

/// Binomial coefficients: `BINOMIAL[n][k]` is the number of sets of `k` of `n` squares.
static BINOMIAL: [[u64; MAX_PIECES + 1]; MAX_SQUARES + 1] = binomials();

const fn binomials() -> [[u64; MAX_PIECES + 1]; MAX_SQUARES + 1] {
    let mut table = [[0; MAX_PIECES + 1]; MAX_SQUARES + 1];
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
pub fn size(set: u64) -> usize {
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
    ones(set).zip(1..=MAX_PIECES).map(|(bit, k)| BINOMIAL[size(squares & ((1 << bit) - 1)) % 64][k]).sum()
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

/// The number of a set among the sets of as many squares that are not `taken`, in the order of their bitboards.
#[inline]
#[must_use]
pub fn rank_beside<const WORDS: usize>(set: Squares<WORDS>, taken: Squares<WORDS>) -> u64 {
    let (mut number, mut k) = (0, 0);
    set.for_each(|square| {
        k += 1;
        number += BINOMIAL[square - taken.count_below(square)][k];
    });
    number
}

/// The set of `k` squares with this number among those of a board of `size` squares that are not `taken`.
#[must_use]
pub fn unrank_beside<const WORDS: usize>(
    mut rank: u64,
    k: usize,
    size: usize,
    taken: Squares<WORDS>,
) -> Squares<WORDS> {
    let mut set = Squares::EMPTY;
    let mut place = size - taken.iter().count();
    for k in (1..=k).rev() {
        while place > 0 && BINOMIAL[place][k] > rank {
            place -= 1;
        }
        rank -= BINOMIAL[place][k];
        set.toggle(taken.iter().fold(place, |square, taken| square + usize::from(taken <= square)));
    }
    set
}

/// All sets of `k` of `n` squares as numbers with `k` of `n` bits, in ascending order.
pub fn sets(n: usize, k: usize) -> impl Iterator<Item = u64> {
    let mut next = (1_u64 << k) - 1;
    (0..combinations(n, k)).map(move |_| {
        let set = next;
        // The next number with as many bits (Gosper 1972). After the last of 64 squares it wraps around.
        let lowest = set & set.wrapping_neg();
        let ripple = set.wrapping_add(lowest);
        next = if set == 0 { 0 } else { ripple | (((set ^ ripple) >> 2) / lowest) };
        set
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_in_the_order_of_their_numbers() {
        for squares in [u64::MAX, 0x0003_FFFF_FFFF_FFE0, 0x8000_0000_0000_0111] {
            for k in 0..4 {
                let dense: Vec<u64> = sets(size(squares), k).collect();
                let bits: Vec<usize> = ones(squares).collect();
                for (number, &set) in dense.iter().enumerate() {
                    let spread = ones(set).fold(0, |all, bit| all | 1 << bits[bit]);
                    assert_eq!((unrank(number as u64, k, squares), rank(spread, squares)), (spread, number as u64));
                }
            }
        }
    }

    #[test]
    fn numbers_beside_taken_squares_are_those_of_the_other_squares() {
        let taken: Squares<2> = [3, 4, 40, 63, 64].into_iter().collect();
        let free: Vec<usize> = (0..MAX_SQUARES).filter(|&square| !taken.contains(square)).collect();
        for k in 0..4 {
            let mut set: Vec<usize> = (0..k).collect();
            for number in 0..combinations(free.len(), k) {
                let squares = set.iter().map(|&place| free[place]).collect();
                assert_eq!(unrank_beside(number, k, MAX_SQUARES, taken), squares);
                assert_eq!(rank_beside(squares, taken), number);
                // The lowest place that can go up by one does, and those below it start again.
                let Some(next) = (0..k).find(|&i| i + 1 == k || set[i] + 1 < set[i + 1]) else { break };
                set[next] += 1;
                (0..next).for_each(|i| set[i] = i);
            }
        }
    }
}
