//! What holds for searches.

use crate::bytes::Bytes;
use crate::talk::{Held, Talk, code};

/// What a `go` may answer: its seat, and the moves of that seat where they can be listed.
struct Asked {
    seat: Option<usize>,
    moves: Vec<String>,
}

impl Asked {
    fn new(talk: &mut Talk, bytes: &mut Bytes) -> Held<Self> {
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

    /// What was said from `go` to its end is as it must be; the move.
    fn hold(&self, talk: &mut Talk, line: &str, said: &[String]) -> Held<Option<String>> {
        let best: Vec<_> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
        let [best] = best[..] else { return Err(talk.fault(&format!("{line}: one bestmove wanted in {said:?}"))) };
        let words: Vec<_> = best.split(' ').collect();
        let refused = said.iter().find_map(|line| code(line));
        if words == ["bestmove", "(none)"] {
            talk.hold(self.moves.is_empty() || refused.is_some(), || format!("{line}: no move, there are some"))?;
            return Ok(None);
        }
        talk.hold(refused.is_none(), || format!("{line}: an error and {best}"))?;
        talk.hold(words.len() == 2 || (words.len() == 4 && words[2] == "ponder"), || format!("{line}: {best}"))?;
        let legal = if talk.game == "dixit" {
            let said = talk.ask(format!("effects {}", words[1]))?;
            said.first().is_some_and(|line| matches!(code(line), None | Some("unsupported")))
        } else {
            self.moves.iter().any(|m| m == words[1])
        };
        talk.hold(legal, || format!("{line}: {best} is not legal"))?;
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

/// A search gives one legal move, and lines that can be played.
///
/// # Errors
/// A law does not hold.
pub fn go(talk: &mut Talk, bytes: &mut Bytes) -> Held {
    let asked = Asked::new(talk, bytes)?;
    let mut limits = limits(talk, bytes);
    let mut only = Vec::new();
    if bytes.below(4) == 0 && !asked.moves.is_empty() {
        only = (0..=bytes.below(3)).map(|_| asked.moves[bytes.below(asked.moves.len())].clone()).collect();
        limits = format!("{limits} searchmoves {}", only.join(" "));
    }
    let before = talk.state()?;
    let line = asked.line(&limits);
    talk.say(&line);
    let mut said = talk.until("bestmove")?;
    said.append(&mut talk.catch_up()?);
    let found = asked.hold(talk, &line, &said)?;
    talk.still("a search changes nothing", &before)?;
    let Some(found) = found else { return Ok(()) };
    let best = found.split(' ').next().unwrap_or_default();
    talk.hold(only.is_empty() || only.iter().any(|m| m == best), || format!("{line}: {best} was not asked for"))?;
    if ["epigo", "dixit"].contains(&talk.game) {
        return Ok(());
    }
    hold_lines(talk, &said, &found, line.contains(" depth "))?;
    talk.still("lines taken back", &before)
}

/// The best line and the answer can be played. At the end of a whole iteration they begin alike; one that is cut
/// short may have found a better move that no line tells.
fn hold_lines(talk: &mut Talk, said: &[String], found: &str, whole: bool) -> Held {
    let best = found.split(' ').next().unwrap_or_default();
    let last = said.iter().rev().find(|line| line.contains(" multipv 1 ") && line.contains(" pv "));
    let line = last.and_then(|line| line.split_once(" pv ")).map_or(best, |(_, line)| line);
    let first = line.split(' ').next().unwrap_or_default();
    talk.hold(!whole || first == best, || format!("{best} is not the first move of the line {line}"))?;
    for line in [line, found] {
        talk.silently(&format!("moves {line}"))?;
        talk.silently(&format!("undo {}", line.split(' ').count()))?;
    }
    Ok(())
}

/// The same search on one thread, twice after `ucinewgame`, says the same.
///
/// # Errors
/// A law does not hold.
pub fn again(talk: &mut Talk, bytes: &mut Bytes) -> Held {
    let said = talk.questions(&["query startfen", "query line"])?;
    let [start, line] = [0, 1].map(|i: usize| said[i].strip_prefix("response").unwrap_or_default().trim_start());
    let search = format!("go nodes {}", 1 + bytes.below(256) * 8);
    talk.silently("setoption name Threads value 1")?;
    let mut found = Vec::new();
    for _ in 0..2 {
        talk.silently("ucinewgame")?;
        talk.silently(&format!("position fen {start} moves {line}"))?;
        talk.say(&search);
        let said = talk.until("bestmove")?;
        found.push(said.iter().map(|line| timeless(line)).collect::<Vec<_>>());
    }
    talk.same(&search, &found[0], &found[1])
}

/// A line without what depends on the clock.
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

/// What is said in mid-search, and whether it must be refused as `busy`.
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

/// Commands in mid-search: one move in the end, for the position that was given.
///
/// # Errors
/// A law does not hold.
pub fn storm(talk: &mut Talk, bytes: &mut Bytes) -> Held {
    let asked = Asked::new(talk, bytes)?;
    let ponders = bytes.below(2) == 0;
    let line = asked.line(if ponders { "ponder nodes 300" } else { "infinite" });
    let fen = talk.question("query fen")?;
    let mut said = talk.ask(&line)?;
    if said.iter().any(|line| line.starts_with("bestmove")) {
        // SessionError.
        return asked.hold(talk, &line, &said).map(drop);
    }
    for _ in 0..bytes.below(12) {
        let (line, busy) = STORM[bytes.below(STORM.len())];
        let answer = talk.ask(line)?;
        let refused = answer.iter().filter(|line| code(line) == Some("busy")).count();
        talk.same(&format!("{line} in mid-search, refusals as busy"), &usize::from(busy), &refused)?;
        said.extend(answer.into_iter().filter(|line| code(line).is_none()));
    }
    let end = if ponders { bytes.pick(&["ponderhit", "stop", "ponderhit\nstop"]) } else { "stop" };
    talk.say(end);
    if !said.iter().any(|line| line.starts_with("bestmove")) {
        said.append(&mut talk.until("bestmove")?);
    }
    said.append(&mut talk.catch_up()?);
    // The game may have gone on meanwhile.
    talk.silently(&format!("position fen {fen}"))?;
    asked.hold(talk, &line, &said).map(drop)
}
