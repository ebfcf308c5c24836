//! Time management: how long a search may take.

use std::time::Duration;

use super::{Clock, Limits, SearchOptions};

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search ends here whatever it is doing.
    pub hard: Duration,
}

/// The budget under the limits, where the game would divide the clock by `moves`; `None` when time
/// does not count.
#[must_use]
pub fn budget(limits: &Limits, options: &SearchOptions, moves: u32) -> Option<TimeBudget> {
    let clock = limits.clock.map(|clock| time_share(clock, options.move_overhead, moves));
    let fixed = limits.move_time.map(|time| {
        let time = time.saturating_sub(options.move_overhead).max(time / 2);
        // All of it is used.
        TimeBudget { soft: Duration::MAX, hard: time }
    });
    match (clock, fixed) {
        (Some(a), Some(b)) => Some(TimeBudget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
        (budget, None) | (None, budget) => budget,
    }
}

/// Move overheads that are kept where neither an increment nor another time control follows. With less than that on the
/// clock the engine moves at once.
const RESERVE: u32 = 2;
/// Part of the increment that is spent.
const INCREMENT_SHARE: f64 = 0.8;
/// Largest part of the clock for one move.
const CLOCK_SHARE: f64 = 0.45;
/// Largest part of the clock for the last move before a time control.
const LAST_MOVE_SHARE: f64 = 0.9;
/// Part of the fair share after which no iteration is begun.
const SOFT_SHARE: f64 = 0.7;
/// Fair shares after which the search is broken off.
const HARD_SHARES: u32 = 3;

fn time_share(clock: Clock, overhead: Duration, moves: u32) -> TimeBudget {
    let moves = clock.moves_to_go.map_or(moves, |n| n.min(moves)).max(1);
    let comes_back = !clock.increment.is_zero() || clock.moves_to_go.is_some();
    // The answers to come cost their overhead too, up to a limit.
    let spare = clock.left.saturating_sub(overhead * moves.min(20));
    let fair = spare / moves + clock.increment.mul_f64(INCREMENT_SHARE);
    let reserve = overhead * if comes_back { 1 } else { RESERVE };
    let most = clock.left.saturating_sub(reserve).mul_f64(if moves == 1 { LAST_MOVE_SHARE } else { CLOCK_SHARE });
    let fair = fair.min(most);
    TimeBudget { soft: fair.mul_f64(SOFT_SHARE), hard: (fair * HARD_SHARES).min(most) }
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
    fn never_more_than_there_is() {
        for left in [0, 1, 5, 20, 100, 5_000, 3_600_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                let budget = on_clock(left, moves_to_go);
                assert!(budget.hard <= Duration::from_millis(left), "{left} ms, {moves_to_go:?}: {budget:?}");
                assert!(budget.soft <= budget.hard, "{left} ms, {moves_to_go:?}: {budget:?}");
            }
        }
    }

    #[test]
    fn the_last_milliseconds_are_kept() {
        // Twice the move overhead of 10 ms, once where the clock is filled up again.
        assert_eq!(on_clock(20, None).hard, Duration::ZERO);
        assert!(on_clock(21, None).hard <= Duration::from_millis(1));
        assert_eq!(on_clock(10, Some(1)).hard, Duration::ZERO);
        assert!(on_clock(15, Some(1)).hard > Duration::ZERO);
    }

    #[test]
    fn shares_are_as_told() {
        // Left, increment and moves to go as told, moves that the game expects; soft and hard budget in microseconds.
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
            let budget = time_share(clock, Duration::from_millis(10), moves);
            assert_eq!((budget.soft.as_micros(), budget.hard.as_micros()), (soft, hard), "{case:?}");
        }
    }

    #[test]
    fn a_game_without_increment_never_uses_up_its_clock() {
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
    fn increments_count() {
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
    fn the_shorter_of_two_limits_counts() {
        let clock = Clock { left: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), move_time: Some(Duration::from_millis(30)), ..Limits::default() };
        let budget = budget(&limits, &SearchOptions::default(), 40).expect("a budget");
        assert_eq!(budget.hard, Duration::from_millis(20));
    }
}
