//! The loop of a conversation in any language: it receives events and hands them to the language. A reader thread and
//! the jobs of the engine send the events.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::command::Command;
use super::conversation::{Conversation, End, Language};
use super::error::{Code, Error};
use super::events::{Event, read_on_request};
use super::lines::InputLine;
use super::ugi::Ugi;
use crate::base::ExitStatus;
use crate::base::chance::NoChance;
use crate::base::text::panic_text;
use crate::engine::{Engine, EngineError, JobEvent, Variant};

pub use super::events::Interrupter;

/// Settings of a conversation.
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

/// Longest wait for a job to stop at the end of the conversation. After it the process ends without the job.
const GRACE: Duration = Duration::from_secs(2);

/// The most lines that wait for the end of a job.
const MOST_WAITING: usize = 16;

/// Recognises a language by the first line of a conversation. It may set the game.
pub type Recognise = Box<dyn FnOnce(&InputLine, &mut Engine) -> Option<Box<dyn Language>>>;

/// Receives the number of steps that a count has done, and that of all its steps. `None` when other text comes.
pub type WatchSteps = Box<dyn FnMut(Option<[usize; 2]>)>;

/// Why a conversation ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum ConversationError {
    /// The output cannot be written to.
    #[error("{0}")]
    Output(io::Error),
    /// The system refuses a thread.
    #[error("no thread: {0}")]
    Thread(io::Error),
    /// A line after which the language does not let the conversation go on.
    #[error("{0}")]
    Refused(String),
}

/// The server of a conversation.
pub struct Server<'a> {
    conversation: Conversation<'a>,
    language: Box<dyn Language>,
    /// For the first line that has something in it.
    recognise: Option<Recognise>,
    watch_steps: Option<WatchSteps>,
    /// Lines that wait for the end of the job, in their order.
    waiting: VecDeque<InputLine>,
    events: Sender<Event>,
    inbox: Receiver<Event>,
}

impl<'a> Server<'a> {
    /// Makes a server that speaks UGI and writes to `output`.
    ///
    /// # Errors
    /// The operating system provides no random bytes, which decks and mixed strategies need.
    pub fn new(config: Config, output: impl Write + 'a) -> Result<Self, NoChance> {
        let (events, inbox) = mpsc::channel();
        let job_sender = events.clone();
        // After the end of the conversation nothing receives the event.
        let job_events = Arc::new(move |event| drop(job_sender.send(Event::Job(event))));
        let engine = Engine::new(config.variants, config.variant, config.files, job_events)?;
        let conversation = Conversation::new(engine, config.batch, output);
        let language = Box::new(Ugi::default());
        Ok(Self { conversation, language, recognise: None, watch_steps: None, waiting: VecDeque::new(), events, inbox })
    }

    /// Sets the language.
    pub fn speak(&mut self, language: Box<dyn Language>) {
        self.language = language;
    }

    /// Lets the first line that is not empty choose the language.
    pub fn recognise(&mut self, recognise: Recognise) {
        self.recognise = Some(recognise);
    }

    /// Watches the progress of counts.
    pub fn watch_steps(&mut self, watch: WatchSteps) {
        self.watch_steps = Some(watch);
    }

