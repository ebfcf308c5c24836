//! Positions and moves as text.

use super::{Position, Simultaneous};
use crate::base::Side;

/// Why a text is no position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("wanted {wanted}, found {found}")]
pub struct FenError {
    /// Byte offset in the text, from 0.
    pub at: usize,
    /// What would have been right there.
    pub wanted: String,
    /// What stands there.
    pub found: String,
}

impl FenError {
    /// An error at a byte offset.
    pub fn new(at: usize, wanted: impl Into<String>, found: impl Into<String>) -> Self {
        Self { at, wanted: wanted.into(), found: found.into() }
    }
}

/// Why a word is no move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not the text of any move of this game; says what would be.
    #[error("wanted {0}")]
    Syntax(&'static str),
    /// A move of this game, but not legal in this position; says why.
    #[error("{0}")]
    Illegal(String),
    /// It depends on something that is not known here; says on what.
    #[error("{0}")]
    Hidden(&'static str),
}

/// The text forms of a sequential game; also what its effects and results are called.
pub trait Notation: Position {
    /// Reads a position. Words may be separated by any run of blanks and tabs.
    ///
    /// # Errors
    /// The first thing wrong with the text, and where.
    fn read_fen(text: &str) -> Result<Self, FenError>;

    /// The position as text; [`read_fen`](Notation::read_fen) gives it back.
    fn write_fen(&self) -> String;

    /// Reads a legal move.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] for words that are never a move, [`MoveError::Illegal`] otherwise.
    fn read_move(&self, word: &str) -> Result<Self::Move, MoveError>;

    /// The moves, one or more, that a word of a list of moves stands for, each as
    /// [`read_move`](Notation::read_move) reads it; games whose transcripts are written without blanks override it.
    /// The canonical text of a move is one move.
    #[must_use]
    fn split_moves(word: &str) -> Vec<&str> {
        vec![word]
    }

    /// The canonical text of a legal move.
    fn write_move(&self, m: Self::Move) -> String;

    /// The board for people, with coordinates, lines ended by `\n`.
    fn diagram(&self) -> String;

    /// What the side to move is called: `white`, `black`.
    fn side_name(&self) -> &'static str;

    /// What playing a legal move would do beyond the move itself, in the game's own words, such as
    /// `removed b3=w2`; one entry for each kind of effect, cells in byte order.
    fn effects(&self, m: Self::Move) -> Vec<String>;

    /// The count that the rules call the score, p1 first.
    fn scores(&self) -> [i32; 2];

    /// Why the game is over, one word; `None` while it goes on.
    fn end_reason(&self) -> Option<&'static str>;
}

/// The text forms of a simultaneous game.
pub trait SimultaneousNotation: Simultaneous {
    /// Why a game that is over by its rules is over, one word.
    const END_REASON: &'static str;

    /// What one piece more is worth on the scale from -1 to 1.
    const PIECE: f64;

    /// Reads a position. Words may be separated by any run of blanks and tabs.
    ///
    /// # Errors
    /// The first thing wrong with the text, and where.
    fn read_fen(text: &str) -> Result<Self, FenError>;

    /// The position as text; [`read_fen`](SimultaneousNotation::read_fen) gives it back.
    fn write_fen(&self) -> String;

    /// Reads a choice of a side.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] for words that are never a choice, [`MoveError::Illegal`] otherwise.
    fn read_choice(&self, side: Side, word: &str) -> Result<Self::Choice, MoveError>;

    /// The canonical text of a choice.
    fn write_choice(&self, choice: Self::Choice) -> String;

    /// The board for people, with coordinates, lines ended by `\n`.
    fn diagram(&self) -> String;

    /// What happens when a choice of each side is carried out, the first player's first; nothing about the
    /// result.
    fn effects(&self, choices: [Self::Choice; 2]) -> Vec<String>;

    /// The count that the rules call the score, p1 first.
    fn scores(&self) -> [i32; 2];

    /// Why a game that goes on by its rules counts as drawn, one word.
    fn draw_reason(&self) -> Option<&'static str>;
}
