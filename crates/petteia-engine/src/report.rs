//! The answers of a session.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use petteia_core::words::quoted;
use petteia_core::{GameResult, MoveError, Score};
use petteia_search::Bound;

/// A report of a running search: a [`SearchInfo`](petteia_search::SearchInfo) with its moves as text.
#[derive(Clone, Debug)]
pub struct InfoLine {
    /// Depth of the iteration in plies; 0 for a finished position.
    pub depth: u32,
    /// The deepest ply reached.
    pub sel_depth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// The score for the side to move at the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The score is the value of the game under best play.
    pub proved: bool,
    /// The game is won by margin.
    pub won_by_margin: bool,
    /// Number of nodes so far.
    pub nodes: u64,
    /// Share of the transposition table in use, in thousandths.
    pub hash_full: u32,
    /// Number of positions found in endgame databases; `None` without databases.
    pub tb_hits: Option<u64>,
    /// Time since the search began.
    pub time: Duration,
    /// The line; empty only for a finished position.
    pub pv: Vec<String>,
    /// The number of moves that the side to move at the root makes until the end of the game. It is 0 unless the score
    /// is proved in a game won by margin.
    pub own_moves: u32,
}

impl InfoLine {
    /// Whether the score is the proved margin of a game won by margin.
    #[must_use]
    pub fn is_proved_margin(&self) -> bool {
        self.won_by_margin && self.proved
    }

    /// The probabilities of win, draw and loss (WDL) in thousandths. They are certain if the score is decided or proved.
    #[must_use]
    pub fn wdl(&self) -> [u32; 3] {
        let score = self.score;
        if self.proved || score.is_decided() {
            return match score.raw().signum() {
                1 => [1000, 0, 0],
                -1 => [0, 0, 1000],
                _ => [0, 1000, 0],
            };
        }
        let win = win_probability(score.centipieces());
        let loss = win_probability(-score.centipieces());
        [win, 1000 - win - loss, loss]
    }
}

/// The probability of a win in thousandths, a logistic function of the score. It is a half at a lead of one piece and
/// three quarters at a lead of about four pieces.
fn win_probability(centipieces: i32) -> u32 {
    /// Score with a win probability of a half, in centipieces.
    const EVEN_AT: f64 = 100.0;
    /// Scale of the logistic function, in centipieces.
    const SCALE: f64 = 300.0;
    let odds = ((EVEN_AT - f64::from(centipieces)) / SCALE).exp();
    #[expect(clippy::cast_sign_loss, reason = "between 0 and 1000")]
    let thousandths = (1000.0 / (1.0 + odds)).round() as u32;
    thousandths
}

/// A message of a search before its end.
#[derive(Clone, Debug)]
pub enum SearchUpdate {
    /// A result.
    Info(InfoLine),
    /// Free text, such as a remark of the game.
    Note(String),
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play. `None` if the position is finished or it is not the turn of the seat.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// A fault of the engine that ended the search early.
    pub fault: Option<String>,
}

/// What playing a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// The move in canonical form.
    pub played: String,
    /// What the move does, in the terms of the game, such as `removed b3=w2`.
    pub effects: Vec<String>,
    /// The result, if the game is over after the move.
    pub result: Option<GameResult>,
    /// The position after the move.
    pub fen: String,
}

impl Effects {
    /// The move, and its effects as text.
    #[must_use]
    pub fn into_pair(self) -> (String, String) {
        let result = self.result.map(|result| format!("result {result}"));
        let parts: Vec<String> = self.effects.into_iter().chain(result).chain([format!("fen {}", self.fen)]).collect();
        (self.played, parts.join("; "))
    }
}

impl Display for Effects {
    /// The move and a colon, then the effects, the result and the position, separated by `; `.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (played, effects) = self.clone().into_pair();
        write!(f, "{played}: {effects}")
    }
}

/// Why a session refuses a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// A word that is no move of this game.
    Syntax {
        /// Which word of the list, from 1.
        index: usize,
        /// What the word should be.
        expected: &'static str,
        /// The word.
        found: String,
    },
    /// A move that is not legal in its position.
    Illegal {
        /// Which word of the list, from 1.
        index: usize,
        /// The word.
        found: String,
        /// The position, unless it has secrets.
        fen: Option<String>,
        /// Why the move is not legal there.
        why: String,
    },
    /// There is no such seat at the table.
    Seat {
        /// Number of seats.
        seats: u32,
        /// The number asked for.
        found: u32,
    },
    /// The request is not possible in this game.
    Unsupported(&'static str),
}

impl SessionError {
    /// The error for word number `index`, from 1, which is no legal move. `fen` is the position, or `None` if it has
    /// secrets.
    pub(super) fn of(error: MoveError, index: usize, word: &str, fen: Option<String>) -> Self {
        match error {
            MoveError::Syntax(expected) => Self::Syntax { index, expected, found: word.into() },
            MoveError::Illegal(why) => Self::Illegal { index, found: word.into(), fen, why },
            MoveError::Hidden(what) => Self::Unsupported(what),
        }
    }
}

impl Display for SessionError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Syntax { index, expected, found } => {
                write!(f, "move {index}: expected {expected}, found {}", quoted(found))
            }
            Self::Illegal { index, found, fen, why } => {
                write!(f, "move {index}: expected a legal move, found {}: {why}", quoted(found))?;
                fen.iter().try_for_each(|fen| write!(f, " in {fen}"))
            }
            Self::Seat { seats, found } => write!(f, "expected a seat from 1 to {seats}, found {found}"),
            Self::Unsupported(what) => f.write_str(what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::win_probability;

    #[test]
    fn chances_where_they_are_estimates() {
        for centipieces in -2_000..=2_000 {
            let [win, loss] = [win_probability(centipieces), win_probability(-centipieces)];
            assert!(win + loss <= 1_000, "{centipieces}");
        }
        assert!(win_probability(300) > win_probability(0) && win_probability(0) > win_probability(-300));
        assert_eq!(win_probability(100), 500);
    }
}
