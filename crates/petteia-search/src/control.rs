//! Signals to a running search or count: stop and ponder hit.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use petteia_platform::Instant;

use super::Limits;

/// Receives the number of steps that are done, and that of all steps.
pub type StepReport = Box<dyn Fn([usize; 2]) + Send + Sync>;

/// A signal from outside to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The job is to end as soon as it can.
    Stop,
    /// The opponent has played the move pondered on.
    PonderHit,
}

/// Where a job that runs on the thread of its owner looks for signals, since nobody can call [`Control::stop`] then.
pub trait SignalSource: Send + Sync {
    /// The signal that has come, if any. Called about every millisecond.
    fn poll(&self) -> Option<Signal>;

    /// Blocks until a signal comes.
    fn wait(&self) -> Signal;
}

/// A source without signals. A job that waits for one ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSignals;

impl SignalSource for NoSignals {
    fn poll(&self) -> Option<Signal> {
        None
    }

    fn wait(&self) -> Signal {
        Signal::Stop
    }
}

/// The signals to one job. The job and its owner share them. Every job has its own.
pub struct Control {
    stop: AtomicBool,
    started: Instant,
    /// Time of the ponder hit. The clock of a ponder search runs from then.
    hit_at: Mutex<Option<Instant>>,
    signal: Condvar,
    /// Further signals, for a job on the thread of its owner.
    source: Option<Arc<dyn SignalSource>>,
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
            source: None,
            steps: None,
        }
    }

    /// The signals of a job that reports its steps.
    #[must_use]
    pub fn with_steps(steps: StepReport) -> Self {
        Self { steps: Some(steps), ..Self::new() }
    }

    /// The same signals, and those of a source.
    #[must_use]
    pub fn with_source(self, source: Arc<dyn SignalSource>) -> Self {
        Self { source: Some(source), ..self }
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
        if let Some(signal) = self.source.as_ref().and_then(|source| source.poll()) {
            self.receive(signal);
        }
        self.stop.load(Ordering::Relaxed)
    }

    fn receive(&self, signal: Signal) {
        match signal {
            Signal::Stop => self.stop(),
            Signal::PonderHit => self.ponder_hit(),
        }
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
        let is_waiting = |hit: &Option<Instant>| !self.stop.load(Ordering::Relaxed) && more(hit);
        let Some(source) = &self.source else {
            let guard = self.lock();
            let waited = self.signal.wait_while(guard, |hit| is_waiting(hit));
            drop(waited.unwrap_or_else(PoisonError::into_inner));
            return;
        };
        while is_waiting(&self.lock()) {
            self.receive(source.wait());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.hit_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
