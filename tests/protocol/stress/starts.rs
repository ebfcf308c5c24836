//! The engine is started, and ended at a random time in each possible way.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::VARIANTS;
use rand::Rng;
use rand::seq::IndexedRandom;

use super::{report, seeded_rng};
use crate::common::Engine;

/// Number of starts.
const STARTS: u64 = 1_000;

/// How an engine is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Quit,
    Input,
    Terminate,
    Interrupt,
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_engines_end_in_time() {
    let mut slowest = (Duration::ZERO, 0);
    for seed in 0..STARTS {
        let took = start_and_end(seed);
        slowest = slowest.max((took, seed));
    }
    report(&format!("{STARTS} starts, the slowest end took {:?} (number {})", slowest.0, slowest.1));
}

/// Starts an engine and ends it; returns the time from the request to the exit.
fn start_and_end(seed: u64) -> Duration {
    let rng = &mut seeded_rng(seed);
    let game = VARIANTS.choose(rng).expect("there are games").name;
    let mut engine = Engine::start(&["--game", game]);
    let searches = rng.random_bool(0.7);
    let dialect = ["ugi", "uci"][rng.random_range(0..2)];
    engine.send(dialect);
    engine.send(format!("setoption name Threads value {}", rng.random_range(1..5)));
    engine.send(format!("setoption name Hash value {}", rng.random_range(1..17)));
    if searches {
        engine
            .send(["go infinite", "go ponder nodes 100", "go depth 200", "go movetime 60000"][rng.random_range(0..4)]);
    }
    thread::sleep(Duration::from_micros(rng.random_range(0..30_000)));
    let end = *[End::Quit, End::Input, End::Terminate, End::Interrupt].choose(rng).expect("four ways");
    let name = format!("number {seed}, {game}, {end:?}");
    if end == End::Terminate || end == End::Interrupt {
        // Before its first output, the engine may not handle signals yet.
        engine.until(&format!("{dialect}ok"));
    }
    let asked = Instant::now();
    let mut rest = Vec::new();
    match end {
        End::Quit => engine.send("quit"),
        // Without `stop`, a search with a limit runs to its end.
        End::Input => engine.send("stop"),
        End::Terminate | End::Interrupt => {
            let signal = if end == End::Terminate { "-TERM" } else { "-INT" };
            let sent = Command::new("kill").args([signal, &engine.id().to_string()]).status();
            assert!(sent.is_ok_and(|status| status.success()), "{name}");
            rest.extend(std::iter::from_fn(|| engine.line()));
        }
    }
    let (more, code) = engine.finish();
    rest.extend(more);
    let took = asked.elapsed();
    assert_eq!(code, Some(0), "{name}: {rest:?}");
    let moves = rest.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert!(moves <= usize::from(searches), "{name}: {rest:?}");
    assert!(moves == 1 || !searches || matches!(end, End::Terminate | End::Interrupt), "{name}: {rest:?}");
    assert!(!rest.iter().any(|line| line.starts_with("info string error")), "{name}: {rest:?}");
    assert!(took < Duration::from_secs(5), "{name}: the end took {took:?}");
    took
}
