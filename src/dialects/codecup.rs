//! The lines of DVONN at CodeCup 2011: `Start` or the moves of the opponent come in, one move a line goes out, all in
//! upper case. `Quit` ends. The engine keeps the clock of its whole game.

use std::time::{Duration, Instant};

use crate::engine::{Clock, EngineError, JobEnd, JobUpdate, Limits};
use crate::protocol::conversation::{Conversation, Language};
use crate::protocol::error::Error;
use crate::protocol::lines::InputLine;

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

impl Language for CodeCup {
    fn must_wait(&self, conversation: &Conversation, line: &InputLine) -> bool {
        conversation.engine.job().is_some() && line.opening()[0] != b"quit"
    }

    fn obey(&mut self, conversation: &mut Conversation, line: &InputLine) {
        if let Err(error) = self.try_to_obey(conversation, line) {
            conversation.refuse(error.to_string());
        }
    }

    fn update(&mut self, _conversation: &mut Conversation, _update: JobUpdate) {}

    fn job_ended(&mut self, conversation: &mut Conversation, end: JobEnd) {
        self.used += self.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        let Some(best) = end.into_best_move().best else {
            return conversation.refuse("internal: the search found no move".into());
        };
        match conversation.engine.play(&[&best]) {
            Ok(()) => conversation.say(&best.to_ascii_uppercase()),
            Err(error) => conversation.refuse(format!("internal: {error}")),
        }
    }

    fn idle(&mut self, conversation: &mut Conversation) {
        if let Err(error) = self.think(conversation) {
            conversation.refuse(error.to_string());
        }
    }

    fn complain(&mut self, conversation: &mut Conversation, error: Error) {
        conversation.refuse(error.text);
    }
}

impl CodeCup {
    fn try_to_obey(&mut self, conversation: &mut Conversation, line: &InputLine) -> Result<(), EngineError> {
        let text = line.text().map_err(|error| EngineError::Internal(error.text))?;
        match text.trim().to_ascii_lowercase().as_str() {
            "" => return Ok(()),
            "quit" => {
                conversation.quit();
                return Ok(());
            }
            "start" if self.is_first.is_none() => self.is_first = Some(true),
            word => {
                conversation.engine.play(&[word])?;
                self.is_first.get_or_insert(false);
            }
        }
        self.think(conversation)
    }

    /// Searches if it is the engine's turn.
    fn think(&mut self, conversation: &mut Conversation) -> Result<(), EngineError> {
        let game = conversation.engine.game()?;
        if game.result().is_some() || self.is_first != Some(game.p1_turn()) || conversation.engine.job().is_some() {
            return Ok(());
        }
        let left = conversation.times.a_game.saturating_sub(self.used);
        let clock = Clock { left, increment: Duration::ZERO, moves_to_go: None };
        self.since = Some(Instant::now());
        conversation.search(&[], Limits { clock: Some(clock), ..Limits::default() })
    }
}
