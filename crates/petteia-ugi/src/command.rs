//! The typed commands. A command borrows its words from the line.

use petteia_draw::Options;
use petteia_engine::{CheckRequest, Origin};

use super::manual::ManualEntry;
use super::seat::SeatWord;

/// The handshake of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handshake {
    /// UGI: mate scores are in plies, and `bestmove` has no move to ponder on.
    #[default]
    Ugi,
    /// UCI: mate scores are in moves, and `bestmove` can have a move to ponder on.
    Uci,
}

/// How a picture is drawn, and what is drawn in it beside the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing<'a> {
    /// How it is drawn.
    pub options: Options,
    /// A move whose effects are marked.
    pub planned: Option<&'a str>,
}

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `ugi`, `uci`
    Handshake(Handshake),
    /// `ucinewgame`, `uginewgame`
    NewGame,
    /// `isready`
    IsReady,
    /// `debug on`, `debug off`
    Debug,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// The name as written in the line.
        name: &'a str,
        /// The rest of the line.
        value: Option<&'a str>,
    },
    /// `position ORIGIN [moves M...]`
    Position(Origin<'a>, Vec<&'a str>),
    /// `moves M...`
    Play(Vec<&'a str>),
    /// `moves [SEAT]`. A SEAT is `seat K [token T]`.
    ListMoves(Option<SeatWord<'a>>),
    /// `observe SEAT [json]`
    Observe {
        /// The seat.
        seat: SeatWord<'a>,
        /// As JSON for programs that draw it.
        json: bool,
    },
    /// `undo [N]`
    Undo(usize),
    /// `d`, `d eval`
    Display {
        /// Show the parts of the evaluation too.
        eval_trace: bool,
    },
    /// `d json`
    Scene,
    /// `d svg`, `observe seat K svg`
    Draw(Option<SeatWord<'a>>, Drawing<'a>),
    /// `query WHAT`
    Query(Query),
    /// `effects [SEAT] M`
    Effects(Option<SeatWord<'a>>, &'a str),
    /// `legal [SEAT] M`
    Legal(Option<SeatWord<'a>>, &'a str),
    /// `commit SEAT M`
    Commit(SeatWord<'a>, &'a str),
    /// `seat K name [TEXT]`
    NameSeat {
        /// The seat, from 1.
        seat: u32,
        /// The rest of the line; `None` if it is empty.
        name: Option<&'a str>,
    },
    /// `tokens on`, `tokens off`
    Tokens {
        /// Switch them on.
        on: bool,
    },
    /// `save`
    Save,
    /// `restore TEXT`
    Restore(&'a str),
    /// `go ...`
    Go(Go<'a>),
    /// `perft N [hash]`
    Perft {
        /// Depth in plies.
        depth: u32,
        /// Store the counts of subtrees in the hash table.
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
    /// `help [COMMAND]`
    Help(Option<&'static ManualEntry>),
    /// `quit`
    Quit,
}

/// The subject of a `query`.
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
    /// The score of each player by the rules.
    Score,
    /// The position.
    Fen,
    /// The position before the first move of the game.
    StartFen,
    /// The moves played since the start position.
    Line,
    /// The last round in which several seats acted.
    Round,
    /// The Zobrist key.
    Key,
    /// The game.
    Variant,
    /// All games.
    Variants,
    /// The static evaluation.
    Eval,
    /// The seed of all randomness.
    Seed,
}

/// The arguments of `go`. The numbers are as written in the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    /// Depth limit in plies.
    pub depth: Option<u64>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time for the move in milliseconds.
    pub move_time: Option<u64>,
    /// Length of the mate to search for, in moves (UCI) or plies (UGI).
    pub mate: Option<u64>,
    /// Time left in milliseconds, the first player's first.
    pub clocks: [Option<i64>; 2],
    /// Increment per move in milliseconds, the first player's first.
    pub increments: [i64; 2],
    /// Moves to the next time control. 0 means that the time is for the rest of the game.
    pub moves_to_go: u64,
    /// Do not answer before `stop`.
    pub infinite: bool,
    /// Do not answer before `ponderhit` or `stop`.
    pub ponder: bool,
    /// The root moves to search. Empty means all legal moves.
    pub moves: Vec<&'a str>,
    /// The seat to search for.
    pub seat: Option<SeatWord<'a>>,
    /// The turn to judge in place of a search.
    pub judge: Option<&'a str>,
}
