//! From bytes to the steps of a conversation.

use petteia_engine::VARIANTS;

use crate::bytes::Bytes;
use crate::talk::{Checked, Talk, code};
use crate::{counts, positions, searches, tables};

/// Limit of steps in a conversation.
const MAX_STEPS: usize = 24;

/// Runs a conversation.
///
/// # Errors
/// The first law that does not hold.
pub fn converse(talk: &mut Talk, mut bytes: Bytes) -> Checked {
    begin(talk, &mut bytes)?;
    for _ in 0..MAX_STEPS {
        if bytes.is_empty() {
            break;
        }
        step(talk, &mut bytes)?;
    }
    // The engine still answers.
    talk.state().map(drop)
}

/// Sets the options, which the previous conversation may have changed, and sets up a game.
fn begin(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let variant = &VARIANTS[bytes.below(VARIANTS.len())];
    talk.game = variant.name;
    let (seed, seats) = (bytes.byte(), 3 + bytes.below(4));
    let settings = [
        "Hash value 1",
        "Threads value 1",
        "MultiPV value 1",
        "Ponder value false",
        "Move Overhead value 10",
        "UCI_ShowWDL value false",
        "Skill Level value 20",
        "UCI_LimitStrength value false",
        "Storyteller value 1",
        "Deck value",
        &format!("UCI_Variant value {}", variant.name),
        &format!("Seed value {seed}"),
        &format!("Seats value {seats}"),
    ];
    talk.ask("ugi")?;
    talk.send_silent(&settings.map(|setting| format!("setoption name {setting}")).join("\n"))?;
    talk.send_silent("ucinewgame")?;
    // In Epigo the start position is slow, so another one replaces it.
    let fens: Vec<&str> = variant.bench.lines().filter(|line| !line.starts_with('#')).collect();
    match bytes.below(fens.len() + 3) {
        i if i < fens.len() => talk.send_silent(&format!("position fen {}", fens[i])),
        _ if variant.name == "epigo" => talk.send_silent(&format!("position fen {}", fens[0])),
        _ => Ok(()),
    }
}

fn step(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    match bytes.below(20) {
        0..=2 => positions::play(talk, bytes).map(drop),
        3 | 4 => {
            for _ in 0..bytes.below(24) {
                let Some(m) = positions::pick_move(talk, bytes)? else { break };
                talk.ask(format!("moves {m}"))?;
            }
            Ok(())
        }
        5 => undo(talk, bytes),
        6 => positions::round_trip(talk),
        7 => positions::board(talk),
        8 | 9 => mutated(talk, bytes),
        10 => {
            let mut fen = bytes.slice(120).to_vec();
            fen.retain(|byte| !b"\r\n".contains(byte));
            positions::set(talk, &fen)
        }
        11 => searches::go(talk, bytes),
        12 => searches::again(talk, bytes),
        13 => counts::perft(talk, bytes.below(5)),
        14 => setting(talk, bytes),
        15 => wrong(talk, bytes),
        16 => searches::storm(talk, bytes).and_then(|()| settle(talk)),
        17 => tables::observe(talk, bytes),
        18 => tables::check(talk, bytes),
        _ if talk.game == "dixit" => tables::deck(talk, bytes),
        _ => tables::games(talk, bytes),
    }
}

/// Sets a mutation of the current position.
fn mutated(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let here = talk.question("query fen")?;
    let fen = bytes.mutate(here.as_bytes());
    positions::set(talk, &fen)
}

fn undo(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let line = talk.question("query line")?;
    let there_are = line.split_ascii_whitespace().count();
    let before = talk.state()?;
    let plies = bytes.below(40);
    let said = talk.ask(format!("undo {plies}"))?;
    let codes: Vec<_> = said.iter().map(|line| code(line)).collect();
    if plies <= there_are {
        talk.ensure_equal("undo", &[][..], &codes)?;
        let again: Vec<&str> = line.split_ascii_whitespace().skip(there_are - plies).collect();
        if !again.is_empty() {
            talk.send_silent(&format!("moves {}", again.join(" ")))?;
        }
    } else {
        talk.ensure_equal("undo of more than there is", &[Some("bad-number")][..], &codes)?;
    }
    talk.ensure_unchanged("undo and moves", &before)
}

