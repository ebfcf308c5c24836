//! Bitboards of up to 64 cells in one word.

/// The number of set bits.
#[inline]
#[must_use]
pub const fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// The indices of the set bits, lowest first.
#[inline]
pub fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
