//! The text of positions and moves.

use std::error::Error;
use std::fmt;

use super::{BoardView, Position, Simultaneous};
use crate::{Scene, Side};

/// Why a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// Byte offset of the error in the text, from 0.
    pub at: usize,
    /// What would be correct at this offset.
    pub expected: String,
    /// What the text has at this offset.
    pub found: String,
}

impl FenError {
    /// An error at a byte offset.
    pub fn new(at: usize, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { at, expected: expected.into(), found: found.into() }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl Error for FenError {}

/// Why a word is not a legal move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The word is not a move of this game. The text is the syntax of a move.
    Syntax(&'static str),
    /// The move is not legal in this position. The text is the reason.
    Illegal(String),
    /// The move depends on hidden information. The text says which.
    Hidden(&'static str),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Syntax(expected) => write!(f, "expected {expected}"),
            Self::Illegal(reason) => f.write_str(reason),
            Self::Hidden(what) => f.write_str(what),
        }
    }
}

impl Error for MoveError {}

/// The text forms of a sequential game: positions, moves, effects and results.
pub trait Notation: Position {
    /// Reads a position. Any number of blanks and tabs can separate words.
    ///
    /// # Errors
    /// The first error in the text and its byte offset.
    fn parse_fen(text: &str) -> Result<Self, FenError>;

    /// Writes the position as text that [`parse_fen`](Notation::parse_fen) reads back.
    fn to_fen(&self) -> String;

    /// Reads a legal move.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] if the word is not a move of any position. [`MoveError::Illegal`] if the move is not
    /// legal.
    fn parse_move(&self, word: &str) -> Result<Self::Move, MoveError>;

    /// Splits a word of a move list into the words of its moves, one or more, for [`parse_move`](Notation::parse_move).
    /// A game whose transcripts have no blanks overrides it. The canonical text of a move is never split.
    #[must_use]
    fn split_moves(word: &str) -> Vec<&str> {
        vec![word]
    }

    /// The canonical text of a legal move.
    fn write_move(&self, m: Self::Move) -> String;

    /// The text of a legal move in the files of games that players of the game have. [`parse_move`](Notation::parse_move)
    /// takes it. A game overrides it if that is not the canonical text.
    fn write_file_move(&self, m: Self::Move) -> String {
        self.write_move(m)
    }

    /// A diagram of the board with coordinates. Every line ends with `\n`.
    fn diagram(&self) -> String;

    /// The names of the sides, such as `white`, the first player's first.
    const SIDE_NAMES: [&'static str; 2] = ["white", "black"];

    /// The name of the side to move.
    fn side_name(&self) -> &'static str {
        Self::SIDE_NAMES[self.side() as usize]
    }

    /// The cells that the piece of a legal move visits, by their names in moves: from the first to the last; the target
    /// alone, if the move places a piece; none for a pass.
    fn path(&self, m: Self::Move) -> Vec<String> {
        let text = self.write_move(m);
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let starts = text.char_indices().filter(|&(_, c)| is_letter(c)).map(|(at, _)| at);
        let words = starts.map(|at| {
            let digits = text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
            &text[at..=at + digits]
        });
        words.filter(|word| word.len() > 1).map(str::to_owned).collect()
    }

    /// The effects of a legal move in addition to the move itself, in the terms of the game, such as `removed b3=w2`.
    /// There is one entry for each kind of effect. Cells are sorted by byte order.
    fn effects(&self, m: Self::Move) -> Vec<String>;

    /// The score of each side by the rules, the first player's first.
    fn scores(&self) -> [i32; 2];

    /// Why the game is over, in one word. `None` if it is not over.
    fn end_reason(&self) -> Option<&'static str>;

    /// The position as data for programs that draw it.
    fn scene(&self) -> Scene;

    /// The board for programs that draw it. `None` for a game that they cannot draw.
    #[must_use]
    fn board_view(&self) -> Option<BoardView> {
        None
    }

    /// The cells of [`board_view`](Notation::board_view) that a person clicks to make a legal move: the target alone,
    /// or the source and the target. Further cells tell apart moves that have both in common. None for a pass.
    fn move_cells(&self, _m: Self::Move) -> Vec<usize> {
        Vec::new()
    }
}

/// The text forms of a simultaneous game.
pub trait SimultaneousNotation: Simultaneous {
    /// Why a game ends by its rules, in one word.
    const END_REASON: &'static str;

    /// Value of one piece more, on the scale from -1 (lost) to 1 (won).
    const PIECE: f64;

    /// Reads a position. Any number of blanks and tabs can separate words.
    ///
    /// # Errors
    /// The first error in the text and its byte offset.
    fn parse_fen(text: &str) -> Result<Self, FenError>;

    /// Writes the position as text that [`parse_fen`](SimultaneousNotation::parse_fen) reads back.
    fn to_fen(&self) -> String;

    /// Reads a legal choice of a side.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] if the word is not a choice in any position. [`MoveError::Illegal`] if the choice is not
    /// legal.
    fn read_choice(&self, side: Side, word: &str) -> Result<Self::Choice, MoveError>;

    /// The canonical text of a choice.
    fn write_choice(&self, choice: Self::Choice) -> String;

    /// A diagram of the board with coordinates. Every line ends with `\n`.
    fn diagram(&self) -> String;

    /// The position as data for programs that draw it.
    fn scene(&self) -> Scene;

    /// The effects of a choice of each side, the first player's first. They do not include the result of the game.
    fn effects(&self, choices: [Self::Choice; 2]) -> Vec<String>;

    /// The position after a choice of one side if the other side did nothing, and the effects. It serves as a preview;
    /// the other side's choice can change everything.
    fn effects_alone(&self, side: Side, choice: Self::Choice) -> (Self, Vec<String>);

    /// The score of each side by the rules, the first player's first.
    fn scores(&self) -> [i32; 2];

    /// Why the game is a draw although it is not over by its rules, in one word. `None` if it is not such a draw.
    fn draw_reason(&self) -> Option<&'static str>;
}
