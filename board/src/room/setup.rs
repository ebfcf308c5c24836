//! What a room is created with, and the events of its games. Both stand in its journal.

use std::sync::Arc;

use petteia_core::options::{OptionKind, OptionValues};
use petteia_core::{GameOptions, RandomSource};
use petteia_engine::{
    GameKind, GameSetup, Level, OptionError, SEED, Session, VARIANTS, Variant, new_key, recorded_options,
};
use petteia_games::dixit::options::DECK;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::frame::{ClockSetup, Create, Refusal, SeatRequest, clean_name};
use crate::deck::TableDeck;
use crate::secret;

/// The format of a journal. Another format is not read.
pub const FORMAT: u32 = 1;
/// The option with the number of seats, which the seats of a room tell.
const SEATS: &str = "Seats";
/// Most seats of a room.
const MOST_SEATS: usize = 16;
/// Longest time of a clock in milliseconds.
const LONGEST_CLOCK: u64 = 30 * 24 * 60 * 60 * 1_000;

/// What a room is created with.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Setup {
    pub format: u32,
    pub id: String,
    pub variant: String,
    pub options: Vec<(String, String)>,
    /// The fingerprint of the deck, if it is that of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<String>,
    /// That deck.
    #[serde(skip)]
    pub cards: Option<Arc<TableDeck>>,
    pub fen: Option<String>,
    pub clock: Option<ClockSetup>,
    /// The key of all chance, in hexadecimal digits.
    pub key: String,
    pub players: Vec<PlayerSetup>,
}

/// A player: who has a seat, in the first game the one with the same index.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PlayerSetup {
    Open,
    Person { token: String, name: String },
    Engine { level: u8 },
}

/// Something that changes a room for good.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "e", rename_all = "lowercase")]
pub enum Event {
    /// A person comes for the first time, to an open seat with a new token.
    Come { player: usize, token: Option<String>, name: Option<String> },
    /// A player is called otherwise.
    Name { player: usize, name: String },
    /// A player moves, orders, gives or votes.
    Act { player: usize, word: String },
    /// Moves are taken back.
    Undo { plies: usize },
    /// A game of two players ends otherwise than by its rules.
    End { winner: Option<u32>, reason: String },
    /// An engine plays on for a player.
    Replace { player: usize, level: u8 },
    /// The next game begins.
    Rematch { key: String },
}

/// A room has begun with another deck than the server has now.
#[derive(Clone, Debug, thiserror::Error)]
#[error("expected the deck with the fingerprint {expected}, which the game began with, found {found}; see --deck")]
pub struct OtherDeck {
    expected: String,
    found: String,
}

/// A key of chance as text.
pub fn key_text() -> Result<String, Refusal> {
    let key = new_key().map_err(|error| Refusal::new("internal", error.to_string()))?;
    Ok(key.to_string())
}

impl Setup {
    /// The setup of a room that somebody asks for.
    ///
    /// # Errors
    /// There is no such game, or it cannot be played so.
    pub fn new(request: Create, id: String, server: Option<&Arc<TableDeck>>) -> Result<Self, Refusal> {
        let Create { variant, options, deck, fen, seats, clock, .. } = request;
        let found = Variant::find(VARIANTS, &variant);
        let variant = found.ok_or_else(|| Refusal::new("bad-option", "expected a game that the server has"))?;
        let options = read_options(variant, options, seats.len())?;
        let players = seats.into_iter().map(read_seat).collect::<Result<_, _>>()?;
        let cards = if deck { Some(deck_for(variant, server)?) } else { None };
        let deck = cards.as_ref().map(|cards| cards.fingerprint());
        let variant = variant.name.to_owned();
        let setup = Self { format: FORMAT, id, variant, options, deck, cards, fen, clock, key: key_text()?, players };
        let session = setup.open(&setup.key)?;
        let seats = if session.kind() == GameKind::Party { session.scores().len() } else { 2 };
        if setup.players.len() != seats {
            let found = setup.players.len();
            return Err(Refusal::new("bad-option", format!("expected {seats} seats, found {found}")));
        }
        let is_party = session.kind() == GameKind::Party;
        if is_party && setup.fen.is_some() {
            return Err(Refusal::new("unsupported", "a game with hidden hands begins at its start"));
        }
        if is_party && setup.clock.is_some() {
            return Err(Refusal::new("unsupported", "a game of more than two seats has no clock"));
        }
        if setup.clock.is_some_and(|clock| clock.base == 0 || clock.base.max(clock.increment) > LONGEST_CLOCK) {
            return Err(Refusal::new("bad-option", "expected a clock of 1 ms to 30 days"));
        }
        Ok(setup)
    }

