//! Commands that speak no protocol, and the exit codes of all.

pub mod learning;

use std::io::{self, Write};

use petteia::base::text::one_line;

/// The exit code for a fault of the engine, `EX_SOFTWARE` of `sysexits.h`.
pub const INTERNAL: u8 = 70;
/// The exit code for a file that cannot be read or written.
pub const UNREADABLE: u8 = 4;

/// Says a line on standard error; that nobody listens is no fault. Names of files and what they hold may have control
/// characters, yet a line stays one.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(line));
}
