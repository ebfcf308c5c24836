//! A connection: the engine and the output, in any protocol.

use std::fmt::Display;
use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Duration;

use petteia_engine::{Engine, EngineError, JobEvent, JobResult, Limits, options};
use petteia_files::InputLine;
use petteia_platform::Instant;
use petteia_ugi::{Code, Error};

use super::output::Output;

/// A protocol in which clients talk to the engine. It reads lines into requests to the engine, and writes what the
/// engine answers.
pub trait Protocol: Send {
    /// What the engine says before the first line.
    fn on_start(&mut self, _connection: &mut Connection) {}

    /// Whether a line waits for the end of the running job.
    fn must_wait(&self, connection: &Connection, line: &InputLine) -> bool;

    /// Whether lines are read behind one that waits, so that a request to end the job is found among them.
    fn reads_ahead(&self) -> bool {
        false
    }

    /// Does at once what a line asks of the running job although other lines wait before it. Returns whether that is all
    /// it asks for; otherwise the line waits too.
    fn overtakes(&mut self, _connection: &mut Connection, _line: &InputLine) -> bool {
        false
    }

    /// Carries a line out.
    fn handle_line(&mut self, connection: &mut Connection, line: &InputLine);

    /// Says that a line could not be carried out because of a bug.
    fn on_panic(&mut self, connection: &mut Connection, _line: &InputLine, error: Error) {
        self.on_error(connection, error);
    }

    /// Says what the running job has found so far.
    fn on_event(&mut self, connection: &mut Connection, event: JobEvent);

    /// Says how the running job has ended.
    fn on_job_end(&mut self, connection: &mut Connection, end: JobResult);

    /// The job has ended, and the next one can begin.
    fn on_idle(&mut self, _connection: &mut Connection) {}

    /// How long the next line may keep the protocol waiting; `None` for any time.
    fn read_timeout(&self) -> Option<Duration> {
        None
    }

    /// Nothing has come in this time, or nothing more will come.
    fn on_timeout(&mut self, _connection: &mut Connection) {}

    /// Says that something went wrong apart from a line, such as a change of an option after the end of a job.
    fn on_error(&mut self, connection: &mut Connection, error: Error);

    /// What the engine says after everything else.
    fn on_end(&mut self, _connection: &mut Connection) {}
}

/// Whether and when a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shutdown {
    /// The connection goes on.
    Open,
    /// The connection ends with the running job. No more lines are read.
    AfterJob,
    /// The connection ends as soon as the job stops, and soon in any case.
    Now,
}

/// The engine and the output of a connection.
pub struct Connection<'a> {
    /// The engine.
    pub engine: Engine,
    /// Each job ends before the next line, and every error counts in the exit code.
    pub batch: bool,
    /// Times for protocols whose clients say nothing about time.
    pub times: DefaultTimes,
    pub(super) output: Output<'a>,
    /// No line is read before the end of the job.
    pub(super) input_paused: bool,
    pub(super) shutdown: Shutdown,
    /// The running search has no limit that the client asked for, so it does not run long after the end of the input.
    is_open_ended: bool,
    /// When the running job is stopped after the end of the input.
    pub(super) stop_at: Option<Instant>,
    /// Why the connection cannot go on.
    pub(super) abort_reason: Option<String>,
}

/// How long the engine thinks where the client says nothing about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultTimes {
    /// For a move.
    pub per_move: Duration,
    /// For a whole game.
    pub per_game: Duration,
}

/// Milliseconds for a move.
const A_MOVE: u64 = 5_000;
/// Milliseconds for a game, which has 5 s at CodeCup.
const A_GAME: u64 = 4_950;

/// How long an open-ended search may run after the end of the input.
const OPEN_END: Duration = Duration::from_millis(500);
/// The shortest time of a search.
const MIN_TIME: Duration = Duration::from_millis(1);
/// Milliseconds that the options take.
const RANGE: RangeInclusive<u64> = 1..=86_400_000;

impl Default for DefaultTimes {
    fn default() -> Self {
        Self { per_move: Duration::from_millis(A_MOVE), per_game: Duration::from_millis(A_GAME) }
    }
}

