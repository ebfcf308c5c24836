//! The game at the table: who plays which seat, and the moves. It knows no terminal.

use std::collections::BTreeMap;
use std::sync::Arc;

use petteia_core::words::quoted;
use petteia_core::{GameResult, Outcome, RandomSource, Side};
use petteia_engine::{Engine, JobEvents, Level, Origin, Session, SessionError, ToMove, VARIANTS, Variant};
use petteia_formats::record::RESIGNATION;
use petteia_games::dixit::Dixit;
use petteia_games::dixit::deck::Deck;
use petteia_games::dixit::options::deck;

use super::seats::{HumanSeats, Seats};
use super::{dixit, hands, saved::SavedGame};
use crate::commands::{CommandFailure, INTERNAL, set_options};

/// What a game is made of.
#[derive(Clone)]
pub struct PlayConfig {
    /// The game.
    pub variant: &'static Variant,
    /// Options as `NAME=VALUE`.
    pub options: Vec<String>,
    /// The start position; the start of the game without one.
    pub start: Option<String>,
    /// Files may be read and written.
    pub files: bool,
    /// Where the events of searches go.
    pub events: JobEvents,
}

/// The option that all randomness comes from.
const SEED: &str = "Seed";

/// A game, the persons that play it, and the level of the engine.
pub struct PlayState {
    /// The engine, with the game.
    pub engine: Engine,
    /// What the game was made of.
    setup: PlayConfig,
    /// The seed that was drawn for a game with secrets, so that a saved game has the same deals.
    drawn_seed: Option<u64>,
    /// The seats of persons.
    pub persons: HumanSeats,
    /// The level of the engine.
    pub level: Level,
    /// The choices made so far in a turn of a simultaneous game.
    choices: BTreeMap<u32, String>,
    /// The game came from a file, and its seed with it.
    is_loaded: bool,
    /// The result of a game that ended by resignation or agreement.
    resigned: Option<Outcome>,
}

/// Who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nobody: the game is over.
    Nobody,
    /// The engine, for a seat.
    Engine(u32),
    /// The person on a seat.
    Person(u32),
}

/// Why a move is not played.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum MoveRejected {
    /// The word is no move of the game. The text says how moves are written.
    #[error("expected {0}")]
    NoMove(&'static str),
    /// The rules do not allow it, for this reason.
    #[error("{0}")]
    Illegal(String),
}

impl PlayState {
    /// Sets up a game.
    pub fn open(setup: PlayConfig, moves: &[&str], persons: &str, level: Level) -> Result<Self, CommandFailure> {
        let internal = |error: &dyn std::fmt::Display| (INTERNAL, error.to_string());
        let engine = Engine::new(VARIANTS, setup.variant)
            .map(|engine| engine.with_events(setup.events.clone()).with_files(setup.files));
        let mut engine = engine.map_err(|error| internal(&error))?;
        set_options(&setup.options, &mut engine)?;
        let has_seed = setup.options.iter().any(|option| is_seed(option));
        let drawn_seed = match engine.options().key {
            RandomSource::Key(key) if setup.variant.secrets && !has_seed => Some(first_number(key)),
            _ => None,
        };
        if let Some(seed) = drawn_seed {
            engine.set_option(SEED, Some(&seed.to_string())).map_err(|error| internal(&error))?;
        }
        let origin = setup.start.as_deref().map_or(Origin::Start, Origin::Fen);
        engine.set_position(origin, moves).map_err(|error| (super::REFUSED, error.to_string()))?;
        let seats = Seats::of(engine.game().map_err(|error| internal(&error))?);
        let persons = HumanSeats::read(persons, seats).map_err(|error| (super::USAGE, format!("--side: {error}")))?;
        let choices = BTreeMap::new();
        Ok(Self { engine, setup, drawn_seed, persons, level, choices, is_loaded: false, resigned: None })
    }

