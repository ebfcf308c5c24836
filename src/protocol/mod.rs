//! The line protocol: UGI, which is UCI for other games than chess.
//!
//! A line goes through [`lines`] (bytes to text), [`parse`] (text to [`command::Command`]) and
//! [`serve`], which decides what to do; all that leaves is a [`reply::Reply`]. `protocol.md`
//! describes the language.

mod bench;
mod check;
pub mod command;
pub mod error;
mod execute;
mod files;
pub mod fixture;
mod go;
mod hash;
mod jobs;
pub mod lines;
pub mod options;
pub mod parse;
pub mod reply;
pub mod serve;
