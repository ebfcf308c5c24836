//! The conversation: one loop receives events, executes commands and writes replies. A reader thread and the jobs of
//! the engine send the events.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use nom::Offset;

use super::command::{Command, Dialect, Go};
use super::error::{Code, Error};
use super::events::{Event, read_on_request};
use super::lines::InputLine;
use super::output::Output;
use super::parse::parse;
use super::reply::{Board, Reply};
use crate::base::chance::NoChance;
use crate::base::text::panic_text;
use crate::engine::{
    BestMove, Engine, EngineError, JobEnd, JobEvent, JobUpdate, OptionError, Origin, SearchUpdate, Session, Variant,
    options,
};

pub use super::events::Interrupter;
pub use super::output::ExitStatus;

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

/// Whether and when the conversation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The conversation goes on.
    Open,
    /// The conversation ends with the running job. No more lines are read.
    AfterJob,
    /// The conversation ends as soon as the job stops, and at the latest after [`GRACE`].
    Now,
}

/// The server of a conversation: it owns the engine and the output.
pub struct Server<W> {
    batch: bool,
    engine: Engine,
    /// The dialect last asked for. None before a handshake: the conversation is a script then.
    dialect: Option<Dialect>,
    output: Output<W>,
    /// No line is read before the end of the job.
    holding: bool,
    /// A line of a script that waits for the end of the job.
    postponed: Option<InputLine>,
    end: End,
    events: Sender<Event>,
    inbox: Receiver<Event>,
}

type Done = Result<(), Error>;

impl<W: Write> Server<W> {
    /// Makes a server that writes to `output`.
    ///
    /// # Errors
    /// The operating system provides no random bytes, which decks and mixed strategies need.
    pub fn new(config: Config, output: W) -> Result<Self, NoChance> {
        let (events, inbox) = mpsc::channel();
        let job_sender = events.clone();
        // After the end of the conversation nothing receives the event.
        let job_events = Arc::new(move |event| drop(job_sender.send(Event::Job(event))));
        let engine = Engine::new(config.variants, config.variant, config.files, job_events)?;
        Ok(Self {
            batch: config.batch,
            engine,
            dialect: None,
            output: Output::new(output),
            holding: false,
            postponed: None,
            end: End::Open,
            events,
            inbox,
        })
    }

