//! The server of a session on standard input and output, or on a socket: it reads lines, receives the events of jobs, and
//! passes both to a [`Protocol`].

pub mod connection;
mod events;
mod output;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use petteia_core::text::panic_message;
use petteia_engine::{Engine, EngineError, EntropyError, JobEvent, Variant};
use petteia_files::InputLine;
use petteia_platform::Instant;
use petteia_ugi::{Code, Error};

use crate::exit_status::ExitStatus;
use connection::{Connection, Protocol, Shutdown};
use events::{Event, read_on_request};

pub use events::ShutdownHandle;

/// Settings of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// All games.
    pub variants: &'static [Variant],
    /// The game at the start.
    pub variant: &'static Variant,
    /// Batch mode: wait for the end of each job before the next line, and count every error in the exit code.
    pub batch: bool,
    /// Allow lines to name files to read: fixtures and decks.
    pub files: bool,
}

/// Longest wait for a job to stop at the end of the connection. After it the process ends without the job.
const GRACE: Duration = Duration::from_secs(2);

/// The most lines that wait for the end of a job.
const MAX_WAITING: usize = 16;

/// Detects the protocol from the first line. It may set the game.
pub type Detect = Box<dyn FnOnce(&InputLine, &mut Engine) -> Option<Box<dyn Protocol>>>;

/// Receives the number of steps that a count has done, and that of all its steps. `None` when other text comes.
pub type ProgressCallback = Box<dyn FnMut(Option<[usize; 2]>)>;

/// Why a connection ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The output cannot be written to.
    #[error("{0}")]
    Output(io::Error),
    /// The system refuses a thread.
    #[error("no thread: {0}")]
    Thread(io::Error),
    /// The protocol cannot continue after a line.
    #[error("{0}")]
    Aborted(String),
}

/// The server of a connection.
pub struct Server<'a> {
    connection: Connection<'a>,
    protocol: Box<dyn Protocol>,
    /// For the first line that has something in it.
    detect: Option<Detect>,
    on_progress: Option<ProgressCallback>,
    /// Lines that wait for the end of the job, in their order.
    waiting: VecDeque<InputLine>,
    /// The line that is being carried out; empty for none.
    current: InputLine,
    events: Sender<Event>,
    inbox: Receiver<Event>,
}

impl<'a> Server<'a> {
    /// Creates a server that writes to `output`.
    ///
    /// # Errors
    /// The operating system provides no random bytes, which decks and mixed strategies need.
    pub fn new(
        config: Config,
        protocol: Box<dyn Protocol>,
        output: impl Write + Send + 'a,
    ) -> Result<Self, EntropyError> {
        let (events, inbox) = mpsc::channel();
        let job_sender = events.clone();
        // After the end of the connection nothing receives the event.
        let job_events = Arc::new(move |event| drop(job_sender.send(Event::Job(event))));
        let engine = Engine::new(config.variants, config.variant)?.with_events(job_events).with_files(config.files);
        let connection = Connection::new(engine, config.batch, output);
        let (waiting, current) = (VecDeque::new(), InputLine::default());
        Ok(Self { connection, protocol, detect: None, on_progress: None, waiting, current, events, inbox })
    }

    /// Detects the protocol from the first line that is not empty.
    pub fn detect(&mut self, detect: Detect) {
        self.detect = Some(detect);
    }

    /// Watches the progress of counts.
    pub fn on_progress(&mut self, watch: ProgressCallback) {
        self.on_progress = Some(watch);
    }

