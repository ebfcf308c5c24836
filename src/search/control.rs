//! How a running search or count is told to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Limits;

/// Shared between whoever runs a job and the job itself. Never used for a second job.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    started: Instant,
    /// When the opponent played the move pondered on; the clock runs from then.
    hit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}

impl Control {
    /// The clock starts now.
    #[must_use]
    pub fn new() -> Self {
        Self { stop: AtomicBool::new(false), started: Instant::now(), hit: Mutex::new(None), changed: Condvar::new() }
    }

    /// The job is to end as soon as it can.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// A ponder search becomes a timed one.
    pub fn ponder_hit(&self) {
        self.lock().get_or_insert_with(Instant::now);
        self.changed.notify_all();
    }

    /// Whether the job has been told to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Time since the job began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time since the ponder hit, if there was one.
    #[must_use]
    pub fn elapsed_since_hit(&self) -> Option<Duration> {
        self.lock().map(|hit| hit.elapsed())
    }

    /// Blocks until the job is told to end.
    pub fn wait_for_stop(&self) {
        self.wait_while(|_| true);
    }

    /// Blocks until the ponder hit, or until the job is told to end.
    pub fn wait_for_hit(&self) {
        self.wait_while(std::option::Option::is_none);
    }

    /// Blocks as long as the limits allow no answer: until the end of an infinite search, or the hit of a ponder search.
    pub fn wait_for_answer_time(&self, limits: &Limits) {
        if limits.infinite {
            self.wait_for_stop();
        } else if limits.ponder {
            self.wait_for_hit();
        }
    }

    fn wait_while(&self, more: impl Fn(&Option<Instant>) -> bool) {
        let guard = self.lock();
        let _guard = self
            .changed
            .wait_while(guard, |hit| !self.is_stopped() && more(hit))
            .unwrap_or_else(PoisonError::into_inner);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
