//! The replies. All output of a connection is a reply, but for the [info lines](super::info) of a search.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use petteia_engine::{BenchResult, BestMove, Effects, PerftCount, Playouts};
use petteia_ugi::{Error, Handshake, Manual, ManualEntry};

/// One reply, of one or more lines.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Name, author, options and `uciok` or `ugiok`.
    Handshake {
        /// The handshake that the client asked for.
        handshake: Handshake,
        /// The lines that declare the options.
        options: Vec<String>,
    },
    /// `readyok`
    Ready,
    /// `response ...`
    Response(String),
    /// `moves M...`
    Moves(Vec<String>),
    /// The answer to `d`.
    Board(Board),
    /// The answer to `d json`.
    Scene(String),
    /// `svg <svg ...>`
    Picture(String),
    /// The tokens of the seats: `tokens T...`
    Tokens(Vec<String>),
    /// `saved TEXT`
    Saved(String),
    /// `effects M: ...`
    Effects(Effects),
    /// `info string ...`
    Note(String),
    /// `bestmove M [ponder M]`
    BestMove(BestMove),
    /// The answer to `perft`.
    Perft(PerftCount),
    /// The answer to `divide` and `go perft`.
    Divide(Vec<(String, u64)>, u64),
    /// The label of a fixture case and, if it failed, the reason.
    Case(String, Option<String>),
    /// The last line of `check`.
    Checked {
        /// Number of cases that passed.
        passed: usize,
        /// Number of cases that failed.
        failed: usize,
    },
    /// A result of `bench`.
    Bench(BenchResult),
    /// The last two lines of `bench`: the signature in nodes, and the speed from the time.
    Signature(u64, Duration),
    /// The answer to `help`.
    Manual(Manual),
    /// The answer to `help COMMAND`.
    ManualEntry(&'static ManualEntry),
    /// An error.
    Error(Error),
}

/// The answer to `d`.
#[derive(Clone, Debug)]
pub struct Board {
    /// The diagram of the board.
    pub diagram: String,
    /// The parts of the evaluation on the board, if asked for.
    pub eval_trace: Option<String>,
    /// The position as text.
    pub fen: String,
    /// The Zobrist key.
    pub key: u64,
    /// The name of the side to move.
    pub side: String,
    /// The result of a finished game.
    pub result: Option<String>,
}

impl Display for Reply {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Handshake { handshake, options } => {
                writeln!(f, "id name {} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))?;
                writeln!(f, "id author the {} authors", env!("CARGO_PKG_NAME"))?;
                options.iter().try_for_each(|option| writeln!(f, "{option}"))?;
                f.write_str(match handshake {
                    Handshake::Ugi => "ugiok",
                    Handshake::Uci => "uciok",
                })
            }
            Self::Ready => f.write_str("readyok"),
            Self::Response(text) => words(f, "response", &[text.as_str()]),
            Self::Moves(moves) => words(f, "moves", moves),
            Self::Board(board) => board.fmt(f),
            Self::Scene(json) => f.write_str(json),
            Self::Picture(svg) => write!(f, "svg {svg}"),
            Self::Tokens(tokens) => write!(f, "tokens {}", tokens.join(" ")),
            Self::Saved(text) => write!(f, "saved {text}"),
            Self::Effects(effects) => write!(f, "effects {effects}"),
            Self::Note(text) => words(f, "info string", &[text]),
            Self::BestMove(answer) => {
                write!(f, "bestmove {}", answer.best.as_deref().unwrap_or("(none)"))?;
                answer.ponder.iter().try_for_each(|m| write!(f, " ponder {m}"))
            }
            Self::Perft(count) => {
                f.write_str("perft ")?;
                perft_count(f, count)
            }
            Self::Divide(counts, total) => {
                counts.iter().try_for_each(|(m, count)| writeln!(f, "{m}: {count}"))?;
                write!(f, "\nNodes searched: {total}\n")
            }
            Self::Case(label, None) => write!(f, "ok {label}"),
            Self::Case(label, Some(why)) => write!(f, "FAIL {label}: {why}"),
            Self::Checked { passed, failed } => write!(f, "{passed} passed, {failed} failed"),
            Self::Bench(result) => bench_result(f, result),
            Self::Signature(nodes, time) => {
                write!(f, "Nodes searched: {nodes}\nNodes/second: {}", per_second(*nodes, *time))
            }
            Self::Manual(manual) => manual.fmt(f),
            Self::ManualEntry(entry) => entry.fmt(f),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        writeln!(f, "{}", self.diagram)?;
        if let Some(trace) = &self.eval_trace {
            writeln!(f, "{trace}")?;
        }
        writeln!(f, "Fen: {}", self.fen)?;
        writeln!(f, "Key: {:016X}", self.key)?;
        writeln!(f, "Side: {}", self.side)?;
        write!(f, "Result: {}", self.result.as_deref().unwrap_or("none"))
    }
}

fn bench_result(f: &mut Formatter, result: &BenchResult) -> fmt::Result {
    match result {
        BenchResult::Position { index, total, nodes, best } => {
            write!(f, "position {index}/{total} nodes {nodes} bestmove {}", best.as_deref().unwrap_or("(none)"))
        }
        BenchResult::Perft(how, count) => {
            f.write_str("perft ")?;
            perft_count(f, count)?;
            write!(f, " ({how})")
        }
        BenchResult::Playouts(Playouts { games, moves }, time) => {
            let speed = per_second(*moves, *time);
            write!(f, "playouts {games} moves {moves} time {} nps {speed}", time.as_millis())
        }
    }
}

fn perft_count(f: &mut Formatter, count: &PerftCount) -> fmt::Result {
    let PerftCount { depth, nodes, time } = count;
    write!(f, "{depth} nodes {nodes} time {} nps {}", time.as_millis(), per_second(*nodes, *time))
}

fn words<T: AsRef<str>>(f: &mut Formatter, first: &str, rest: &[T]) -> fmt::Result {
    f.write_str(first)?;
    rest.iter().map(AsRef::as_ref).filter(|word| !word.is_empty()).try_for_each(|word| write!(f, " {word}"))
}

pub(super) fn per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)
}
