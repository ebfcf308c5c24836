//! A table: the players of a room and their game. It knows neither connections nor files.
//!
//! What changes it for good is an [`Event`]. A request is checked, becomes an event, and is applied; a journal of events
//! gives the same table again.

mod events;
mod requests;

use std::collections::VecDeque;
use std::time::Instant;

use petteia_core::GameResult;
use petteia_engine::{GameKind, Level, Session, ToMove};

use crate::room::clock::Clock;
use crate::room::frame::{Ask, Id, Refusal, clean_name};
use crate::room::setup::{Event, PlayerSetup, Setup, new_token};

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nobody yet.
    Open,
    /// A person, who has come at least once or not.
    Person { token: String, has_come: bool },
    /// An engine.
    Engine(Level),
}

/// A player, who keeps the same index through all games of the room.
#[derive(Debug)]
pub struct Player {
    /// Who it is.
    pub kind: Kind,
    /// The name; empty for none.
    pub name: String,
    /// The seat in the present game, from 1.
    pub seat: u32,
    /// The last requests with their answers.
    answers: VecDeque<Answered>,
}

/// A request that has been answered.
#[derive(Debug)]
struct Answered {
    id: Id,
    request: Request,
    answer: Result<u64, Refusal>,
}

/// What a player may ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A move, an order or an action, for the view of a version.
    Move { version: u64, word: String },
    /// Something that others must agree to.
    Ask(Ask),
    /// An answer to that.
    Answer { what: Ask, yes: bool },
    /// To lose, or to leave the seat to an engine.
    Resign,
    /// Another name.
    Name(String),
}

/// The player, the id and the request that have caused an event.
pub type Cause = (usize, Id, Request);

/// What players have asked for.
#[derive(Clone, Debug)]
pub struct OpenAsk {
    /// What it is.
    pub what: Ask,
    /// The player who asks.
    pub by: usize,
    /// The players who agree.
    pub yes: Vec<usize>,
}

/// The end of a game otherwise than by its rules.
#[derive(Clone, Debug)]
pub struct End {
    /// The seat that has won; `None` for a draw.
    pub winner: Option<u32>,
    /// Why.
    pub reason: String,
}

/// The last move.
#[derive(Clone, Debug)]
pub struct LastMove {
    /// The move.
    pub word: String,
    /// What it did.
    pub effects: Vec<String>,
}

/// A table.
pub struct Table {
    pub(in crate::room) setup: Setup,
    pub(in crate::room) players: Vec<Player>,
    pub(in crate::room) session: Box<dyn Session>,
    pub(in crate::room) kind: GameKind,
    /// The key of chance of the present game.
    pub(in crate::room) key: String,
    pub(in crate::room) version: u64,
    /// The version with which the present turn began.
    pub(in crate::room) turn: u64,
    /// The number of the game, from 1.
    pub(in crate::room) game: u32,
    pub(in crate::room) end: Option<End>,
    pub(in crate::room) asks: Vec<OpenAsk>,
    pub(in crate::room) clock: Option<Clock>,
    /// The orders of the present turn by seat, in a simultaneous game.
    pub(in crate::room) orders: Vec<Option<String>>,
    /// The seats that have acted in the present turn.
    pub(in crate::room) acted: Vec<u32>,
    pub(in crate::room) last: Option<LastMove>,
    /// The seat that made each move.
    movers: Vec<u32>,
    /// Events that are not in the journal yet, with the requests that caused them.
    pub(in crate::room) events: VecDeque<(Event, Option<Cause>)>,
}

impl Table {
    /// A new table.
    ///
    /// # Errors
    /// The setup is of no game.
    pub fn new(setup: Setup) -> Result<Self, Refusal> {
        let key = setup.key.clone();
        let session = setup.open(&key)?;
        let players: Vec<Player> = (1..).zip(&setup.players).map(|(seat, player)| Player::new(player, seat)).collect();
        let clock = setup.clock.map(|clock| Clock::new(clock, players.len()));
        let orders = vec![None; players.len()];
        let kind = session.kind();
        Ok(Self {
            setup,
            players,
            session,
            kind,
            key,
            version: 1,
            turn: 1,
            game: 1,
            end: None,
            asks: Vec::new(),
            clock,
            orders,
            acted: Vec::new(),
            last: None,
            movers: Vec::new(),
            events: VecDeque::new(),
        })
    }

    /// The player with a token.
    pub fn player_of(&self, token: &str) -> Option<usize> {
        let is_theirs = |player: &Player| match &player.kind {
            Kind::Person { token: own, .. } => crate::guard::is_equal(own, token),
            _ => false,
        };
        self.players.iter().position(is_theirs)
    }

    /// The player in a seat.
    pub fn in_seat(&self, seat: u32) -> Option<usize> {
        self.players.iter().position(|player| player.seat == seat)
    }

