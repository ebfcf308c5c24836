//! The clocks of a game.

use std::time::{Duration, Instant};

use super::frame::ClockSetup;

/// A clock for each seat.
#[derive(Clone, Debug)]
pub struct Clock {
    left: Vec<Duration>,
    increment: Duration,
    /// Since when the seats that are to act have been using their time. `None` while the clocks stand.
    since: Option<Instant>,
}

impl Clock {
    /// Clocks that stand.
    pub fn new(setup: ClockSetup, seats: usize) -> Self {
        let left = vec![Duration::from_millis(setup.base); seats];
        Self { left, increment: Duration::from_millis(setup.increment), since: None }
    }

    /// Takes the time since the last call from the seats that were to act. From now on the clocks run or stand.
    pub fn settle(&mut self, acting: &[u32], now: Instant, runs: bool) {
        self.left = (1..).zip(&self.left).map(|(seat, _)| self.left_at(seat, acting, now)).collect();
        self.since = runs.then_some(now);
    }

    /// What a seat has left.
    pub fn left_at(&self, seat: u32, acting: &[u32], now: Instant) -> Duration {
        let left = self.left.get(seat as usize - 1).copied().unwrap_or_default();
        let used = self.since.filter(|_| acting.contains(&seat)).map(|since| now.saturating_duration_since(since));
        left.saturating_sub(used.unwrap_or_default())
    }

    /// Adds the increment to a seat.
    pub fn add_increment(&mut self, seat: u32) {
        if let Some(left) = self.left.get_mut(seat as usize - 1) {
            *left += self.increment;
        }
    }

    /// The seat whose time ends first, and when.
    pub fn deadline(&self, acting: &[u32]) -> Option<(u32, Instant)> {
        let since = self.since?;
        let ends = acting.iter().map(|&seat| (seat, since + self.left[seat as usize - 1]));
        ends.min_by_key(|(_, end)| *end)
    }

    /// The increment.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Milliseconds that each seat has left at the last change.
    pub fn milliseconds(&self) -> Vec<u64> {
        self.left.iter().map(|left| left.as_millis() as u64).collect()
    }

    /// Sets what each seat has left, as a journal tells it.
    pub fn restore(&mut self, milliseconds: &[u64]) {
        for (left, read) in self.left.iter_mut().zip(milliseconds) {
            *left = Duration::from_millis(*read);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_clocks_of_those_who_act_run() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut clock = Clock::new(ClockSetup { base: 10_000, increment: 2_000 }, 2);
        clock.settle(&[1], after(5), true);
        assert_eq!(clock.milliseconds(), [10_000, 10_000]);
        assert_eq!(clock.deadline(&[1]), Some((1, after(15))));
        clock.settle(&[1], after(8), true);
        clock.add_increment(1);
        assert_eq!(clock.milliseconds(), [9_000, 10_000]);
        assert_eq!(clock.left_at(2, &[2], after(9)), Duration::from_secs(9));
        clock.settle(&[2], after(100), false);
        assert_eq!(clock.milliseconds(), [9_000, 0]);
        assert_eq!(clock.deadline(&[1]), None);
    }
}
