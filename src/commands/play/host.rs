//! The loop of a game: asks persons, lets the engine think, shows what happens.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;

use petteia_core::words::quoted;
use petteia_engine::{EngineError, JobEvent, Level, VARIANTS, nearest, picture};

use super::console::{Console, ConsoleInput, Prompt};
use super::diagram::{Diagram, Look};
use super::leaving::Progress;
use super::painted;
use super::recovery::Recovery;
use super::status::Status;
use super::table::{MoveRejected, Next, PlayState};
use super::words::{self, Command, Request};

/// What comes from other threads.
#[derive(Clone, Debug)]
pub enum Event {
    /// A message of a search.
    Job(JobEvent),
    /// Ctrl-C during a search.
    Interrupt,
}

/// Why a game cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The terminal cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The terminal would show secrets.
    #[error("{0}")]
    Secrecy(String),
    /// An error of the engine.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// A search ended without a move.
    #[error("expected a move, found {0}")]
    NoMove(String),
}

/// A game with its console.
pub struct GameLoop<'a> {
    pub(super) table: PlayState,
    pub(super) console: &'a mut dyn Console,
    pub(super) events: Receiver<Event>,
    /// A search is running, and Ctrl-C stops it.
    pub(super) thinks: Arc<AtomicBool>,
    /// Saves the game if a signal ends the program.
    pub(super) recovery: Arc<Recovery>,
    /// The board as it was shown last.
    pub(super) shown: Option<Diagram>,
    /// Something has happened since.
    pub(super) is_stale: bool,
    /// Somebody has interrupted a game of the engine with itself.
    pub(super) is_paused: bool,
    /// The last line was to leave the game.
    pub(super) is_leaving: bool,
    /// What of the game would be lost with the program.
    pub(super) progress: Progress,
    /// Clocks and the score of the engine.
    pub(super) status: Status,
    /// The seat that may look at the screen, where persons have secrets from each other.
    pub(super) looking: Option<u32>,
    /// What all have seen of the game.
    pub(super) log: Vec<String>,
    /// How much of the log was there when a seat last looked.
    pub(super) read: BTreeMap<u32, usize>,
}

impl<'a> GameLoop<'a> {
    /// A host of this game. `thinks` is true as long as Ctrl-C is to send an event.
    pub fn new(
        table: PlayState,
        console: &'a mut dyn Console,
        events: Receiver<Event>,
        thinks: Arc<AtomicBool>,
        recovery: Arc<Recovery>,
    ) -> Self {
        let progress = Progress::since(&table);
        let status = Status::new(console.is_terminal());
        Self {
            table,
            console,
            events,
            thinks,
            recovery,
            shown: None,
            is_stale: true,
            is_paused: false,
            is_leaving: false,
            progress,
            status,
            looking: None,
            log: Vec::new(),
            read: BTreeMap::new(),
        }
    }

