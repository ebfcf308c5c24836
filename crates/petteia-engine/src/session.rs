//! A game of any kind at the table, with its moves and positions as text: the one `dyn` boundary of the engine.
//!
//! Below it everything is generic and statically dispatched; above it nothing knows a game. Each kind of game (moves in
//! turn, simultaneous choices, seats with hidden hands) implements [`Session`] once.

use std::any::Any;
use std::sync::Arc;

use petteia_core::{BoardView, GameOptions, GameResult, Scene, Side};
use petteia_search::perft::playout::Playouts;
use petteia_search::perft::{Aborted, PerftOptions};
use petteia_search::{Control, HashTable, Limits, SearchOptions};

use super::book::BookUse;
use super::jobs::{JobResult, Report};
use super::report::{DrawnMove, Effects, LastRound, SessionError};

/// A search that is ready to run on any thread. It keeps the position that it was prepared for, reports results and
/// notes, and ends with [`JobResult::BestMove`].
pub type SearchJob = Box<dyn FnOnce(&Control, Report) -> JobResult + Send>;

/// A judgement of a turn that is ready to run. `None` if the limits or a stop end it too early.
pub type JudgeJob = Box<dyn FnOnce(&Control) -> Option<TurnJudgement> + Send>;

/// A count of leaves that is ready to run.
pub type PerftJob = Box<dyn FnOnce(&PerftOptions) -> Result<u64, Aborted> + Send>;

/// A count of leaves by root move, sorted by the byte order of the move's text.
pub type DivideJob = Box<dyn FnOnce(&PerftOptions) -> Result<Vec<(String, u64)>, Aborted> + Send>;

/// A request for a search.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    /// The seat to search for, from 1. Without a seat the game chooses one.
    pub seat: Option<u32>,
    /// The moves that the search is restricted to at the root; empty for all.
    pub moves: &'a [&'a str],
    /// When the search ends.
    pub limits: Limits,
    /// How to search.
    pub options: SearchOptions,
    /// The transposition table.
    pub table: Arc<HashTable>,
    /// The opening book that the move is looked for in first.
    pub book: Option<BookUse>,
}

/// The kind of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Two players move in turn.
    Sequential,
    /// Two players choose at the same time.
    Simultaneous,
    /// Several seats have hidden hands.
    Party,
}

/// Who is to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToMove {
    /// One side, in a game of players who move in turn.
    Side(Side),
    /// Both sides, each with a choice of its own.
    Both,
    /// Seats, from 1, that act in any order. None at the end of the game.
    Seats(Vec<u32>),
}

/// The error of requests that concern one of several seats.
const SEQUENTIAL: SessionError =
    SessionError::Unsupported("expected a game with seats, found players who move in turn");

/// A game in progress: its start position, the moves since, and the current position.
///
/// A call that fails changes nothing.
pub trait Session: Send + Sync {
    /// The same game in progress, to go on with by itself.
    fn boxed_clone(&self) -> Box<dyn Session>;

    /// The position, of the type that the registry names for the game.
    fn position_any(&self) -> &dyn Any;

    /// Plays moves.
    ///
    /// # Errors
    /// The first word that is not a legal move.
    fn play(&mut self, words: &[&str]) -> Result<(), SessionError>;

    /// Plays one move and returns it in canonical form.
    ///
    /// # Errors
    /// The word is no legal move.
    fn play_move(&mut self, word: &str) -> Result<String, SessionError>;

    /// Takes moves back.
    ///
    /// # Errors
    /// The number of moves played, if it is less than `plies`.
    fn undo(&mut self, plies: usize) -> Result<(), usize>;

    /// Changes the options of the game in progress.
    fn configure(&mut self, _options: &GameOptions) {}

    /// The legal moves, sorted by byte order. In a game with seats they are those of one seat, from 1. Without a seat
    /// the game chooses one.
    ///
    /// # Errors
    /// There is no such seat, or its moves are not known.
    fn moves(&self, seat: Option<u32>) -> Result<Vec<String>, SessionError>;

