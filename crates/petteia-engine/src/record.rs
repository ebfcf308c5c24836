//! The positions and moves of a game in progress, for every kind of game.

use petteia_core::MoveError;

use super::report::SessionError;

/// The start position of a game, and the moves since, each with the position after it.
#[derive(Clone, Debug)]
pub(super) struct MoveHistory<P, M> {
    start: P,
    played: Vec<(M, P)>,
}

impl<P, M> MoveHistory<P, M> {
    pub(super) fn new(start: P) -> Self {
        Self { start, played: Vec::new() }
    }

    pub(super) fn start(&self) -> &P {
        &self.start
    }

    /// The current position.
    pub(super) fn position(&self) -> &P {
        self.played.last().map_or(&self.start, |(_, position)| position)
    }

    /// The moves, each with the position before it.
    pub(super) fn steps(&self) -> impl Iterator<Item = (&P, &M)> {
        let before = std::iter::once(&self.start).chain(self.played.iter().map(|(_, position)| position));
        before.zip(self.played.iter().map(|(m, _)| m))
    }

    /// The moves from this index, each with the position before it.
    pub(super) fn steps_from(&self, first: usize) -> impl Iterator<Item = (&P, &M)> {
        let before = move |i: usize| i.checked_sub(1).map_or(&self.start, |i| &self.played[i].1);
        (first..self.played.len()).map(move |i| (before(i), &self.played[i].0))
    }

    /// The last move, with the position before it.
    pub(super) fn last(&self) -> Option<(&P, &M)> {
        self.steps_from(self.len().saturating_sub(1)).next()
    }

    /// Number of moves.
    pub(super) fn len(&self) -> usize {
        self.played.len()
    }

    /// Plays all moves or none. `step` reads a word at a position and plays it. `fen` writes the position of an error.
    pub(super) fn play(
        &mut self,
        words: &[&str],
        step: impl Fn(&P, &str) -> Result<(M, P), MoveError>,
        fen: impl Fn(&P) -> Option<String>,
    ) -> Result<(), SessionError> {
        let before = self.played.len();
        for (i, word) in words.iter().enumerate() {
            match step(self.position(), word) {
                Ok(played) => self.played.push(played),
                Err(error) => {
                    let refused = SessionError::of(error, i + 1, word, fen(self.position()));
                    self.played.truncate(before);
                    return Err(refused);
                }
            }
        }
        Ok(())
    }

    /// Adds a move and the position after it.
    pub(super) fn push(&mut self, m: M, after: P) {
        self.played.push((m, after));
    }

    /// Takes moves back.
    ///
    /// # Errors
    /// The number of moves played, if it is less than `plies`.
    pub(super) fn undo(&mut self, plies: usize) -> Result<(), usize> {
        let left = self.played.len().checked_sub(plies).ok_or(self.played.len())?;
        self.played.truncate(left);
        Ok(())
    }
}
