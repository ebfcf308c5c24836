//! The conversation: one loop decides and writes; a reader thread and the jobs send it events.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use super::command::{Command, Dialect};
use super::error::{Code, Error};
use super::hash::Hash;
use super::jobs::{Job, Report};
use super::lines::{Line, read_line};
use super::options::{Options, Setting};
use super::parse::parse;
use super::reply::Reply;
use crate::base::Chance;
use crate::base::chance::NoChance;
use crate::base::text::panic_text;
use crate::session::{BestMove, SearchUpdate, Session, Setup, Variant};

/// How a conversation is to be held.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The games on offer.
    pub variants: &'static [Variant],
    /// The one to begin with.
    pub variant: &'static Variant,
    /// Wait for the end of each job, as scripts do, and let every error count in the exit code.
    pub batch: bool,
    /// Read files that a line names: fixtures and decks.
    pub files: bool,
}

/// A job that has been told to stop has so long to do it before the process ends without it.
const GRACE: Duration = Duration::from_secs(2);

/// How a conversation went, from good to bad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Nothing went wrong.
    #[default]
    Fine,
    /// There was an error of another kind.
    Error,
    /// A fixture was not fulfilled.
    Mismatch,
    /// A file could not be read.
    Unreadable,
    /// The engine has a fault.
    Internal,
}

impl From<Code> for Outcome {
    fn from(code: Code) -> Self {
        match code {
            Code::Internal => Self::Internal,
            Code::Io => Self::Unreadable,
            Code::PerftMismatch => Self::Mismatch,
            _ => Self::Error,
        }
    }
}

/// How far the end of a conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It goes on.
    Open,
    /// No further line is read; it ends with the job that is running.
    AfterJob,
    /// It ends even if the job does not stop.
    Now,
}

/// What the loop waits for.
#[derive(Debug)]
pub(super) enum Event {
    Line(Line),
    EndOfInput,
    Unreadable(io::Error),
    Interrupted,
    Report(Report),
    /// With the job's last report, or the text of the panic that has ended it.
    JobEnded(Result<Report, String>),
}

/// Ends a conversation from outside, as `quit` does.
#[derive(Clone, Debug)]
pub struct Interrupter(Sender<Event>);

impl Interrupter {
    /// Asks for the end.
    pub fn interrupt(&self) {
        drop(self.0.send(Event::Interrupted));
    }
}

/// One side of a conversation.
pub struct Server<W> {
    pub(super) config: Config,
    pub(super) options: Options,
    /// Settings that wait for the end of the job.
    pub(super) postponed: Vec<Setting>,
    pub(super) dialect: Dialect,
    pub(super) hash: Hash,
    /// The game at the table; none after a `position` that was refused.
    pub(super) game: Option<Box<dyn Session>>,
    /// It began at the start of its game.
    pub(super) from_start: bool,
    pub(super) job: Option<Job>,
    /// Read no further line before the end of the job.
    pub(super) holding: bool,
    end: End,
    outcome: Outcome,
    output: W,
    /// Why nothing can be written any more.
    broken: Option<io::Error>,
    pub(super) events: Sender<Event>,
    inbox: Receiver<Event>,
}

impl<W: Write> Server<W> {
    /// A conversation that writes to `output`.
    ///
    /// # Errors
    /// The operating system has no random bytes to draw decks and strategies by.
    pub fn new(config: Config, output: W) -> Result<Self, NoChance> {
        let options = Options::new(config.variant, Chance::of_system()?);
        let (events, inbox) = mpsc::channel();
        let mut server = Self {
            hash: Hash::new(options.hash),
            config,
            options,
            postponed: Vec::new(),
            dialect: Dialect::default(),
            game: None,
            from_start: true,
            job: None,
            holding: false,
            end: End::Open,
            outcome: Outcome::default(),
            output,
            broken: None,
            events,
            inbox,
        };
        server.set_start();
        Ok(server)
    }

