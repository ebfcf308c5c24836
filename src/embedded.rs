//! An engine of the protocol UGI inside another program: lines in, lines out, all work on the thread of the caller.
//!
//! WebAssembly has no threads and a server has no use for one per visitor. The protocol is the same as that of the
//! program, except that a line is read only when the job of the line before has ended. A search looks for `stop` and
//! `ponderhit` in a [`SignalSource`] instead.
//!
//! ```
//! use petteia::embedded::{EmbeddedEngine, Jobs};
//! use petteia_engine::VARIANTS;
//!
//! let mut answers = Vec::new();
//! let mut engine = EmbeddedEngine::new(&VARIANTS[0], Jobs::Refused, |line| answers.push(line.to_owned()))?;
//! engine.lines("setoption name UCI_Variant value reversi\nposition startpos moves d3\nquery p1turn");
//! drop(engine);
//! assert_eq!(answers, ["response false"]);
//! # Ok::<(), petteia_engine::EntropyError>(())
//! ```

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use petteia_analysis::archive::{Converted, FORMATS, FileFormat, convert};
use petteia_core::text::panic_message;
use petteia_core::words::quoted;
use petteia_engine::{Engine, EntropyError, SignalSource, VARIANTS, Variant, Work, options};
use petteia_files::InputLine;
use petteia_ugi::{Code, Error};

use crate::protocols::ugi::Ugi;
use crate::server::connection::{Connection, Protocol};

/// Whether an engine takes jobs: searches, counts and measurements.
#[derive(Clone)]
pub enum Jobs {
    /// It refuses them, so that every line is answered at once and takes little memory.
    Refused,
    /// They run inside [`EmbeddedEngine::lines`], which needs a stack of [`petteia_engine::STACK_SIZE`] bytes, and end
    /// early by a signal of this source.
    OnCaller(Arc<dyn SignalSource>),
}

/// An engine that runs on the thread of its caller and reads no files.
pub struct EmbeddedEngine<'a> {
    connection: Connection<'a>,
    protocol: Ugi,
}

impl<'a> EmbeddedEngine<'a> {
    /// An engine at the start of a game, which passes each line of its output to `output`, without the line end.
    ///
    /// # Errors
    /// The machine provides no random bytes, which decks and mixed strategies need.
    pub fn new(
        variant: &'static Variant,
        jobs: Jobs,
        output: impl FnMut(&str) + Send + 'a,
    ) -> Result<Self, EntropyError> {
        let engine = Engine::new(VARIANTS, variant)?;
        let engine = match jobs {
            Jobs::Refused => engine.without_jobs(),
            Jobs::OnCaller(signals) => engine.on_caller(signals),
        };
        let mut connection = Connection::new(engine, false, LineWriter { text: Vec::new(), output });
        let mut protocol = Ugi::default();
        protocol.on_start(&mut connection);
        Ok(Self { connection, protocol })
    }

    /// Carries out one line or several, with the jobs that they begin. After [`quit`](Self::has_quit) it does nothing.
    pub fn lines(&mut self, text: &str) {
        for line in text.lines().map(InputLine::from) {
            if self.has_quit() {
                break;
            }
            self.guarded(&line, |engine| engine.protocol.handle_line(&mut engine.connection, &line));
            while let Some(work) = self.connection.engine.take_work() {
                self.guarded(&line, |engine| engine.run(work));
            }
        }
    }

    /// The game at the table.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.connection.engine.options().variant
    }

    /// Whether `quit` has been read.
    #[must_use]
    pub fn has_quit(&self) -> bool {
        self.connection.is_ending()
    }

    /// Does the work of a job, and writes its results as they come.
    fn run(&mut self, work: Work) {
        let Self { connection, protocol } = self;
        // The job reports on this thread only, so nobody waits for the lock.
        let writer = Mutex::new((&mut *protocol, &mut *connection));
        let end = work(&|event| {
            if let Ok(mut writer) = writer.lock() {
                let (protocol, connection) = &mut *writer;
                protocol.on_event(connection, event);
            }
        });
        protocol.on_job_end(connection, end);
        for error in connection.engine.finish_job() {
            protocol.on_error(connection, error.into());
        }
        protocol.on_idle(connection);
    }

    /// Does something for a line, and says so if it panics.
    fn guarded(&mut self, line: &InputLine, act: impl FnOnce(&mut Self)) {
        if let Err(cause) = catch_unwind(AssertUnwindSafe(|| act(self))) {
            // The position may be changed only in part.
            self.connection.engine.clear_position();
            self.connection.engine.finish_job();
            let error = Error::new(Code::Internal, panic_message(&*cause));
            self.protocol.on_panic(&mut self.connection, line, error);
        }
    }
}

/// Writes the games of a file in another format, with the names of `petteia convert`. Without `from` the content tells
/// the format; without `game` the file names the game.
///
/// # Errors
/// A name is unknown, or there is no game that can be read and written.
pub fn convert_games(game: &str, from: &str, to: &str, file: &[u8]) -> Result<Converted, String> {
    let format = |name: &str| {
        let names = || FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(" ");
        FileFormat::find(name).ok_or_else(|| format!("expected a format, one of {}, found {}", names(), quoted(name)))
    };
    let variant = |name: &str| {
        let expected = || format!("the name of a game, one of {}", options::names(VARIANTS).join(" "));
        Variant::find(VARIANTS, name).ok_or_else(|| format!("expected {}, found {}", expected(), quoted(name)))
    };
    let from = (!from.is_empty()).then(|| format(from)).transpose()?;
    let game = (!game.is_empty()).then(|| variant(game)).transpose()?;
    convert(file, from, format(to)?, game)
}

/// Passes the lines of what is written to a callback.
struct LineWriter<F> {
    /// What has been written since the last flush.
    text: Vec<u8>,
    output: F,
}

impl<F: FnMut(&str)> Write for LineWriter<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        String::from_utf8_lossy(&self.text).lines().for_each(&mut self.output);
        self.text.clear();
        Ok(())
    }
}
