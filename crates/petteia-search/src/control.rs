//! Signals to a running search or count: stop and ponder hit.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Limits;

/// Receives the number of steps that are done, and that of all steps.
pub type StepReport = Box<dyn Fn([usize; 2]) + Send + Sync>;

/// The signals to one job. The job and its owner share them. Every job has its own.
pub struct Control {
    stop: AtomicBool,
    started: Instant,
    /// Time of the ponder hit. The clock of a ponder search runs from then.
    hit_at: Mutex<Option<Instant>>,
    signal: Condvar,
    /// For jobs in steps of about the same size.
    steps: Option<StepReport>,
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { stop, started, hit_at, .. } = self;
        let mut fields = f.debug_struct("Control");
        fields.field("stop", stop).field("started", started).field("hit_at", hit_at).finish_non_exhaustive()
    }
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}

impl Control {
    /// The signals of a job that begins at this moment.
    #[must_use]
    pub fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            started: Instant::now(),
            hit_at: Mutex::new(None),
            signal: Condvar::new(),
            steps: None,
        }
    }

    /// The signals of a job that reports its steps.
    #[must_use]
    pub fn with_steps(steps: StepReport) -> Self {
        Self { steps: Some(steps), ..Self::new() }
    }

    /// Whether the steps of the job are reported.
    #[must_use]
    pub fn has_steps(&self) -> bool {
        self.steps.is_some()
    }

    /// Reports that so many steps of all are done.
    pub fn step(&self, done: usize, all: usize) {
        self.steps.iter().for_each(|report| report([done, all]));
    }

    /// Tells the job to end as soon as it can.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.signal.notify_all();
    }

    /// Turns a ponder search into a timed one: the opponent has played the expected move.
    pub fn ponder_hit(&self) {
        self.lock().get_or_insert_with(Instant::now);
        self.signal.notify_all();
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

    /// Blocks while the limits forbid an answer: in an infinite search until the stop, in a ponder search until the
    /// stop or the ponder hit.
    pub fn wait_for_answer_time(&self, limits: &Limits) {
        if limits.infinite {
            self.wait_while(|_| true);
        } else if limits.ponder {
            self.wait_while(Option::is_none);
        }
    }

    /// Blocks until `more` is false for the time of the ponder hit, or until the stop.
    fn wait_while(&self, more: impl Fn(&Option<Instant>) -> bool) {
        let guard = self.lock();
        let _guard = self
            .signal
            .wait_while(guard, |hit| !self.is_stopped() && more(hit))
            .unwrap_or_else(PoisonError::into_inner);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.hit_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
