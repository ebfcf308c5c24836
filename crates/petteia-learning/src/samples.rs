//! Training samples: positions whose target mixes the game result and the search score, as in nnue-pytorch.

use petteia_core::words::quoted;
use petteia_core::{Learnable, MoveError, Side, Trainable};
use petteia_search::GameHistory;

use super::self_play::{final_margin, has_ended};

/// A position and its training target.
#[derive(Clone, Copy, Debug)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// Win probability of the side to move, from 0 to 1; a draw counts as one half.
    pub target: f32,
}

/// The win probability for a score in centipieces: the logistic function of the score divided by [`Learnable::SCALE`].
#[must_use]
pub fn win_probability<P: Learnable>(score: f32) -> f32 {
    1.0 / (1.0 + (-score / P::SCALE).exp())
}

/// Why a line is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct GameError {
    /// Column in the line, from 1.
    pub column: usize,
    /// What the column should hold.
    pub expected: String,
    /// What the column holds.
    pub found: String,
}

impl GameError {
    /// An error at this byte offset of the line.
    pub(super) fn new(offset: usize, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { column: offset + 1, expected: expected.into(), found: found.into() }
    }
}

/// Reads the samples of a game from a line in the format of [`self_play`](super::self_play). `visit` is called with
/// each sample, the last position first. It is not called if the line is not a game, and not for positions that are not
/// [quiet](Trainable::is_quiet).
///
/// The target is `wdl_lambda` times the win probability of the result plus `1 - wdl_lambda` times that of the search
/// score. (The lambda of nnue-pytorch is the weight of the score instead.) A position without a search score takes the
/// score of the next searched position. After the last searched position it takes the result.
///
/// # Errors
/// The line is not a game: a move is illegal, the game does not end, or its margin is wrong.
pub fn of_game<P: Trainable>(line: &str, wdl_lambda: f32, mut visit: impl FnMut(Sample<P>)) -> Result<(), GameError> {
    let (Replay { steps, .. }, margin) = Replay::<P>::of_line(line)?;
    let result = f32::from(margin) * if P::WON_BY_MARGIN { 100.0 } else { 10_000.0 };
    // `by_result` and `by_score` are win probabilities of the first player.
    let by_result = win_probability::<P>(result);
    let mut by_score = by_result;
    for (position, score) in steps.into_iter().rev() {
        let first = position.side() == Side::First;
        if let Some(score) = score {
            by_score = win_probability::<P>(if first { f32::from(score) } else { -f32::from(score) });
        }
        let target = wdl_lambda * by_result + (1.0 - wdl_lambda) * by_score;
        if position.is_quiet() {
            visit(Sample { position, target: if first { target } else { 1.0 - target } });
        }
    }
    Ok(())
}

/// How the lines of a file of games are checked.
#[derive(Clone, Copy, Debug)]
pub struct GameChecks {
    /// Checks that a line is a game.
    pub game: fn(&str) -> Result<(), GameError>,
    /// Checks that an incomplete line can be the start of one.
    pub start: fn(&str) -> Result<(), GameError>,
}

impl GameChecks {
    /// The checks of a sequential game.
    #[must_use]
    pub const fn of<P: Trainable>() -> Self {
        Self { game: check_game::<P>, start: check_start::<P> }
    }
}

/// Checks that a line is a game, as [`of_game`] does.
///
/// # Errors
/// Those of [`of_game`].
pub fn check_game<P: Trainable>(line: &str) -> Result<(), GameError> {
    Replay::<P>::of_line(line).map(drop)
}

/// Checks that an incomplete line can be the start of a game.
///
/// # Errors
/// It cannot.
pub fn check_start<P: Trainable>(start: &str) -> Result<(), GameError> {
    if start.starts_with('{') && !start.contains("} ") {
        // The run ended in the FEN, whose game is played anew.
        return Ok(());
    }
    let (moves, last) = start.rsplit_once(' ').map_or((None, start), |(moves, last)| (Some(moves), last));
    if let Some(moves) = moves.and_then(|moves| moves.strip_suffix(" =")) {
        let replay = Replay::<P>::of_moves(moves)?;
        replay.check_end(moves.len())?;
        let margin = replay.margin().to_string();
        let expected = || format!("the margin {margin} that the moves lead to");
        return if margin.starts_with(last) {
            Ok(())
        } else {
            Err(GameError::new(moves.len() + 3, expected(), quoted(last)))
        };
    }
    let replay = moves.map_or_else(|| Ok(Replay::new(P::start())), Replay::<P>::of_moves)?;
    if replay.can_continue_with(last) {
        Ok(())
    } else {
        Err(GameError::new(start.len() - last.len(), "a move", quoted(last)))
    }
}

