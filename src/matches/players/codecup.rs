//! Players that speak the lines of DVONN at CodeCup 2011: `Start` or the opponent's moves in upper case come in, one
//! move a line goes out.

use super::process::Process;
use super::{MatchPlayer, PlayerFault, PlayerMove, Turn};

/// An engine that speaks CodeCup's lines. It keeps its own clock, and plays one game a process.
pub(super) struct CodeCupPlayer {
    command: Vec<String>,
    process: Option<Process>,
    /// Number of moves of the game that the engine knows.
    told: usize,
}

impl CodeCupPlayer {
    pub(super) fn new(command: Vec<String>) -> Self {
        Self { command, process: None, told: 0 }
    }
}

impl MatchPlayer for CodeCupPlayer {
    fn begin(&mut self, start: &str) -> Result<(), PlayerFault> {
        if start != "startpos" {
            return Err(PlayerFault::Unable(format!("wanted the start of the game for codecup, found {start}")));
        }
        self.told = 0;
        self.process = Some(Process::start(&self.command)?);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<PlayerMove, PlayerFault> {
        let process = self.process.as_mut().ok_or_else(PlayerFault::not_started)?;
        if turn.moves.is_empty() {
            process.send("Start")?;
        }
        for word in turn.moves.get(self.told..).unwrap_or_default() {
            process.send(&word.to_ascii_uppercase())?;
        }
        let word = process.read(turn.timeout, |line| (!line.is_empty()).then(|| line.to_ascii_lowercase()))?;
        self.told = turn.moves.len() + 1;
        Ok(PlayerMove { word, score: None })
    }

    fn stop(&mut self) {
        self.process = None;
    }

    fn keeps_own_clock(&self) -> bool {
        true
    }
}
