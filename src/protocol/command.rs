//! The commands, typed. A command borrows its words from the line.

use crate::engine::{CheckRequest, Origin};

/// How the two parties speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Mate scores in plies, `bestmove` of two words.
    #[default]
    Ugi,
    /// Mate scores in moves, the move to ponder on after `bestmove`.
    Uci,
}

/// A line that has been understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `ugi`, `uci`
    Handshake(Dialect),
    /// `ucinewgame`, `uginewgame`
    NewGame,
    /// `isready`
    IsReady,
    /// `debug on`, `debug off`
    Debug,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// Its words as they stand in the line.
        name: &'a str,
        /// The rest of the line.
        value: Option<&'a str>,
    },
    /// `position ORIGIN [moves M...]`
    Position(Origin<'a>, Vec<&'a str>),
    /// `moves M...`
    Play(Vec<&'a str>),
    /// `moves [seat K]`
    ListMoves(Option<u32>),
    /// `observe seat K`
    Observe(u32),
    /// `undo [N]`
    Undo(usize),
    /// `d`
    Draw {
        /// With the evaluation's view of its parts.
        view: bool,
    },
    /// `query WHAT`
    Query(Query),
    /// `effects M`
    Effects(&'a str),
    /// `go ...`
    Go(Go<'a>),
    /// `perft N [hash]`
    Perft {
        /// Plies.
        depth: u32,
        /// Remember subtrees in the table.
        hash: bool,
    },
    /// `divide N`, `go perft N`
    Divide(u32),
    /// `check [--depth N] FILE...`
    Check(CheckRequest),
    /// `bench [DEPTH]`
    Bench(Option<u32>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `wait`
    Wait,
    /// `quit`
    Quit,
}

/// What `query` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether the game is over.
    GameOver,
    /// Whether the first player is to act.
    P1Turn,
    /// Who has won.
    Result,
    /// Why the game is over.
    Reason,
    /// The rules' count for each player.
    Score,
    /// The position.
    Fen,
    /// The position that the line starts from.
    StartFen,
    /// The moves played.
    Line,
    /// The hash key.
    Key,
    /// The game.
    Variant,
    /// All games.
    Variants,
    /// The static evaluation.
    Eval,
    /// Where all randomness comes from.
    Seed,
}

/// What `go` asks for; numbers as they stand in the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    /// Plies.
    pub depth: Option<u64>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub move_time: Option<u64>,
    /// Moves in `uci`, plies in `ugi`.
    pub mate: Option<u64>,
    /// Milliseconds left, the first player's first.
    pub clocks: [Option<i64>; 2],
    /// Milliseconds gained a move, the first player's first.
    pub increments: [i64; 2],
    /// To the next time control; 0 for the rest of the game.
    pub moves_to_go: u64,
    /// No answer before `stop`.
    pub infinite: bool,
    /// No answer before `ponderhit` or `stop`.
    pub ponder: bool,
    /// Only these moves; empty for all.
    pub moves: Vec<&'a str>,
    /// For whom, from 1.
    pub seat: Option<u32>,
}
