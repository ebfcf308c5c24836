//! The line protocol of petteia, which is that of UGI and UCI with commands of its own: typed commands, their parser,
//! search limits, and error replies. `protocol.md` describes the protocol.
//!
//! ```
//! use petteia_ugi::{Command, Go, parse};
//!
//! let go = Go { depth: Some(8), ..Go::default() };
//! assert_eq!(parse("go depth 8")?, Some(Command::Go(go)));
//! let error = parse("go depth soon").expect_err("no depth");
//! assert_eq!(error.to_string(), "info string error bad-number: column 10: expected a depth, found 'soon'");
//! # Ok::<(), petteia_ugi::Error>(())
//! ```

mod command;
mod error;
mod go;
mod manual;
mod parse;
mod query;
mod seat;

pub use command::{Command, Drawing, Go, Handshake, Query};
pub use error::{Code, Error};
pub use manual::{Manual, ManualEntry};
pub use parse::{manual, parse, parse_go, parse_position, parse_query};
pub use seat::SeatWord;
