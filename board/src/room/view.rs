//! What a seat, or a spectator, may know of a table. Nothing else of it leaves the server.
//!
//! A view is a list of what is allowed: the observation of the seat, its moves, its own order, and what is public.

use std::time::Instant;

use petteia::protocols::ugi::SceneJson;
use petteia_draw::svg;
use petteia_engine::{GameKind, GameSetup, Session, picture};
use petteia_ugi::{Command, parse};
use serde::Serialize;
use serde_json::value::RawValue;

use super::frame::{Ask, Refusal};
use super::table::{Kind, Player, Table};

/// Somebody who looks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player, by index.
    Player(usize),
    /// Somebody without a seat.
    Spectator,
}

/// Who is there, beside the table: a connection for each player, or trouble with an engine.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    /// Whether somebody is connected.
    pub here: bool,
    /// Why the engine does not move.
    pub trouble: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "t", rename = "view")]
struct View<'a> {
    room: &'a str,
    v: u64,
    turn: u64,
    variant: &'a str,
    options: serde_json::Map<String, serde_json::Value>,
    seat: Option<u32>,
    state: &'static str,
    seats: Vec<Seat<'a>>,
    start: Option<String>,
    line: Option<Vec<String>>,
    last: Option<Last<'a>>,
    scene: Box<RawValue>,
    legal: Option<Vec<String>>,
    mine: Option<&'a str>,
    clock: Option<Clocks>,
    asks: Vec<OpenAsk>,
    result: Option<String>,
    reason: Option<String>,
    winners: Vec<u32>,
    game: u32,
    saved: bool,
}

#[derive(Serialize)]
struct Seat<'a> {
    kind: &'static str,
    name: &'a str,
    here: bool,
    acting: bool,
    ready: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<&'a str>,
}

#[derive(Serialize)]
struct Last<'a> {
    n: usize,
    #[serde(rename = "move")]
    word: &'a str,
    effects: &'a [String],
}

#[derive(Serialize)]
struct Clocks {
    left: Vec<u64>,
    running: Vec<u32>,
    increment: u64,
}

#[derive(Serialize)]
struct OpenAsk {
    what: Ask,
    by: u32,
    yes: Vec<u32>,
}

impl Table {
    /// The view of somebody as text.
    ///
    /// # Errors
    /// A fault of the game.
    pub fn view(&self, viewer: Viewer, presence: &[Presence], is_saved: bool, now: Instant) -> Result<String, Refusal> {
        let seat = self.seat_of(viewer);
        let acting = self.acting();
        let hides_hands = self.kind == GameKind::Party;
        let line = (!hides_hands).then(|| self.session.played_moves());
        let last = self.last.as_ref().zip(line.as_ref()).map(|(last, line)| Last {
            n: line.len(),
            word: &last.word,
            effects: &last.effects,
        });
        let (result, reason, winners) = match self.result() {
            Some((result, reason, winners)) => (Some(result), Some(reason), winners),
            None => (None, None, Vec::new()),
        };
        let view = View {
            room: &self.setup.id,
            v: self.version,
            turn: self.turn,
            variant: &self.setup.variant,
            options: self.setup.options.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect(),
            seat,
            state: if self.is_over() {
                "over"
            } else if self.is_waiting() {
                "waiting"
            } else {
                "playing"
            },
            seats: self.seats(&acting, presence),
            start: (!hides_hands).then(|| self.session.start_fen()),
            line,
            last,
            scene: self.scene(seat)?,
            legal: self.legal(seat, &acting)?,
            mine: seat.and_then(|seat| self.orders[seat as usize - 1].as_deref()),
            clock: self.clocks(&acting, now),
            asks: self.open_asks(),
            result,
            reason,
            winners,
            game: self.game,
            saved: is_saved,
        };
        serde_json::to_string(&view).map_err(|error| Refusal::new("internal", error.to_string()))
    }

    /// The seat of a viewer. A person whose seat an engine has taken over is a spectator.
    pub fn seat_of(&self, viewer: Viewer) -> Option<u32> {
        let Viewer::Player(player) = viewer else { return None };
        let player = &self.players[player];
        matches!(player.kind, Kind::Person { .. }).then_some(player.seat)
    }

    fn seats<'a>(&'a self, acting: &[u32], presence: &'a [Presence]) -> Vec<Seat<'a>> {
        let by_seat = (1..=self.players.len() as u32).filter_map(|seat| self.in_seat(seat));
        by_seat.map(|index| self.seat(&self.players[index], acting, presence.get(index))).collect()
    }

