//! The replies. All output of a connection is a reply.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use petteia_core::Score;
use petteia_engine::{BenchResult, BestMove, Bound, Effects, InfoLine, PerftCount, Playouts};
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
    /// `effects M: ...`
    Effects(Effects),
    /// `info ...`: a result of a running search.
    Info {
        /// The result.
        info: InfoLine,
        /// Whether mate scores are in plies or in moves.
        handshake: Handshake,
        /// Show win, draw and loss probabilities with every score.
        show_wdl: bool,
    },
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
            Self::Effects(effects) => write!(f, "effects {effects}"),
            Self::Info { info, handshake, show_wdl } => info_line(f, info, *handshake, *show_wdl),
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

fn info_line(f: &mut Formatter, info: &InfoLine, handshake: Handshake, show_wdl: bool) -> fmt::Result {
    write!(f, "info depth {}", info.depth)?;
    let finished = info.depth == 0;
    if !finished {
        write!(f, " seldepth {} multipv {}", info.sel_depth, info.multi_pv)?;
    }
    let is_margin = info.is_proved_margin();
    let as_mate = is_margin && handshake == Handshake::Uci && info.score != Score::DRAW;
    match info.score.mate_plies() {
        Some(plies) => write!(f, " score mate {}", mate(plies, handshake))?,
        None if as_mate => write!(f, " score mate {}", margin_mate(info))?,
        None => write!(f, " score cp {}", info.score.centipieces())?,
    }
    f.write_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    })?;
    if show_wdl || (is_margin && handshake == Handshake::Ugi) {
        let [win, draw, loss] = info.wdl();
        write!(f, " wdl {win} {draw} {loss}")?;
    }
    if !finished {
        let (nodes, time) = (info.nodes, info.time);
        write!(f, " nodes {nodes} nps {} hashfull {}", per_second(nodes, time), info.hash_full)?;
        if let Some(hits) = info.tb_hits {
            write!(f, " tbhits {hits}")?;
        }
        write!(f, " time {} pv {}", time.as_millis(), info.pv.join(" "))?;
    }
    if is_margin && handshake == Handshake::Uci {
        write!(f, "\ninfo string margin {}", info.score.centipieces() / 100)?;
    }
    Ok(())
}

/// The mate score of a proved win or loss by margin, for UCI clients, which do not know margins. It is the number of
/// own moves to the end of the game. `mate 0` means that the game is already lost, so a game already won is `mate 1`.
fn margin_mate(info: &InfoLine) -> i32 {
    let moves = info.own_moves.cast_signed();
    if info.score > Score::DRAW { moves.max(1) } else { -moves }
}

/// The mate score in the unit of the handshake: plies in UGI, moves of the mating side in UCI.
fn mate(plies: i32, handshake: Handshake) -> i32 {
    match handshake {
        Handshake::Ugi => plies,
        Handshake::Uci => plies.signum() * (plies.abs() + 1) / 2,
    }
}

fn per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(score: Score, won_by_margin: bool, proved: bool, handshake: Handshake, show_wdl: bool) -> String {
        let info = InfoLine {
            depth: 3,
            sel_depth: 4,
            multi_pv: 1,
            score,
            bound: Bound::Lower,
            proved,
            won_by_margin,
            nodes: 1_000,
            hash_full: 5,
            tb_hits: None,
            time: Duration::from_millis(500),
            pv: vec!["c3".into(), "d4".into()],
            own_moves: 4,
        };
        Reply::Info { info, handshake, show_wdl }.to_string()
    }

    fn shown(score: Score, won_by_margin: bool, proved: bool, handshake: Handshake, show_wdl: bool) -> String {
        let line = text(score, won_by_margin, proved, handshake, show_wdl);
        let score = line.strip_prefix("info depth 3 seldepth 4 multipv 1 score ").expect("the order of the fields");
        let end = " nodes 1000 nps 2000 hashfull 5 time 500 pv c3 d4";
        score.strip_suffix(end).expect("the order of the fields").replace(" lowerbound", "")
    }

    #[test]
    fn mates_in_ugi_and_uci() {
        for (plies, ugi, uci) in [(1, 1, 1), (2, 2, 1), (3, 3, 2), (9, 9, 5)] {
            let (win, loss) = (Score::mate_in(plies), Score::mated_in(plies));
            assert_eq!(shown(win, false, true, Handshake::Ugi, false), format!("mate {ugi}"));
            assert_eq!(shown(win, false, true, Handshake::Uci, false), format!("mate {uci}"));
            assert_eq!(shown(loss, false, true, Handshake::Ugi, false), format!("mate -{ugi}"));
            assert_eq!(shown(loss, false, true, Handshake::Uci, true), format!("mate -{uci} wdl 0 0 1000"));
        }
        assert_eq!(shown(Score::mated_in(0), false, true, Handshake::Uci, false), "mate 0");
    }

    #[test]
    fn chances_where_they_are_certain() {
        let count = |score, proved, show| shown(score, true, proved, Handshake::Ugi, show);
        assert_eq!(count(Score::margin(7), true, false), "cp 700 wdl 1000 0 0");
        assert_eq!(count(Score::margin(-7), true, false), "cp -700 wdl 0 0 1000");
        assert_eq!(count(Score::DRAW, true, false), "cp 0 wdl 0 1000 0");
        assert_eq!(count(Score::margin(7), false, false), "cp 700");
        assert_eq!(count(Score::margin(7), false, true), "cp 700 wdl 1000 0 0");
        assert_eq!(shown(Score::DRAW, false, true, Handshake::Ugi, false), "cp 0");
    }

    #[test]
    fn counted_games_in_uci() {
        let uci = |score, proved, show| {
            let text = text(score, true, proved, Handshake::Uci, show);
            text.split_once(" nodes")
                .map(|(score, rest)| (score.to_owned(), rest.split('\n').nth(1).map(str::to_owned)))
        };
        let margin = |score: &str, margin: Option<&str>| Some((score.to_owned(), margin.map(str::to_owned)));
        let head = "info depth 3 seldepth 4 multipv 1 score";
        for (score, proved, show, expected, line) in [
            (Score::margin(7), true, false, "mate 4 lowerbound", Some("info string margin 7")),
            (Score::margin(-7), true, false, "mate -4 lowerbound", Some("info string margin -7")),
            (Score::margin(7), true, true, "mate 4 lowerbound wdl 1000 0 0", Some("info string margin 7")),
            (Score::DRAW, true, false, "cp 0 lowerbound", Some("info string margin 0")),
            (Score::margin(7), false, false, "cp 700 lowerbound", None),
        ] {
            assert_eq!(uci(score, proved, show), margin(&format!("{head} {expected}"), line), "{expected}");
        }
    }
}
