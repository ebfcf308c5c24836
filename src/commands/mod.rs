//! Commands that speak no protocol, and the exit codes of all.

pub mod learning;

/// The exit code for a fault of the engine, `EX_SOFTWARE` of `sysexits.h`.
pub const INTERNAL: u8 = 70;
/// The exit code for a file that cannot be read or written.
pub const UNREADABLE: u8 = 4;