    /// The answer to `observe seat K`: the position as a seat sees it, and which seats have committed a choice.
    ///
    /// # Errors
    /// There is no such seat, or nothing is hidden in this game.
    fn observe(&self, _seat: u32) -> Result<String, SessionError> {
        Err(SessionError::Unsupported("observe needs a game with hidden hands or simultaneous moves"))
    }

    /// The text of the position as a seat sees it, which the game reads back.
    ///
    /// # Errors
    /// There is no such seat, or the players move in turn.
    fn fen_of_seat(&self, _seat: u32) -> Result<String, SessionError> {
        Err(SEQUENTIAL)
    }

    /// The number of seats.
    fn seats(&self) -> u32 {
        2
    }

    /// The options that the game is played with, where it has its own.
    fn game_options(&self) -> Option<&GameOptions> {
        None
    }

    /// The seats, from 1, that have [committed](Session::commit) a choice of a turn that is not played yet.
    fn committed(&self) -> Vec<u32> {
        self.committed_choices().into_iter().map(|(seat, _)| seat).collect()
    }

    /// The [committed](Session::commit) choices of a turn that is not played yet, each with its seat. They are secret.
    fn committed_choices(&self) -> Vec<(u32, String)> {
        Vec::new()
    }

    /// Reads a move or an action of a seat, from 1, and returns it in canonical form. In games with secrets the reply
    /// depends only on what the seat may see.
    ///
    /// # Errors
    /// There is no such seat, or the word is not a legal move or action of it.
    fn check_action(&self, _seat: Option<u32>, word: &str) -> Result<String, SessionError> {
        self.effects(word).map(|effects| effects.played)
    }