/// Sets an option; the options of a game start a new game.
fn setting(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let value = bytes.below(256);
    let line = match bytes.below(11) {
        0 => format!("setoption name Threads value {}", 1 + value % 4),
        1 => format!("setoption name MultiPV value {}", 1 + value),
        2 => format!("setoption name UCI_ShowWDL value {}", value.is_multiple_of(2)),
        3 => format!("setoption name Ponder value {}", value.is_multiple_of(2)),
        4 => format!("setoption name Move Overhead value {value}"),
        5 => "setoption name Clear Hash".into(),
        6 => "debug on".into(),
        7 => bytes.pick(&["uci", "ugi"]).into(),
        8 => format!("setoption name Seed value {value}\nucinewgame"),
        9 => format!("setoption name Storyteller value {}\nucinewgame", 1 + value % 6),
        _ => format!("setoption name Seats value {}\nucinewgame", 3 + value % 4),
    };
    let said = talk.ask(&line)?;
    // The storyteller must have a seat, so the table options may be refused.
    let of_table = line.contains("Storyteller") || line.contains("Seats");
    let fits = |said: &str| code(said).is_none_or(|code| of_table && code == "bad-option");
    talk.ensure(said.iter().all(|line| fits(line)), || format!("{line}: {said:?}"))
}

/// The words of the protocol, for lines that are nearly right.
const WORDS: [&str; 50] = [
    "ugi",
    "uci",
    "ucinewgame",
    "isready",
    "debug",
    "on",
    "setoption",
    "name",
    "value",
    "Threads",
    "MultiPV",
    "Seed",
    "UCI_Variant",
    "dvonn",
    "position",
    "startpos",
    "fen",
    "current",
    "moves",
    "seat",
    "observe",
    "undo",
    "d",
    "eval",
    "query",
    "line",
    "score",
    "effects",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "hash",
    "divide",
    "check",
    "stop",
    "ponderhit",
    "wait",
    "pass",
    "a1",
    "1",
    "2",
    "-1",
    "99999999999999999999",
];

/// Sends a line that may be malformed. A refused line changes nothing.
fn wrong(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let mut line = Vec::new();
    for _ in 0..=bytes.below(6) {
        let word = WORDS[bytes.below(WORDS.len())];
        line.extend(if bytes.below(4) == 0 { bytes.mutate(word.as_bytes()) } else { word.into() });
        line.push(if bytes.below(9) == 0 { b'\t' } else { b' ' });
    }
    line.extend(bytes.slice(8));
    line.retain(|byte| !b"\r\n".contains(byte));
    let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
    let words: Vec<&str> = text.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    if words.first() == Some(&"quit") || (words.contains(&"setoption") && text.contains("hash")) {
        // The next input uses the same engine and needs a small table.
        return Ok(());
    }
    let before = talk.state()?;
    let mut said = talk.ask(&line)?;
    said.append(&mut talk.ask("stop")?);
    let goes = words.first() == Some(&"go") && words.get(1) != Some(&"perft");
    let best = said.iter().filter(|line| line.starts_with("bestmove")).count();
    talk.ensure_equal("moves in answer to a line", &usize::from(goes), &best)?;
    let refused = said.iter().any(|line| code(line).is_some_and(|code| code != "aborted"));
    if !refused {
        return settle(talk);
    }
    if words.first() == Some(&"position") {
        return positions::ensure_no_position(talk);
    }
    talk.ensure_unchanged("a line refused changes nothing", &before)
}

/// Asks for the current game, which the last lines may have changed, and returns to one thread.
fn settle(talk: &mut Talk) -> Checked {
    let name = talk.question("query variant")?;
    if name != talk.game {
        let variant = VARIANTS.iter().find(|variant| variant.name == name);
        talk.game = variant.ok_or_else(|| talk.fault(&format!("there is no game {name}")))?.name;
    }
    talk.send_silent("setoption name Threads value 1")
}
