//! What players may ask for, and what becomes of it.

use std::time::Instant;

use petteia_engine::{GameKind, ToMove};

use super::{Answered, Kind, OpenAsk, Request, Table};
use crate::room::frame::{Ask, Id, Refusal, clean_name};
use crate::room::setup::{Event, key_text};

/// Requests of a player whose answers are remembered.
const REMEMBERED: usize = 128;
/// Most moves of a game. More than any person plays.
const MOST_MOVES: usize = 5_000;
/// The level of an engine that plays on for a person.
const SUBSTITUTE: u8 = 8;

impl Table {
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

    pub(super) fn remember(&mut self, player: usize, id: Id, request: Request, answer: Result<u64, Refusal>) {
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
}
