//! Commands during a search, in any order: the engine answers each of them, and each search has one move.

use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::VARIANTS;
use rand::Rng;
use rand::seq::IndexedRandom;

use super::{report, seeded_rng};
use crate::common::{Engine, TIMEOUT};

/// Number of storms.
const STORMS: u64 = 150;
/// Number of commands in a storm.
const LINES: usize = 200;

/// Commands of a storm.
const COMMANDS: [&str; 27] = [
    "go infinite",
    "go infinite",
    "go ponder movetime 3",
    "go ponder infinite",
    "go nodes 5000",
    "go movetime 2",
    "go wtime 50 btime 50 winc 1 binc 1",
    "go depth 30",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "setoption name Threads value 1",
    "setoption name Threads value 4",
    "setoption name Threads value 4",
    "setoption name Hash value 1",
    "setoption name Hash value 8",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "setoption name Ponder value true",
    "ucinewgame",
    "position startpos",
    "query fen",
    "d",
    "perft 3",
    "isready",
];

#[test]
#[ignore = "takes minutes"]
fn every_search_of_a_storm_has_one_move() {
    let mut slowest = (Duration::ZERO, "");
    for seed in 0..STORMS {
        let game = VARIANTS[seed as usize % VARIANTS.len()].name;
        slowest = slowest.max((storm(seed, game), game));
    }
    let (time, game) = slowest;
    report(&format!("{STORMS} storms of {LINES} lines, the slowest readyok took {time:?}, in {game}"));
}

/// Runs one storm; returns the longest time that `isready` took.
fn storm(seed: u64, game: &str) -> Duration {
    let rng = &mut seeded_rng(seed);
    let mut engine = Engine::start(&["--game", game]);
    engine.send("ugi");
    engine.until("ugiok");
    let (mut said, mut heard, mut slowest) = (Vec::new(), Vec::new(), Duration::ZERO);
    for _ in 0..LINES {
        let line = *COMMANDS.choose(rng).expect("there are some");
        said.push(line);
        engine.send(line);
        if line == "isready" {
            let asked = Instant::now();
            heard.extend(lines_before(&engine, "readyok", &said));
            slowest = slowest.max(asked.elapsed());
        }
        if rng.random_bool(0.3) {
            thread::sleep(Duration::from_micros(rng.random_range(0..5_000)));
        }
    }
    if seed.is_multiple_of(2) {
        engine.send("quit");
    } else {
        engine.send("stop");
    }
    let (rest, code) = engine.finish();
    heard.extend(rest);
    let name = format!("storm {seed}, {game}: {said:?}");
    assert_eq!(code, Some(0), "{name}");
    let count = |expected: &str| heard.iter().filter(|line| line.starts_with(expected)).count();
    assert_eq!(count("info string error internal"), 0, "{name}");
    let asked = said.iter().filter(|line| line.starts_with("go ")).count();
    let (moves, busy) = (count("bestmove "), count("info string error busy"));
    // `perft` and `ucinewgame` are refused as busy too.
    let others = said.iter().filter(|line| ["perft 3", "ucinewgame"].contains(line)).count();
    assert!(moves <= asked && moves + busy >= asked && moves + busy <= asked + others, "{name}: {moves}, {busy}");
    slowest
}

/// Reads lines until `end`; returns those before it.
fn lines_before(engine: &Engine, end: &str, said: &[&str]) -> Vec<String> {
    let started = Instant::now();
    let mut lines = Vec::new();
    while started.elapsed() < TIMEOUT {
        match engine.line() {
            Some(line) if line == end => return lines,
            Some(line) => lines.push(line),
            None => break,
        }
    }
    panic!("no {end} after {said:?}");
}