    /// Whether a word is a legal move or action of a seat, from 1. In games with secrets the reply depends only on what
    /// the seat may see.
    ///
    /// # Errors
    /// There is no such seat, or the seat cannot know.
    fn is_legal(&self, seat: Option<u32>, word: &str) -> Result<bool, SessionError> {
        match self.check_action(seat, word) {
            Ok(_) => Ok(true),
            Err(SessionError::Syntax { .. } | SessionError::Illegal { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Keeps the choice of a seat, from 1, until all choices of the turn are there, then plays them. Returns whether it
    /// played them.
    ///
    /// # Errors
    /// There is no such seat, its choice is not legal, or the players move in turn.
    fn commit(&mut self, _seat: u32, _word: &str) -> Result<bool, SessionError> {
        Err(SEQUENTIAL)
    }

    /// The effects of the move of one seat, from 1, as far as the seat can know them.
    ///
    /// # Errors
    /// There is no such seat, its move is not legal, or the players move in turn.
    fn effects_of_seat(&self, _seat: u32, _word: &str) -> Result<Effects, SessionError> {
        Err(SEQUENTIAL)
    }

    /// The last finished round of a game in which several seats act at a time; `None` before its end.
    ///
    /// # Errors
    /// The players move in turn.
    fn last_round(&self) -> Result<Option<LastRound>, SessionError> {
        Err(SEQUENTIAL)
    }

    /// The position as somebody sees it who has no seat. `None` where nothing is hidden.
    fn public_fen(&self) -> Option<String> {
        None
    }

    /// The effects of a move in the current position. The move is not played.
    ///
    /// # Errors
    /// The word is no legal move.
    fn effects(&self, word: &str) -> Result<Effects, SessionError>;

    /// The last move, as it is drawn. `None` if there is none, or if it may be a secret.
    fn last_move(&self) -> Option<DrawnMove> {
        None
    }

    /// A legal move, or the choice of a seat, from 1, as it is drawn. The move is not played.
    ///
    /// # Errors
    /// There is no such seat, the move is not legal, or the game has no board.
    fn drawn_move(&self, _seat: Option<u32>, _word: &str) -> Result<DrawnMove, SessionError> {
        Err(SessionError::Unsupported("expected a game with a board, found a table of cards"))
    }

    /// A diagram of the board. Every line ends with `\n`.
    fn diagram(&self) -> String;

    /// A diagram of the board with the score of each piece or square, in pieces for the side to move. `None` if the
    /// evaluation has no such parts.
    fn eval_trace(&self) -> Option<String> {
        None
    }

    /// The position as data for programs that draw it.
    fn scene(&self) -> Scene;

    /// The position as a seat sees it, from 1, as data for programs that draw it.
    ///
    /// # Errors
    /// There is no such seat, or nothing is hidden in this game.
    fn scene_of_seat(&self, _seat: u32) -> Result<Scene, SessionError> {
        Err(SEQUENTIAL)
    }

    /// The board for programs that draw it. `None` for a game that they cannot draw.
    fn board_view(&self) -> Option<BoardView> {
        None
    }

    /// The board at the start of the game, as [`board_view`](Session::board_view).
    fn start_view(&self) -> Option<BoardView> {
        None
    }

    /// The legal moves with the [cells](petteia_core::Notation::move_cells) that a person clicks to make them. None for
    /// a game without a board view.
    fn moves_by_cells(&self) -> Vec<(String, Vec<usize>)> {
        Vec::new()
    }

    /// Who is to act.
    fn turn(&self) -> ToMove;

    /// The kind of the game.
    fn kind(&self) -> GameKind {
        match self.turn() {
            ToMove::Side(_) => GameKind::Sequential,
            ToMove::Both => GameKind::Simultaneous,
            ToMove::Seats(_) => GameKind::Party,
        }
    }

    /// The names of the sides, the first player's first. None in a game of seats.
    fn side_names(&self) -> Vec<&'static str> {
        vec!["white", "black"]
    }

    /// The name of the side or the seats that are to act.
    fn side_name(&self) -> String;

    /// The text of the current position.
    fn fen(&self) -> String;

    /// The text of the start position.
    fn start_fen(&self) -> String;

    /// The moves played.
    fn played_moves(&self) -> Vec<String>;

    /// Number of moves played.
    fn plies(&self) -> usize;

    /// The last move; `None` before the first.
    fn last_word(&self) -> Option<String>;

    /// The moves played, as files of games have them.
    fn file_moves(&self) -> Vec<String> {
        self.played_moves()
    }

    /// The Zobrist key of the position.
    fn key(&self) -> u64;

    /// Whether the first player is to act.
    fn p1_turn(&self) -> bool;

    /// The result of a finished or drawn game. Play may go on after a draw by repetition
    /// or without progress.
    fn result(&self) -> Option<GameResult>;

    /// Why the game is over, in one word.
    fn reason(&self) -> Option<&'static str>;

    /// The score of each player by the rules, the first player's first.
    fn scores(&self) -> Vec<i32>;

    /// The static evaluation in centipieces for the side to move.
    ///
    /// # Errors
    /// The game has no evaluation.
    fn evaluate(&self) -> Result<i32, SessionError>;

    /// Prepares a search.
    ///
    /// # Errors
    /// There is no such seat, or one of the moves is not legal.
    fn search(&self, request: &SearchRequest) -> Result<SearchJob, SessionError>;

    /// Prepares to judge a turn in which both sides choose.
    ///
    /// # Errors
    /// The players move in turn, or the word is no legal move.
    fn judge(&self, _word: &str, _limits: Limits, _options: SearchOptions) -> Result<JudgeJob, SessionError> {
        Err(SessionError::Unsupported("expected a game in which both sides choose at once, found another"))
    }

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
    fn perft_without_bulk_counting(&self, depth: u32) -> Result<PerftJob, SessionError>;

    /// Plays random games from the current position until they have at least `moves` moves together or `control` stops
    /// them. It measures the speed of the rules.
    ///
    /// # Errors
    /// The game has no random games.
    fn playouts(&self, moves: u64, seed: u64, control: &Control) -> Result<Playouts, SessionError>;
}

/// The value of a turn in which both sides choose, and what its choices cost, in centipieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnJudgement {
    /// The value of the turn to the first player.
    pub value: i32,
    /// What each side's choice gets less than its best reply to the mixed strategy of the other side.
    pub losses: [i32; 2],
    /// These best replies.
    pub best: [String; 2],
}

/// How to set up a game.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    /// The position; the start of the game without one.
    pub fen: Option<&'a str>,
    /// The options of the game.
    pub options: &'a GameOptions,
}
