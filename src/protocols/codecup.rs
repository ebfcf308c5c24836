//! The lines of DVONN at CodeCup 2011: `Start` or the moves of the opponent come in, one move a line goes out, all in
//! upper case. `Quit` ends. The engine keeps the clock of its whole game.

use std::time::{Duration, Instant};

use petteia_engine::{Clock, EngineError, JobEvent, JobResult, Limits};
use petteia_files::InputLine;
use petteia_ugi::Error;

use crate::server::connection::{Connection, Protocol};

/// A game by the lines of CodeCup.
#[derive(Debug, Default)]
pub(super) struct CodeCup {
    /// Whether the engine is the first player; `None` before the first line.
    is_first: Option<bool>,
    /// Time used for moves so far.
    used: Duration,
    /// When the engine began to think.
    since: Option<Instant>,
}

impl Protocol for CodeCup {
    fn must_wait(&self, connection: &Connection, line: &InputLine) -> bool {
        connection.engine.job().is_some() && line.leading_words()[0] != b"quit"
    }

    fn handle_line(&mut self, connection: &mut Connection, line: &InputLine) {
        if let Err(error) = self.execute(connection, line) {
            connection.abort(error.to_string());
        }
    }

    fn on_event(&mut self, _connection: &mut Connection, _event: JobEvent) {}

    fn on_job_end(&mut self, connection: &mut Connection, end: JobResult) {
        self.used += self.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        let Some(best) = end.into_best_move().best else {
            return connection.abort("internal: the search found no move".into());
        };
        match connection.engine.play(&[&best]) {
            Ok(()) => connection.write_line(&best.to_ascii_uppercase()),
            Err(error) => connection.abort(format!("internal: {error}")),
        }
    }

    fn on_idle(&mut self, connection: &mut Connection) {
        if let Err(error) = self.think(connection) {
            connection.abort(error.to_string());
        }
    }

    fn on_error(&mut self, connection: &mut Connection, error: Error) {
        connection.abort(error.text);
    }
}

impl CodeCup {
    fn execute(&mut self, connection: &mut Connection, line: &InputLine) -> Result<(), EngineError> {
        let text = line.text().map_err(|error| EngineError::Internal(error.to_string()))?;
        match text.trim().to_ascii_lowercase().as_str() {
            "" => return Ok(()),
            "quit" => {
                connection.quit();
                return Ok(());
            }
            "start" if self.is_first.is_none() => self.is_first = Some(true),
            word => {
                connection.engine.play(&[word])?;
                self.is_first.get_or_insert(false);
            }
        }
        self.think(connection)
    }

    /// Searches if it is the engine's turn.
    fn think(&mut self, connection: &mut Connection) -> Result<(), EngineError> {
        let game = connection.engine.game()?;
        if game.result().is_some() || self.is_first != Some(game.p1_turn()) || connection.engine.job().is_some() {
            return Ok(());
        }
        let left = connection.times.per_game.saturating_sub(self.used);
        let clock = Clock { left, increment: Duration::ZERO, moves_to_go: None };
        self.since = Some(Instant::now());
        connection.search(&[], Limits { clock: Some(clock), ..Limits::default() })
    }
}
