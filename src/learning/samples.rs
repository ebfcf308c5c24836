//! Positions of games with what became of them.

use super::self_play::{has_ended, margin};
use crate::base::Side;
use crate::game::words::quoted;
use crate::game::{Learnable, MoveError};
use crate::search::GameHistory;

/// A position and what the training takes its value to be.
#[derive(Clone, Copy, Debug)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// The chance of the side to move, from 0 to 1.
    pub target: f32,
}

/// A winning chance for a value in hundredths of a piece.
#[must_use]
pub fn chance<P: Learnable>(value: f32) -> f32 {
    1.0 / (1.0 + (-value / P::SCALE).exp())
}

/// Why a line is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: wanted {wanted}, found {found}")]
pub struct GameError {
    /// The place in the line, from 1.
    pub column: usize,
    /// What would have been right there.
    pub wanted: String,
    /// What stands there.
    pub found: String,
}

impl GameError {
    fn new(at: usize, wanted: impl Into<String>, found: impl Into<String>) -> Self {
        Self { column: at + 1, wanted: wanted.into(), found: found.into() }
    }
}

/// A position that somebody moved in, and the score that the search gave the move, if there was one.
type Step<P> = (P, Option<i16>);

/// Reads the samples of a game, a line as `games` writes them. The target is the chance by the end of the game and
/// that by the score of the search, with the weights `wdl_lambda` and one less that; a position that was not searched
/// takes the next score of the game. Nothing is visited of a line that is no game.
///
/// # Errors
/// The line is no such game: its moves are not legal, do not lead to an end, or lead to another margin.
pub fn of_game<P: Learnable>(line: &str, wdl_lambda: f32, mut visit: impl FnMut(Sample<P>)) -> Result<(), GameError> {
    let (steps, margin) = replayed::<P>(line)?;
    let end = f32::from(margin) * if P::WON_BY_MARGIN { 100.0 } else { 10_000.0 };
    // From the first player's side, backwards from the end.
    let mut by_search = chance::<P>(end);
    for (position, score) in steps.into_iter().rev() {
        let first = position.side() == Side::First;
        if let Some(score) = score {
            by_search = chance::<P>(if first { f32::from(score) } else { -f32::from(score) });
        }
        let target = wdl_lambda * chance::<P>(end) + (1.0 - wdl_lambda) * by_search;
        visit(Sample { position, target: if first { target } else { 1.0 - target } });
    }
    Ok(())
}

/// The steps of a game, and its margin.
fn replayed<P: Learnable>(line: &str) -> Result<(Vec<Step<P>>, i16), GameError> {
    let (moves, end) =
        line.split_once(" = ").ok_or_else(|| GameError::new(0, "moves, ' = ' and a margin", quoted(line)))?;
    let (mut position, mut history, mut steps) = (P::start(), GameHistory::default(), Vec::new());
    let mut at = 0;
    for words in moves.split(' ') {
        if has_ended(&position, &history, steps.len()) {
            return Err(GameError::new(at, "the end of the game", quoted(words)));
        }
        let (word, score) = words.split_once(':').map_or((words, None), |(word, score)| (word, Some(score)));
        let m = position.read_move(word).map_err(|error| match error {
            MoveError::Syntax(wanted) => GameError::new(at, wanted, quoted(word)),
            MoveError::Illegal(why) => GameError::new(at, "a legal move", format!("{}: {why}", quoted(word))),
            MoveError::Hidden(why) => GameError::new(at, "a move that all can see", format!("{}: {why}", quoted(word))),
        })?;
        let wrong = |score| GameError::new(at + word.len() + 1, "a score -32768..32767", quoted(score));
        let score = score.map(|score| score.parse().map_err(|_| wrong(score))).transpose()?;
        steps.push((position, score));
        history.push(&position, m);
        position.play(m);
        at += words.len() + 1;
    }
    if !has_ended(&position, &history, steps.len()) {
        return Err(GameError::new(at, "more moves, as the game has not ended", "its margin"));
    }
    let at = at + "= ".len();
    let (found, reached) = (end.parse().ok(), margin(&position));
    match found.filter(|&margin| i32::from(margin) == reached) {
        Some(margin) => Ok((steps, margin)),
        None => Err(GameError::new(at, format!("the margin {reached} that the moves lead to"), quoted(end))),
    }
}
