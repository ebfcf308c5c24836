//! Commands outside the protocol, and exit codes.

pub mod learning;

use std::io::{self, Write};

use petteia::base::text::one_line;

/// Exit code for an internal error of the engine: `EX_SOFTWARE` of `sysexits.h`.
pub const INTERNAL: u8 = 70;
/// Exit code for a file that cannot be read or written.
pub const UNREADABLE: u8 = 4;

/// Writes one line to standard error, and ignores a failure. Control characters, such as those in file names, are
/// escaped.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(line));
}
