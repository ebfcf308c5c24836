//! `/rules`: lines about rules, answered in the server by an engine that neither searches nor reads files.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::WebSocket;
use petteia::embedded::{EmbeddedEngine, Jobs};
use petteia_engine::VARIANTS;

use crate::App;
use crate::limits::Visitor;
use crate::socket;

/// Most lines of a frame.
const FRAME_LINES: usize = 200;
/// Longest time for the lines of a frame.
const FRAME_TIME: Duration = Duration::from_secs(2);
/// Most bytes of an answer to a frame; lines after that are refused.
const ANSWER_BYTES: usize = 4 << 20;

/// The session of a socket.
struct Rules {
    engine: EmbeddedEngine<'static>,
    /// What the engine has written since the last answer.
    answer: Arc<Mutex<String>>,
}

/// Serves a socket until it closes.
pub async fn serve(socket: WebSocket, app: Arc<App>, visitor: Arc<Visitor>) {
    let (mut receiver, sender) = socket::halves(socket, visitor, &app);
    let Some(mut rules) = Rules::new() else { return };
    while let Some(text) = receiver.text().await {
        // The server has a place for each processor, so that no visitor can keep all of them busy.
        let Ok(_place) = app.rules_places.acquire().await else { return };
        let worked = tokio::task::spawn_blocking(move || {
            let answer = rules.answer(&text);
            (rules, answer)
        });
        let Ok((kept, answer)) = worked.await else { return };
        rules = kept;
        if !answer.is_empty() && sender.text(answer).await.is_err() || rules.engine.has_quit() {
            return;
        }
    }
}

impl Rules {
    fn new() -> Option<Self> {
        let answer = Arc::new(Mutex::new(String::new()));
        let output = Arc::clone(&answer);
        let write = move |line: &str| {
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            if !output.is_empty() {
                output.push('\n');
            }
            output.push_str(line);
        };
        let engine = EmbeddedEngine::new(&VARIANTS[0], Jobs::Refused, write);
        engine.map_err(|error| log::error!("{error}")).ok().map(|engine| Self { engine, answer })
    }

    /// The answer to the lines of a frame.
    fn answer(&mut self, text: &str) -> String {
        let begun = Instant::now();
        for (index, line) in text.lines().enumerate() {
            let length = self.answer.lock().unwrap_or_else(PoisonError::into_inner).len();
            if index >= FRAME_LINES || begun.elapsed() > FRAME_TIME || length > ANSWER_BYTES {
                let mut answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
                answer.push_str("\ninfo string error limit: expected less work in a frame");
                break;
            }
            self.engine.lines(line);
        }
        std::mem::take(&mut *self.answer.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_answered_and_searches_refused() {
        let mut rules = Rules::new().expect("random bytes");
        let answer = rules.answer("setoption name UCI_Variant value reversi\nlegal d3\nmoves");
        assert_eq!(answer, "response true\nmoves c4 d3 e6 f5");
        for line in ["go depth 1", "perft 1", "bench 1", "check Cargo.toml", "setoption name Deck value Cargo.toml"] {
            let answer = rules.answer(line);
            assert!(answer.contains("info string error unsupported"), "{line}: {answer}");
        }
        let answer = rules.answer(&"isready\n".repeat(FRAME_LINES + 1));
        assert_eq!(answer.lines().count(), FRAME_LINES + 1);
        assert!(answer.ends_with("info string error limit: expected less work in a frame"));
    }
}
