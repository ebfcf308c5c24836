//! Opening books: positions with the scores of deep searches and the results of games.
//!
//! `docs/books.md` describes how books are made and used, and the format of their files.

mod book;
mod builder;
mod choice;
mod expansion;
mod file;
mod games;
mod show;
mod tree;

#[cfg(test)]
mod tests;

pub use book::{Book, Counts, Deviation, Entry};
pub use builder::{BuildError, BuildProgress, Builder};
pub use choice::{BookMove, candidates, choose, line};
pub use file::{open, write};
pub use games::{BookGame, GameLine, LineError};
pub use show::Shown;
