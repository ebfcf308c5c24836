//! Players that speak the lines of DVONN at CodeCup 2011: `Start` or the opponent's moves in upper case come in, one
//! move a line goes out.

use super::process::PlayerProcess;
use super::{MatchPlayer, MoveRequest, PlayerError, PlayerMove, shortened};

/// An engine that speaks CodeCup's lines. It keeps its own clock, and plays one game a process.
pub(super) struct CodeCupPlayer {
    process: PlayerProcess,
    /// Number of moves of the game that the engine knows.
    moves_sent: usize,
}

impl CodeCupPlayer {
    pub(super) fn new(process: PlayerProcess) -> Self {
        Self { process, moves_sent: 0 }
    }
}

impl MatchPlayer for CodeCupPlayer {
    fn begin(&mut self, start: &str) -> Result<(), PlayerError> {
        if start != "startpos" {
            return Err(PlayerError::Unsupported(format!("expected the start of the game for codecup, found {start}")));
        }
        self.moves_sent = 0;
        self.process.stop();
        self.process.begin(|_, _| Ok(()))
    }

    fn choose(&mut self, turn: &MoveRequest) -> Result<PlayerMove, PlayerError> {
        let process = self.process.ask(turn.timeout)?;
        // The protocol has no handshake, so the first line of the engine shows whether it speaks it.
        let is_new = !process.has_written();
        let news = turn.moves.get(self.moves_sent..).unwrap_or_default();
        let request = if turn.moves.is_empty() { "Start".into() } else { news.join("\n").to_ascii_uppercase() };
        // A player that moves twice running gets no message.
        let sent = if request.is_empty() { Ok(()) } else { process.send(&request) };
        let answer = sent.and_then(|()| process.read(|line| (!line.is_empty()).then(|| line.to_ascii_lowercase())));
        let word = match answer {
            Ok(word) if is_new && !is_move(&word) => {
                let error = PlayerError::Crash(format!("expected a move, found '{}'", shortened(&word)));
                return Err(self.process.failed_start(error));
            }
            Err(error @ PlayerError::Crash(_)) if is_new => return Err(self.process.failed_start(error)),
            answer => answer?,
        };
        self.moves_sent = turn.moves.len() + 1;
        Ok(PlayerMove { word, score: None })
    }

    fn stop(&mut self) {
        self.process.stop();
    }

    fn keeps_own_clock(&self) -> bool {
        true
    }
}

/// Whether a word has the form of a move: one field or two.
fn is_move(word: &str) -> bool {
    let is_field = |field: &[u8]| matches!(field, [b'a'..=b'k', b'1'..=b'5']);
    matches!(word.len(), 2 | 4) && word.as_bytes().chunks(2).all(is_field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_one_field_or_two() {
        for (word, is_right) in
            [("a1", true), ("k5d3", true), ("", false), ("l1", false), ("a6", false), ("a1b", false), ("a1b1c1", false)]
        {
            assert_eq!(is_move(word), is_right, "{word}");
        }
    }
}
