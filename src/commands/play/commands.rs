//! What the commands of a person do.

use std::ops::ControlFlow;
use std::path::Path;

use petteia_analysis::archive::report::shown;
use petteia_core::words::quoted;
use petteia_draw::{Options, svg};
use petteia_engine::{Level, SearchInfo, VARIANTS, Variant, nearest, picture};
use petteia_files::replace;

use super::dixit;
use super::host::{GameLoop, HostError};
use super::leaving::Progress;
use super::rules;
use super::saved::SavedGame;
use super::seats::HumanSeats;
use super::table::{Next, PlayState};
use super::text;
use super::thinking::Thought;
use super::words::{self, Command};

/// Moves that `moves` lists at most.
const LISTED: usize = 200;
/// Moves of a line that is shown.
const LONGEST_LINE: usize = 6;

impl GameLoop<'_> {
    /// Does what a command says. `seat` is the person that is to act.
    pub(super) fn carry_out(&mut self, command: Command, seat: Option<u32>) -> Result<ControlFlow<()>, HostError> {
        let said = match command {
            Command::Hint => return self.hint(seat),
            Command::Eval => return self.eval(seat),
            Command::Go => return self.go(seat),
            Command::Moves(beginning) => self.list(seat, beginning),
            Command::Level(number) => self.level(number),
            Command::Side(word) => self.side(word),
            Command::Flip => self.flip(),
            Command::Undo => self.undo(),
            Command::Resign => self.resign(seat),
            Command::New(name) => self.begin(name),
            Command::Save(file) => self.save(Path::new(file), seat),
            Command::Load(file) => self.load(Path::new(file)),
            Command::Board => {
                self.is_stale = true;
                self.show(seat)?;
                Ok(String::new())
            }
            Command::Rules => Ok(rules::of(self.table.setup().variant.name)),
            Command::Analyse => self.analyse(),
            Command::Status(word) => self.set_status(word),
            Command::Card(number) => self.card(number),
            Command::Help => Ok(words::help().join("\n")),
            Command::Quit => return self.leave(false),
        };
        self.print(&said.unwrap_or_else(|error| error))
    }

    /// Why no person is to act.
    fn nobody(&self) -> &'static str {
        if self.table.next() == Next::Nobody { "the game is over" } else { "it is the turn of the engine" }
    }

    fn hint(&mut self, seat: Option<u32>) -> Result<ControlFlow<()>, HostError> {
        let Some(seat) = seat else { return self.print(self.nobody()) };
        let Thought { word, info, .. } = self.advice(seat)?;
        let typed = self.table.as_typed(&word);
        let reason = info.map_or(String::new(), |info| format!(" ({})", reason(&info)));
        self.print(&format!("a good move: {typed}{reason}"))
    }

    /// What the engine thinks of the position, at full strength.
    fn advice(&mut self, seat: u32) -> Result<Thought, HostError> {
        self.think(seat, Level::FULL, Level::hint_nodes(&self.table.game().turn()))
    }

    /// The score of the position, for the side to move.
    fn eval(&mut self, seat: Option<u32>) -> Result<ControlFlow<()>, HostError> {
        let Some(seat) = seat else { return self.print(self.nobody()) };
        if !self.table.colours() {
            return self.print("this game has no evaluation");
        }
        let thought = self.advice(seat)?;
        let said = thought.info.map_or("no score".into(), |info| reason(&info));
        let who = self.table.seats().name(seat);
        self.print(&format!("{said}, for {who}"))
    }

    fn go(&mut self, seat: Option<u32>) -> Result<ControlFlow<()>, HostError> {
        self.is_paused = false;
        match (seat, self.table.next()) {
            (Some(seat), _) => {
                self.progress.has_moved = true;
                self.engine_moves(seat)
            }
            (None, Next::Engine(seat)) => self.engine_moves(seat),
            _ => self.print(self.nobody()),
        }
    }

    fn list(&self, seat: Option<u32>, beginning: Option<&str>) -> Result<String, String> {
        let moves = self.table.moves(seat.ok_or_else(|| self.nobody())?);
        let found = text::beginning_with(&moves, beginning.unwrap_or_default());
        let mut listed: Vec<&str> = found.iter().take(LISTED).map(|word| word.trim_end()).collect();
        let more = found.len() - listed.len();
        let rest = format!("and {more} more: moves BEGINNING lists some of them");
        listed.extend((more > 0).then_some(rest.as_str()));
        let between = if self.table.colours() { " " } else { ", " };
        Ok(format!("{} legal moves:\n{}", found.len(), listed.join(between)))
    }

    fn card(&self, number: &str) -> Result<String, String> {
        if self.table.colours() {
            return Err("this game has no cards".into());
        }
        dixit::describe(number, &self.table.deck())
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
            self.seat_persons(HumanSeats::read(word, seats)?)?;
        }
        let persons = &self.table.persons.0;
        Ok(if persons.is_empty() {
            "the engine plays all sides".into()
        } else {
            format!("you are {}", seats.names(persons))
        })
    }

    fn flip(&mut self) -> Result<String, String> {
        self.seat_persons(self.table.persons.flipped(self.table.seats()))?;
        self.side(None)
    }

    /// Gives seats to persons, unless the terminal would show their secrets.
    fn seat_persons(&mut self, persons: HumanSeats) -> Result<(), String> {
        let before = std::mem::replace(&mut self.table.persons, persons);
        if let Err(error) = self.check_secrecy(&self.table) {
            self.table.persons = before;
            return Err(error);
        }
        self.looking = None;
        Ok(())
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
        self.table.resign(seat.ok_or_else(|| self.nobody())?)?;
        Ok(String::new())
    }

    fn begin(&mut self, name: Option<&str>) -> Result<String, String> {
        let variant = match name {
            None => self.table.setup().variant,
            Some(name) => Variant::find(VARIANTS, name).ok_or_else(|| no_game(name))?,
        };
        let table = self.table.another(variant).map_err(|(_, error)| error)?;
        self.sit_down_at(table)?;
        Ok(format!("a new game of {}", variant.name))
    }

    fn save(&mut self, file: &Path, seat: Option<u32>) -> Result<String, String> {
        if !self.table.setup().files {
            return Err("file access is disabled by --no-files".into());
        }
        if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
            return self.draw(file, seat);
        }
        self.table.to_saved().write(file)?;
        self.progress = Progress::since(&self.table);
        Ok(format!("saved as {}", file.display()))
    }

    /// Draws the position, as a seat sees it where hands are hidden.
    fn draw(&self, file: &Path, seat: Option<u32>) -> Result<String, String> {
        let persons = &self.table.persons.0;
        let viewer = match seat.or(persons.first().copied().filter(|_| persons.len() == 1)) {
            _ if self.table.colours() => None,
            Some(seat) => Some(seat),
            None => return Err("it is the turn of nobody who may see a hand".into()),
        };
        let picture = picture(self.table.game(), self.table.setup().variant.name, viewer, None);
        let text = svg(&picture.map_err(|error| error.to_string())?, &Options::default());
        replace(file, text.as_bytes()).map_err(|error| error.to_string())?;
        Ok(format!("drawn as {}", file.display()))
    }

    fn load(&mut self, file: &Path) -> Result<String, String> {
        self.sit_down_at(load(&self.table, file)?)?;
        Ok(format!("{}, after {} moves", self.table.setup().variant.name, self.table.game().played_moves().len()))
    }

    /// Goes on with another game, unless the terminal would show its secrets.
    fn sit_down_at(&mut self, table: PlayState) -> Result<(), String> {
        self.check_secrecy(&table)?;
        self.table = table;
        (self.is_stale, self.shown, self.looking, self.is_paused) = (true, None, None, false);
        self.progress = Progress::since(&self.table);
        self.status = self.status.restarted();
        self.log.clear();
        self.read.clear();
        Ok(())
    }
}

/// The score of a search and its line.
fn reason(info: &SearchInfo<String>) -> String {
    format!("score {}, line {}", shown(info.score), info.pv[..info.pv.len().min(LONGEST_LINE)].join(" "))
}

/// The game of a file, at a table like this one.
///
/// # Errors
/// The file cannot be read, or the rules do not allow what it says.
pub fn load(table: &PlayState, file: &Path) -> Result<PlayState, String> {
    if !table.setup().files {
        return Err("file access is disabled by --no-files".into());
    }
    let saved = SavedGame::read(file)?;
    PlayState::from_saved(table.setup(), &saved, table.level).map_err(|error| format!("{}: {error}", file.display()))
}

fn no_game(name: &str) -> String {
    let names = VARIANTS.iter().flat_map(Variant::names);
    let hint = nearest(name, names).map_or(String::new(), |nearest| format!(": did you mean {nearest}?"));
    let games: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
    format!("expected a game, one of {}, found {}{hint}", games.join(" "), quoted(name))
}
