//! A table: the players of a room and their game. It knows neither connections nor files.
//!
//! What changes it for good is an [`Event`]. A request is checked, becomes an event, and is applied; a journal of events
//! gives the same table again.

use std::collections::VecDeque;
use std::time::Instant;

use petteia_core::GameResult;
use petteia_engine::{GameKind, Level, Session, ToMove};

use super::clock::Clock;
use super::frame::{Ask, Id, Refusal, clean_name};
use super::setup::{Event, PlayerSetup, Setup, key_text, new_token};

/// Requests of a player whose answers are remembered.
const REMEMBERED: usize = 128;
/// Most moves of a game. More than any person plays.
const MOST_MOVES: usize = 5_000;
/// The level of an engine that plays on for a person.
const SUBSTITUTE: u8 = 4;

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
    pub(super) setup: Setup,
    pub(super) players: Vec<Player>,
    pub(super) session: Box<dyn Session>,
    pub(super) kind: GameKind,
    /// The key of chance of the present game.
    pub(super) key: String,
    pub(super) version: u64,
    /// The version with which the present turn began.
    pub(super) turn: u64,
    /// The number of the game, from 1.
    pub(super) game: u32,
    pub(super) end: Option<End>,
    pub(super) asks: Vec<OpenAsk>,
    pub(super) clock: Option<Clock>,
    /// The orders of the present turn by seat, in a simultaneous game.
    pub(super) orders: Vec<Option<String>>,
    /// The seats that have acted in the present turn.
    pub(super) acted: Vec<u32>,
    pub(super) last: Option<LastMove>,
    /// The seat that made each move.
    movers: Vec<u32>,
    /// Events that are not in the journal yet, with the requests that caused them.
    pub(super) events: Vec<(Event, Option<(usize, Id, Request)>)>,
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
            events: Vec::new(),
        })
    }

    /// The player with a token.
    pub fn player_of(&self, token: &str) -> Option<usize> {
        let is_theirs = |player: &Player| match &player.kind {
            Kind::Person { token: own, .. } => crate::guard::is_equal(own, token),
            _ => false,
        };
        // Every player is compared, so that the time tells nothing.
        self.players.iter().enumerate().filter(|(_, player)| is_theirs(player)).map(|(index, _)| index).last()
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
                self.change(Event::Come { player, token: None, name }, None, now)?
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

    /// Does what a player asks for. The answer to a request that has been answered is the same again.
    pub fn request(&mut self, player: usize, id: &Id, request: &Request, now: Instant) -> Result<u64, Refusal> {
        if let Some(known) = self.players[player].answers.iter().find(|known| known.id == *id) {
            if known.request == *request {
                return known.answer.clone();
            }
            return Err(Refusal::new("duplicate-id", "expected a new id, found one of another request"));
        }
        let answer = match self.decide(player, request) {
            Ok(None) => Ok(self.version),
            Ok(Some(event)) => {
                let cause = Some((player, id.clone(), request.clone()));
                self.change(event, cause, now).map(|()| self.version)
            }
            Err(refusal) => Err(refusal),
        };
        self.remember(player, id.clone(), request.clone(), answer.clone());
        answer
    }

    fn remember(&mut self, player: usize, id: Id, request: Request, answer: Result<u64, Refusal>) {
        let answers = &mut self.players[player].answers;
        answers.truncate(REMEMBERED - 1);
        answers.push_front(Answered { id, request, answer });
    }

    /// What a request does, if it is allowed. `None` if it only asks.
    fn decide(&mut self, player: usize, request: &Request) -> Result<Option<Event>, Refusal> {
        if !matches!(self.players[player].kind, Kind::Person { .. }) {
            return Err(Refusal::new("no-seat", "expected a player, found a spectator"));
        }
        match request {
            Request::Move { version, word } => self.check_move(player, *version, word).map(Some),
            Request::Ask(what) => self.ask(player, *what),
            Request::Answer { what, yes } => self.answer(player, *what, *yes),
            Request::Resign => self.resign(player).map(Some),
            Request::Name(name) => Ok(Some(Event::Name { player, name: clean_name(name) })),
        }
    }

    fn check_move(&self, player: usize, version: u64, word: &str) -> Result<Event, Refusal> {
        if !self.is_playing() {
            let why = if self.is_over() { "the game is over" } else { "a seat is still empty" };
            return Err(Refusal::new("state", why));
        }
        let seat = self.players[player].seat;
        if !(self.turn..=self.version).contains(&version) {
            let text = format!("expected a version from {} to {}, found {version}", self.turn, self.version);
            return Err(Refusal::new("old-version", text));
        }
        let may_act = match self.session.turn() {
            ToMove::Side(side) => side.seat() == seat,
            // An order can be changed until the turn is played.
            ToMove::Both => true,
            ToMove::Seats(seats) => seats.contains(&seat),
        };
        if !may_act {
            return Err(Refusal::new("not-your-turn", format!("seat {seat} is not to act")));
        }
        if self.movers.len() >= MOST_MOVES {
            return Err(Refusal::new("limit", format!("expected a game of at most {MOST_MOVES} moves")));
        }
        Ok(Event::Act { player, word: word.to_owned() })
    }

    fn resign(&self, player: usize) -> Result<Event, Refusal> {
        if self.is_over() {
            return Err(Refusal::new("state", "the game is over"));
        }
        if self.kind == GameKind::Party {
            return Ok(Event::Replace { player, level: SUBSTITUTE });
        }
        let winner = Some(3 - self.players[player].seat);
        Ok(Event::End { winner, reason: "resigned".into() })
    }

    fn ask(&mut self, player: usize, what: Ask) -> Result<Option<Event>, Refusal> {
        let has_engine = self.players.iter().any(|player| matches!(player.kind, Kind::Engine(_)));
        match what {
            Ask::Rematch if !self.is_over() => return Err(Refusal::new("state", "the game is not over")),
            Ask::Undo | Ask::Draw if !self.is_playing() => return Err(Refusal::new("state", "nobody is playing")),
            Ask::Undo if self.setup.variant()?.secrets => {
                return Err(Refusal::new("unsupported", "expected a game without secrets"));
            }
            Ask::Undo => _ = self.plies_to_undo(player)?,
            Ask::Draw if self.kind == GameKind::Party || has_engine => {
                return Err(Refusal::new("unsupported", "expected a game of two people"));
            }
            Ask::Draw | Ask::Rematch => {}
        }
        if self.asks.iter().any(|ask| ask.what == what) {
            // Who asks for the same agrees.
            return self.answer(player, what, true);
        }
        self.asks.push(OpenAsk { what, by: player, yes: vec![player] });
        self.agreed(what)
    }

    fn answer(&mut self, player: usize, what: Ask, yes: bool) -> Result<Option<Event>, Refusal> {
        let Some(index) = self.asks.iter().position(|ask| ask.what == what) else {
            return Err(Refusal::new("state", "nobody asks for this"));
        };
        if !yes {
            self.asks.remove(index);
            return Ok(None);
        }
        let ask = &mut self.asks[index];
        if !ask.yes.contains(&player) {
            ask.yes.push(player);
        }
        self.agreed(what)
    }

    /// What happens if every person agrees.
    fn agreed(&self, what: Ask) -> Result<Option<Event>, Refusal> {
        let Some(ask) = self.asks.iter().find(|ask| ask.what == what) else { return Ok(None) };
        let is_person = |index: &usize| matches!(self.players[*index].kind, Kind::Person { .. });
        if !(0..self.players.len()).filter(is_person).all(|index| ask.yes.contains(&index)) {
            return Ok(None);
        }
        Ok(Some(match what {
            Ask::Undo => Event::Undo { plies: self.plies_to_undo(ask.by)? },
            Ask::Draw => Event::End { winner: None, reason: "agreed".into() },
            Ask::Rematch => Event::Rematch { key: key_text()? },
        }))
    }

    /// The moves since the last one of a player, that one included.
    fn plies_to_undo(&self, player: usize) -> Result<usize, Refusal> {
        let seat = self.players[player].seat;
        let last = self.movers.iter().rposition(|mover| *mover == seat);
        last.map(|last| self.movers.len() - last).ok_or_else(|| Refusal::new("state", "expected a move of one's own"))
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

    /// Applies an event and keeps it for the journal.
    fn change(&mut self, event: Event, cause: Option<(usize, Id, Request)>, now: Instant) -> Result<(), Refusal> {
        self.apply(&event, now)?;
        self.events.push((event, cause));
        Ok(())
    }

    /// Applies an event of a journal, with the request that caused it.
    pub fn replay(
        &mut self,
        event: &Event,
        cause: Option<(usize, Id, Request)>,
        clock: Option<&[u64]>,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.apply(event, now)?;
        if let (Some(own), Some(read)) = (&mut self.clock, clock) {
            own.settle(&[], now, false);
            own.restore(read);
        }
        if let Some((player, id, request)) = cause
            && player < self.players.len()
        {
            self.remember(player, id, request, Ok(self.version));
        }
        Ok(())
    }

    /// Lets the clocks run or stand, as the game is played by somebody who is there.
    pub fn settle_clock(&mut self, now: Instant, somebody_is_here: bool) {
        let acting = self.acting();
        let runs = self.is_playing() && somebody_is_here;
        if let Some(clock) = &mut self.clock {
            clock.settle(&acting, now, runs);
        }
    }

    fn apply(&mut self, event: &Event, now: Instant) -> Result<(), Refusal> {
        let acting = self.acting();
        let mut clock = self.clock.clone();
        clock.iter_mut().for_each(|clock| clock.settle(&acting, now, true));
        self.apply_to_game(event, &mut clock)?;
        self.clock = clock;
        self.version += 1;
        let has_moved = matches!(event, Event::Act { .. } | Event::Undo { .. });
        let is_other_game = matches!(event, Event::Rematch { .. });
        self.asks.retain(|ask| {
            !(is_other_game || has_moved && ask.what != Ask::Rematch) && !matches!(event, Event::End { .. })
        });
        let is_same_turn = matches!(event, Event::Name { .. } | Event::Replace { .. })
            || matches!(event, Event::Act { .. }) && !self.acted.is_empty();
        if !is_same_turn {
            self.turn = self.version;
        }
        let runs = self.is_playing();
        self.clock.iter_mut().for_each(|clock| clock.settle(&[], now, runs));
        Ok(())
    }

    fn apply_to_game(&mut self, event: &Event, clock: &mut Option<Clock>) -> Result<(), Refusal> {
        match event {
            Event::Come { player, token, name } => {
                let player = self.player_mut(*player)?;
                match (&mut player.kind, token) {
                    (kind, Some(token)) => *kind = Kind::Person { token: token.clone(), has_come: true },
                    (Kind::Person { has_come, .. }, None) => *has_come = true,
                    _ => {}
                }
                player.name = name.clone().unwrap_or_else(|| std::mem::take(&mut player.name));
            }
            Event::Name { player, name } => self.player_mut(*player)?.name.clone_from(name),
            Event::Act { player, word } => self.act(*player, word, clock)?,
            Event::Undo { plies } => {
                let refuse = |_| Refusal::new("internal", "expected moves to take back");
                self.session.undo(*plies).map_err(refuse)?;
                self.movers.truncate(self.movers.len().saturating_sub(*plies));
                self.last = None;
            }
            Event::End { winner, reason } => self.end = Some(End { winner: *winner, reason: reason.clone() }),
            Event::Replace { player, level } => {
                let level = Level::read(&level.to_string()).map_err(|error| Refusal::new("internal", error))?;
                self.player_mut(*player)?.kind = Kind::Engine(level);
            }
            Event::Rematch { key } => self.rematch(key, clock)?,
        }
        Ok(())
    }

    fn player_mut(&mut self, player: usize) -> Result<&mut Player, Refusal> {
        self.players.get_mut(player).ok_or_else(|| Refusal::new("internal", "expected a player"))
    }

    fn act(&mut self, player: usize, word: &str, clock: &mut Option<Clock>) -> Result<(), Refusal> {
        let seat = self.player_mut(player)?.seat;
        let before = self.acting();
        let mut last = None;
        let turn_is_over = match self.kind {
            GameKind::Sequential => {
                let effects = self.session.effects(word)?;
                self.session.play(&[&effects.played])?;
                last = Some(LastMove { word: effects.played, effects: effects.effects });
                self.movers.push(seat);
                true
            }
            GameKind::Simultaneous => {
                let word = self.session.check_action(Some(seat), word)?;
                let mut orders = self.orders.clone();
                orders[seat as usize - 1] = Some(word.clone());
                if let Some(both) = orders.iter().cloned().collect::<Option<Vec<_>>>() {
                    let effects = self.session.effects(&both.join("/"))?;
                    last = Some(LastMove { word: effects.played, effects: effects.effects });
                }
                let is_played = self.session.commit(seat, &word)?;
                self.orders = if is_played { vec![None; orders.len()] } else { orders };
                if is_played {
                    self.movers.push(seat);
                }
                is_played
            }
            GameKind::Party => {
                self.session.commit(seat, word)?;
                self.movers.push(seat);
                let rest: Vec<u32> = before.iter().copied().filter(|other| *other != seat).collect();
                rest.is_empty() || self.acting() != rest
            }
        };
        self.last = last.or_else(|| self.last.take());
        if !self.acted.contains(&seat) {
            self.acted.push(seat);
        }
        if turn_is_over {
            let acted = std::mem::take(&mut self.acted);
            clock.iter_mut().for_each(|clock| acted.iter().for_each(|&seat| clock.add_increment(seat)));
        }
        Ok(())
    }

    /// Begins the next game. Two players change seats.
    fn rematch(&mut self, key: &str, clock: &mut Option<Clock>) -> Result<(), Refusal> {
        self.session = self.setup.open(key)?;
        key.clone_into(&mut self.key);
        if let [first, second] = &mut self.players[..] {
            std::mem::swap(&mut first.seat, &mut second.seat);
        }
        *clock = self.setup.clock.map(|setup| Clock::new(setup, self.players.len()));
        self.orders.fill(None);
        (self.end, self.last) = (None, None);
        self.acted.clear();
        self.movers.clear();
        self.game += 1;
        Ok(())
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
