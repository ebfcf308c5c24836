//! A game of any kind at the table, spoken to in text: the one `dyn` boundary of the engine.
//!
//! Below it everything is generic and statically dispatched; above it nothing knows a game. Each kind of game (moves in
//! turn, simultaneous choices, seats with hidden hands) implements [`Session`] once.

use super::report::{BestMove, Effects, SearchUpdate, SessionError};
use crate::game::GameOptions;
use crate::search::perft::playout::Playouts;
use crate::search::perft::{Aborted, Counting};
use crate::search::{Control, HashTable, Limits, SearchOptions};

/// A search that is ready to run, on any thread, from the position as it was asked for.
pub type SearchJob = Box<dyn FnOnce(&HashTable, &Control, &(dyn Fn(SearchUpdate) + Sync)) -> BestMove + Send>;

/// A count of leaves that is ready to run.
pub type PerftJob = Box<dyn FnOnce(&Counting) -> Result<u64, Aborted> + Send>;

/// A count of leaves by root move, sorted by the byte order of the move's text.
pub type DivideJob = Box<dyn FnOnce(&Counting) -> Result<Vec<(String, u64)>, Aborted> + Send>;

/// What a search is asked for.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    /// For whom, from 1; the game's own choice without one.
    pub seat: Option<u32>,
    /// Only these moves at the root; empty for all.
    pub moves: &'a [&'a str],
    /// When to end.
    pub limits: Limits,
    /// How to search.
    pub options: SearchOptions,
}

/// A game in progress: where it started, the moves since, and the position now.
///
/// Whatever fails changes nothing.
pub trait Session: Send {
    /// Plays moves.
    ///
    /// # Errors
    /// The first word that is no legal move where it stands.
    fn play(&mut self, words: &[&str]) -> Result<(), SessionError>;

    /// Takes moves back.
    ///
    /// # Errors
    /// The number of moves that there are, when it is less.
    fn undo(&mut self, plies: usize) -> Result<(), usize>;

    /// Goes on with other options.
    fn configure(&mut self, _options: &GameOptions) {}

    /// The legal moves, those of a seat (from 1) if one is named, sorted by byte order.
    ///
    /// # Errors
    /// There is no such seat, or its moves are not known.
    fn moves(&self, seat: Option<u32>) -> Result<Vec<String>, SessionError>;

    /// The position as a seat sees it.
    ///
    /// # Errors
    /// There is no such seat, or nothing is hidden in this game.
    fn observe(&self, _seat: u32) -> Result<String, SessionError> {
        Err(SessionError::Unsupported("wanted a game with hidden hands, found one in which all is seen"))
    }

    /// What playing a move here would do.
    ///
    /// # Errors
    /// The word is no legal move.
    fn effects(&self, word: &str) -> Result<Effects, SessionError>;

    /// The board for people, lines ended by `\n`.
    fn diagram(&self) -> String;

    /// What the evaluation makes of each part of the position, on the board, in pieces; `None` where it cannot say.
    fn view(&self) -> Option<String> {
        None
    }

    /// What those who are to act are called.
    fn side_name(&self) -> String;

    /// The position.
    fn fen(&self) -> String;

    /// The position that the moves were played from.
    fn start_fen(&self) -> String;

    /// The moves played.
    fn line(&self) -> Vec<String>;

    /// The Zobrist key of the position.
    fn key(&self) -> u64;

    /// Whether the first player is to act.
    fn p1_turn(&self) -> bool;

    /// The result of a finished or drawn game, in the words of the protocol. A draw by repetition or
    /// without progress ends nothing.
    fn result(&self) -> Option<String>;

    /// Why the game is over, in one word.
    fn reason(&self) -> Option<&'static str>;

    /// The rules' score of each player, the first player's first.
    fn scores(&self) -> Vec<i32>;

    /// The static evaluation in centipieces for the side to move.
    ///
    /// # Errors
    /// The game has none.
    fn evaluate(&self) -> Result<i32, SessionError>;

    /// Prepares a search.
    ///
    /// # Errors
    /// One of the moves asked for is not legal.
    fn search(&self, request: &SearchRequest) -> Result<SearchJob, SessionError>;

    /// Prepares a count of the leaves at a depth.
    ///
    /// # Errors
    /// The game has no tree to count.
    fn perft(&self, depth: u32) -> Result<PerftJob, SessionError>;

    /// Prepares a count by root move.
    ///
    /// # Errors
    /// The game has no tree to count.
    fn divide(&self, depth: u32) -> Result<DivideJob, SessionError>;

    /// Prepares a count that plays every leaf, as a measure of speed.
    ///
    /// # Errors
    /// The game has no tree to count.
    fn perft_played(&self, depth: u32) -> Result<PerftJob, SessionError>;

    /// Plays random games from the position until at least so many moves have been played, as a
    /// measure of speed.
    ///
    /// # Errors
    /// The game has no such games.
    fn playouts(&self, moves: u64, seed: u64, control: &Control) -> Result<Playouts, SessionError>;
}

/// How a game is to be set up.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The position; the start of the game without one.
    pub fen: Option<&'a str>,
    /// The options of the game.
    pub options: &'a GameOptions,
}
