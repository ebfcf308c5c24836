//! Time management of iterative deepening: after which iteration to stop.

use super::parameters::{TIME_CHANGED, TIME_RECENT, TIME_SETTLED, TIME_STEADY};

/// The part of the soft time budget to use when the best move has been the same for this many iterations. A best move
/// that has just changed gets more time.
pub(super) fn soft_share(stable_iterations: u32) -> f64 {
    let percent = match stable_iterations {
        0 => &TIME_CHANGED,
        1 | 2 => &TIME_RECENT,
        3..=5 => &TIME_STEADY,
        _ => &TIME_SETTLED,
    };
    f64::from(percent.get()) / 100.0
}

#[cfg(test)]
mod tests {
    use super::soft_share;

    #[test]
    fn the_longer_the_best_move_stands_the_less_time() {
        let shares: Vec<f64> = (0..=6).map(soft_share).collect();
        assert_eq!(shares, [1.6, 1.2, 1.2, 1.0, 1.0, 1.0, 0.8]);
    }
}