    /// Sets an option before the conversation.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        self.engine.set_option(name, value)
    }

    /// A handle that ends the conversation from another thread.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.events.clone())
    }

    /// Executes the command `first`, then all lines of the input until its end, `quit` or an interrupt.
    ///
    /// # Errors
    /// The output cannot be written to, or the system refuses a thread for the input.
    pub fn run(mut self, first: Option<Command>, input: impl BufRead + Send + 'static) -> io::Result<ExitStatus> {
        let request_line = read_on_request(input, self.events.clone())?;
        if let Some(command) = first {
            self.answer(&InputLine::default(), |server| server.execute("", command));
        }
        let mut is_requested = false;
        while (self.end == End::Open || self.engine.job().is_some()) && !self.output.is_broken() {
            if !(is_requested || self.end != End::Open || self.holding) {
                // The reader thread ends only after it has sent the end of the input.
                is_requested = request_line.send(()).is_ok();
            }
            let event = if self.end == End::Now { self.inbox.recv_timeout(GRACE).ok() } else { self.inbox.recv().ok() };
            let Some(event) = event else { break };
            is_requested &= !matches!(event, Event::Line(_) | Event::EndOfInput | Event::Unreadable(_));
            self.handle(event);
        }
        self.output.finish()
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Line(line) if self.must_wait(&line) => {
                self.holding = true;
                self.postponed = Some(line);
            }
            Event::Line(line) => self.answer(&line, |server| server.obey(&line)),
            Event::EndOfInput => self.end_of_input(),
            Event::Unreadable(error) => {
                self.say(&Reply::Error(Error::new(Code::Io, format!("the input: {error}"))));
                self.end_of_input();
            }
            Event::Interrupted => self.quit(),
            Event::Job(JobEvent::Update(update)) => self.say_update(update),
            Event::Job(JobEvent::Ended(end)) => self.end_job(end),
        }
    }

    /// Whether a line waits for the end of the running job. Scripts do not wait for answers, so their next search begins
    /// after a search that ends by itself.
    fn must_wait(&self, line: &InputLine) -> bool {
        let [command, _] = line.opening();
        self.dialect.is_none()
            && self.engine.job().is_some_and(|job| !job.unbounded)
            && [b"go".as_slice(), b"perft", b"divide"].contains(&&*command)
    }

    fn obey(&mut self, line: &InputLine) -> Done {
        let text = line.text()?;
        log::debug!("heard: {text}");
        match parse(text)? {
            Some(command) => self.execute(text, command),
            None => Ok(()),
        }
    }

    /// Runs `act` for a line and replies with its error. A failed `go` is also answered with an empty `bestmove`.
    fn answer(&mut self, line: &InputLine, act: impl FnOnce(&mut Self) -> Done) {
        let result = catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|cause| {
            // The position may be changed only in part.
            self.engine.drop_position();
            Err(Error::new(Code::Internal, panic_text(&*cause)))
        });
        let Err(error) = result else { return };
        let [command, argument] = line.opening();
        if command == b"position" {
            self.engine.drop_position();
        }
        let asks_for_move = command == b"go" && argument != b"perft";
        if asks_for_move && self.engine.job().is_some() {
            // The running search sends the `bestmove`, so this `go` gets none.
            self.say(&Reply::Error(EngineError::Busy.into()));
            return;
        }
        self.say(&Reply::Error(error));
        if asks_for_move {
            self.say(&Reply::BestMove(BestMove::default()));
        }
    }

    /// Ends the conversation with the running job. A job that runs until it is stopped is stopped.
    fn end_of_input(&mut self) {
        self.end = End::AfterJob;
        if self.engine.job().is_some_and(|job| job.unbounded) {
            self.engine.stop();
        }
    }

    /// Stops the running job and ends the conversation.
    fn quit(&mut self) {
        self.end = End::Now;
        self.stop();
    }

    /// Stops the running job. The next line is read after the job has ended.
    fn stop(&mut self) {
        self.engine.stop();
        self.holding |= self.engine.job().is_some();
    }

    fn say_update(&mut self, update: JobUpdate) {
        let reply = match update {
            JobUpdate::Search(SearchUpdate::Info(info)) => {
                Reply::Info { info, dialect: self.dialect(), show_wdl: self.engine.options().show_wdl() }
            }
            JobUpdate::Search(SearchUpdate::Note(note)) => Reply::Note(note),
            JobUpdate::Case(label, why) => Reply::Case(label, why),
            JobUpdate::Bench(result) => Reply::Bench(result),
            JobUpdate::Error(error) => Reply::Error(error.into()),
        };
        self.say(&reply);
    }

    fn end_job(&mut self, end: JobEnd) {
        self.holding = false;
        let owes_move = self.engine.job().is_some_and(|job| job.is_search);
        match end {
            JobEnd::BestMove(answer) => self.say_best_move(answer),
            JobEnd::Perft(count) => self.say(&Reply::Perft(count)),
            JobEnd::Divide(counts, total) => self.say(&Reply::Divide(counts, total)),
            JobEnd::Checked { passed, failed } => self.say(&Reply::Checked { passed, failed }),
            JobEnd::Signature(nodes, time) => self.say(&Reply::Signature(nodes, time)),
            JobEnd::Aborted(what) => {
                self.say(&Reply::Error(Error::new(Code::Aborted, format!("{what} stopped before its end"))));
            }
            JobEnd::Failed(error) => self.say(&Reply::Error(error.into())),
            JobEnd::Panicked(panic) => {
                self.say(&Reply::Error(Error::new(Code::Internal, panic)));
                if owes_move {
                    self.say(&Reply::BestMove(BestMove::default()));
                }
            }
        }
        for error in self.engine.finish_job() {
            self.say(&Reply::Error(error.into()));
        }
        if let Some(line) = self.postponed.take().filter(|_| self.end == End::Open) {
            self.answer(&line, |server| server.obey(&line));
        }
    }

    fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }

    fn say_best_move(&mut self, mut answer: BestMove) {
        if let Some(fault) = answer.fault.take() {
            self.say(&Reply::Error(Error::new(Code::Internal, fault)));
        }
        if self.dialect() == Dialect::Ugi || !self.engine.options().ponder() {
            answer.ponder = None;
        }
        self.say(&Reply::BestMove(answer));
    }

    fn say(&mut self, reply: &Reply) {
        if self.output.say(reply).is_err() {
            self.stop();
        }
    }

    /// Executes a command that was parsed from `line`.
    fn execute(&mut self, line: &str, command: Command) -> Done {
        match command {
            Command::Handshake(dialect) => {
                self.dialect = Some(dialect);
                self.say(&Reply::Handshake { dialect, options: options::handshake(self.engine.variants()) });
            }
            Command::NewGame => self.engine.new_game()?,
            Command::IsReady => self.say(&Reply::Ready),
            Command::Debug => {}
            Command::SetOption { name, value } => return self.execute_set_option(line, name, value),
            Command::Position(origin, moves) => return self.set_position(line, origin, &moves),
            Command::Play(moves) => self.engine.play(&moves)?,
            Command::ListMoves(seat) => self.say(&Reply::Moves(self.engine.game()?.moves(seat)?)),
            Command::Observe(seat) => self.say(&Reply::Response(self.engine.game()?.observe(seat)?)),
            Command::Undo(plies) => self.engine.undo(plies)?,
            Command::Draw { view } => self.say(&Reply::Board(board(self.engine.game()?, view)?)),
            Command::Query(query) => self.say(&Reply::Response(query.answer(&self.engine)?)),
            Command::Effects(word) => self.say(&Reply::Effects(self.engine.game()?.effects(word)?)),
            Command::Go(go) => return self.go(&go),
            Command::Perft { depth, hash } => {
                let smaller = self.engine.perft(depth, hash)?;
                self.begin_job(smaller);
            }
            Command::Divide(depth) => {
                self.engine.divide(depth)?;
                self.begin_job(None);
            }
            Command::Check(request) => {
                self.engine.check(request)?;
                self.begin_job(None);
            }
            Command::Bench(depth) => {
                self.engine.bench(depth)?;
                self.begin_job(None);
            }
            Command::Stop => self.stop(),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Wait => return self.wait(),
            Command::Quit => self.quit(),
        }
        Ok(())
    }

    /// Replies with a note if the table of the started job is smaller than wanted. In batch mode no line is read before
    /// the end of the job.
    fn begin_job(&mut self, smaller_table: Option<[usize; 2]>) {
        if let Some([wanted, size]) = smaller_table {
            self.say(&Reply::Note(format!("table of {size} MiB, wanted {wanted}: the system gave no more")));
        }
        self.holding = self.batch;
    }

    fn execute_set_option(&mut self, line: &str, name: &str, value: Option<&str>) -> Done {
        self.engine.set_option(name, value).map_err(|error| match error {
            EngineError::Option(OptionError::Name { wanted, found }) => {
                Error::at(Code::BadOption, line.offset(name), wanted, found)
            }
            EngineError::Option(OptionError::Value { wanted, found }) => {
                // A missing value belongs at the end of the line.
                let offset = value.map_or(line.len(), |value| line.offset(value));
                Error::at(Code::BadOption, offset, wanted, found)
            }
            error => error.into(),
        })
    }

    fn set_position(&mut self, line: &str, origin: Origin, moves: &[&str]) -> Done {
        self.engine.set_position(origin, moves).map_err(|error| match (error, origin) {
            (EngineError::Fen(error), Origin::Fen(fen)) => {
                Error::at(Code::BadFen, line.offset(fen) + error.at, error.wanted, error.found)
            }
            (error, _) => error.into(),
        })
    }

    fn go(&mut self, go: &Go) -> Done {
        self.engine.idle()?;
        let p1_turn = go.seat.map_or(self.engine.game()?.p1_turn(), |seat| seat == 1);
        let limits = go.limits(p1_turn, self.dialect());
        if self.batch && (limits.ponder || limits.is_unbounded()) {
            return Err(Error::new(Code::Syntax, "wanted a limit such as depth in a batch, found none"));
        }
        let smaller = self.engine.search(go.seat, &go.moves, limits)?;
        self.begin_job(smaller);
        Ok(())
    }

    fn wait(&mut self) -> Done {
        match self.engine.job() {
            Some(job) if job.unbounded => Err(EngineError::Busy.into()),
            job => {
                self.holding = job.is_some();
                Ok(())
            }
        }
    }
}

fn board(game: &dyn Session, view: bool) -> Result<Board, Error> {
    const NO_VIEW: EngineError = EngineError::Unsupported("wanted a position whose evaluation has a view of its parts");
    Ok(Board {
        diagram: game.diagram(),
        view: view.then(|| game.view().ok_or(NO_VIEW)).transpose()?,
        fen: game.fen(),
        key: game.key(),
        side: game.side_name(),
        result: game.result(),
    })
}
