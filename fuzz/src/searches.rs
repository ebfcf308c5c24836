//! Laws of searches.

use crate::bytes::Bytes;
use crate::talk::{Checked, Talk, code};

/// A `go` command: its seat, and the legal moves of that seat where they can be listed.
struct Asked {
    seat: Option<usize>,
    moves: Vec<String>,
}

impl Asked {
    fn new(talk: &mut Talk, bytes: &mut Bytes) -> Checked<Self> {
        let seat = match talk.game {
            "epigo" => bytes.below(3),
            "dixit" => bytes.below(5),
            _ => 0,
        };
        let seat = (seat > 0).then_some(seat);
        Ok(Self { seat, moves: talk.moves(seat)? })
    }

    fn line(&self, limits: &str) -> String {
        self.seat.map_or(format!("go {limits}"), |seat| format!("go seat {seat} {limits}"))
    }

    /// Checks the answers from `go` to `bestmove`; returns the move.
    fn check(&self, talk: &mut Talk, line: &str, said: &[String]) -> Checked<Option<String>> {
        let best: Vec<_> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
        let [best] = best[..] else { return Err(talk.fault(&format!("{line}: one bestmove expected in {said:?}"))) };
        let words: Vec<_> = best.split(' ').collect();
        let refused = said.iter().find_map(|line| code(line));
        if words == ["bestmove", "(none)"] {
            talk.ensure(self.moves.is_empty() || refused.is_some(), || format!("{line}: no move, there are some"))?;
            return Ok(None);
        }
        talk.ensure(refused.is_none(), || format!("{line}: an error and {best}"))?;
        talk.ensure(words.len() == 2 || (words.len() == 4 && words[2] == "ponder"), || format!("{line}: {best}"))?;
        let legal = if talk.game == "dixit" {
            let said = talk.ask(format!("effects {}", words[1]))?;
            said.first().is_some_and(|line| matches!(code(line), None | Some("unsupported")))
        } else {
            self.moves.iter().any(|m| m == words[1])
        };
        talk.ensure(legal, || format!("{line}: {best} is not legal"))?;
        Ok(Some(words[1..].iter().step_by(2).copied().collect::<Vec<_>>().join(" ")))
    }
}

/// The limits of a search that ends soon.
fn limits(talk: &Talk, bytes: &mut Bytes) -> String {
    let heavy = ["epigo", "dixit"].contains(&talk.game);
    let number = bytes.below(256);
    match bytes.below(7) {
        0 if heavy => "depth 0".into(),
        0 => format!("depth {}", number % 5),
        1 => format!("movetime {}", number % 4),
        2 => format!("wtime {number} btime {} winc {} movestogo {}", number / 2, number % 3, number % 5),
        3 => format!("p1time -1 p2time {} nodes {number}", number % 2),
        4 if !heavy => format!("mate {} nodes {}", number % 6, 1_000),
        _ => format!("nodes {}", number * number / 32),
    }
}

/// A search gives one legal move and a PV of legal moves.
///
/// # Errors
/// A law does not hold.
pub fn go(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let asked = Asked::new(talk, bytes)?;
    let mut limits = limits(talk, bytes);
    let mut only = Vec::new();
    if bytes.below(4) == 0 && !asked.moves.is_empty() {
        only = (0..=bytes.below(3)).map(|_| asked.moves[bytes.below(asked.moves.len())].clone()).collect();
        limits = format!("{limits} searchmoves {}", only.join(" "));
    }
    let before = talk.state()?;
    let line = asked.line(&limits);
    talk.send(&line);
    let mut said = talk.until("bestmove")?;
    said.append(&mut talk.read_answers()?);
    let found = asked.check(talk, &line, &said)?;
    talk.ensure_unchanged("a search changes nothing", &before)?;
    let Some(found) = found else { return Ok(()) };
    let best = found.split(' ').next().unwrap_or_default();
    talk.ensure(only.is_empty() || only.iter().any(|m| m == best), || format!("{line}: {best} was not asked for"))?;
    if ["epigo", "dixit"].contains(&talk.game) {
        return Ok(());
    }
    check_lines(talk, &said, &found, line.contains(" depth "))?;
    talk.ensure_unchanged("lines taken back", &before)
}

