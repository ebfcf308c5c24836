//! The loop of a game: asks persons, lets the engine think, shows what happens.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use petteia::engine::{EngineError, JobEvent, Limits, Variant};
use petteia::game::words::quoted;
use petteia::variants::VARIANTS;

use super::console::{Console, Question, Typed};
use super::diagram::Diagram;
use super::level::Level;
use super::saved::SavedGame;
use super::seats::Persons;
use super::table::{Next, Refusal, Table};
use super::text;
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
    /// A fault of the engine.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// A search ended without a move.
    #[error("wanted a move, found {0}")]
    NoMove(String),
}

/// A search shows that it thinks after this time.
const LONG: Duration = Duration::from_secs(1);
/// Moves that `moves` lists at most.
const LISTED: usize = 200;

/// A game with its console.
pub struct Host<'a> {
    table: Table,
    console: &'a mut dyn Console,
    events: Receiver<Event>,
    /// A search is running, and Ctrl-C stops it.
    thinks: Arc<AtomicBool>,
    /// The board as it was shown last.
    shown: Option<Diagram>,
    /// Something has happened since.
    is_stale: bool,
    /// Somebody has interrupted a game of the engine with itself.
    is_paused: bool,
    /// The last line was Ctrl-C.
    interrupts: bool,
    /// The seat that may look at the screen, where persons have secrets from each other.
    looking: Option<u32>,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Quit,
}

type Went = Result<Flow, HostError>;

impl<'a> Host<'a> {
    /// A host of this game. `thinks` is true as long as Ctrl-C is to send an event.
    pub fn new(table: Table, console: &'a mut dyn Console, events: Receiver<Event>, thinks: Arc<AtomicBool>) -> Self {
        Self {
            table,
            console,
            events,
            thinks,
            shown: None,
            is_stale: true,
            is_paused: false,
            interrupts: false,
            looking: None,
        }
    }

