//! The facade between text and search: a game of any kind at the table, its options, and the jobs that run beside the
//! session.
//!
//! A protocol reads its lines into calls of an [`Engine`], and writes what the calls return and what [`JobEvent`]s say.

mod bench;
mod book;
mod check;
mod entropy;
mod error;
mod files;
pub mod fixture;
mod jobs;
pub mod ladder;
mod level;
mod nearest;
pub mod options;
mod party;
mod picture;
mod record;
mod recorded;
mod registry;
mod report;
mod saved;
mod seats;
mod sequential;
mod session;
mod simultaneous;
mod table;
mod variant;
mod work;

pub use book::BookUse;
pub use check::CheckRequest;
pub use entropy::{EntropyError, new_key};
pub use error::EngineError;
pub use files::read_small_text;
pub use jobs::{BenchResult, JobEvent, JobEvents, JobKind, JobResult, PerftCount};
pub use level::{Level, RATINGS, skill_at_rating};
pub use nearest::nearest;
pub use options::{EngineOptions, OptionError};
pub use picture::picture;
pub use recorded::{SEED, recorded_options};
pub use registry::{BOOK_GAMES, VARIANTS};
pub use report::{BestMove, DrawnMove, Effects, LastRound, SessionError};
pub use saved::SavedGame;
pub use seats::{NAME_RULE, is_name, is_name_character};
pub use session::{GameKind, GameSetup, SearchRequest, Session, ToMove, TurnJudgement};
pub use variant::Variant;

pub use petteia_search::perft::MAX_DEPTH;
pub use petteia_search::perft::playout::Playouts;
pub use petteia_search::{Bound, Clock, Control, Limits, NoSignals, STACK_SIZE, SearchInfo, Signal, SignalSource};
pub use work::Work;

use std::sync::Arc;

use petteia_core::RandomSource;
use petteia_core::options::{OptionConflict, OptionValue};
use petteia_core::words::quoted;

use jobs::Job;
use options::OptionChange;
use seats::Seats;
use table::LazyHashTable;

/// The level of x86-64 that the engine is compiled for, as `x86-64-v3`; none on other processors.
pub const CPU_LEVEL: Option<&str> = match () {
    () if cfg!(not(target_arch = "x86_64")) => None,
    () if cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "fma")) => Some("x86-64-v3"),
    () if cfg!(all(target_feature = "popcnt", target_feature = "sse4.2")) => Some("x86-64-v2"),
    () => Some("x86-64"),
};

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'a> {
    /// The start of the game.
    Start,
    /// A position in the text of its game.
    Fen(&'a str),
    /// The position as it stands.
    Current,
}

/// A game at the table, the options, and at most one running job.
pub struct Engine {
    variants: &'static [Variant],
    options: EngineOptions,
    /// Changes of options that wait for the end of the job.
    postponed: Vec<OptionChange>,
    table: LazyHashTable,
    /// None after a position that was refused.
    game: Option<Box<dyn Session>>,
    /// The game began at its start position.
    from_start: bool,
    seats: Seats,
    job: Option<Job>,
    /// The work of the job, if the caller is to do it.
    work: Option<Work>,
    runner: Runner,
    /// Files that a request names are read.
    allow_files: bool,
}

/// Where jobs run.
#[derive(Clone)]
enum Runner {
    /// On threads of their own, which send their events.
    Threads(JobEvents),
    /// On the thread of the caller, which takes the work of a job that has been started. Signals come from this source.
    Caller(Arc<dyn SignalSource>),
    /// Nowhere: jobs are refused.
    Nowhere,
}

impl Engine {
    /// An engine at the start of a game, which reads no file and whose jobs send no events.
    ///
    /// # Errors
    /// The operating system has no random bytes to draw decks and strategies by.
    pub fn new(variants: &'static [Variant], variant: &'static Variant) -> Result<Self, EntropyError> {
        let options = EngineOptions::new(variant, new_key()?);
        let mut engine = Self {
            variants,
            table: LazyHashTable::new(options.hash()),
            options,
            postponed: Vec::new(),
            game: None,
            from_start: true,
            seats: Seats::default(),
            job: None,
            work: None,
            runner: Runner::Threads(Arc::new(|_| ())),
            allow_files: false,
        };
        engine.set_start();
        Ok(engine)
    }

    /// The same engine, whose jobs send their results to `events`.
    #[must_use]
    pub fn with_events(self, events: JobEvents) -> Self {
        Self { runner: Runner::Threads(events), ..self }
    }