/// The PV and the answer are legal. After a complete iteration they begin with the same move.
fn check_lines(talk: &mut Talk, said: &[String], found: &str, whole: bool) -> Checked {
    let best = found.split(' ').next().unwrap_or_default();
    let last = said.iter().rev().find(|line| line.contains(" multipv 1 ") && line.contains(" pv "));
    let line = last.and_then(|line| line.split_once(" pv ")).map_or(best, |(_, line)| line);
    let first = line.split(' ').next().unwrap_or_default();
    talk.ensure(!whole || first == best, || format!("{best} is not the first move of the line {line}"))?;
    for line in [line, found] {
        talk.send_silent(&format!("moves {line}"))?;
        talk.send_silent(&format!("undo {}", line.split(' ').count()))?;
    }
    Ok(())
}

/// A search on one thread gives the same output again after `ucinewgame`.
///
/// # Errors
/// A law does not hold.
pub fn again(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let said = talk.questions(&["query startfen", "query line"])?;
    let [start, line] = [0, 1].map(|i: usize| said[i].strip_prefix("response").unwrap_or_default().trim_start());
    let search = format!("go nodes {}", 1 + bytes.below(256) * 8);
    talk.send_silent("setoption name Threads value 1")?;
    let mut found = Vec::new();
    for _ in 0..2 {
        talk.send_silent("ucinewgame")?;
        talk.send_silent(&format!("position fen {start} moves {line}"))?;
        talk.send(&search);
        let said = talk.until("bestmove")?;
        found.push(said.iter().map(|line| timeless(line)).collect::<Vec<_>>());
    }
    talk.ensure_equal(&search, &found[0], &found[1])
}

/// A line without the words that depend on the clock.
fn timeless(line: &str) -> String {
    let mut words = line.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if ["time", "nps"].contains(&word) {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// Commands during a search, and whether each is refused as `busy`.
const STORM: [(&str, bool); 22] = [
    ("ponderhit of what", false),
    ("go depth 1", true),
    ("go frobnicate", true),
    ("perft 2", true),
    ("divide 1", true),
    ("ucinewgame", true),
    ("setoption name UCI_Variant value reversi", true),
    ("check no/such/file", true),
    ("bench 1", true),
    ("wait", true),
    ("setoption name Threads value 3", false),
    ("setoption name Threads value 1", false),
    ("setoption name Hash value 2", false),
    ("setoption name Hash value 1", false),
    ("setoption name MultiPV value 2", false),
    ("setoption name MultiPV value 1", false),
    ("setoption name Clear Hash", false),
    ("setoption name UCI_ShowWDL value true", false),
    ("query fen", false),
    ("position startpos", false),
    ("undo", false),
    ("d", false),
];

/// A search during which other commands arrive gives one move, for the position of its `go`.
///
/// # Errors
/// A law does not hold.
pub fn storm(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let asked = Asked::new(talk, bytes)?;
    let ponders = bytes.below(2) == 0;
    let line = asked.line(if ponders { "ponder nodes 300" } else { "infinite" });
    let fen = talk.question("query fen")?;
    let mut said = talk.ask(&line)?;
    if said.iter().any(|line| line.starts_with("bestmove")) {
        // The `go` is refused, or ends at once.
        return asked.check(talk, &line, &said).map(drop);
    }
    for _ in 0..bytes.below(12) {
        let (line, busy) = STORM[bytes.below(STORM.len())];
        let answer = talk.ask(line)?;
        let refused = answer.iter().filter(|line| code(line) == Some("busy")).count();
        talk.ensure_equal(&format!("{line} in mid-search, refusals as busy"), &usize::from(busy), &refused)?;
        said.extend(answer.into_iter().filter(|line| code(line).is_none()));
    }
    let end = if ponders { bytes.pick(&["ponderhit", "stop", "ponderhit\nstop"]) } else { "stop" };
    talk.send(end);
    if !said.iter().any(|line| line.starts_with("bestmove")) {
        said.append(&mut talk.until("bestmove")?);
    }
    said.append(&mut talk.read_answers()?);
    // The commands may have changed the position.
    talk.send_silent(&format!("position fen {fen}"))?;
    asked.check(talk, &line, &said).map(drop)
}
