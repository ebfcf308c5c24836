//! The line protocol: UGI (Universal Game Interface), which is UCI for games other than chess.
//!
//! [`lines`] reads bytes into lines, [`parse`] reads lines into [commands](command::Command), and [`ugi`] executes them.
//! All output is written as [replies](reply::Reply). `protocol.md` describes the protocol. The loop in [`server`] and the
//! [`conversation`] serve other languages too.

pub mod command;
pub mod conversation;
pub mod error;
mod events;
mod go;
pub mod lines;
pub mod manual;
mod output;
pub mod parse;
mod query;
pub mod reply;
pub mod server;
pub mod ugi;