    /// The same engine, which starts no thread: the caller does the [work](Self::take_work) of each job, with the signals
    /// of this source.
    #[must_use]
    pub fn on_caller(self, signals: Arc<dyn SignalSource>) -> Self {
        Self { runner: Runner::Caller(signals), ..self }
    }

    /// The same engine, which refuses jobs.
    #[must_use]
    pub fn without_jobs(self) -> Self {
        Self { runner: Runner::Nowhere, ..self }
    }

    /// The same engine, which reads the files that its options and fixtures name, or does not.
    #[must_use]
    pub fn with_files(self, allow_files: bool) -> Self {
        Self { allow_files, ..self }
    }

    /// The games that there are.
    #[must_use]
    pub fn variants(&self) -> &'static [Variant] {
        self.variants
    }

    /// The values of the options.
    #[must_use]
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// The game at the table.
    ///
    /// # Errors
    /// The last position was refused.
    pub fn game(&self) -> Result<&dyn Session, EngineError> {
        self.game.as_deref().ok_or(EngineError::NoPosition)
    }

    /// Plays moves. In Reversi a word may be a whole transcript, such as `F5D6`; [`Session::effects`] reads one move.
    ///
    /// # Errors
    /// There is no position, or one of the moves is not legal; then none is played.
    pub fn play(&mut self, moves: &[&str]) -> Result<(), EngineError> {
        Ok(self.game.as_deref_mut().ok_or(EngineError::NoPosition)?.play(moves)?)
    }

    /// Keeps the choice of a seat until the others are there; see [`Session::commit`].
    ///
    /// # Errors
    /// There is no position, or the choice is not legal.
    pub fn commit(&mut self, seat: u32, word: &str) -> Result<bool, EngineError> {
        Ok(self.game.as_deref_mut().ok_or(EngineError::NoPosition)?.commit(seat, word)?)
    }

    /// Takes moves back.
    ///
    /// # Errors
    /// There are fewer.
    pub fn undo(&mut self, plies: usize) -> Result<(), EngineError> {
        let game = self.game.as_deref_mut().ok_or(EngineError::NoPosition)?;
        game.undo(plies).map_err(|played| EngineError::Undo { played, asked: plies })
    }

    /// Sets a position and plays moves from it. After an error the caller [drops](Engine::clear_position) what is left.
    ///
    /// # Errors
    /// The text is no position, or one of the moves is not legal.
    pub fn set_position(&mut self, origin: Origin, moves: &[&str]) -> Result<(), EngineError> {
        let options = self.options.game_options();
        let open = |fen| (self.options.variant.open)(&GameSetup { fen, options: &options });
        let mut game = match origin {
            Origin::Current => self.game.take().ok_or(EngineError::NoPosition)?,
            Origin::Start => open(None).map_err(|error| EngineError::Internal(error.to_string()))?,
            Origin::Fen(fen) => open(Some(fen)).map_err(EngineError::Fen)?,
        };
        game.play(moves)?;
        self.game = Some(game);
        self.from_start = origin == Origin::Start || (origin == Origin::Current && self.from_start);
        Ok(())
    }

    /// Leaves no position.
    pub fn clear_position(&mut self) {
        self.game = None;
    }

    /// Sets the start position of another game, with the same options.
    pub fn set_variant(&mut self, variant: &'static Variant) {
        self.options.variant = variant;
        self.set_start();
    }

    /// Empties the transposition table.
    pub fn clear_table(&self) {
        self.table.clear();
    }

    /// Another engine with the same options, at the start of the same game. It has a table of its own, and its jobs send
    /// their events to the same receiver.
    #[must_use]
    pub fn fork(&self) -> Self {
        let mut fork = Self {
            variants: self.variants,
            options: self.options.clone(),
            postponed: Vec::new(),
            table: LazyHashTable::new(self.options.hash()),
            game: None,
            from_start: true,
            seats: Seats::default(),
            job: None,
            work: None,
            runner: self.runner.clone(),
            allow_files: self.allow_files,
        };
        fork.set_start();
        fork
    }

    fn set_start(&mut self) {
        self.game = (self.options.variant.open)(&GameSetup { fen: None, options: &self.options.game_options() }).ok();
        self.from_start = true;
    }

    /// Begins a new game: the start position, an empty table, and new chance where the game has secrets.
    ///
    /// # Errors
    /// A job is running.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.ensure_idle()?;
        self.options.key = new_key()?;
        self.table.clear();
        self.set_start();
        Ok(())
    }

    /// Changes an option. While a job is running the change waits for its end. A value that the option has already is
    /// without any effect.
    ///
    /// # Errors
    /// There is no such option, it does not take the value, or another game is asked for while a job is running.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        let mut coming = self.options.clone();
        self.postponed.iter().for_each(|change| coming.apply(change.clone()));
        if coming.has_file(self.variants, name, value) {
            return Ok(());
        }
        if options::reads_file(self.variants, name, value) {
            self.may_read_files()?;
        }
        let change = options::read(self.variants, name, value).map_err(EngineError::Option)?;
        if let OptionChange::Variant(_) = change {
            self.ensure_idle()?;
        }
        if coming.has(&change, self.variants) {
            return Ok(());
        }
        coming.check(&change, self.variants).map_err(|OptionConflict { expected, found }| {
            let found = found.unwrap_or_else(|| quoted(value.unwrap_or_default()));
            EngineError::Option(OptionError::Value { expected, found })
        })?;
        if self.job.is_none() {
            return self.apply_option(change);
        }
        self.postponed.push(change);
        Ok(())
    }

    fn may_read_files(&self) -> Result<(), EngineError> {
        if self.allow_files { Ok(()) } else { Err(EngineError::Unsupported("file access is disabled by --no-files")) }
    }

    /// Puts a change into effect.
    fn apply_option(&mut self, change: OptionChange) -> Result<(), EngineError> {
        if let OptionChange::Value(name, OptionValue::Number(mebibytes)) = &change
            && *name == options::HASH.name
        {
            self.resize_table(*mebibytes)?;
        }
        let is_variant = matches!(change, OptionChange::Variant(_));
        if is_variant || EngineOptions::is_seed_unset(&change) {
            self.options.key = new_key()?;
        }
        if is_variant || matches!(change, OptionChange::ClearHash) {
            self.table.clear();
        }
        let affects_game = self.options.affects_game(&change, self.variants);
        self.options.apply(change);
        if is_variant {
            self.set_start();
        } else if affects_game {
            self.configure();
        }
        Ok(())
    }

    /// Changes the size of the table. Without jobs it is never needed, so it takes no memory.
    fn resize_table(&mut self, mebibytes: u64) -> Result<(), EngineError> {
        match self.runner {
            Runner::Nowhere => self.table = LazyHashTable::new(mebibytes),
            _ => self.table.resize(mebibytes).map_err(EngineError::TableSize)?,
        }
        Ok(())
    }

    /// Tells the game of other options. One that has not begun begins anew with them.
    fn configure(&mut self) {
        let options = self.options.game_options();
        match &mut self.game {
            Some(game) if self.from_start && game.played_moves().is_empty() => self.set_start(),
            Some(game) => game.configure(&options),
            None => {}
        }
    }

    /// The source of all chance. A key is told when the game that it is for is over.
    ///
    /// # Errors
    /// It is a secret.
    pub fn seed(&self) -> Result<RandomSource, EngineError> {
        const SECRET: &str = "the seed stays secret until the game ends";
        let chance = self.options.chance();
        let is_over = || self.from_start && self.game.as_ref().is_some_and(|game| game.result().is_some());
        match chance {
            RandomSource::Key(_) if !is_over() => Err(EngineError::Unsupported(SECRET)),
            _ => Ok(chance),
        }
    }

    /// Makes sure that a job can begin.
    ///
    /// # Errors
    /// One is running, or jobs are refused.
    pub fn ensure_ready(&self) -> Result<(), EngineError> {
        match self.runner {
            Runner::Nowhere => Err(EngineError::Unsupported("searches and counts are disabled")),
            _ => self.ensure_idle(),
        }
    }

    /// Makes sure that no job is running.
    ///
    /// # Errors
    /// One is.
    pub fn ensure_idle(&self) -> Result<(), EngineError> {
        if self.job.is_some() { Err(EngineError::Busy) } else { Ok(()) }
    }

    /// The running job.
    #[must_use]
    pub fn job(&self) -> Option<JobKind> {
        self.job.as_ref().map(|job| job.kind)
    }

    /// Tells the running job, if there is one, to stop. Its end still comes as an event.
    pub fn stop(&self) {
        self.job.iter().for_each(|job| job.control.stop());
    }

    /// The opponent has played the move pondered on. Without effect on any other job.
    pub fn ponder_hit(&mut self) {
        self.job.iter_mut().for_each(Job::ponder_hit);
    }

    /// To be called when the end of a job has been read: the next one can begin, and the changes of options that waited
    /// for it take effect. Returns why changes could not.
    pub fn finish_job(&mut self) -> Vec<EngineError> {
        self.job = None;
        let changes = std::mem::take(&mut self.postponed);
        changes.into_iter().filter_map(|change| self.apply_option(change).err()).collect()
    }
}
