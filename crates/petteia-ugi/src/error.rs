//! Error replies.

use std::fmt;

use petteia_core::text::one_line;
use petteia_engine::{EngineError, OptionError, SessionError};
use petteia_files::LineError;

/// The kind of an error. `Display` writes its name in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The first word is not a command.
    UnknownCommand,
    /// The arguments of a known command are not valid.
    Syntax,
    /// A word is not a number, or the number is out of range.
    BadNumber,
    /// A text is not a position of the game.
    BadFen,
    /// A move is not legal in its position.
    IllegalMove,
    /// There is no position, because the last one was refused.
    NoPosition,
    /// There is no such option, or the value is not valid.
    BadOption,
    /// The command is not possible while a search is running.
    Busy,
    /// A count was stopped before it was complete.
    Aborted,
    /// A line is longer than the limit.
    LineTooLong,
    /// A line is not UTF-8.
    BadUtf8,
    /// A fixture case failed.
    PerftMismatch,
    /// A file cannot be read.
    Io,
    /// The game does not have the command.
    Unsupported,
    /// The engine has a bug.
    Internal,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownCommand => "unknown-command",
            Self::Syntax => "syntax",
            Self::BadNumber => "bad-number",
            Self::BadFen => "bad-fen",
            Self::IllegalMove => "illegal-move",
            Self::NoPosition => "no-position",
            Self::BadOption => "bad-option",
            Self::Busy => "busy",
            Self::Aborted => "aborted",
            Self::LineTooLong => "line-too-long",
            Self::BadUtf8 => "bad-utf8",
            Self::PerftMismatch => "perft-mismatch",
            Self::Io => "io",
            Self::Unsupported => "unsupported",
            Self::Internal => "internal",
        })
    }
}

/// An error reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind of the error.
    pub code: Code,
    /// Where the error is in the line, in bytes from 1; `None` where the text says the place or there is none.
    pub column: Option<usize>,
    /// What was expected and what was found.
    pub text: String,
}

impl Error {
    /// Makes an error from its kind and text.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Self { code, column: None, text: text.into() }
    }

    /// Makes an error at a byte offset of the line, from 0.
    pub fn at(code: Code, offset: usize, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self { code, column: Some(offset + 1), text: format!("expected {expected}, found {found}") }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        /// Largest length of the text in characters. A position and its error fit, but a whole line may not.
        const LIMIT: usize = 400;
        write!(f, "info string error {}: ", self.code)?;
        self.column.iter().try_for_each(|column| write!(f, "column {column}: "))?;
        match self.text.char_indices().nth(LIMIT) {
            Some((cut, _)) => write!(f, "{}...", one_line(&self.text[..cut])),
            None => f.write_str(&one_line(&self.text)),
        }
    }
}

impl From<LineError> for Error {
    fn from(error: LineError) -> Self {
        match error {
            LineError::TooLong => Self::new(Code::LineTooLong, error.to_string()),
            LineError::NotUtf8 { at, .. } => {
                Self { column: Some(at + 1), ..Self::new(Code::BadUtf8, error.to_string()) }
            }
        }
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        let code = match &error {
            EngineError::Busy => Code::Busy,
            EngineError::NoPosition => Code::NoPosition,
            EngineError::Fen(_) => Code::BadFen,
            EngineError::Session(error) => code_of(error),
            EngineError::Option(OptionError::Unreadable(why)) => return Self::new(Code::Io, why),
            EngineError::Option(_) | EngineError::TableSize(_) => Code::BadOption,
            EngineError::Undo { .. } => Code::BadNumber,
            EngineError::Unsupported(_) => Code::Unsupported,
            EngineError::Fixture(_) | EngineError::Malformed(_) => Code::Syntax,
            EngineError::Mismatch(_) => Code::PerftMismatch,
            EngineError::Unreadable(_) => Code::Io,
            EngineError::Internal(_) => Code::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<SessionError> for Error {
    fn from(error: SessionError) -> Self {
        EngineError::from(error).into()
    }
}

fn code_of(error: &SessionError) -> Code {
    match error {
        SessionError::Syntax { .. } => Code::Syntax,
        SessionError::Illegal { .. } => Code::IllegalMove,
        SessionError::Seat { .. } => Code::BadNumber,
        SessionError::Unsupported(_) => Code::Unsupported,
    }
}
