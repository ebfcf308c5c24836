//! Commands outside the protocol, and how they end.

pub mod analyse;
pub mod arguments;
pub mod book;
pub mod convert;
pub mod draw;
pub mod dxp;
mod game_files;
mod game_output;
pub mod learning;
pub mod map;
pub mod matches;
pub mod play;
pub mod progress;
pub mod shell;
pub mod tablebase;
pub mod tune;
pub mod units;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use petteia::exit_status::ExitStatus;
use petteia_core::text::one_line;
use petteia_engine::{Engine, EngineError, OptionError, VARIANTS, Variant};

/// The names of games, as values of an option.
pub fn game_names() -> PossibleValuesParser {
    VARIANTS.iter().map(|variant| PossibleValue::new(variant.name).aliases(variant.aliases)).into()
}

/// The game of this name; the default one without a name.
pub fn chosen(game: Option<&str>) -> Option<&'static Variant> {
    match game {
        Some(name) => Variant::find(VARIANTS, name),
        None => VARIANTS.first(),
    }
}

/// The status after an internal error.
pub const INTERNAL: ExitStatus = ExitStatus::Internal;
/// The status after content that is refused.
pub const REFUSED: ExitStatus = ExitStatus::Rejected;
/// The status after a file that cannot be read or written.
pub const UNREADABLE: ExitStatus = ExitStatus::Io;
/// The status after a wrong command line.
pub const USAGE: ExitStatus = ExitStatus::Usage;

/// Sets an option from `NAME=VALUE`, or from `NAME` alone if it is a button. Returns the exit status and the text of an
/// error.
pub fn set_option(
    text: &str,
    set: impl FnOnce(&str, Option<&str>) -> Result<(), EngineError>,
) -> Result<(), CommandFailure> {
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    set(name, value).map_err(|error| match error {
        EngineError::Option(OptionError::Unreadable(why)) => (UNREADABLE, why),
        EngineError::Option(OptionError::Name { expected, found } | OptionError::Value { expected, found }) => {
            (USAGE, format!("--option {name}: expected {expected}, found {found}"))
        }
        error => (USAGE, format!("--option {name}: {error}")),
    })
}

/// Sets options, each `NAME=VALUE`, of an engine.
pub fn set_options(options: &[String], engine: &mut Engine) -> Result<(), CommandFailure> {
    options.iter().try_for_each(|option| set_option(option, |name, value| engine.set_option(name, value)))
}

/// An exit status and the line that explains it.
pub type CommandFailure = (ExitStatus, String);

/// An output that cannot be written. It is no failure if its reader has closed it.
pub fn broken_output(error: &io::Error) -> Result<(), CommandFailure> {
    if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err((UNREADABLE, format!("the output: {error}"))) }
}

/// A standard output that cannot be written. It is no failure if its reader has closed it.
pub fn broken_stdout(error: &io::Error) -> Result<(), CommandFailure> {
    broken_output(error).map_err(|(status, _)| (status, format!("standard output: {error}")))
}

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<(), CommandFailure> {
    let mut output = io::stdout();
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).or_else(|error| broken_stdout(&error))
}

/// The exit code of a command, whose error is written to standard error.
pub fn exit_code(result: Result<(), CommandFailure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, text)) => {
            say(&format!("error: {text}"));
            code.into()
        }
    }
}

/// Writes one line to standard error, and ignores a failure. Control characters, such as those in file names, are
/// escaped.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(line));
}
