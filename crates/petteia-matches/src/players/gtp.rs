//! Players of Reversi that speak GTP, version 2. A vertex is the name of the square.

use super::process::{PlayerProcess, Process};
use super::{MatchPlayer, MoveRequest, PlayerError, PlayerMove, shortened};
use crate::limits::PlayerLimit;

const COLOURS: [&str; 2] = ["black", "white"];

/// An engine that speaks GTP.
pub(super) struct GtpPlayer {
    process: PlayerProcess,
    /// Number of moves of the game that the engine knows.
    moves_sent: usize,
}

impl GtpPlayer {
    pub(super) fn new(process: PlayerProcess) -> Self {
        Self { process, moves_sent: 0 }
    }
}

/// Sends a command and reads its answer, without `=`. A refusal counts as a crash.
fn ask(process: &mut Process, command: &str) -> Result<String, PlayerError> {
    process.send(command)?;
    let answer = process.read(|line| line.starts_with(['=', '?']).then(|| line.to_owned()))?;
    process.read(|line| line.is_empty().then_some(()))?;
    match answer.strip_prefix('=') {
        Some(text) => Ok(text.trim().into()),
        None => Err(PlayerError::Crash(format!("'{command}' was refused: {}", shortened(&answer)))),
    }
}

impl MatchPlayer for GtpPlayer {
    fn begin(&mut self, start: &str) -> Result<(), PlayerError> {
        if !start.starts_with("startpos") {
            return Err(PlayerError::Unsupported(format!(
                "expected moves from the start of the game for gtp, found {start}"
            )));
        }
        self.moves_sent = 0;
        self.process.begin(|process, is_new| {
            if is_new {
                // Programs of several games are asked for theirs, as by Quarry.
                if ask(process, "known_command set_game")? == "true" {
                    ask(process, "set_game Othello")?;
                }
                ask(process, "boardsize 8")?;
            }
            ask(process, "clear_board").map(drop)
        })
    }

    fn choose(&mut self, turn: &MoveRequest) -> Result<PlayerMove, PlayerError> {
        let process = self.process.ask(turn.timeout)?;
        for (i, word) in turn.moves.iter().enumerate().skip(self.moves_sent) {
            ask(process, &format!("play {} {word}", COLOURS[i % 2]))?;
        }
        let colour = COLOURS[turn.player];
        match (turn.pace, turn.clock()) {
            (PlayerLimit::Clock(control), Some(clock)) if clock.increment().is_zero() => {
                let (main, moves) = (control.time.as_secs_f64(), clock.moves_to_go());
                let [main, period] = if moves.is_some() { [0.0, main] } else { [main, 0.0] };
                ask(process, &format!("time_settings {main} {period} {}", control.moves.unwrap_or(0)))?;
                let left = clock.left().as_secs_f64();
                ask(process, &format!("time_left {colour} {left} {}", moves.unwrap_or(0)))?;
            }
            (PlayerLimit::MoveTime(time), _) => {
                ask(process, &format!("time_settings 0 {} 1", time.as_secs_f64()))?;
            }
            _ => return Err(turn.unsupported("gtp", "a time without increment")),
        }
        let word = ask(process, &format!("genmove {colour}"))?.to_ascii_lowercase();
        self.moves_sent = turn.moves.len() + 1;
        if word == "resign" { Err(PlayerError::Resigned) } else { Ok(PlayerMove { word, score: None }) }
    }

    fn stop(&mut self) {
        self.process.stop();
    }
}
