//! The engine's part of a game: searches.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use petteia_engine::{JobEvent, Level, Limits, SearchInfo};

use super::host::{Event, GameLoop, HostError};

/// What a search has found.
pub(super) struct Thought {
    /// The move.
    pub(super) word: String,
    /// Ctrl-C ended the search.
    pub(super) was_stopped: bool,
    /// The last report on the best line.
    pub(super) info: Option<SearchInfo<String>>,
}

/// A search shows that it thinks after this time.
const LONG: Duration = Duration::from_secs(1);

impl GameLoop<'_> {
    pub(super) fn engine_moves(&mut self, seat: u32) -> Result<ControlFlow<()>, HostError> {
        let level = self.table.level;
        let nodes = Level::most_nodes(&self.table.game().turn());
        let Thought { word, was_stopped, info } = self.think(seat, level, nodes)?;
        if let Some(info) = info {
            self.status.score(seat, info.score);
        }
        self.is_paused = was_stopped && self.table.persons.0.is_empty();
        let said = self.table.play(seat, &word).map_err(|error| HostError::NoMove(format!("{word}: {error}")))?;
        self.tell(&said)
    }

    /// Searches for a seat at a level.
    pub(super) fn think(&mut self, seat: u32, level: Level, nodes: u64) -> Result<Thought, HostError> {
        // Interrupts of the last search that came after its end.
        while self.events.try_recv().is_ok() {}
        self.thinks.store(true, Ordering::SeqCst);
        let search_seat = self.table.search_seat(seat);
        self.table.engine.set_option("Skill Level", Some(&level.number().to_string()))?;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.table.engine.search(search_seat, &[], limits)?;
        let (mut was_stopped, mut is_shown, mut last) = (false, false, None);
        let end = loop {
            let is_silent = is_shown || !self.console.is_terminal();
            let timeout = if is_silent { Duration::MAX } else { LONG };
            match self.events.recv_timeout(timeout) {
                Ok(Event::Job(JobEvent::Ended(end))) => break end,
                Ok(Event::Job(JobEvent::Info(info))) if info.multi_pv == 1 => last = Some(info),
                Ok(Event::Job(_)) => {}
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
        let word = answer.best.ok_or_else(|| HostError::NoMove(answer.error.unwrap_or_else(|| "none".into())))?;
        Ok(Thought { word, was_stopped, info: last })
    }
}
