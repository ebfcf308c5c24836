//! The clocks of both colours: `time_settings` and `time_left`.

use std::time::{Duration, Instant};

use petteia_engine::{Clock, Limits};

/// What a client has said of time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GtpClocks {
    /// Time for a period of so many moves; `None` for moves without a period.
    period: Option<(Duration, u32)>,
    /// Time left of each colour, and moves to go.
    left: Option<[(Duration, Option<u32>); 2]>,
}

impl GtpClocks {
    /// `time_settings`: the main time, then the time of each period of so many moves, all in seconds.
    pub(super) fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        let has_period = !period.is_zero() && moves > 0;
        self.period = has_period.then_some((period, moves));
        self.left = match (main.is_zero(), self.period) {
            // A period without moves means that there is no limit.
            _ if !period.is_zero() && moves == 0 => None,
            (true, None) => None,
            (true, Some((period, moves))) => Some([(period, Some(moves)); 2]),
            (false, _) => Some([(main, None); 2]),
        };
    }

    /// `time_left`: that of a colour, and the moves to go if it is in a period.
    pub(super) fn set_left(&mut self, colour: usize, time: Duration, moves: u32) {
        let left = self.left.get_or_insert([(time, None); 2]);
        left[colour] = (time, (moves > 0).then_some(moves));
    }

    /// The limits of a search for a colour; none if the client has said nothing of time.
    pub(super) fn limits(&self, colour: usize) -> Limits {
        let clock = self.left.map(|left| {
            let (left, moves_to_go) = left[colour];
            Clock { left, increment: Duration::ZERO, moves_to_go }
        });
        Limits { clock, ..Limits::default() }
    }

    /// Charges a colour for a move that was begun at `since`.
    pub(super) fn charge(&mut self, colour: usize, since: Instant) {
        let Some(left) = &mut self.left else { return };
        let (time, moves) = &mut left[colour];
        *time = time.saturating_sub(since.elapsed());
        match (moves, self.period) {
            (Some(to_go), Some((period, all))) if *to_go <= 1 => (*time, *to_go) = (period, all),
            (Some(to_go), _) => *to_go = to_go.saturating_sub(1).max(1),
            (moves @ None, Some((period, all))) if time.is_zero() => (*time, *moves) = (period, Some(all)),
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(clocks: &GtpClocks, colour: usize) -> Option<(u64, Option<u32>)> {
        clocks.limits(colour).clock.map(|clock| (clock.left.as_secs(), clock.moves_to_go))
    }

    #[test]
    fn settings() {
        let seconds = Duration::from_secs;
        let mut clocks = GtpClocks::default();
        assert!(clocks.limits(0).is_unbounded());
        clocks.set(seconds(60), seconds(0), 0);
        assert_eq!((left(&clocks, 0), left(&clocks, 1)), (Some((60, None)), Some((60, None))));
        clocks.set_left(1, seconds(7), 3);
        assert_eq!((left(&clocks, 0), left(&clocks, 1)), (Some((60, None)), Some((7, Some(3)))));
        clocks.set(seconds(0), seconds(10), 5);
        assert_eq!(left(&clocks, 0), Some((10, Some(5))));
        clocks.set(seconds(0), seconds(10), 0);
        assert_eq!(left(&clocks, 0), None);
    }

    #[test]
    fn moves_use_time_and_periods() {
        let mut clocks = GtpClocks::default();
        clocks.set(Duration::from_secs(1), Duration::from_secs(100), 2);
        let before = Instant::now().checked_sub(Duration::from_secs(3)).expect("a time");
        clocks.charge(0, before);
        assert_eq!((left(&clocks, 0), left(&clocks, 1)), (Some((100, Some(2))), Some((1, None))));
        clocks.charge(0, before);
        assert!(left(&clocks, 0).is_some_and(|(left, moves)| left <= 97 && moves == Some(1)));
        clocks.charge(0, before);
        assert_eq!(left(&clocks, 0), Some((100, Some(2))));
    }
}
