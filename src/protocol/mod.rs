//! The line protocol: UGI, which is UCI for other games than chess.
//!
//! A line goes through [`lines`] (bytes to text), [`parse`] (text to [`command::Command`]) and
//! [`server`], which decides what to do; all that leaves is a [`reply::Reply`]. `protocol.md`
//! describes the language.

pub mod command;
pub mod error;
mod go;
pub mod lines;
mod output;
pub mod parse;
pub mod reply;
pub mod server;
