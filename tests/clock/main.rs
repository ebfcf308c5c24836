//! Tests of time limits. They have a test binary of their own, so that no other tests run beside them:
//!
//! ```text
//! cargo test --release --test clock
//! cargo test --release --test clock -- --ignored --nocapture games
//! ```

#[path = "../protocol/common.rs"]
#[expect(dead_code, reason = "the tests of the protocol use the rest")]
mod common;

use std::time::{Duration, Instant};

use common::Engine;

/// An engine that is ready to search.
fn engine(game: &str) -> Engine {
    let mut engine = Engine::start(&["--game", game]);
    engine.send("isready");
    engine.until("readyok");
    engine
}

/// Sends a line; returns the time until the next `bestmove`, and the move.
fn timed(engine: &mut Engine, line: &str) -> (Duration, String) {
    let started = Instant::now();
    engine.send(line);
    let best = engine.until("bestmove");
    (started.elapsed(), best.trim_start_matches("bestmove ").to_owned())
}

fn milliseconds(time: Duration) -> u128 {
    time.as_millis()
}

#[test]
fn movetime_is_used_and_kept() {
    for game in ["reversi", "checkers", "draughts", "tablut", "sparta", "epigo"] {
        let (time, _) = timed(&mut engine(game), "go movetime 200");
        assert!((100..600).contains(&milliseconds(time)), "{game}: {time:?}");
    }
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut engine = engine("reversi");
    engine.send("go ponder movetime 200");
    std::thread::sleep(Duration::from_millis(300));
    engine.send("isready");
    engine.until("readyok");
    let (time, _) = timed(&mut engine, "ponderhit");
    assert!((100..600).contains(&milliseconds(time)), "{time:?}");
}

#[test]
fn the_own_increment_adds_time() {
    let (without, _) = timed(&mut engine("reversi"), "go wtime 1000 btime 1000");
    let (with, _) = timed(&mut engine("reversi"), "go wtime 1000 btime 1000 winc 400 binc 400");
    assert!(milliseconds(without) < 200 && (100..1_000).contains(&milliseconds(with)), "{without:?} {with:?}");
    // The increment of the opponent does not count.
    let (others, _) = timed(&mut engine("reversi"), "go wtime 1000 btime 1000 binc 400");
    assert!(milliseconds(others) < 200, "{others:?}");
}

#[test]
fn an_empty_clock_is_answered_at_once() {
    for clock in ["wtime 0", "wtime 1", "wtime 10 movestogo 1", "movetime 0"] {
        let (time, best) = timed(&mut engine("draughts"), &format!("go {clock}"));
        assert!(milliseconds(time) < 100 && best != "(none)", "{clock}: {time:?} {best}");
    }
}

#[test]
fn stop_ends_a_search_at_once() {
    for (game, line) in [
        ("dvonn", "go infinite"),
        ("reversi", "go infinite"),
        ("latrunculi-19x11", "go infinite"),
        ("epigo", "go infinite"),
        ("dixit", "go infinite"),
        ("draughts", "go movetime 60000"),
    ] {
        let mut engine = engine(game);
        for wait in [0, 5, 50, 200] {
            engine.send(line);
            std::thread::sleep(Duration::from_millis(wait));
            let (time, _) = timed(&mut engine, "stop");
            assert!(milliseconds(time) < 250, "{game}: {time:?} after {wait} ms");
        }
    }
}

/// Games in which both players move often.
const GAMES: [&str; 10] = [
    "dvonn",
    "reversi",
    "checkers",
    "draughts",
    "gonu",
    "tablut",
    "latrunculi",
    "latrunculi-19x11",
    "latrunculi-conversion",
    "sparta",
];

/// Limit of plies, for games that need not end.
const MAX_PLIES: usize = 400;

/// Plays a game between two engine processes, each with its own clock. Returns the least time left on a clock in
/// milliseconds, below zero for a loss on time, and the number of plies.
fn play(game: &str, clock: Duration, opening: usize) -> (f64, usize) {
    let mut players = [engine(game), engine(game)];
    let mut left = [clock.as_secs_f64() * 1_000.0; 2];
    let mut moves = String::new();
    let mut player = 0;
    for ply in 0..MAX_PLIES {
        players[player].send(format!("position startpos moves{moves}"));
        players[player].send("query p1turn");
        // The same player may move twice, as after DVONN's placement.
        if players[player].until("response") == format!("response {}", player != 0) {
            player = 1 - player;
            players[player].send(format!("position startpos moves{moves}"));
        }
        let engine = &mut players[player];
        engine.send("moves");
        let legal: Vec<String> = engine.until("moves").split(' ').skip(1).map(Into::into).collect();
        engine.send("query result");
        if legal.is_empty() || engine.until("response") != "response none" {
            return (left[0].min(left[1]), ply);
        }
        // The first two moves make each game different.
        let best = if ply < 2 {
            legal[(opening * (ply + 3)) % legal.len()].clone()
        } else {
            let [first, second] = left.map(|left| left as i64);
            let (time, best) = timed(engine, &format!("go p1time {first} p2time {second}"));
            left[player] -= time.as_secs_f64() * 1_000.0;
            best
        };
        assert!(legal.contains(&best), "{game}: {best} after{moves}");
        moves = format!("{moves} {best}");
    }
    (left[0].min(left[1]), MAX_PLIES)
}

#[test]
#[ignore = "takes half an hour"]
#[expect(clippy::print_stdout, reason = "the worst cases are what it is for")]
fn games() {
    for clock in [100, 1_000, 5_000].map(Duration::from_millis) {
        let games = (0..100).map(|i| (GAMES[i % GAMES.len()], i / GAMES.len()));
        let results: Vec<_> = games.map(|(game, opening)| (play(game, clock, opening), game)).collect();
        let ((worst, _), game) = results.iter().min_by(|a, b| a.0.0.total_cmp(&b.0.0)).expect("games");
        let longest = results.iter().map(|((_, plies), _)| plies).max().expect("games");
        let lost = results.iter().filter(|((left, _), _)| *left < 0.0).count();
        println!(
            "{clock:?} a game: {lost} of 100 lost on time, least left {worst:.1} ms in {game}, longest {longest} plies"
        );
        assert_eq!(lost, 0, "{clock:?}");
    }
}