impl DefaultTimes {
    /// Sets a time in milliseconds by its name; `None` if the name is none of them.
    ///
    /// # Errors
    /// It does not take the value.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Option<Result<(), EngineError>> {
        let time = match name.to_ascii_lowercase().as_str() {
            "default move time" => &mut self.per_move,
            "game time" => &mut self.per_game,
            _ => return None,
        };
        let number = options::number_in(&RANGE, value).map_err(EngineError::Option);
        Some(number.map(|number| *time = Duration::from_millis(number)))
    }
}

impl<'a> Connection<'a> {
    pub(crate) fn new(engine: Engine, batch: bool, writer: impl Write + Send + 'a) -> Self {
        Self {
            engine,
            batch,
            times: DefaultTimes::default(),
            output: Output::new(Box::new(writer)),
            input_paused: false,
            shutdown: Shutdown::Open,
            is_open_ended: false,
            stop_at: None,
            abort_reason: None,
        }
    }

    /// Writes a line, or several.
    pub fn write_line(&mut self, text: &dyn Display) {
        if self.output.write_line(text).is_err() {
            self.stop();
        }
    }

    /// Lets an error count in the exit code.
    pub fn count_error(&mut self, code: Code) {
        self.output.count_error(code);
    }

    /// Stops the running job. The next line is read after the job has ended.
    pub fn stop(&mut self) {
        self.engine.stop();
        self.pause_input();
    }

    /// Reads the next line after the running job has ended.
    pub fn pause_input(&mut self) {
        self.input_paused |= self.engine.job().is_some();
    }

    /// Ends the connection with the running job. A job that runs until it is stopped is stopped, at once or soon.
    pub(super) fn end_with_job(&mut self) {
        self.shutdown = Shutdown::AfterJob;
        match self.engine.job() {
            Some(job) if job.unbounded => self.engine.stop(),
            Some(_) if self.is_open_ended => self.stop_at = Some(Instant::now() + OPEN_END),
            _ => {}
        }
    }

    /// Lets the running search end soon after the end of the input, whatever its limit is.
    pub fn end_search_with_input(&mut self) {
        self.is_open_ended = true;
    }

    /// Stops the running job and ends the connection.
    pub fn quit(&mut self) {
        self.shutdown = Shutdown::Now;
        self.stop();
    }

    /// Ends the connection because it cannot go on. The program ends with this error.
    pub fn abort(&mut self, why: String) {
        self.abort_reason.get_or_insert(why);
        self.quit();
    }

    /// Whether no more lines are read.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.shutdown != Shutdown::Open
    }

    /// Sets the number of lines of a search. Returns the number before.
    ///
    /// # Errors
    /// As for [`Engine::set_option`].
    pub fn set_multi_pv(&mut self, lines: u64) -> Result<u64, EngineError> {
        let before = self.engine.options().search_options().multi_pv as u64;
        self.engine.set_option("MultiPV", Some(&lines.to_string()))?;
        Ok(before)
    }

    /// Starts a search of the current position, of these moves only if there are any. Without any limit a move takes its
    /// [default time](DefaultTimes::per_move); a time that has run out counts as a millisecond.
    ///
    /// # Errors
    /// As for [`Engine::search`], and in a batch for a search that does not end by itself.
    pub fn search(&mut self, moves: &[&str], mut limits: Limits) -> Result<(), EngineError> {
        let is_open_ended = limits.is_unbounded() && !limits.infinite;
        if is_open_ended {
            limits.move_time = Some(self.times.per_move);
        }
        let left = limits.clock.as_mut().map(|clock| &mut clock.left);
        limits.move_time.iter_mut().chain(left).for_each(|time| *time = (*time).max(MIN_TIME));
        if self.batch && (limits.ponder || limits.is_unbounded()) {
            return Err(EngineError::Unsupported("batch mode needs a limit such as depth"));
        }
        self.engine.search(None, moves, limits)?;
        self.is_open_ended = is_open_ended;
        self.input_paused |= self.batch;
        Ok(())
    }
}