    /// Gives a setup from a journal its deck.
    ///
    /// # Errors
    /// The server has another one.
    pub fn find_deck(&mut self, server: Option<&Arc<TableDeck>>) -> Result<(), OtherDeck> {
        let Some(expected) = self.deck.clone() else { return Ok(()) };
        let found = server.map_or_else(|| "none".into(), |deck| deck.fingerprint());
        self.cards = server.filter(|_| found == expected).cloned();
        if self.cards.is_some() { Ok(()) } else { Err(OtherDeck { expected, found }) }
    }

    /// The game.
    ///
    /// # Errors
    /// This program has no such game, which a journal of another version can name.
    pub fn variant(&self) -> Result<&'static Variant, Refusal> {
        Variant::find(VARIANTS, &self.variant).ok_or_else(|| Refusal::new("bad-option", "expected a known game"))
    }

    /// The options of the game, with a key of chance.
    pub fn game_options(&self, key: &str) -> Result<GameOptions, Refusal> {
        let variant = self.variant()?;
        let refuse = |error: OptionError| Refusal::new("bad-option", error.to_string());
        let (mut recorded, mut files) = (self.options.clone(), OptionValues::default());
        if let Some(cards) = &self.cards {
            recorded.push((DECK.name.to_owned(), cards.fingerprint()));
            files.set(DECK.name, cards.option_value());
        }
        let mut options = recorded_options(VARIANTS, variant, &recorded, &files).map_err(refuse)?;
        options.chance = RandomSource::parse_key(key).ok_or_else(|| Refusal::new("internal", "expected a key"))?;
        Ok(options)
    }

    /// The options that an engine at the table needs.
    pub fn engine_options(&self) -> Vec<(&'static str, String)> {
        let Some(cards) = &self.cards else { return Vec::new() };
        let seats = self.options.iter().filter(|(name, _)| *name == SEATS).map(|(_, value)| (SEATS, value.clone()));
        seats.chain([(DECK.name, cards.files().to_owned())]).collect()
    }

    /// Begins a game.
    pub fn open(&self, key: &str) -> Result<Box<dyn Session>, Refusal> {
        let options = self.game_options(key)?;
        let session = (self.variant()?.open)(&GameSetup { fen: self.fen.as_deref(), options: &options });
        session.map_err(|error| Refusal::new("bad-fen", format!("column {}: {error}", error.at + 1)))
    }
}

/// The deck of the server for a game.
fn deck_for(variant: &Variant, server: Option<&Arc<TableDeck>>) -> Result<Arc<TableDeck>, Refusal> {
    if variant.options.all.iter().all(|option| option.name != DECK.name) {
        return Err(Refusal::new("bad-option", format!("{} has no deck", variant.name)));
    }
    server.cloned().ok_or_else(|| Refusal::new("bad-option", "expected a server with a deck of its own"))
}

/// The options of a game that a client may set.
fn read_options(
    variant: &'static Variant,
    options: impl IntoIterator<Item = (String, Value)>,
    seats: usize,
) -> Result<Vec<(String, String)>, Refusal> {
    let mut read = Vec::new();
    for (name, value) in options {
        let declared = variant.options.all.iter().find(|option| option.is_named(&name));
        let is_seed = name.eq_ignore_ascii_case(SEED);
        // Files are the server's own.
        let is_plain = |kind: &OptionKind| matches!(kind, OptionKind::Spin { .. } | OptionKind::Check { .. });
        let Some(declared) = declared.filter(|option| !is_seed && is_plain(&option.kind)) else {
            return Err(Refusal::new("bad-option", format!("expected an option of {}", variant.name)));
        };
        let value = match value {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            _ => return Err(Refusal::new("bad-option", format!("{}: expected a number or a text", declared.name))),
        };
        if declared.name != SEATS {
            read.push((declared.name.to_owned(), value));
        } else if value != seats.to_string() {
            return Err(Refusal::new("bad-option", format!("expected {value} seats, found {seats}")));
        }
    }
    if variant.options.all.iter().any(|option| option.name == SEATS) {
        if seats > MOST_SEATS {
            return Err(Refusal::new("bad-option", format!("expected at most {MOST_SEATS} seats")));
        }
        read.insert(0, (SEATS.to_owned(), seats.to_string()));
    }
    Ok(read)
}

fn read_seat(request: SeatRequest) -> Result<PlayerSetup, Refusal> {
    Ok(match request {
        SeatRequest::Open => PlayerSetup::Open,
        SeatRequest::Person { name } => PlayerSetup::Person { token: new_token()?, name: clean_name(&name) },
        SeatRequest::Engine { level } => {
            Level::read(&level.to_string()).map_err(|error| Refusal::new("bad-option", error))?;
            PlayerSetup::Engine { level }
        }
    })
}

/// A new token.
pub fn new_token() -> Result<String, Refusal> {
    secret().map_err(|error| Refusal::new("internal", error.to_string()))
}
