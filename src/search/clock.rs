//! How long a search may take.

use std::time::Duration;

use super::task::{Clock, Limits, Settings};

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search ends here whatever it is doing.
    pub hard: Duration,
}

/// The budget under the limits, where the game would divide the clock by `moves`; `None` when time
/// does not count.
#[must_use]
pub fn budget(limits: &Limits, settings: &Settings, moves: u32) -> Option<Budget> {
    let clock = limits.clock.map(|clock| share(clock, settings.move_overhead, moves));
    let fixed = limits.move_time.map(|time| {
        let time = time.saturating_sub(settings.move_overhead).max(time / 2);
        // All of it is used.
        Budget { soft: Duration::MAX, hard: time }
    });
    match (clock, fixed) {
        (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
        (budget, None) | (None, budget) => budget,
    }
}

fn share(clock: Clock, overhead: Duration, moves: u32) -> Budget {
    let moves = clock.moves_to_go.map_or(moves, |n| n.min(moves)).max(1);
    // The answers to come cost their overhead too, up to a limit.
    let spare = clock.left.saturating_sub(overhead * moves.min(20));
    let fair = spare / moves + clock.increment.mul_f64(0.8);
    let most = clock.left.saturating_sub(overhead).max(clock.left / 4).mul_f64(if moves == 1 { 0.9 } else { 0.45 });
    let fair = fair.min(most);
    Budget { soft: fair.mul_f64(0.7), hard: (fair * 3).min(most) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_clock(left: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock { left: Duration::from_millis(left), increment: Duration::ZERO, moves_to_go };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        budget(&limits, &Settings::default(), 40).expect("a clock gives a budget")
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
    fn the_shorter_of_two_limits_counts() {
        let clock = Clock { left: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), move_time: Some(Duration::from_millis(30)), ..Limits::default() };
        let budget = budget(&limits, &Settings::default(), 40).expect("a budget");
        assert_eq!(budget.hard, Duration::from_millis(20));
    }
}
