//! Books of any game that the program has: what the command line uses.

use petteia_core::{Evaluate, Notation, Outcome, Searchable};
use petteia_files::FileError;

use super::book::Book;
use super::builder::{BuildError, BuildProgress, Builder};
use super::show::Shown;

/// A game of a file, as text.
#[derive(Clone, Debug)]
pub struct GameLine {
    /// The start position; `None` for that of the game.
    pub start: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// The result, if the file has one.
    pub outcome: Option<Outcome>,
}

/// A text is no position or no legal move. The message says which.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LineError(String);

type Save<'a> = &'a mut dyn FnMut(&Book) -> Result<(), FileError>;
type Tell<'a> = &'a mut dyn FnMut(BuildProgress);

/// Builds on a book with the first plies of games.
type Build = fn(&Builder, Book, (&[GameLine], usize), Save, Tell) -> Result<(), BuildError>;

/// A game that can have books.
#[derive(Clone, Copy, Debug)]
pub struct BookGame {
    /// Name of the game.
    pub name: &'static str,
    /// A book without positions.
    pub empty: fn(&str) -> Book,
    /// Makes sure that a book is of this game; see [`Book::check`].
    pub check: fn(&Book, &str) -> Result<(), String>,
    build: Build,
    learn: fn(&mut Book, &GameLine, usize) -> Result<(), LineError>,
    show: fn(&Book, &Shown, &[String]) -> Result<String, LineError>,
}

impl BookGame {
    /// A game of two players who move in turn.
    #[must_use]
    pub const fn of<P: Searchable + Notation, E: Evaluate<P> + Default>(name: &'static str) -> Self {
        Self {
            name,
            empty: Book::new::<P>,
            check: Book::check::<P>,
            build: |builder, book, (lines, plies), save, tell| {
                // The lines come from a replay, so all their moves are legal.
                let positions = lines.iter().flat_map(|line| positions::<P>(line, plies).unwrap_or_default());
                builder.run::<P, E>(book, &positions.collect::<Vec<_>>(), save, tell)
            },
            learn: learn::<P>,
            show: show::<P>,
        }
    }

    /// Builds a book with so many of the first plies of these games; see [`Builder::run`].
    ///
    /// # Errors
    /// Those of [`Builder::run`].
    pub fn build(
        &self,
        builder: &Builder,
        book: Book,
        lines: (&[GameLine], usize),
        save: Save,
        tell: Tell,
    ) -> Result<(), BuildError> {
        (self.build)(builder, book, lines, save, tell)
    }

    /// Adds the positions of the first `plies` of a game, and its result to their counts.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn learn(&self, book: &mut Book, line: &GameLine, plies: usize) -> Result<(), LineError> {
        (self.learn)(book, line, plies)
    }

    /// Writes the tree of a book behind moves from the start; see [`Shown`].
    ///
    /// # Errors
    /// A move is not legal.
    pub fn show(&self, book: &Book, shown: &Shown, moves: &[String]) -> Result<String, LineError> {
        (self.show)(book, shown, moves)
    }
}

/// The positions of the first `plies` of a game, from the start on.
fn positions<P: Notation>(line: &GameLine, plies: usize) -> Result<Vec<P>, LineError> {
    let refuse = |error: String| LineError(error);
    let start = line.start.as_deref().map_or_else(|| Ok(P::start()), P::parse_fen);
    let mut position = start.map_err(|error| refuse(error.to_string()))?;
    let mut positions = vec![position];
    let words = line.moves.iter().flat_map(|word| P::split_moves(word));
    for (number, word) in (1..).zip(words.take(plies)) {
        let m = position.parse_move(word).map_err(|error| refuse(format!("move {number}: '{word}': {error}")))?;
        position.play_unchecked(m);
        positions.push(position);
    }
    Ok(positions)
}

fn learn<P: Notation>(book: &mut Book, line: &GameLine, plies: usize) -> Result<(), LineError> {
    for position in positions::<P>(line, plies)? {
        let entry = book.entries.entry(position.symmetric_key()).or_default();
        if let Some(outcome) = line.outcome {
            entry.counts.add(outcome, position.side());
        }
    }
    Ok(())
}

fn show<P: Searchable + Notation>(book: &Book, shown: &Shown, moves: &[String]) -> Result<String, LineError> {
    let line = GameLine { start: None, moves: moves.to_vec(), outcome: None };
    let last = positions::<P>(&line, usize::MAX)?.pop();
    Ok(last.map_or_else(String::new, |position| shown.write(book, &position)))
}
