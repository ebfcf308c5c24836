//! The answers of a session.

use std::fmt::{self, Display, Formatter};

use petteia_core::network::LoadNetwork;
use petteia_core::scene::Round;
use petteia_core::words::quoted;
use petteia_core::{GameResult, MoveError, Scene};

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play. `None` if the position is finished or it is not the turn of the seat.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// What went wrong in the engine and ended the search early.
    pub error: Option<String>,
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

/// A move as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnMove {
    /// What it does, as in [`Effects`].
    pub effects: Vec<String>,
    /// The cells that its piece visits, by their keys. Empty for a pass and for several moves at once.
    pub path: Vec<String>,
    /// The position before it.
    pub before: Scene,
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

/// The last round in which several seats acted. Every seat may know all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastRound {
    /// The turn of a simultaneous game, with both choices.
    Turn(Effects),
    /// The round of a party game.
    Party(Round),
}

impl Display for LastRound {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Turn(effects) => effects.fmt(f),
            Self::Party(round) => round.fmt(f),
        }
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

/// Makes sure that an evaluation with this network can evaluate positions.
pub(super) fn has_network(network: Option<&'static dyn LoadNetwork>) -> Result<(), SessionError> {
    match network {
        Some(network) if !network.is_loaded() => {
            Err(SessionError::Unsupported("expected the network of the game, found none loaded"))
        }
        _ => Ok(()),
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