    /// Whether people are missing.
    pub fn is_waiting(&self) -> bool {
        self.players.iter().any(|player| matches!(player.kind, Kind::Open | Kind::Person { has_come: false, .. }))
    }

    /// Whether the game is over, by its rules or otherwise.
    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.session.result().is_some()
    }

    /// Whether moves are made.
    pub fn is_playing(&self) -> bool {
        !self.is_waiting() && !self.is_over()
    }

    /// The seats that are to act, without those that have committed an order.
    pub fn acting(&self) -> Vec<u32> {
        if !self.is_playing() {
            return Vec::new();
        }
        match self.session.turn() {
            ToMove::Side(side) => vec![side.seat()],
            ToMove::Both => (1..=2).filter(|&seat| self.orders[seat as usize - 1].is_none()).collect(),
            ToMove::Seats(seats) => seats,
        }
    }

    /// A person joins the seat of a token. The first time is an event.
    pub fn come(&mut self, player: usize, name: Option<&str>, now: Instant) -> Result<(), Refusal> {
        let name = name.map(clean_name).filter(|name| !name.is_empty());
        match &self.players[player].kind {
            Kind::Person { has_come: false, .. } => {
                self.change(Event::Come { player, token: None, name }, None, now)?;
            }
            _ => match name {
                Some(name) if name != self.players[player].name => {
                    self.change(Event::Name { player, name }, None, now)?;
                }
                _ => {}
            },
        }
        Ok(())
    }

    /// A person takes an open seat: this one, or any. Returns the player and the token.
    pub fn take(&mut self, seat: Option<u32>, name: Option<&str>, now: Instant) -> Result<(usize, String), Refusal> {
        let is_open = |player: &Player| player.kind == Kind::Open && seat.is_none_or(|seat| player.seat == seat);
        let mut open: Vec<usize> = (0..self.players.len()).filter(|&index| is_open(&self.players[index])).collect();
        open.sort_by_key(|&index| self.players[index].seat);
        let player =
            open.first().copied().ok_or_else(|| Refusal::new("no-seat", "expected an open seat, found none"))?;
        let token = new_token()?;
        let name = name.map(clean_name);
        self.change(Event::Come { player, token: Some(token.clone()), name }, None, now)?;
        Ok((player, token))
    }

    /// The move of an engine for the turn that it was asked in.
    pub fn engine_move(&mut self, player: usize, turn: u64, word: &str, now: Instant) -> Result<(), Refusal> {
        if turn != self.turn || !self.acting().contains(&self.players[player].seat) {
            return Err(Refusal::new("old-version", "the turn is over"));
        }
        self.change(Event::Act { player, word: word.to_owned() }, None, now)
    }

    /// Ends the game if the time of a seat is over. Returns whether it is.
    pub fn flag(&mut self, now: Instant) -> bool {
        let acting = self.acting();
        let deadline = self.clock.as_ref().and_then(|clock| clock.deadline(&acting));
        let Some((seat, _)) = deadline.filter(|(_, end)| *end <= now) else { return false };
        self.change(Event::End { winner: Some(3 - seat), reason: "time".into() }, None, now).is_ok()
    }

    /// Lets the clocks run or stand, as the game is played by somebody who is there.
    pub fn settle_clock(&mut self, now: Instant, somebody_is_here: bool) {
        let acting = self.acting();
        let runs = self.is_playing() && somebody_is_here;
        if let Some(clock) = &mut self.clock {
            clock.settle(&acting, now, runs);
        }
    }

    /// The result and its reason, and the seats that have won.
    pub fn result(&self) -> Option<(String, String, Vec<u32>)> {
        if let Some(End { winner, reason }) = &self.end {
            let result = winner.map_or_else(|| "draw".into(), |seat| format!("p{seat}win"));
            return Some((result, reason.clone(), winner.iter().copied().collect()));
        }
        let result = self.session.result()?;
        let winners = match &result {
            GameResult::Sides(outcome) => outcome.winner().map(petteia_core::Side::seat).into_iter().collect(),
            GameResult::Seats(seats) => seats.iter().map(|&seat| seat as u32 + 1).collect(),
        };
        Some((result.to_string(), self.session.reason().unwrap_or_default().into(), winners))
    }
}

impl Player {
    fn new(setup: &PlayerSetup, seat: u32) -> Self {
        let (kind, name) = match setup {
            PlayerSetup::Open => (Kind::Open, String::new()),
            PlayerSetup::Person { token, name } => {
                (Kind::Person { token: token.clone(), has_come: false }, name.clone())
            }
            // A level out of range can only come from a damaged journal.
            PlayerSetup::Engine { level } => {
                (Kind::Engine(Level::read(&level.to_string()).unwrap_or_default()), String::new())
            }
        };
        Self { kind, name, seat, answers: VecDeque::new() }
    }
}