    /// Plays until the person leaves or the input ends.
    ///
    /// # Errors
    /// The terminal or the engine fails, or the terminal would show secrets.
    pub fn run(mut self) -> Result<(), HostError> {
        self.check_secrecy(&self.table).map_err(HostError::Secrecy)?;
        self.introduce()?;
        let mut is_over = false;
        loop {
            self.keep_unfinished();
            let next = self.table.next();
            self.status.run(match next {
                Next::Nobody => None,
                Next::Engine(seat) | Next::Person(seat) => Some(seat),
            });
            let was_over = std::mem::replace(&mut is_over, next == Next::Nobody);
            let flow = match next {
                Next::Nobody => {
                    if !was_over {
                        let unread =
                            self.table.persons.0.iter().map(|&seat| self.news(seat)).max_by_key(|news| news.len());
                        self.console.say(&unread.unwrap_or_default().join("\n"))?;
                        self.show(None)?;
                        let ending = self.table.ending().unwrap_or_default();
                        self.console.say(&format!("{ending} (analyse, new, undo, save or quit)"))?;
                    }
                    self.ask(None)?
                }
                Next::Engine(seat) if self.is_paused => self.ask_paused(seat)?,
                Next::Engine(seat) => self.engine_moves(seat)?,
                Next::Person(seat) => self.ask_person(seat)?,
            };
            if flow.is_break() {
                self.recovery.keep(None);
                if self.is_shared() && self.looking.is_some() {
                    self.console.clear()?;
                }
                return Ok(());
            }
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        let (name, seats) = (self.table.setup().variant.name, self.table.seats());
        let persons = &self.table.persons.0;
        let who = if persons.is_empty() {
            "the engine plays all sides".into()
        } else {
            format!("you are {}", seats.names(persons))
        };
        let level = self.describe_level();
        self.console.say(&format!("{name}: {who}, {level}. Type a move, or help."))
    }

    pub(super) fn describe_level(&self) -> String {
        self.table.level.describe()
    }

    /// Shows the board, or what a seat sees, unless nothing has happened since it was shown.
    pub(super) fn show(&mut self, seat: Option<u32>) -> io::Result<()> {
        if !std::mem::take(&mut self.is_stale) {
            return Ok(());
        }
        let text = self.table.view(seat);
        if !self.table.colours() {
            self.console.say(&text)?;
            return self.show_status();
        }
        let diagram = Diagram::read(&text);
        let style = self.console.look();
        let painted = if style.look == Look::Painted {
            let picture = picture(self.table.game(), self.table.setup().variant.name, None, None);
            picture.ok().and_then(|picture| painted::draw(&picture, style.width))
        } else {
            None
        };
        let drawn = painted.unwrap_or_else(|| diagram.draw(self.shown.as_ref(), style));
        self.shown = Some(diagram);
        self.console.write(&drawn)?;
        self.show_status()
    }

    /// Whether the persons at this keyboard have secrets from each other.
    fn is_shared(&self) -> bool {
        self.table.is_shared()
    }

    /// Makes sure that what persons type in a game is hidden where they have secrets from each other.
    pub(super) fn check_secrecy(&self, table: &PlayState) -> Result<(), String> {
        let secrecy = if table.is_shared() { self.console.check_secrecy() } else { Ok(()) };
        secrecy.map_err(|why| {
            format!(
                "cannot hide what is typed, since {why}: several people play a game with secrets only at a terminal \
                 that can turn its echo off"
            )
        })
    }

    /// Asks a person for a move or a command.
    fn ask_person(&mut self, seat: u32) -> Result<ControlFlow<()>, HostError> {
        if self.is_shared() && self.looking != Some(seat) {
            self.console.clear()?;
            self.console.say(&self.news(seat).join("\n"))?;
            let name = self.table.seats().name(seat);
            let prompt = format!("{}: press Enter when the others look away ", capital(&name));
            if let Some(flow) = self.wait(prompt)? {
                return Ok(flow);
            }
            self.looking = Some(seat);
            self.read.insert(seat, self.log.len());
            self.is_stale = true;
        }
        self.show(Some(seat))?;
        self.ask(Some(seat))
    }

    /// What has happened since a seat last looked.
    fn news(&self, seat: u32) -> &[String] {
        &self.log[self.read.get(&seat).copied().unwrap_or(0).min(self.log.len())..]
    }

    /// Waits for Enter. Returns how the game goes on if something else came.
    fn wait(&mut self, prompt: String) -> Result<Option<ControlFlow<()>>, HostError> {
        let is_secret = self.is_shared();
        match self.console.ask(Prompt { text: prompt, is_secret, ..Prompt::default() })? {
            ConsoleInput::Line(line) if line.trim().is_empty() => Ok(None),
            ConsoleInput::Line(line) => self.handle_line(&line, None).map(Some),
            other => self.other(other).map(Some),
        }
    }

    fn ask_paused(&mut self, seat: u32) -> Result<ControlFlow<()>, HostError> {
        self.show(None)?;
        if let Some(flow) = self.wait("paused (Enter goes on)> ".into())? {
            return Ok(flow);
        }
        self.is_paused = false;
        self.engine_moves(seat)
    }

    /// Asks for a line and does what it says.
    fn ask(&mut self, seat: Option<u32>) -> Result<ControlFlow<()>, HostError> {
        let is_secret = seat.is_some() && self.is_shared();
        let prompt = match seat {
            Some(seat) => format!("{}> ", self.table.seats().name(seat)),
            None => "> ".into(),
        };
        let words = if is_secret || !self.console.is_terminal() { Vec::new() } else { self.completions(seat) };
        match self.console.ask(Prompt { text: prompt, words, is_secret })? {
            ConsoleInput::Line(line) => self.handle_line(&line, seat),
            other => self.other(other),
        }
    }

    /// What completion offers: moves, and commands with the words behind them.
    fn completions(&self, seat: Option<u32>) -> Vec<String> {
        let mut words = seat.map_or(Vec::new(), |seat| self.table.moves(seat));
        words.extend(words::names().map(String::from));
        words.extend((0..=Level::HIGHEST).map(|level| format!("level {level}")));
        words.extend(["first", "second", "both", "none"].map(|side| format!("side {side}")));
        words.extend(VARIANTS.iter().map(|variant| format!("new {}", variant.name)));
        words.sort_unstable();
        words
    }

    /// What is no line.
    fn other(&mut self, typed: ConsoleInput) -> Result<ControlFlow<()>, HostError> {
        match typed {
            ConsoleInput::Interrupt => self.leave(true),
            ConsoleInput::End => self.leave(false),
            ConsoleInput::Refused(error) => self.print(&error),
            ConsoleInput::Line(_) => Ok(ControlFlow::Continue(())),
        }
    }

    pub(super) fn print(&mut self, error: &str) -> Result<ControlFlow<()>, HostError> {
        self.console.say(error)?;
        Ok(ControlFlow::Continue(()))
    }

    fn handle_line(&mut self, line: &str, seat: Option<u32>) -> Result<ControlFlow<()>, HostError> {
        let request = Request::read(line);
        if request == Ok(Request::Command(Command::Quit)) {
            return self.leave(false);
        }
        self.is_leaving = false;
        match request {
            Ok(Request::Empty) => Ok(ControlFlow::Continue(())),
            Ok(Request::Command(command)) => self.carry_out(command, seat),
            Ok(Request::Words(words)) => match seat {
                Some(seat) => self.person_moves(seat, words),
                None => self.unknown(words, seat, "a command"),
            },
            Err(error) => self.print(&error),
        }
    }

    fn person_moves(&mut self, seat: u32, typed: &str) -> Result<ControlFlow<()>, HostError> {
        match self.table.play(seat, typed) {
            Ok(said) => {
                self.progress.has_moved = true;
                self.tell(&said)
            }
            Err(MoveRejected::NoMove(expected)) => self.unknown(typed, Some(seat), expected),
            Err(MoveRejected::Illegal(why)) => {
                let typed = if self.is_shared() { "this".into() } else { quoted(typed) };
                self.print(&format!("{typed} is not legal: {why}."))
            }
        }
    }

    /// Says what a word could have been that is neither move nor command.
    fn unknown(&mut self, typed: &str, seat: Option<u32>, expected: &str) -> Result<ControlFlow<()>, HostError> {
        let moves = seat.map_or(Vec::new(), |seat| self.table.moves(seat));
        let word = typed.split_whitespace().next().unwrap_or_default();
        let known = words::names().chain(moves.iter().map(String::as_str));
        let near = if self.is_shared() { None } else { nearest(word, known) };
        let typed = if self.is_shared() { "something else".into() } else { quoted(typed) };
        let hint = near.map_or("help lists the commands".into(), |nearest| format!("did you mean {nearest}?"));
        self.print(&format!("expected {expected}, found {typed}: {hint}"))
    }

    /// Tells all what has happened.
    pub(super) fn tell(&mut self, said: &[String]) -> Result<ControlFlow<()>, HostError> {
        self.is_stale = true;
        self.looking = None;
        if self.is_shared() {
            self.log.extend_from_slice(said);
            self.console.clear()?;
        }
        self.console.say(&said.join("\n"))?;
        if self.table.persons.0.is_empty() {
            self.show(None)?;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The text with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
