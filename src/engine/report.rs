//! What a session answers.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::base::Score;
use crate::game::MoveError;
use crate::game::words::quoted;
use crate::search::Bound;

/// One result of a search on the way; a [`SearchInfo`](crate::search::SearchInfo) with its moves as text.
#[derive(Clone, Debug)]
pub struct InfoLine {
    /// Depth of the iteration in plies; 0 for a finished position.
    pub depth: u32,
    /// The deepest ply looked at.
    pub sel_depth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// From the side to move at the root.
    pub score: Score,
    /// Exact, or a bound.
    pub bound: Bound,
    /// The score is the value of the game under best play.
    pub proved: bool,
    /// The game is won by margin.
    pub won_by_margin: bool,
    /// Positions visited so far.
    pub nodes: u64,
    /// Permill of the transposition table in use.
    pub hash_full: u32,
    /// Since the search began.
    pub time: Duration,
    /// The line; empty only for a finished position.
    pub pv: Vec<String>,
    /// Moves of the side to move at the root to the end of the game, where the score is proved in a game won by margin;
    /// 0 elsewhere.
    pub own_moves: u32,
}

/// What a search says on the way.
#[derive(Clone, Debug)]
pub enum SearchUpdate {
    /// A result.
    Info(InfoLine),
    /// Anything that only its game can say.
    Note(String),
}

/// How a search ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play; `None` at a finished position.
    pub best: Option<String>,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// A fault of the engine that ended the search before its time.
    pub fault: Option<String>,
}

/// What playing a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// The move in canonical form.
    pub played: String,
    /// In the game's own words, such as `removed b3=w2`.
    pub effects: Vec<String>,
    /// The result, if the game is over then.
    pub result: Option<String>,
    /// The position after it.
    pub fen: String,
}

impl Display for Effects {
    /// The move, and what it does, joined by `; `.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}: ", self.played)?;
        self.effects.iter().try_for_each(|effect| write!(f, "{effect}; "))?;
        self.result.iter().try_for_each(|result| write!(f, "result {result}; "))?;
        write!(f, "fen {}", self.fen)
    }
}

/// Why a session does not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// A word that is no move of this game.
    Syntax {
        /// Which word of the list, from 1.
        index: usize,
        /// What would have been right.
        wanted: &'static str,
        /// The word.
        found: String,
    },
    /// A move that is not legal where it stands.
    Illegal {
        /// Which word of the list, from 1.
        index: usize,
        /// The word.
        found: String,
        /// The position, unless it has secrets.
        fen: Option<String>,
        /// What is wrong with it there.
        why: String,
    },
    /// There is no such seat at the table.
    Seat {
        /// How many there are.
        seats: u32,
        /// The one asked for.
        found: u32,
    },
    /// Not in this game.
    Unsupported(&'static str),
}

impl SessionError {
    /// Why the word number `index` of a list, from 1, is no move at the position `fen`, which is left out where
    /// it has secrets.
    pub(super) fn of(error: MoveError, index: usize, word: &str, fen: Option<String>) -> Self {
        match error {
            MoveError::Syntax(wanted) => Self::Syntax { index, wanted, found: word.into() },
            MoveError::Illegal(why) => Self::Illegal { index, found: word.into(), fen, why },
            MoveError::Hidden(what) => Self::Unsupported(what),
        }
    }
}

impl Display for SessionError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Syntax { index, wanted, found } => {
                write!(f, "move {index}: wanted {wanted}, found {}", quoted(found))
            }
            Self::Illegal { index, found, fen, why } => {
                write!(f, "move {index}: wanted a legal move, found {}: {why}", quoted(found))?;
                fen.iter().try_for_each(|fen| write!(f, " in {fen}"))
            }
            Self::Seat { seats, found } => write!(f, "wanted a seat from 1 to {seats}, found {found}"),
            Self::Unsupported(what) => f.write_str(what),
        }
    }
}