    /// Another game with the same persons, options and level.
    pub fn another(&self, variant: &'static Variant) -> Result<Self, CommandFailure> {
        let mut setup = PlayConfig { variant, start: None, ..self.setup.clone() };
        setup.options.retain(|option| !self.is_loaded || !is_seed(option));
        let mut fresh = Self::open(setup, &[], "none", self.level)?;
        fresh.persons = self.persons.at(fresh.seats());
        Ok(fresh)
    }

    /// The game with its moves, to be saved.
    pub fn to_saved(&self) -> SavedGame {
        let declared = self.setup.variant.options.all.iter();
        let mut options: BTreeMap<String, String> = declared
            .filter_map(|option| {
                let is_it = |given: &&String| option.is_named(option_name(given));
                let (_, value) = self.setup.options.iter().rfind(is_it)?.split_once('=')?;
                // The folder of endgame databases is one of this machine.
                (option.name != "TablebasePath").then(|| (option.name.to_owned(), value.to_owned()))
            })
            .collect();
        let given = self.setup.options.iter().rfind(|given| is_seed(given));
        let seed = given.and_then(|given| Some(given.split_once('=')?.1.to_owned()));
        let seed = seed.or(self.drawn_seed.map(|seed| seed.to_string()));
        options.extend(seed.map(|seed| (SEED.to_owned(), seed)));
        SavedGame {
            variant: self.setup.variant.name.into(),
            options,
            files: self.engine.options().fingerprints(),
            start: self.setup.start.clone(),
            moves: self.game().played_moves(),
            result: self.result(),
            reason: self.end_reason().map(str::to_owned),
            side: Some(self.persons.to_string()),
            level: Some(self.level),
        }
    }

    /// Sets up a saved game, with the options of this table that are not of the game.
    pub fn from_saved(setup: &PlayConfig, saved: &SavedGame, level: Level) -> Result<Self, String> {
        let variant = Variant::find(VARIANTS, &saved.variant).ok_or_else(|| {
            let names: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
            format!("variant: expected one of {}, found {}", names.join(" "), quoted(&saved.variant))
        })?;
        let affects_game = |given: &str| {
            let mut declared = VARIANTS.iter().flat_map(|variant| variant.options.all);
            let name = option_name(given);
            is_seed(given) || declared.any(|option| option.is_named(name) && name != "TablebasePath")
        };
        if let Some(name) = saved.options.keys().find(|name| !affects_game(name)) {
            return Err(format!("options: expected options of the game, found {}", quoted(name)));
        }
        let own = setup.options.iter().filter(|given| !affects_game(given)).cloned();
        let options = own.chain(saved.options.iter().map(|(name, value)| format!("{name}={value}"))).collect();
        let setup = PlayConfig { variant, options, start: saved.start.clone(), ..setup.clone() };
        let moves: Vec<&str> = saved.moves.iter().map(String::as_str).collect();
        let level = saved.level.unwrap_or(level);
        let side = saved.side.as_deref().unwrap_or("first");
        let mut table = Self::open(setup, &moves, "none", level).map_err(|(_, error)| error)?;
        table.engine.options().check_files(&saved.files).map_err(|error| format!("options: {error}"))?;
        table.persons = HumanSeats::read(side, table.seats()).map_err(|error| format!("side: {error}"))?;
        table.is_loaded = true;
        table.resigned = saved.resignation(table.game().result().as_ref(), table.colours())?;
        Ok(table)
    }

    /// What the game was made of.
    pub fn setup(&self) -> &PlayConfig {
        &self.setup
    }

    /// The game.
    pub fn game(&self) -> &dyn Session {
        // The table never drops its position.
        self.engine.game().expect("a table keeps its position")
    }

    /// The seats.
    pub fn seats(&self) -> Seats {
        Seats::of(self.game())
    }

    /// Whether the game is one of two colours.
    pub fn colours(&self) -> bool {
        !matches!(self.game().turn(), ToMove::Seats(_))
    }

    /// Whether several persons play who have secrets from each other.
    pub fn is_shared(&self) -> bool {
        self.setup.variant.secrets && self.persons.0.len() > 1
    }

    /// The result, once the game is over.
    pub fn result(&self) -> Option<GameResult> {
        self.resigned.map(GameResult::from).or_else(|| self.game().result())
    }