    /// Plays until the person leaves or the input ends.
    pub fn run(mut self) -> Result<(), HostError> {
        self.introduce()?;
        let mut is_over = false;
        loop {
            let next = self.table.next();
            let was_over = std::mem::replace(&mut is_over, next == Next::Nobody);
            let flow = match next {
                Next::Nobody => {
                    if !was_over {
                        self.show(None)?;
                        let ending = self.table.ending().unwrap_or_default();
                        self.console.say(&format!("{ending} (new, undo, save or quit)"))?;
                    }
                    self.ask(None)?
                }
                Next::Engine(seat) if self.is_paused => self.ask_paused(seat)?,
                Next::Engine(seat) => self.engine_moves(seat)?,
                Next::Person(seat) => self.ask_person(seat)?,
            };
            if flow == Flow::Quit {
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

    fn describe_level(&self) -> String {
        self.table.level.describe(&self.table.game().turn())
    }

    /// Shows the board, or what a seat sees, unless nothing has happened since it was shown.
    fn show(&mut self, seat: Option<u32>) -> io::Result<()> {
        if !std::mem::take(&mut self.is_stale) {
            return Ok(());
        }
        let text = self.table.view(seat);
        if !self.table.colours() {
            return self.console.say(&text);
        }
        let diagram = Diagram::read(&text);
        let drawn = diagram.draw(self.shown.as_ref(), self.console.look());
        self.shown = Some(diagram);
        self.console.write(&drawn)
    }

    /// Whether the persons at this keyboard have secrets from each other.
    fn is_shared(&self) -> bool {
        self.console.is_terminal() && self.table.secrets() && self.table.persons.0.len() > 1
    }

    /// Asks a person for a move or a command.
    fn ask_person(&mut self, seat: u32) -> Went {
        if self.is_shared() && self.looking != Some(seat) {
            self.console.clear()?;
            let name = self.table.seats().name(seat);
            let prompt = format!("{}: press Enter when the others look away ", capital(&name));
            if let Some(flow) = self.wait(prompt)? {
                return Ok(flow);
            }
            self.looking = Some(seat);
            self.is_stale = true;
        }
        self.show(Some(seat))?;
        self.ask(Some(seat))
    }

    /// Waits for Enter. Returns how the game goes on if something else came.
    fn wait(&mut self, prompt: String) -> Result<Option<Flow>, HostError> {
        match self.console.ask(Question { prompt, ..Question::default() })? {
            Typed::Line(line) if line.trim().is_empty() => Ok(None),
            Typed::Line(line) => self.obey(&line, None).map(Some),
            other => self.other(other).map(Some),
        }
    }

    fn ask_paused(&mut self, seat: u32) -> Went {
        self.show(None)?;
        if let Some(flow) = self.wait("paused (Enter goes on)> ".into())? {
            return Ok(flow);
        }
        self.is_paused = false;
        self.engine_moves(seat)
    }

    /// Asks for a line and does what it says.
    fn ask(&mut self, seat: Option<u32>) -> Went {
        let is_secret = seat.is_some() && self.is_shared();
        let prompt = match seat {
            Some(seat) => format!("{}> ", self.table.seats().name(seat)),
            None => "> ".into(),
        };
        let words = if is_secret || !self.console.is_terminal() { Vec::new() } else { self.completions(seat) };
        match self.console.ask(Question { prompt, words, is_secret })? {
            Typed::Line(line) => self.obey(&line, seat),
            other => self.other(other),
        }
    }

    /// What completion offers: moves, and commands with the words behind them.
    fn completions(&self, seat: Option<u32>) -> Vec<String> {
        let mut words = seat.map_or(Vec::new(), |seat| self.table.moves(seat));
        words.extend(words::names().map(String::from));
        words.extend((1..=Level::HIGHEST).map(|level| format!("level {level}")));
        words.extend(["first", "second", "both", "none"].map(|side| format!("side {side}")));
        words.extend(VARIANTS.iter().map(|variant| format!("new {}", variant.name)));
        words
    }

    /// What is no line.
    fn other(&mut self, typed: Typed) -> Went {
        match typed {
            Typed::Interrupt if !std::mem::replace(&mut self.interrupts, true) => {
                self.console.say("Ctrl-C again, Ctrl-D or quit leaves the game.")?;
                Ok(Flow::On)
            }
            Typed::Interrupt | Typed::End => Ok(Flow::Quit),
            Typed::Refused(error) => self.complain(&error),
            Typed::Line(_) => Ok(Flow::On),
        }
    }

    fn complain(&mut self, error: &str) -> Went {
        self.console.say(error)?;
        Ok(Flow::On)
    }

    fn obey(&mut self, line: &str, seat: Option<u32>) -> Went {
        self.interrupts = false;
        match Request::read(line) {
            Ok(Request::Empty) => Ok(Flow::On),
            Ok(Request::Command(Command::Quit)) => Ok(Flow::Quit),
            Ok(Request::Command(command)) => self.carry_out(command, seat),
            Ok(Request::Words(words)) => match seat {
                Some(seat) => self.person_moves(seat, words),
                None => self.unknown(words, seat, "a command"),
            },
            Err(error) => self.complain(&error),
        }
    }

    fn person_moves(&mut self, seat: u32, typed: &str) -> Went {
        match self.table.play(seat, typed) {
            Ok(said) => self.tell(&said),
            Err(Refusal::NoMove(wanted)) => self.unknown(typed, Some(seat), wanted),
            Err(Refusal::Illegal(why)) => {
                let typed = if self.is_shared() { "this".into() } else { quoted(typed) };
                self.complain(&format!("{typed} is not legal: {why}."))
            }
        }
    }

    /// Says what a word could have been that is neither move nor command.
    fn unknown(&mut self, typed: &str, seat: Option<u32>, wanted: &str) -> Went {
        let moves = seat.map_or(Vec::new(), |seat| self.table.moves(seat));
        let word = typed.split_whitespace().next().unwrap_or_default();
        let known = words::names().chain(moves.iter().map(String::as_str));
        let nearest = if self.is_shared() { None } else { words::nearest(word, known) };
        let typed = if self.is_shared() { "something else".into() } else { quoted(typed) };
        let hint = nearest.map_or("help lists the commands".into(), |nearest| format!("did you mean {nearest}?"));
        self.complain(&format!("wanted {wanted}, found {typed}: {hint}"))
    }

    /// Tells all what has happened.
    fn tell(&mut self, said: &[String]) -> Went {
        self.is_stale = true;
        self.looking = None;
        if self.is_shared() {
            self.console.clear()?;
        }
        self.console.say(&said.join("\n"))?;
        if self.table.persons.0.is_empty() {
            self.show(None)?;
        }
        Ok(Flow::On)
    }

    fn engine_moves(&mut self, seat: u32) -> Went {
        let limits = self.table.level.limits(&self.table.game().turn());
        let (word, was_stopped) = self.think(seat, limits)?;
        self.is_paused = was_stopped && self.table.persons.0.is_empty();
        let said = self.table.play(seat, &word).map_err(|error| HostError::NoMove(format!("{word}: {error:?}")))?;
        self.tell(&said)
    }

    /// Searches for a seat. Returns the move, and whether Ctrl-C ended the search.
    fn think(&mut self, seat: u32, limits: Limits) -> Result<(String, bool), HostError> {
        // Interrupts of the last search that came after its end.
        while self.events.try_recv().is_ok() {}
        self.thinks.store(true, Ordering::SeqCst);
        let search_seat = self.table.search_seat(seat);
        self.table.engine.search(search_seat, &[], limits)?;
        let (mut was_stopped, mut is_shown) = (false, false);
        let end = loop {
            let is_silent = is_shown || !self.console.is_terminal();
            let timeout = if is_silent { Duration::MAX } else { LONG };
            match self.events.recv_timeout(timeout) {
                Ok(Event::Job(JobEvent::Ended(end))) => break end,
                Ok(Event::Job(JobEvent::Update(_))) => {}
                Ok(Event::Interrupt) => {
                    was_stopped = true;
                    self.table.engine.stop();
                }
                Err(RecvTimeoutError::Timeout) => {
                    is_shown = true;
                    self.console.say("thinking ... (Ctrl-C plays the move found so far)")?;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(HostError::NoMove("no search".into())),
            }
        };
        self.thinks.store(false, Ordering::SeqCst);
        if let Some(error) = self.table.engine.finish_job().into_iter().next() {
            return Err(error.into());
        }
        let answer = end.into_best_move();
        let word = answer.best.ok_or_else(|| HostError::NoMove(answer.fault.unwrap_or_else(|| "none".into())))?;
        Ok((word, was_stopped))
    }

    fn carry_out(&mut self, command: Command, seat: Option<u32>) -> Went {
        let said = match command {
            Command::Hint => return self.hint(seat),
            Command::Go => return self.go(seat),
            Command::Moves(beginning) => self.list(seat, beginning),
            Command::Level(number) => self.level(number),
            Command::Side(word) => self.side(word),
            Command::Flip => self.flip(),
            Command::Undo => self.undo(),
            Command::Resign => self.resign(seat),
            Command::New(name) => self.begin(name),
            Command::Save(file) => self.save(Path::new(file)),
            Command::Load(file) => self.load(Path::new(file)),
            Command::Board => {
                self.is_stale = true;
                self.show(seat)?;
                Ok(String::new())
            }
            Command::Help => Ok(words::help().join("\n")),
            Command::Quit => return Ok(Flow::Quit),
        };
        self.complain(&said.unwrap_or_else(|error| error))
    }

    fn hint(&mut self, seat: Option<u32>) -> Went {
        let Some(seat) = seat else { return self.complain("the game is over") };
        let level = self.table.level.max(Level::OF_HINTS);
        let (word, _) = self.think(seat, level.limits(&self.table.game().turn()))?;
        let typed = self.table.as_typed(&word);
        self.complain(&format!("a good move: {typed}"))
    }

    fn go(&mut self, seat: Option<u32>) -> Went {
        self.is_paused = false;
        match (seat, self.table.next()) {
            (Some(seat), _) | (None, Next::Engine(seat)) => self.engine_moves(seat),
            _ => self.complain("the game is over"),
        }
    }

    fn list(&self, seat: Option<u32>, beginning: Option<&str>) -> Result<String, String> {
        let moves = self.table.moves(seat.ok_or("the game is over")?);
        let found = text::beginning_with(&moves, beginning.unwrap_or_default());
        let mut listed: Vec<&str> = found.iter().take(LISTED).map(|word| word.trim_end()).collect();
        let more = found.len() - listed.len();
        let rest = format!("and {more} more: moves BEGINNING lists some of them");
        listed.extend((more > 0).then_some(rest.as_str()));
        let between = if self.table.colours() { " " } else { ", " };
        Ok(format!("{} legal moves:\n{}", found.len(), listed.join(between)))
    }

    fn level(&mut self, number: Option<&str>) -> Result<String, String> {
        if let Some(number) = number {
            self.table.level = Level::read(number)?;
        }
        Ok(self.describe_level())
    }

    fn side(&mut self, word: Option<&str>) -> Result<String, String> {
        let seats = self.table.seats();
        if let Some(word) = word {
            self.table.persons = Persons::read(word, seats)?;
            self.looking = None;
        }
        let persons = &self.table.persons.0;
        Ok(if persons.is_empty() {
            "the engine plays all sides".into()
        } else {
            format!("you are {}", seats.names(persons))
        })
    }

    fn flip(&mut self) -> Result<String, String> {
        self.table.persons = self.table.persons.flipped(self.table.seats());
        self.looking = None;
        self.side(None)
    }

    fn undo(&mut self) -> Result<String, String> {
        let back = self.table.undo()?;
        (self.is_stale, self.shown, self.looking) = (true, None, None);
        Ok(match back {
            0 => "taken back".into(),
            1 => "1 move taken back".into(),
            _ => format!("{back} moves taken back"),
        })
    }

    fn resign(&mut self, seat: Option<u32>) -> Result<String, String> {
        self.table.resign(seat.ok_or("the game is over")?)?;
        Ok(String::new())
    }

    fn begin(&mut self, name: Option<&str>) -> Result<String, String> {
        let variant = match name {
            None => self.table.setup().variant,
            Some(name) => Variant::find(VARIANTS, name).ok_or_else(|| no_game(name))?,
        };
        self.table.begin(variant).map_err(|(_, error)| error)?;
        self.refresh();
        Ok(format!("a new game of {}", variant.name))
    }

    fn save(&self, file: &Path) -> Result<String, String> {
        if !self.table.setup().files {
            return Err("wanted no file, since --no-files takes files away, found one".into());
        }
        self.table.to_saved().write(file)?;
        Ok(format!("saved as {}", file.display()))
    }

    fn load(&mut self, file: &Path) -> Result<String, String> {
        self.table = load(&self.table, file)?;
        self.refresh();
        Ok(format!("{}, after {} moves", self.table.setup().variant.name, self.table.game().line().len()))
    }

    /// Another game is at the table.
    fn refresh(&mut self) {
        (self.is_stale, self.shown, self.looking, self.is_paused) = (true, None, None, false);
    }
}

/// The game of a file, at a table like this one.
///
/// # Errors
/// The file cannot be read, or the rules do not allow what it says.
pub fn load(table: &Table, file: &Path) -> Result<Table, String> {
    if !table.setup().files {
        return Err("wanted no file, since --no-files takes files away, found one".into());
    }
    let saved = SavedGame::read(file)?;
    Table::from_saved(table.setup(), &saved, table.level).map_err(|error| format!("{}: {error}", file.display()))
}

fn no_game(name: &str) -> String {
    let names = VARIANTS.iter().flat_map(Variant::names);
    let nearest = words::nearest(name, names).map_or(String::new(), |nearest| format!(": did you mean {nearest}?"));
    let games: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
    format!("wanted a game, one of {}, found {}{nearest}", games.join(" "), quoted(name))
}

/// The text with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
