//! When a search ends, and what it has used until then.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::Control;
use super::clock::Budget;
use super::task::Limits;

/// Nodes between two looks at the limits.
const POLL: u64 = 1_024;
/// The same where there is less than [`SHORT`].
const POLL_WHEN_SHORT: u64 = 32;
/// So little time that a thousand nodes would be a large part of it.
const SHORT: Duration = Duration::from_millis(10);

/// Limits, signals and counters of a running search, shared by its threads.
#[derive(Debug)]
pub struct Meter<'a> {
    control: &'a Control,
    limits: &'a Limits,
    budget: Option<Budget>,
    /// The search is over, for whatever reason.
    halted: AtomicBool,
    /// Positions visited, as far as the threads have reported.
    nodes: AtomicU64,
}

impl<'a> Meter<'a> {
    /// A search about to begin.
    pub fn new(control: &'a Control, limits: &'a Limits, budget: Option<Budget>) -> Self {
        Self { control, limits, budget, halted: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Ends the search.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Whether the search is over.
    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Looks at the clock and for a signal to stop; whether the search is over.
    pub fn look(&self) -> bool {
        self.count(0);
        self.is_halted()
    }

    /// Adds to the number of positions visited and ends the search if a limit has been reached.
    pub fn count(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| total >= limit);
        let out_of_time =
            self.budget.is_some_and(|budget| self.time_on_clock().is_some_and(|time| time >= budget.hard));
        if self.control.is_stopped() || out_of_time || (out_of_nodes && !self.is_pondering()) {
            self.halt();
        }
    }

    /// Positions visited, as far as the threads have reported.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Nodes after which a thread is to report again: a millisecond of them at most, fewer where time is short or the
    /// limit on nodes is near.
    pub fn nodes_to_report(&self) -> u64 {
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()));
        let short = self.budget.is_some_and(|budget| budget.hard < SHORT);
        left.min(if short { POLL_WHEN_SHORT } else { POLL })
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// The share of the soft time budget that has been used; `None` when time does not count (yet).
    pub fn used(&self) -> Option<f64> {
        let budget = self.budget?;
        Some(self.time_on_clock()?.as_secs_f64() / budget.soft.as_secs_f64().max(1e-6))
    }

    /// Whether the opponent has not yet played the move that is pondered on.
    pub fn is_pondering(&self) -> bool {
        self.limits.ponder && self.control.elapsed_since_hit().is_none()
    }

    fn time_on_clock(&self) -> Option<Duration> {
        if self.limits.ponder { self.control.elapsed_since_hit() } else { Some(self.elapsed()) }
    }
}
