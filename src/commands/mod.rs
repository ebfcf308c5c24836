//! Commands outside the protocol, and exit codes.

pub mod learning;
pub mod map;

use std::io::{self, Write};

use petteia::base::text::one_line;
use petteia::engine::{EngineError, OptionError};

/// Exit code for an internal error of the engine: `EX_SOFTWARE` of `sysexits.h`.
pub const INTERNAL: u8 = 70;
/// Exit code for a file that cannot be read or written.
pub const UNREADABLE: u8 = 4;

/// Exit code for a wrong command line.
pub const USAGE: u8 = 2;

/// Sets an option from `NAME=VALUE`, or from `NAME` alone if it is a button. Returns the exit code and the text of an
/// error.
pub fn set_option(
    text: &str,
    set: impl FnOnce(&str, Option<&str>) -> Result<(), EngineError>,
) -> Result<(), (u8, String)> {
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    set(name, value).map_err(|error| match error {
        EngineError::Option(OptionError::Unreadable(why)) => (UNREADABLE, why),
        EngineError::Option(OptionError::Name { wanted, found } | OptionError::Value { wanted, found }) => {
            (USAGE, format!("--option {name}: wanted {wanted}, found {found}"))
        }
        error => (USAGE, format!("--option {name}: {error}")),
    })
}

/// Writes one line to standard error, and ignores a failure. Control characters, such as those in file names, are
/// escaped.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(line));
}
