//! Limits of a search: those that it is given, and the count of what it has used.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::Control;
use super::time::TimeBudget;

/// Limits of a search, which ends at the first one that it reaches. Without limits it ends when it is stopped, when the
/// game is solved, or at the largest depth that the search allows.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth limit in plies.
    pub depth: Option<u32>,
    /// Limit on the nodes of all threads together.
    pub nodes: Option<u64>,
    /// Look only for a forced win in at most this many plies.
    pub mate: Option<u32>,
    /// Fixed time for the move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// The search answers only after the stop.
    pub infinite: bool,
    /// The search answers only after the ponder hit or the stop. The limits on nodes and time apply after the hit, and
    /// the time counts from the hit.
    pub ponder: bool,
}

impl Limits {
    /// Whether only a stop is sure to end the search. For a ponder search this describes the time after the ponder hit.
    #[must_use]
    pub fn is_unbounded(&self) -> bool {
        let bounded = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.clock.is_some();
        self.infinite || !bounded
    }
}

/// A player's clock at the start of its turn.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time gained with every move.
    pub increment: Duration,
    /// Number of moves to the next time control. `None` if there is no later time control.
    pub moves_to_go: Option<u32>,
}

/// Nodes between two checks of the limits.
const POLL: u64 = 1_024;
/// Nodes between two checks of the limits when the time is shorter than [`SHORT`].
const POLL_WHEN_SHORT: u64 = 32;
/// Time below which the limits are checked more often, because a thousand nodes can take a large part of it.
const SHORT: Duration = Duration::from_millis(10);

/// The limits of a running search, with its counters and signals. Its threads share them.
#[derive(Debug)]
pub struct SearchLimits<'a> {
    control: &'a Control,
    limits: &'a Limits,
    budget: Option<TimeBudget>,
    /// The search is over.
    halted: AtomicBool,
    /// Nodes that the threads have reported.
    nodes: AtomicU64,
}

impl<'a> SearchLimits<'a> {
    /// The limits of a search that is about to begin.
    pub fn new(control: &'a Control, limits: &'a Limits, budget: Option<TimeBudget>) -> Self {
        Self { control, limits, budget, halted: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Ends the search.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Whether the search is over.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Checks the limits and the stop, and returns whether the search is over.
    pub fn check(&self) -> bool {
        self.count(0);
        self.is_halted()
    }

    /// Adds to the number of nodes, and ends the search if it has reached a limit.
    pub fn count(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| total >= limit);
        let out_of_time =
            self.budget.is_some_and(|budget| self.time_on_clock().is_some_and(|time| time >= budget.hard));
        if self.control.is_stopped() || out_of_time || (out_of_nodes && !self.is_pondering()) {
            self.halt();
        }
    }

    /// The number of nodes that the threads have reported.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The number of nodes that the threads may still report.
    pub fn nodes_left(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()))
    }

    /// The number of nodes after which a thread reports again. They take about a millisecond, or less when the time is
    /// short or the limit on nodes is near.
    pub fn nodes_to_report(&self) -> u64 {
        let short = self.budget.is_some_and(|budget| budget.hard < SHORT);
        self.nodes_left().min(if short { POLL_WHEN_SHORT } else { POLL })
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// The part of the soft time budget that has been used. `None` without a time budget, and before the ponder hit.
    pub fn used(&self) -> Option<f64> {
        let budget = self.budget?;
        Some(self.time_on_clock()?.as_secs_f64() / budget.soft.as_secs_f64().max(1e-6))
    }

    /// The time left to the search. `None` without a time budget, and before the ponder hit.
    pub fn time_left(&self) -> Option<Duration> {
        Some(self.budget?.hard.saturating_sub(self.time_on_clock()?))
    }

    /// Whether this is a ponder search that waits for the ponder hit.
    pub fn is_pondering(&self) -> bool {
        self.limits.ponder && self.control.elapsed_since_hit().is_none()
    }

    fn time_on_clock(&self) -> Option<Duration> {
        if self.limits.ponder { self.control.elapsed_since_hit() } else { Some(self.elapsed()) }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const LONG: Duration = Duration::from_secs(3_600);

    fn with_budget<'a>(control: &'a Control, limits: &'a Limits, soft: Duration, hard: Duration) -> SearchLimits<'a> {
        SearchLimits::new(control, limits, Some(TimeBudget { soft, hard }))
    }

    #[test]
    fn time_ends_a_search() {
        let (control, limits) = (Control::new(), Limits::default());
        thread::sleep(Duration::from_millis(2));
        assert!(with_budget(&control, &limits, LONG, Duration::from_millis(1)).check());
        let enough = with_budget(&control, &limits, LONG, LONG);
        assert!(!enough.check() && enough.elapsed() >= Duration::from_millis(2));
        control.stop();
        assert!(!enough.is_halted(), "no check since the stop");
        assert!(enough.check());
    }

    #[test]
    fn nodes_end_a_search_and_are_counted() {
        let (control, limits) = (Control::new(), Limits { nodes: Some(5_000), ..Limits::default() });
        let search = SearchLimits::new(&control, &limits, None);
        assert_eq!(search.nodes_to_report(), POLL);
        search.count(4_900);
        assert_eq!((search.nodes(), search.nodes_to_report(), search.is_halted()), (4_900, 100, false));
        search.count(100);
        assert!(search.is_halted());
    }

    #[test]
    fn a_short_time_is_checked_more_often() {
        let (control, limits) = (Control::new(), Limits::default());
        let to_report = |hard| with_budget(&control, &limits, hard, hard).nodes_to_report();
        assert_eq!([Duration::from_millis(9), SHORT, LONG].map(to_report), [POLL_WHEN_SHORT, POLL, POLL]);
    }

    #[test]
    fn the_part_of_the_soft_time_that_is_used() {
        let (control, limits) = (Control::new(), Limits::default());
        assert_eq!(SearchLimits::new(&control, &limits, None).used(), None);
        let soft = Duration::from_millis(500);
        let search = with_budget(&control, &limits, soft, LONG);
        thread::sleep(Duration::from_millis(5));
        let (before, used, after) = (search.elapsed(), search.used().expect("a budget"), search.elapsed());
        let part = |time: Duration| time.as_secs_f64() / soft.as_secs_f64();
        assert!((part(before)..=part(after)).contains(&used), "{before:?} {used} {after:?}");
    }

    #[test]
    fn a_ponder_search_counts_time_from_the_hit() {
        let (control, limits) = (Control::new(), Limits { ponder: true, nodes: Some(1), ..Limits::default() });
        thread::sleep(Duration::from_millis(2));
        let search = with_budget(&control, &limits, LONG, Duration::from_millis(1));
        search.count(10);
        assert!(search.is_pondering() && !search.check() && search.used().is_none());
        control.ponder_hit();
        assert!(!search.is_pondering() && search.used().is_some());
        assert!(search.check(), "the limit on nodes applies after the hit");
    }
}