    /// Sets an option before the conversation.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        match self.conversation.times.set(name, value) {
            Some(set) => set,
            None => self.conversation.engine.set_option(name, value),
        }
    }

    /// A handle that ends the conversation from another thread.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.events.clone())
    }

    /// Executes the UGI command `first`, then all lines of the input until its end, `quit` or an interrupt.
    ///
    /// # Errors
    /// The output cannot be written to, the system refuses a thread for the input, or the language refuses to go on.
    pub fn run(
        mut self,
        first: Option<Command>,
        input: impl BufRead + Send + 'static,
    ) -> Result<ExitStatus, ConversationError> {
        let request_line = read_on_request(input, self.events.clone()).map_err(ConversationError::Thread)?;
        self.guarded(&InputLine::default(), |language, conversation| language.begin(conversation));
        if let Some(command) = first {
            let mut ugi = Ugi::default();
            self.guarded(&InputLine::default(), |_, conversation| ugi.begin_with(conversation, command));
        }
        let mut is_requested = false;
        while (self.conversation.end == End::Open || self.conversation.engine.job().is_some())
            && !self.conversation.output.is_broken()
        {
            let is_open = self.conversation.end == End::Open;
            if !is_requested && is_open && self.can_read() {
                // The reader thread ends only after it has sent the end of the input.
                is_requested = request_line.send(()).is_ok();
            }
            let is_over = self.conversation.end == End::Now;
            let wait = match self.conversation.end {
                End::Open => self.language.patience(),
                End::AfterJob => self.conversation.stop_at.map(|at| at.saturating_duration_since(Instant::now())),
                End::Now => Some(GRACE),
            };
            let event = match wait {
                Some(wait) => self.inbox.recv_timeout(wait),
                None => self.inbox.recv().map_err(RecvTimeoutError::from),
            };
            let event = match event {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) if !is_over => {
                    match self.conversation.stop_at.take() {
                        Some(_) => self.conversation.engine.stop(),
                        None => self.lose_patience(),
                    }
                    continue;
                }
                Err(_) => break,
            };
            is_requested &= !matches!(event, Event::Line(_) | Event::EndOfInput | Event::Unreadable(_));
            self.handle(event);
        }
        self.guarded(&InputLine::default(), |language, conversation| language.end(conversation));
        let Conversation { output, refused, .. } = self.conversation;
        match refused {
            Some(why) => Err(ConversationError::Refused(why)),
            None => output.finish().map_err(ConversationError::Output),
        }
    }

    /// Whether the next line is read now.
    fn can_read(&self) -> bool {
        let reads_on = self.waiting.is_empty() || (self.language.reads_ahead() && self.waiting.len() < MOST_WAITING);
        reads_on && !self.conversation.holding
    }

    fn handle(&mut self, event: Event) {
        if let Some(watch) = &mut self.watch_steps
            && let Event::Job(event) = &event
        {
            watch(if let JobEvent::Steps(steps) = event { Some(*steps) } else { None });
        }
        match event {
            Event::Job(JobEvent::Steps(_)) => {}
            Event::Line(line) => self.hear(line),
            Event::EndOfInput => self.end_of_input(),
            Event::Unreadable(error) => {
                let error = Error::new(Code::Io, format!("the input: {error}"));
                self.language.complain(&mut self.conversation, error);
                self.end_of_input();
            }
            Event::Interrupted => self.conversation.quit(),
            Event::OutputClosed => self.conversation.output.close(),
            Event::Job(JobEvent::Update(update)) => self.language.update(&mut self.conversation, update),
            Event::Job(JobEvent::Ended(end)) => {
                self.conversation.holding = false;
                self.language.job_ended(&mut self.conversation, end);
                for error in self.conversation.engine.finish_job() {
                    self.language.complain(&mut self.conversation, error.into());
                }
                if self.conversation.end == End::Open {
                    self.guarded(&InputLine::default(), |language, conversation| language.idle(conversation));
                }
                self.obey_waiting();
            }
        }
    }

    fn hear(&mut self, line: InputLine) {
        if line.opening()[0].is_empty() {
            // Nothing is decided by an empty line.
        } else if let Some(recognise) = self.recognise.take()
            && let Some(language) = recognise(&line, &mut self.conversation.engine)
        {
            self.language = language;
        }
        let is_first = self.waiting.is_empty();
        if is_first && !self.language.must_wait(&self.conversation, &line) {
            self.obey(&line);
        } else if is_first || !self.overtakes(&line) {
            self.waiting.push_back(line);
        }
    }

    /// Carries out the waiting lines up to one that must wait for the next job.
    fn obey_waiting(&mut self) {
        let had_waiting = !self.waiting.is_empty();
        while self.conversation.end != End::Now
            && !self.conversation.holding
            && let Some(line) = self.waiting.pop_front()
        {
            if self.language.must_wait(&self.conversation, &line) {
                self.waiting.push_front(line);
                break;
            }
            self.obey(&line);
        }
        if had_waiting && self.conversation.end == End::AfterJob {
            // The lines may have begun a job.
            self.end_of_input();
        }
    }

    fn overtakes(&mut self, line: &InputLine) -> bool {
        let mut overtakes = false;
        self.guarded(line, |language, conversation| overtakes = language.overtakes(conversation, line));
        overtakes
    }

    fn obey(&mut self, line: &InputLine) {
        self.guarded(line, |language, conversation| language.obey(conversation, line));
    }

    fn lose_patience(&mut self) {
        self.guarded(&InputLine::default(), |language, conversation| language.out_of_patience(conversation));
    }

    /// Does something for a line, and lets the language say if it panics.
    fn guarded(&mut self, line: &InputLine, act: impl FnOnce(&mut dyn Language, &mut Conversation)) {
        let Self { conversation, language, .. } = self;
        let acted = catch_unwind(AssertUnwindSafe(|| act(language.as_mut(), conversation)));
        if let Err(cause) = acted {
            // The position may be changed only in part.
            conversation.engine.drop_position();
            language.panicked(conversation, line, Error::new(Code::Internal, panic_text(&*cause)));
        }
    }

    fn end_of_input(&mut self) {
        self.lose_patience();
        self.conversation.end_with_job();
    }
}
