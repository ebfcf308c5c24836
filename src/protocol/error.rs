//! What can be wrong with a line.

use std::fmt;

use crate::base::text::one_line;
use crate::engine::{EngineError, OptionError, SessionError};

/// The kinds of error, by their names in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The first word is no command.
    UnknownCommand,
    /// A known command with something wrong after it.
    Syntax,
    /// No number, or one out of range.
    BadNumber,
    /// A text that is no position of the game.
    BadFen,
    /// A move that the rules do not allow where it stands.
    IllegalMove,
    /// There is no position, the last one asked for was refused.
    NoPosition,
    /// An unknown option or a value it does not take.
    BadOption,
    /// Not while a search is running.
    Busy,
    /// A count was stopped before its end.
    Aborted,
    /// A line above the limit.
    LineTooLong,
    /// Bytes that are no text.
    BadUtf8,
    /// A fixture is not fulfilled.
    PerftMismatch,
    /// A file cannot be read.
    Io,
    /// Not in this game.
    Unsupported,
    /// A fault of the engine.
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

/// An error line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Its kind.
    pub code: Code,
    /// The rest of the line: place, wish and find.
    pub text: String,
}

impl Error {
    /// An error of a kind with its text.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// An error at a byte of the line, counted from 0.
    pub fn at(code: Code, offset: usize, wanted: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self::new(code, format!("column {}: wanted {wanted}, found {found}", offset + 1))
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        /// Enough for a position and what is wrong with it; what was found may be as long as a line.
        const LIMIT: usize = 400;
        write!(f, "info string error {}: ", self.code)?;
        match self.text.char_indices().nth(LIMIT) {
            Some((cut, _)) => write!(f, "{}...", one_line(&self.text[..cut])),
            None => f.write_str(&one_line(&self.text)),
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
            EngineError::Fixture(_) => Code::Syntax,
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
