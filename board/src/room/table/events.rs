//! What events do to a table.

use std::time::Instant;

use petteia_engine::{GameKind, Level};

use super::{Cause, End, Kind, LastMove, Player, Table};
use crate::room::clock::Clock;
use crate::room::frame::{Ask, Refusal};
use crate::room::setup::Event;

impl Table {
    /// Applies an event and keeps it for the journal.
    pub(super) fn change(&mut self, event: Event, cause: Option<Cause>, now: Instant) -> Result<(), Refusal> {
        self.apply(&event, now)?;
        self.events.push_back((event, cause));
        Ok(())
    }

    /// Applies an event of a journal, with the request that caused it.
    pub fn replay(
        &mut self,
        event: &Event,
        cause: Option<Cause>,
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

    fn apply(&mut self, event: &Event, now: Instant) -> Result<(), Refusal> {
        let acting = self.acting();
        let mut clock = self.clock.clone();
        if let Some(clock) = &mut clock {
            clock.settle(&acting, now, true);
        }
        self.apply_to_game(event, &mut clock)?;
        self.clock = clock;
        self.version += 1;
        let has_moved = matches!(event, Event::Act { .. } | Event::Undo { .. });
        let ends_asks = matches!(event, Event::Rematch { .. } | Event::End { .. });
        self.asks.retain(|ask| !(ends_asks || has_moved && ask.what != Ask::Rematch));
        let is_same_turn = matches!(event, Event::Name { .. } | Event::Replace { .. })
            || matches!(event, Event::Act { .. }) && !self.acted.is_empty();
        if !is_same_turn {
            self.turn = self.version;
        }
        let runs = self.is_playing();
        if let Some(clock) = &mut self.clock {
            clock.settle(&[], now, runs);
        }
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
            if let Some(clock) = clock {
                for seat in acted {
                    clock.add_increment(seat);
                }
            }
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
}
