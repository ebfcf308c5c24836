//! Work that runs beside the conversation, one job at a time.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use super::error::{Code, Error};
use super::reply::Reply;
use super::serve::Event;
use crate::base::text::panic_text;
use crate::search::{Control, STACK_SIZE};
use crate::session::{BestMove, SearchUpdate};

/// What a job says.
#[derive(Debug)]
pub(super) enum Report {
    /// Something on the way.
    SearchUpdate(SearchUpdate),
    /// The end of a search.
    Best(BestMove),
    /// Anything else.
    Reply(Reply),
}

impl Report {
    /// The end of a job that was stopped before it had its result.
    pub(super) fn aborted(what: &str) -> Self {
        Self::Reply(Reply::Error(Error::new(Code::Aborted, format!("{what} stopped before its end"))))
    }
}

/// How a job says something before its end.
pub(super) type Tell<'a> = &'a (dyn Fn(Report) + Sync);

/// A job on its way.
#[derive(Debug)]
pub(super) struct Job {
    /// Tells it to end.
    pub(super) control: Arc<Control>,
    /// What is known of it.
    pub(super) nature: JobKind,
}

/// What the conversation has to know of a job.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JobKind {
    /// It owes a `bestmove`.
    pub(super) is_search: bool,
    /// It runs until it is told to stop.
    pub(super) unbounded: bool,
    /// It waits for `ponderhit`; whether it is unbounded after that.
    pub(super) ponders: Option<bool>,
}

impl Job {
    /// The opponent has played the move pondered on. Without effect on any other job.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(unbounded) = self.nature.ponders.take() {
            self.nature.unbounded = unbounded;
            self.control.ponder_hit();
        }
    }
}

/// Runs `work` on a thread of its own. Its reports come as events, the last one with its end: whoever
/// has read that may ask for the next job at once.
pub(super) fn spawn(
    nature: JobKind,
    events: Sender<Event>,
    work: impl FnOnce(&Control, Tell) -> Report + Send + 'static,
) -> io::Result<Job> {
    let control = Arc::new(Control::new());
    let job = Job { control: Arc::clone(&control), nature };
    let run = move || {
        // Nobody listens any more once the conversation is over.
        let tell = |report| drop(events.send(Event::Report(report)));
        let end =
            catch_unwind(AssertUnwindSafe(|| work(&control, &tell))).map_err(|cause| panic_text(&*cause).to_owned());
        drop(events.send(Event::JobEnded(end)));
    };
    thread::Builder::new().name("job".into()).stack_size(STACK_SIZE).spawn(run)?;
    Ok(job)
}