/// The FEN in braces at the start of a line, if it has one, and the moves behind it.
fn split_start(line: &str) -> Result<(Option<&str>, Option<&str>), GameError> {
    let Some(text) = line.strip_prefix('{') else { return Ok((None, Some(line))) };
    let wrong = || GameError::new(0, "a FEN in braces, then a blank and moves", quoted(line));
    let (fen, rest) = text.split_once('}').ok_or_else(wrong)?;
    let moves = if rest.is_empty() { None } else { Some(rest.strip_prefix(' ').ok_or_else(wrong)?) };
    Ok((Some(fen), moves))
}

/// The position of the FEN at the start of a line.
fn position<P: Trainable>(fen: &str) -> Result<P, GameError> {
    P::parse_fen(fen).map_err(|error| GameError::new("{".len(), "a FEN", error.to_string()))
}

/// A game that is replayed, with each position before a move and the search score of that move in centipieces; `None`
/// for a move without a search.
struct Replay<P> {
    position: P,
    history: GameHistory,
    steps: Vec<(P, Option<i16>)>,
}

impl<P: Trainable> Replay<P> {
    /// A game that starts at a position.
    fn new(position: P) -> Self {
        Self { position, history: GameHistory::default(), steps: Vec::new() }
    }

    /// A whole game, and the final margin of the first player.
    fn of_line(line: &str) -> Result<(Self, i16), GameError> {
        let (moves, end) =
            line.split_once(" = ").ok_or_else(|| GameError::new(0, "moves, ' = ' and a margin", quoted(line)))?;
        let replay = Self::of_moves(moves)?;
        replay.check_end(moves.len())?;
        let (found, reached) = (end.parse().ok(), replay.margin());
        let margin = found.filter(|&margin| i32::from(margin) == reached).ok_or_else(|| {
            let expected = format!("the margin {reached} that the moves lead to");
            GameError::new(moves.len() + " = ".len(), expected, quoted(end))
        })?;
        Ok((replay, margin))
    }

    /// The first moves of a game, behind its start if that is a FEN.
    fn of_moves(line: &str) -> Result<Self, GameError> {
        let (start, moves) = split_start(line)?;
        let mut replay = Self::new(start.map_or_else(|| Ok(P::start()), position)?);
        let mut offset = start.map_or(0, |fen| fen.len() + "{} ".len());
        let Some(moves) = moves else { return Ok(replay) };
        for scored_move in moves.split(' ') {
            replay.play(scored_move, offset)?;
            offset += scored_move.len() + 1;
        }
        Ok(replay)
    }

    /// Plays a move with its score, at this offset of the line.
    fn play(&mut self, scored_move: &str, offset: usize) -> Result<(), GameError> {
        if self.has_ended() {
            return Err(GameError::new(offset, "the end of the game", quoted(scored_move)));
        }
        let (word, score) =
            scored_move.split_once(':').map_or((scored_move, None), |(word, score)| (word, Some(score)));
        let m = self.position.parse_move(word).map_err(|error| match error {
            MoveError::Syntax(expected) => GameError::new(offset, expected, quoted(word)),
            MoveError::Illegal(why) => GameError::new(offset, "a legal move", format!("{}: {why}", quoted(word))),
            MoveError::Hidden(why) => {
                GameError::new(offset, "a move that all can see", format!("{}: {why}", quoted(word)))
            }
        })?;
        let bad_score = |score| GameError::new(offset + word.len() + 1, "a score -32768..32767", quoted(score));
        let score = score.map(|score| score.parse().map_err(|_| bad_score(score))).transpose()?;
        self.steps.push((self.position, score));
        self.history.push(&self.position, m);
        self.position.play_unchecked(m);
        Ok(())
    }

    fn has_ended(&self) -> bool {
        has_ended(&self.position, &self.history, self.steps.len())
    }

    /// Checks that the game has ended. Its moves have this length.
    fn check_end(&self, length: usize) -> Result<(), GameError> {
        if self.has_ended() {
            return Ok(());
        }
        Err(GameError::new(length + 1, "more moves, as the game has not ended", "its margin"))
    }

    /// The final margin of the first player.
    fn margin(&self) -> i32 {
        final_margin(&self.position)
    }

    /// Whether a line can continue with this start of a word.
    fn can_continue_with(&self, start: &str) -> bool {
        if self.has_ended() {
            return "=".starts_with(start);
        }
        let (word, score) = start.split_once(':').map_or((start, None), |(word, score)| (word, Some(score)));
        let is_score = |score: &str| score.strip_prefix('-').unwrap_or(score).bytes().all(|byte| byte.is_ascii_digit());
        let mut is_move = false;
        self.position.for_each_move(|m| {
            let text = self.position.write_move(m);
            is_move |= score.map_or_else(|| text.starts_with(word), |score| text == word && is_score(score));
        });
        is_move
    }
}