    /// Sets an option before the connection.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        match self.connection.times.set(name, value) {
            Some(set) => set,
            None => self.connection.engine.set_option(name, value),
        }
    }

    /// A handle that ends the connection from another thread.
    #[must_use]
    pub fn shutdown_handle(&self) -> ShutdownHandle {
        ShutdownHandle(self.events.clone())
    }

    /// Handles all lines of the input until its end, `quit` or an interrupt.
    ///
    /// # Errors
    /// The output cannot be written to, the system refuses a thread for the input, or the protocol aborts.
    pub fn run(mut self, input: impl BufRead + Send + 'static) -> Result<ExitStatus, ConnectionError> {
        let request_line = read_on_request(input, self.events.clone()).map_err(ConnectionError::Thread)?;
        self.guarded(|server| server.protocol.on_start(&mut server.connection));
        let mut is_requested = false;
        while (self.connection.shutdown == Shutdown::Open || self.connection.engine.job().is_some())
            && !self.connection.output.is_broken()
        {
            let is_open = self.connection.shutdown == Shutdown::Open;
            if !is_requested && is_open && self.can_read() {
                // The reader thread ends only after it has sent the end of the input.
                is_requested = request_line.send(()).is_ok();
            }
            let is_over = self.connection.shutdown == Shutdown::Now;
            let wait = match self.connection.shutdown {
                Shutdown::Open => self.protocol.read_timeout(),
                Shutdown::AfterJob => self.connection.stop_at.map(|at| at.saturating_duration_since(Instant::now())),
                Shutdown::Now => Some(GRACE),
            };
            let event = match wait {
                Some(wait) => self.inbox.recv_timeout(wait),
                None => self.inbox.recv().map_err(RecvTimeoutError::from),
            };
            let event = match event {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) if !is_over => {
                    match self.connection.stop_at.take() {
                        Some(_) => self.connection.engine.stop(),
                        None => self.guarded(Self::time_out),
                    }
                    continue;
                }
                Err(_) => break,
            };
            is_requested &= !matches!(event, Event::Line(_) | Event::EndOfInput | Event::Unreadable(_));
            self.guarded(|server| server.handle(event));
        }
        self.guarded(|server| server.protocol.on_end(&mut server.connection));
        let Connection { output, abort_reason, .. } = self.connection;
        match abort_reason {
            Some(why) => Err(ConnectionError::Aborted(why)),
            None => output.finish().map_err(ConnectionError::Output),
        }
    }

    /// Whether the next line is read now.
    fn can_read(&self) -> bool {
        let reads_on = self.waiting.is_empty() || (self.protocol.reads_ahead() && self.waiting.len() < MAX_WAITING);
        reads_on && !self.connection.input_paused
    }

    fn handle(&mut self, event: Event) {
        if let Some(watch) = &mut self.on_progress
            && let Event::Job(event) = &event
        {
            watch(if let JobEvent::Progress { done, total } = event { Some([*done, *total]) } else { None });
        }
        match event {
            Event::Job(JobEvent::Progress { .. }) => {}
            Event::Line(line) => self.on_line(line),
            Event::EndOfInput => self.end_of_input(),
            Event::Unreadable(error) => {
                let error = Error::new(Code::Io, format!("the input: {error}"));
                self.protocol.on_error(&mut self.connection, error);
                self.end_of_input();
            }
            Event::Interrupted => self.connection.quit(),
            Event::OutputClosed => self.connection.output.close(),
            Event::Job(JobEvent::Ended(end)) => {
                self.connection.input_paused = false;
                self.guarded(|server| server.protocol.on_job_end(&mut server.connection, end));
                for error in self.connection.engine.finish_job() {
                    self.protocol.on_error(&mut self.connection, error.into());
                }
                if self.connection.shutdown == Shutdown::Open {
                    self.protocol.on_idle(&mut self.connection);
                }
                self.handle_waiting();
            }
            Event::Job(event) => self.protocol.on_event(&mut self.connection, event),
        }
    }

    fn on_line(&mut self, line: InputLine) {
        if line.leading_words()[0].is_empty() {
            // Nothing is decided by an empty line.
        } else if let Some(detect) = self.detect.take()
            && let Some(protocol) = detect(&line, &mut self.connection.engine)
        {
            self.protocol = protocol;
        }
        let is_first = self.waiting.is_empty();
        self.current = line;
        if is_first && !self.protocol.must_wait(&self.connection, &self.current) {
            self.protocol.handle_line(&mut self.connection, &self.current);
        } else if is_first || !self.protocol.overtakes(&mut self.connection, &self.current) {
            self.waiting.push_back(std::mem::take(&mut self.current));
        }
    }

    /// Carries out the waiting lines up to one that must wait for the next job.
    fn handle_waiting(&mut self) {
        let had_waiting = !self.waiting.is_empty();
        while self.connection.shutdown != Shutdown::Now
            && !self.connection.input_paused
            && let Some(line) = self.waiting.pop_front()
        {
            if self.protocol.must_wait(&self.connection, &line) {
                self.waiting.push_front(line);
                break;
            }
            self.current = line;
            self.protocol.handle_line(&mut self.connection, &self.current);
        }
        if had_waiting && self.connection.shutdown == Shutdown::AfterJob {
            // The lines may have begun a job.
            self.end_of_input();
        }
    }

    fn time_out(&mut self) {
        self.protocol.on_timeout(&mut self.connection);
    }

    /// Does something, and lets the protocol say if it panics.
    fn guarded(&mut self, act: impl FnOnce(&mut Self)) {
        let acted = catch_unwind(AssertUnwindSafe(|| act(self)));
        let line = std::mem::take(&mut self.current);
        if let Err(cause) = acted {
            // The position may be changed only in part.
            self.connection.engine.clear_position();
            let error = Error::new(Code::Internal, panic_message(&*cause));
            self.protocol.on_panic(&mut self.connection, &line, error);
            if self.connection.engine.job().is_none() {
                self.guarded(Self::handle_waiting);
            }
        }
    }

    fn end_of_input(&mut self) {
        self.time_out();
        self.connection.end_with_job();
    }
}
