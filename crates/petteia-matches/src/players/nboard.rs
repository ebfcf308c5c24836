//! Players of Reversi that speak the NBoard protocol, version 2: NTest, Edax, Saio.

use std::time::Duration;

use petteia_formats::ggf;

use super::process::PlayerProcess;
use super::{MatchPlayer, MoveRequest, PlayerError, PlayerMove, PlayerScore};
use crate::limits::PlayerLimit;

/// The depth of a player that has a clock.
const NO_DEPTH: u32 = 60;

/// An engine that speaks the NBoard protocol.
pub(super) struct NBoardPlayer {
    process: PlayerProcess,
    /// Number of the last `ping`.
    pings: u32,
    /// The depth that was set last.
    depth: Option<u32>,
}

impl NBoardPlayer {
    pub(super) fn new(process: PlayerProcess) -> Self {
        Self { process, pings: 0, depth: None }
    }
}

impl MatchPlayer for NBoardPlayer {
    fn begin(&mut self, _start: &str) -> Result<(), PlayerError> {
        self.pings += 1;
        let Self { process, pings, depth } = self;
        process.begin(|process, is_new| {
            if is_new {
                process.send("nboard 2")?;
                *depth = None;
            }
            process.send(&format!("ping {pings}"))?;
            let pong = format!("pong {pings}");
            process.read(|line| (line == pong).then_some(()))
        })
    }

    fn choose(&mut self, turn: &MoveRequest) -> Result<PlayerMove, PlayerError> {
        let process = self.process.ask(turn.timeout)?;
        let (depth, time) = match (turn.pace, turn.clock()) {
            (PlayerLimit::Clock(_), Some(clock)) if clock.increment().is_zero() && clock.moves_to_go().is_none() => {
                (NO_DEPTH, clock.left())
            }
            (PlayerLimit::Depth(depth), _) => (depth, Duration::from_secs(86_400)),
            _ => return Err(turn.unsupported("nboard", "a time for the game or a depth")),
        };
        if self.depth != Some(depth) {
            process.send(&format!("set depth {depth}"))?;
            self.depth = Some(depth);
        }
        process.send(&format!("set game {}", ggf::write_game(turn.start_fen, turn.moves, time)))?;
        process.send("go")?;
        process.read(|line| line.strip_prefix("===").map(answer))
    }

    fn stop(&mut self) {
        self.process.stop();
    }
}

/// The answer behind `===`: `MOVE/EVAL/TIME`, or the same with blanks.
fn answer(text: &str) -> PlayerMove {
    let mut parts = text.split(['/', ' ']).filter(|part| !part.is_empty());
    let word = parts.next().unwrap_or_default().to_ascii_lowercase();
    let word = if word == "pa" { "pass".into() } else { word };
    let discs = parts.next().and_then(|eval| eval.parse::<f64>().ok()).filter(|discs| discs.is_finite());
    // Without an evaluation the next part is the time.
    let has_evaluation = !text.contains("//");
    let score = discs.filter(|_| has_evaluation).map(|discs| PlayerScore::Cp((100.0 * discs).round() as i32));
    PlayerMove { word, score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        for (text, word, score) in [
            (" d6 -1.00 0.0", "d6", Some(-100)),
            (" F5/3.25/1.5", "f5", Some(325)),
            (" PA", "pass", None),
            (" F5//1.5", "f5", None),
            (" F5/x", "f5", None),
            ("", "", None),
        ] {
            assert_eq!(answer(text), PlayerMove { word: word.into(), score: score.map(PlayerScore::Cp) }, "{text}");
        }
    }
}
