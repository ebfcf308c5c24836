//! Players that speak the lines of DVONN at CodeCup 2011: `Start` or the opponent's moves in upper case come in, one
//! move a line goes out.

use super::process::Process;
use super::{Choice, Fault, Player, Turn};

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

impl Player for CodeCupPlayer {
    fn begin(&mut self, start: &str, _p1: bool) -> Result<(), Fault> {
        if start != "startpos" {
            return Err(Fault::Unable(format!("wanted the start of the game for codecup, found {start}")));
        }
        self.told = 0;
        self.process = Some(Process::start(&self.command)?);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("not started".into()))?;
        if turn.moves.is_empty() {
            process.send("Start")?;
        }
        for word in turn.moves.get(self.told..).unwrap_or_default() {
            process.send(&word.to_ascii_uppercase())?;
        }
        let word = process.read(turn.patience, |line| (!line.is_empty()).then(|| line.to_ascii_lowercase()))?;
        self.told = turn.moves.len() + 1;
        Ok(Choice { word, score: None })
    }

    fn stop(&mut self) {
        self.process = None;
    }

    fn keeps_own_clock(&self) -> bool {
        true
    }
}
