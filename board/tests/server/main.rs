//! The server as its clients see it.

#![cfg(unix)]

mod common;
mod connections;
mod decks;
mod engines;
mod hostile;
mod http;
mod rooms;
mod saved;
