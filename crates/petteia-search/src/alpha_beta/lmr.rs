//! The base of late move reductions: a constant plus the product of the logarithms of depth and move count. `node.rs`
//! adjusts it.
//!
//! It is computed in whole numbers, so that every machine searches the same tree.

use super::parameters::{LMR_BASE, LMR_DEPTH, LMR_DIVISOR, LMR_MOVES};

/// Whether a move can be reduced. `move_count` is the number of moves before it, those pruned by futility included.
#[inline]
pub(super) fn applies(depth: i32, move_count: usize) -> bool {
    depth >= LMR_DEPTH.get() && move_count >= LMR_MOVES.get().unsigned_abs() as usize
}

/// The base of the reduction, in plies.
#[inline]
pub(super) fn reduction(depth: i32, move_count: usize) -> i32 {
    (log2_times_16(depth.unsigned_abs()) * log2_times_16(move_count as u32) + LMR_BASE.get()) / LMR_DIVISOR.get()
}

/// Sixteen times the binary logarithm, linear between the powers of two.
fn log2_times_16(n: u32) -> i32 {
    let n = n.clamp(1, 1 << 16);
    let power = n.ilog2();
    (16 * power + ((n << 4) >> power) - 16).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_to_the_real_logarithm() {
        for n in 1..=1_000 {
            let real = 16.0 * f64::from(n).log2();
            assert!((f64::from(log2_times_16(n)) - real).abs() < 2.5, "{n}");
        }
        assert_eq!([1, 2, 3, 4, 1 << 16].map(log2_times_16), [0, 16, 24, 32, 256]);
    }

    #[test]
    fn grows_with_depth_and_move_count() {
        assert_eq!([(3, 2), (6, 6), (12, 20), (20, 60)].map(|(depth, moves)| reduction(depth, moves)), [1, 2, 5, 8]);
        assert!(!applies(2, 10) && !applies(10, 1) && applies(3, 2));
    }
}