    /// A handle to end the conversation with.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.events.clone())
    }

    /// Talks until the end of the input, `quit` or an interrupt, beginning with a command of its own.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn run(mut self, first: Option<Command>, input: impl BufRead + Send + 'static) -> io::Result<Outcome> {
        let ask = read_when_asked(input, self.events.clone())?;
        if let Some(command) = first {
            self.answer(&Line::default(), |server| server.execute("", command));
        }
        let mut asked = false;
        while !(self.end != End::Open && self.job.is_none()) && self.broken.is_none() {
            if !(asked || self.end != End::Open || self.holding) {
                // The reader is gone only when it has sent the end of the input.
                asked = ask.send(()).is_ok();
            }
            let event = if self.end == End::Now { self.inbox.recv_timeout(GRACE).ok() } else { self.inbox.recv().ok() };
            let Some(event) = event else { break };
            asked &= !matches!(event, Event::Line(_) | Event::EndOfInput | Event::Unreadable(_));
            self.handle(event);
        }
        match self.broken.take() {
            Some(error) => Err(error),
            None => Ok(self.outcome),
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Line(line) => self.answer(&line, |server| server.obey(&line)),
            Event::EndOfInput => self.end_of_input(),
            Event::Unreadable(error) => {
                self.say(&Reply::Error(Error::new(Code::Io, format!("the input: {error}"))));
                self.end_of_input();
            }
            Event::Interrupted => self.quit(),
            Event::Report(report) => self.pass_on(report),
            Event::JobEnded(end) => self.end_job(end),
        }
    }

    fn obey(&mut self, line: &Line) -> Result<(), Error> {
        let text = line.text()?;
        log::debug!("heard: {text}");
        match parse(text)? {
            Some(command) => self.execute(text, command),
            None => Ok(()),
        }
    }

    /// Does what a line asks for and says what is wrong with that.
    fn answer(&mut self, line: &Line, act: impl FnOnce(&mut Self) -> Result<(), Error>) {
        let result = catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|cause| {
            // Whatever was being changed may be changed by half.
            self.game = None;
            Err(Error::new(Code::Internal, panic_text(&*cause)))
        });
        let Err(error) = result else { return };
        let [command, argument] = line.opening();
        if command == b"position" {
            self.game = None;
        }
        let asks_for_move = command == b"go" && argument != b"perft";
        if asks_for_move && self.job.is_some() {
            // The `bestmove` to come belongs to the search that is running.
            self.say(&Reply::Error(busy()));
            return;
        }
        self.say(&Reply::Error(error));
        if asks_for_move {
            self.say(&Reply::BestMove(BestMove::default()));
        }
    }

    /// Leaves at the end of what is running, if that has an end.
    fn end_of_input(&mut self) {
        self.end = End::AfterJob;
        if let Some(job) = self.job.as_ref().filter(|job| job.nature.unbounded) {
            job.control.stop();
        }
    }

    /// Leaves as soon as what is running has stopped.
    pub(super) fn quit(&mut self) {
        self.end = End::Now;
        self.stop();
    }

    /// Stops what is running. Whatever the next line is, it finds that ended.
    pub(super) fn stop(&mut self) {
        if let Some(job) = &self.job {
            job.control.stop();
            self.holding = true;
        }
    }

    fn end_job(&mut self, end: Result<Report, String>) {
        let owes_move = self.job.take().is_some_and(|job| job.nature.is_search);
        self.holding = false;
        match end {
            Ok(report) => self.pass_on(report),
            Err(panic) => {
                self.say(&Reply::Error(Error::new(Code::Internal, panic)));
                if owes_move {
                    self.say(&Reply::BestMove(BestMove::default()));
                }
            }
        }
        for setting in std::mem::take(&mut self.postponed) {
            if let Err(error) = self.adopt(setting) {
                self.say(&Reply::Error(error));
            }
        }
    }

    fn pass_on(&mut self, report: Report) {
        let reply = match report {
            Report::SearchUpdate(SearchUpdate::Info(info)) => {
                Reply::Info { info, dialect: self.dialect, show_wdl: self.options.show_wdl }
            }
            Report::SearchUpdate(SearchUpdate::Note(note)) => Reply::Note(note),
            Report::Best(mut answer) => {
                if let Some(fault) = answer.fault.take() {
                    self.say(&Reply::Error(Error::new(Code::Internal, fault)));
                }
                if self.dialect == Dialect::Ugi || !self.options.ponder {
                    answer.ponder = None;
                }
                Reply::BestMove(answer)
            }
            Report::Reply(reply) => reply,
        };
        self.say(&reply);
    }

    /// Writes a reply; the one place where output is made.
    pub(super) fn say(&mut self, reply: &Reply) {
        if let Reply::Error(error) = reply {
            self.outcome = self.outcome.max(error.code.into());
        }
        log::debug!("says: {reply}");
        if let Err(error) = writeln!(self.output, "{reply}").and_then(|()| self.output.flush()) {
            self.broken.get_or_insert(error);
            self.stop();
        }
    }

    /// Sets the start position of the game.
    pub(super) fn set_start(&mut self) {
        self.game = (self.options.variant.open)(&Setup { fen: None, house: &self.options.house() }).ok();
        self.from_start = true;
    }
}

/// Not while a job is running.
pub(super) fn busy() -> Error {
    Error::new(Code::Busy, "wanted the end of the search first, found it running")
}

/// Starts a thread that reads one line each time it is asked to. Input that nobody has asked for stays
/// where it is.
fn read_when_asked(mut input: impl BufRead + Send + 'static, events: Sender<Event>) -> io::Result<Sender<()>> {
    let (ask, asked) = mpsc::channel();
    let read = move || {
        for () in asked {
            let event = match read_line(&mut input) {
                Ok(Some(line)) => Event::Line(line),
                Ok(None) => Event::EndOfInput,
                Err(error) => Event::Unreadable(error),
            };
            if events.send(event).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("reader".into()).spawn(read)?;
    Ok(ask)
}