    /// Why the game is over, as the protocol names it.
    fn end_reason(&self) -> Option<&'static str> {
        match self.resigned {
            Some(Outcome::Draw) => Some("agreement"),
            Some(_) => Some(RESIGNATION),
            None => self.game().reason(),
        }
    }

    /// The result as a sentence.
    pub fn ending(&self) -> Option<String> {
        let (result, seats) = (self.result()?, self.seats());
        let why = self.end_reason().unwrap_or("none");
        let scores: Vec<String> = self.game().scores().iter().map(ToString::to_string).collect();
        let who = match &result {
            GameResult::Sides(Outcome::Win(side)) => format!("{} wins", seats.name(*side as u32 + 1)),
            GameResult::Sides(Outcome::Draw) => "draw".into(),
            winners @ GameResult::Seats(_) => format!("{winners} won"),
        };
        Some(format!("The game is over: {who} ({why}). Score: {}.", scores.join(" - ")))
    }

    /// Who is to act.
    pub fn next(&self) -> Next {
        if self.result().is_some() {
            return Next::Nobody;
        }
        let who = |seat| if self.persons.have(seat) { Next::Person(seat) } else { Next::Engine(seat) };
        let waiting: Vec<u32> = match self.game().turn() {
            ToMove::Side(_) => vec![if self.game().p1_turn() { 1 } else { 2 }],
            ToMove::Both => self.seats().all().filter(|seat| !self.choices.contains_key(seat)).collect(),
            ToMove::Seats(seats) => seats,
        };
        // Engines first: then persons see what all others have done.
        let engine = waiting.iter().copied().find(|&seat| !self.persons.have(seat));
        engine.or(waiting.first().copied()).map_or(Next::Nobody, who)
    }

    /// The legal moves of a seat that is to act, as persons type them.
    pub fn moves(&self, seat: u32) -> Vec<String> {
        let moves = self.game().moves(self.search_seat(seat)).unwrap_or_default();
        if self.colours() { moves } else { moves.iter().map(|word| hands::offered(word)).collect() }
    }

    /// A move as persons type it.
    pub fn as_typed(&self, word: &str) -> String {
        if self.colours() { word.into() } else { hands::typed(word) }
    }

    /// The seat that a search is told.
    pub fn search_seat(&self, seat: u32) -> Option<u32> {
        (!matches!(self.game().turn(), ToMove::Side(_))).then_some(seat)
    }

    /// Plays a move of a seat. Returns what all see of it, in lines; none as long as it is a secret.
    ///
    /// # Errors
    /// It is not legal; then nothing changes.
    pub fn play(&mut self, seat: u32, typed: &str) -> Result<Vec<String>, MoveRejected> {
        match self.game().turn() {
            ToMove::Side(_) => {
                let effects = self.game().effects(typed).map_err(refusal)?;
                self.play_word(&effects.played)?;
                let what = effects.effects.join("; ");
                let by = self.seats().name(seat);
                let colon = if what.is_empty() { "" } else { ": " };
                Ok(vec![format!("{by} plays {}{colon}{what}", effects.played)])
            }
            ToMove::Both => self.choose(seat, typed),
            ToMove::Seats(_) => {
                let before = self.game().fen();
                let form = hands::form(&before);
                let word = hands::action(typed, seat);
                if !hands::is_timely(&word, &before) {
                    return Err(MoveRejected::NoMove(form));
                }
                let played = self.game().check_action(Some(seat), &word);
                let played = played.map_err(|error| match refusal(error) {
                    MoveRejected::NoMove(_) => MoveRejected::NoMove(form),
                    illegal @ MoveRejected::Illegal(_) => illegal,
                })?;
                let effects = self.game().effects(&played).map_err(refusal)?;
                self.play_word(&played)?;
                Ok(hands::event(&effects.played, seat, &effects.effects, &before, &self.deck()))
            }
        }
    }

    fn play_word(&mut self, word: &str) -> Result<(), MoveRejected> {
        self.engine.play(&[word]).map_err(|error| MoveRejected::Illegal(error.to_string()))
    }

    /// Makes the choice of a side. The second choice of a turn carries both out.
    fn choose(&mut self, seat: u32, typed: &str) -> Result<Vec<String>, MoveRejected> {
        if typed.contains('/') {
            return Err(MoveRejected::Illegal("each side makes a choice of its own".into()));
        }
        let choice = self.game().check_action(Some(seat), typed).map_err(refusal)?;
        self.choices.insert(seat, choice);
        let (Some(first), Some(second)) = (self.choices.get(&1), self.choices.get(&2)) else { return Ok(Vec::new()) };
        let played = format!("{first}/{second}");
        let effects = self.game().effects(&played).map_err(refusal)?.effects;
        let seats = self.seats();
        let both = format!("{} plays {first}, {} plays {second}", seats.name(1), seats.name(2));
        self.play_word(&played)?;
        self.choices.clear();
        Ok([both].into_iter().chain(effects.into_iter().map(|effect| format!("  {effect}"))).collect())
    }

    /// Takes back to the last choice of a person; without persons, or before their first choice, one move. Returns the
    /// number of moves.
    ///
    /// # Errors
    /// There is none.
    pub fn undo(&mut self) -> Result<usize, String> {
        if self.resigned.take().is_some() || !std::mem::take(&mut self.choices).is_empty() {
            return Ok(0);
        }
        let line = self.game().played_moves();
        let mut back = 0;
        while let Some(word) = line.len().checked_sub(back + 1).map(|i| &line[i]) {
            self.engine.undo(1).map_err(|error| error.to_string())?;
            back += 1;
            let is_of_person = match self.game().turn() {
                ToMove::Side(_) => self.persons.have(if self.game().p1_turn() { 1 } else { 2 }),
                ToMove::Both => true,
                ToMove::Seats(acting) => hands::actor(word, &acting).is_some_and(|seat| self.persons.have(seat)),
            };
            if is_of_person || self.persons.0.is_empty() {
                return Ok(back);
            }
        }
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        self.engine.play(&words).map_err(|error| error.to_string())?;
        Err("nothing to undo".into())
    }

    /// Gives the game up for a seat.
    ///
    /// # Errors
    /// The game is over, or has more than two sides.
    pub fn resign(&mut self, seat: u32) -> Result<(), String> {
        if self.result().is_some() {
            return Err("the game is over".into());
        }
        if !self.colours() {
            return Err("expected a game of two sides, found one of several seats".into());
        }
        self.resigned = Some(Outcome::Win(if seat == 1 { Side::Second } else { Side::First }));
        Ok(())
    }

    /// What a seat sees: the board, or the table and its own hand. Without a seat it is everything.
    pub fn view(&self, seat: Option<u32>) -> String {
        let seen = |seat: u32| Some((seat, Dixit::read_fen(&self.game().observe(seat).ok()?, self.deck().len()).ok()?));
        match seat.and_then(seen) {
            Some((seat, seen)) => dixit::view(&seen, &self.deck(), seat),
            None => self.game().diagram(),
        }
    }

    /// The deck of a game of cards.
    pub fn deck(&self) -> Arc<Deck> {
        deck(&self.engine.options().game_options())
    }
}

/// The name of an option from `NAME=VALUE`.
fn option_name(given: &str) -> &str {
    given.split('=').next().unwrap_or_default().trim()
}

/// Whether `NAME=VALUE` sets the seed.
fn is_seed(given: &str) -> bool {
    option_name(given).eq_ignore_ascii_case(SEED)
}

/// A number of 63 bits from a key.
fn first_number(key: [u8; 32]) -> u64 {
    key[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte)) >> 1
}

fn refusal(error: SessionError) -> MoveRejected {
    match error {
        SessionError::Syntax { expected, .. } => MoveRejected::NoMove(expected),
        SessionError::Illegal { why, .. } => MoveRejected::Illegal(why),
        error => MoveRejected::Illegal(error.to_string()),
    }
}