    fn seat<'a>(&self, player: &'a Player, acting: &[u32], presence: Option<&'a Presence>) -> Seat<'a> {
        let (kind, level) = match &player.kind {
            Kind::Open => ("open", None),
            Kind::Person { .. } => ("person", None),
            Kind::Engine(level) => ("engine", Some(level.number())),
        };
        Seat {
            kind,
            name: &player.name,
            here: level.is_some() || presence.is_some_and(|presence| presence.here),
            acting: acting.contains(&player.seat),
            ready: self.acted.contains(&player.seat),
            level,
            trouble: presence.and_then(|presence| presence.trouble.as_deref()),
        }
    }

    /// The position as a seat sees it, as JSON.
    fn scene(&self, seat: Option<u32>) -> Result<Box<RawValue>, Refusal> {
        let variant = self.setup.variant()?.name;
        let game = &*self.session;
        let name = |seat| self.in_seat(seat).map(|player| self.players[player].name.as_str());
        let name = |seat| name(seat).filter(|name| !name.is_empty());
        let json = match (self.kind, seat) {
            (GameKind::Party, Some(seat)) => {
                SceneJson::new(game, variant, &game.scene_of_seat(seat)?, game.fen_of_seat(seat)?, Some(seat), name)
            }
            (GameKind::Party, None) => {
                let public = self.public_game()?;
                // No seat has the number 0: nothing is shown that only a seat knows.
                SceneJson::new(game, variant, &public.scene(), public.fen(), Some(0), name)
            }
            (GameKind::Simultaneous, seat) => SceneJson::new(game, variant, &game.scene(), game.fen(), seat, name),
            (GameKind::Sequential, _) => SceneJson::new(game, variant, &game.scene(), game.fen(), None, name),
        };
        RawValue::from_string(json.to_text()).map_err(|error| Refusal::new("internal", error.to_string()))
    }

    /// The position as somebody sees it as a picture, with the words of `d svg`.
    ///
    /// # Errors
    /// The words are none of these, or the planned move is not legal.
    pub fn picture(&self, viewer: Viewer, words: &str) -> Result<String, Refusal> {
        let line = format!("d svg {words}");
        let Some(Command::Draw(None, drawing)) = parse(&line)? else {
            return Err(Refusal::new("syntax", "expected words of a picture"));
        };
        let (variant, planned) = (self.setup.variant()?.name, drawing.planned);
        let picture = match (self.kind, self.seat_of(viewer)) {
            (GameKind::Sequential, _) => picture(&*self.session, variant, None, planned)?,
            (GameKind::Simultaneous | GameKind::Party, Some(seat)) => {
                picture(&*self.session, variant, Some(seat), planned)?
            }
            (GameKind::Simultaneous, None) => picture(&*self.session, variant, None, None)?,
            (GameKind::Party, None) => picture(&*self.public_game()?, variant, None, None)?,
        };
        Ok(svg(&picture, &drawing.options))
    }

    /// The game as somebody without a seat sees it.
    fn public_game(&self) -> Result<Box<dyn Session>, Refusal> {
        let fen = self.session.public_fen().unwrap_or_else(|| self.session.fen());
        let options = self.setup.game_options(&self.key)?;
        let game = (self.setup.variant()?.open)(&GameSetup { fen: Some(&fen), options: &options });
        game.map_err(|error| Refusal::new("internal", error.to_string()))
    }

    /// The moves of a seat. `None` where they are too many, or where finding them takes long.
    fn legal(&self, seat: Option<u32>, acting: &[u32]) -> Result<Option<Vec<String>>, Refusal> {
        let Some(seat) = seat.filter(|seat| acting.contains(seat)) else { return Ok(Some(Vec::new())) };
        Ok(match self.kind {
            GameKind::Sequential => Some(self.session.moves(None)?),
            GameKind::Simultaneous => None,
            // Who acts alone at the start of a turn tells the clue.
            GameKind::Party if acting.len() == 1 && self.acted.is_empty() => None,
            GameKind::Party => Some(self.session.moves(Some(seat))?),
        })
    }

    fn clocks(&self, acting: &[u32], now: Instant) -> Option<Clocks> {
        let clock = self.clock.as_ref()?;
        let left = (1..=self.players.len() as u32).map(|seat| clock.left_at(seat, acting, now).as_millis() as u64);
        let running = if clock.deadline(acting).is_some() { acting.to_vec() } else { Vec::new() };
        Some(Clocks { left: left.collect(), running, increment: clock.increment().as_millis() as u64 })
    }

    fn open_asks(&self) -> Vec<OpenAsk> {
        let seat = |index: &usize| self.players[*index].seat;
        let asks = self.asks.iter();
        asks.map(|ask| OpenAsk { what: ask.what, by: seat(&ask.by), yes: ask.yes.iter().map(seat).collect() }).collect()
    }
}
