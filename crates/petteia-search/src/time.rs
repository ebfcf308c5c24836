//! Time management: how long a search may take.

use std::time::Duration;

use super::{Clock, Limits, SearchOptions};

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Elapsed time after which no new iteration begins.
    pub soft: Duration,
    /// Elapsed time at which the search stops, even in the middle of an iteration.
    pub hard: Duration,
}

/// The time for one move under the limits. The remaining clock is divided by `moves`, or by the moves to the next time
/// control if these are fewer. `None` without a clock and without a fixed time for the move.
#[must_use]
pub fn budget(limits: &Limits, options: &SearchOptions, moves: u32) -> Option<TimeBudget> {
    let clock = limits.clock.map(|clock| clock_budget(clock, options.move_overhead, moves));
    let fixed = limits.move_time.map(|time| {
        let time = time.saturating_sub(options.move_overhead).max(time / 2);
        // A fixed time has no soft limit.
        TimeBudget { soft: Duration::MAX, hard: time }
    });
    match (clock, fixed) {
        (Some(a), Some(b)) => Some(TimeBudget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
        (budget, None) | (None, budget) => budget,
    }
}

/// Reserve on a clock that gains no time any more, in move overheads. With less time left the engine moves at once. A
/// clock with an increment or a later time control keeps a reserve of one move overhead.
const RESERVE: u32 = 2;
/// Fraction of the increment that is spent.
const INCREMENT_FRACTION: f64 = 0.8;
/// Largest fraction of the clock for one move.
const CLOCK_FRACTION: f64 = 0.45;
/// Largest fraction of the clock for the last move before a time control.
const LAST_MOVE_FRACTION: f64 = 0.9;
/// Soft limit as a fraction of the optimum time.
const SOFT_FRACTION: f64 = 0.7;
/// Hard limit in optimum times.
const HARD_FACTOR: u32 = 3;

/// The budget on a clock, with `moves` as the largest number of moves that it must last for.
fn clock_budget(clock: Clock, overhead: Duration, moves: u32) -> TimeBudget {
    let moves = clock.moves_to_go.map_or(moves, |n| n.min(moves)).max(1);
    let gains_time = !clock.increment.is_zero() || clock.moves_to_go.is_some();
    // The overhead of up to 20 moves is set aside.
    let spare = clock.left.saturating_sub(overhead * moves.min(20));
    let optimum = spare / moves + clock.increment.mul_f64(INCREMENT_FRACTION);
    let reserve = overhead * if gains_time { 1 } else { RESERVE };
    let maximum =
        clock.left.saturating_sub(reserve).mul_f64(if moves == 1 { LAST_MOVE_FRACTION } else { CLOCK_FRACTION });
    let optimum = optimum.min(maximum);
    TimeBudget { soft: optimum.mul_f64(SOFT_FRACTION), hard: (optimum * HARD_FACTOR).min(maximum) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_clock(left: u64, moves_to_go: Option<u32>) -> TimeBudget {
        let clock = Clock { left: Duration::from_millis(left), increment: Duration::ZERO, moves_to_go };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        budget(&limits, &SearchOptions::default(), 40).expect("a clock gives a budget")
    }

    #[test]
    fn the_budget_is_within_the_clock() {
        for left in [0, 1, 5, 20, 100, 5_000, 3_600_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                let budget = on_clock(left, moves_to_go);
                assert!(budget.hard <= Duration::from_millis(left), "{left} ms, {moves_to_go:?}: {budget:?}");
                assert!(budget.soft <= budget.hard, "{left} ms, {moves_to_go:?}: {budget:?}");
            }
        }
    }

    #[test]
    fn the_reserve_is_kept() {
        // Two move overheads of 10 ms, or one on a clock that gains time.
        assert_eq!(on_clock(20, None).hard, Duration::ZERO);
        assert!(on_clock(21, None).hard <= Duration::from_millis(1));
        assert_eq!(on_clock(10, Some(1)).hard, Duration::ZERO);
        assert!(on_clock(15, Some(1)).hard > Duration::ZERO);
    }

    #[test]
    fn budgets_of_some_clocks() {
        // Time left and increment in milliseconds, moves to go, moves that the game expects, soft and hard limit in
        // microseconds.
        let cases: [(u64, u64, Option<u32>, u32, u128, u128); 6] = [
            (40, 0, None, 1, 12_600, 18_000),
            (40, 0, None, 2, 6_300, 9_000),
            (100, 0, None, 4, 10_500, 36_000),
            (100, 10, None, 4, 16_100, 40_500),
            (40, 0, Some(1), 9, 18_900, 27_000),
            (10_000, 0, None, 40, 171_500, 735_000),
        ];
        for case @ (left, increment, moves_to_go, moves, soft, hard) in cases {
            let clock =
                Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment), moves_to_go };
            let budget = clock_budget(clock, Duration::from_millis(10), moves);
            assert_eq!((budget.soft.as_micros(), budget.hard.as_micros()), (soft, hard), "{case:?}");
        }
    }

    #[test]
    fn a_game_without_increment_never_loses_on_time() {
        let latency = Duration::from_micros(100);
        for start in [100, 1_000, 5_000] {
            let mut left = Duration::from_millis(start);
            for _ in 0..150 {
                let clock = Clock { left, increment: Duration::ZERO, moves_to_go: None };
                let limits = Limits { clock: Some(clock), ..Limits::default() };
                let budget = budget(&limits, &SearchOptions::default(), 40).expect("a budget");
                left = left.checked_sub(budget.hard + latency).unwrap_or_else(|| panic!("{start} ms: {left:?}"));
            }
        }
    }

    #[test]
    fn increments_are_spent() {
        let with = |increment| {
            let clock = Clock { left: Duration::from_secs(10), increment, moves_to_go: None };
            budget(&Limits { clock: Some(clock), ..Limits::default() }, &SearchOptions::default(), 40)
                .expect("a budget")
                .soft
        };
        let gained = with(Duration::from_secs(1)).saturating_sub(with(Duration::ZERO));
        assert_eq!(gained.as_millis(), 560, "0.7 of 0.8 of the increment");
    }

    #[test]
    fn the_shorter_of_two_limits_applies() {
        let clock = Clock { left: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), move_time: Some(Duration::from_millis(30)), ..Limits::default() };
        let budget = budget(&limits, &SearchOptions::default(), 40).expect("a budget");
        assert_eq!(budget.hard, Duration::from_millis(20));
    }
}
