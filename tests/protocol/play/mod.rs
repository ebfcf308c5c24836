//! `petteia play`: games of persons, by lines and in a terminal.

mod lines;
#[cfg(unix)]
mod secrets;
#[cfg(unix)]
mod sessions;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod terminal;
