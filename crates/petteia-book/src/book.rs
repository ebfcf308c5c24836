//! What a book has: positions by their keys.

use std::collections::BTreeMap;

use petteia_core::hash::fingerprint;
use petteia_core::sorting::sort_by_key;
use petteia_core::{Outcome, Position, Score, Side};

/// An opening book of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Name of the game.
    pub game: String,
    /// [Fingerprint](Book::fingerprint_of) of the keys that the positions are stored by.
    pub keys: u64,
    /// The positions by their [symmetric keys](Position::symmetric_key).
    pub entries: BTreeMap<u64, Entry>,
}

/// What a book knows of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The score for the side to move: the best one of its moves in the book and of its best deviation.
    pub score: Option<Score>,
    /// The best move that leaves the book.
    pub deviation: Deviation,
    /// The results of games through the position.
    pub counts: Counts,
}

/// The best move out of the book at a position of the book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deviation {
    /// No search has looked for it yet.
    #[default]
    Unsearched,
    /// Every move leads to a position of the book.
    Absent,
    /// A search has found this one.
    Move {
        /// The rank of the move, from 0: that of the key after it among the keys after all moves.
        rank: u16,
        /// Its score for the side to move.
        score: Score,
    },
}

/// Results of games, as seen by the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that this side has won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that it has lost.
    pub losses: u32,
}

impl Counts {
    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// The share of the points, of which one win and one loss are taken for granted.
    #[must_use]
    pub fn share(&self) -> f64 {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(f64::from);
        (wins + draws / 2.0 + 1.0) / (wins + draws + losses + 2.0)
    }

    /// The same results as seen by the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Counts the result of a game through a position where `side` is to move.
    pub fn add(&mut self, outcome: Outcome, side: Side) {
        let count = match outcome {
            Outcome::Draw => &mut self.draws,
            Outcome::Win(winner) if winner == side => &mut self.wins,
            Outcome::Win(_) => &mut self.losses,
        };
        *count = count.saturating_add(1);
    }
}

impl Book {
    /// A book without positions.
    #[must_use]
    pub fn new<P: Position>(game: &str) -> Self {
        Self { game: game.into(), keys: Self::fingerprint_of::<P>(), entries: BTreeMap::new() }
    }

    /// The entry of a position.
    #[must_use]
    pub fn get<P: Position>(&self, position: &P) -> Option<&Entry> {
        self.entries.get(&position.symmetric_key())
    }

    /// A fingerprint of the keys of a game: those of its start position and of the positions one ply later.
    #[must_use]
    pub fn fingerprint_of<P: Position>() -> u64 {
        let start = P::start();
        let keys = [start.symmetric_key()].into_iter().chain(successors(&start).into_iter().map(|(key, _)| key));
        fingerprint(keys.flat_map(u64::to_le_bytes))
    }

    /// Makes sure that the book is one of this game with the keys of this version of the program.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn check<P: Position>(&self, game: &str) -> Result<(), String> {
        if self.game != game {
            return Err(format!("expected a book of {game}, found one of {}", self.game));
        }
        let keys = Self::fingerprint_of::<P>();
        if self.keys != keys {
            return Err(format!("expected a book with the keys {keys:016x}, found {:016x}", self.keys));
        }
        Ok(())
    }
}

/// The symmetric keys after the legal moves of a position in ascending order, each once, with the first move that leads
/// there.
#[must_use]
pub(crate) fn successors<P: Position>(position: &P) -> Vec<(u64, P::Move)> {
    let moves = position.legal_moves().into_iter();
    let mut all: Vec<_> = moves.map(|m| (position.after(m).symmetric_key(), m)).collect();
    sort_by_key(&mut all, |&(key, _)| key);
    all.dedup_by_key(|&mut (key, _)| key);
    all
}

/// A score one ply earlier, for the other side.
#[must_use]
pub(crate) fn one_ply_earlier(score: Score) -> Score {
    Score::from_tt(i16::try_from((-score).raw()).unwrap_or(0), 1)
}

/// A score in centipieces for comparisons. A win that is not by margin is worth 100 pieces.
#[must_use]
pub(crate) fn worth(score: Score, won_by_margin: bool) -> i32 {
    const DECIDED: i32 = 10_000;
    if score.is_decided() && !won_by_margin { DECIDED * score.raw().signum() } else { score.centipieces() }
}
