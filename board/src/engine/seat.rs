//! The moves of engines that sit at a table.

use std::sync::PoisonError;
use std::time::Duration;

use petteia_engine::Level;
use petteia_engine::options::EMPTY;

use super::Engines;
use super::process::{EngineFailure, Process};

/// A request for the move of a seat. It holds what the seat sees, and nothing else.
#[derive(Clone, Debug)]
pub struct SeatSearch {
    /// The game.
    pub variant: &'static str,
    /// Options beside the game, in the order in which they are set. An engine without such an option cannot play.
    pub options: Vec<(&'static str, String)>,
    /// The rest of a `position` line.
    pub position: String,
    /// The seat, in a game where several seats act at a time.
    pub seat: Option<u32>,
    /// The strength, for an engine that has levels.
    pub level: Level,
    /// The most nodes of the search.
    pub nodes: u64,
    /// Longest time for the move.
    pub time: Duration,
}

/// Most attempts with processes that fail.
const ATTEMPTS: usize = 2;

impl Engines {
    /// Searches for a seat, when a place is free.
    ///
    /// # Errors
    /// No process has found a move.
    pub async fn best_move(&self, request: &SeatSearch) -> Result<String, EngineFailure> {
        let _permit = self.searches.queue().take().await;
        let mut failure = EngineFailure::Ended;
        for attempt in 0..ATTEMPTS {
            // Only the first attempt takes a process that has been used before.
            let free = if attempt == 0 { self.free.lock().unwrap_or_else(PoisonError::into_inner).pop() } else { None };
            match self.try_search(free, request).await {
                Ok(word) => return Ok(word),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// Searches with a process that has been used before, or with a new one.
    async fn try_search(&self, free: Option<Process>, request: &SeatSearch) -> Result<String, EngineFailure> {
        let mut process = if let Some(process) = free { process } else { Process::start(&self.seat_launcher).await? };
        let word = self.search(&mut process, request).await?;
        self.release(process);
        Ok(word)
    }

    async fn search(&self, process: &mut Process, request: &SeatSearch) -> Result<String, EngineFailure> {
        let SeatSearch { variant, options, position, seat, level, nodes, time } = request;
        let missing = options.iter().find(|(name, _)| !process.has_option(&name.to_lowercase()));
        if let Some((name, _)) = missing {
            return Err(EngineFailure::Option(name));
        }
        // The process may have the deck of another room, which may be too small for the seats of this one.
        let level = level.number().to_string();
        let reset = [("UCI_Variant", (*variant).to_owned()), ("Deck", EMPTY.to_owned()), ("Skill Level", level)];
        let reset = reset.into_iter().filter(|(name, _)| process.has_option(&name.to_lowercase()));
        let options = reset.chain(options.iter().cloned());
        let options = options.map(|(name, value)| format!("setoption name {name} value {value}\n"));
        let options = options.collect::<Vec<_>>().concat();
        // A new game has an empty table, so nothing remains of another room.
        let setup = format!("{options}ucinewgame\nposition {position}");
        process.prepare_all(&setup).await?;
        let seat = seat.map(|seat| format!(" seat {seat}")).unwrap_or_default();
        process.send(&format!("go{seat} nodes {nodes} movetime {}", time.as_millis())).await?;
        let longest = *time + self.launcher.answer_time;
        let line = process.until("bestmove", longest, |_| ()).await?;
        match line.split(' ').nth(1) {
            Some(word) if word != "(none)" => Ok(word.to_owned()),
            _ => Err(EngineFailure::NoMove),
        }
    }

    /// Keeps a process for the next search of a seat, for a while.
    fn release(&self, process: Process) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }

    /// Ends the processes that seats have not used for a while, again and again.
    pub async fn end_idle(&self) {
        let mut before = 0;
        loop {
            tokio::time::sleep(self.idle).await;
            let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
            // Those at the bottom of the stack were not used if it has never been lower.
            let unused = before.min(free.len());
            free.drain(..unused);
            before = free.len();
        }
    }
}
