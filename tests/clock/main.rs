//! What the clock promises, in a test of its own that is alone on the machine and can be left out:
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

/// The time from a line to the next `bestmove`, and the move.
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
fn a_time_for_a_move_is_used_and_kept() {
    for game in ["reversi", "checkers", "draughts", "tablut", "sparta", "epigo"] {
        let (time, _) = timed(&mut engine(game), "go movetime 200");
        assert!((100..600).contains(&milliseconds(time)), "{game}: {time:?}");
    }
}

#[test]
fn the_hit_starts_the_clock() {
    let mut engine = engine("reversi");
    engine.send("go ponder movetime 200");
    std::thread::sleep(Duration::from_millis(300));
    engine.send("isready");
    engine.until("readyok");
    let (time, _) = timed(&mut engine, "ponderhit");
    assert!((100..600).contains(&milliseconds(time)), "{time:?}");
}

#[test]
fn increments_count() {
    let (without, _) = timed(&mut engine("reversi"), "go wtime 1000 btime 1000");
    let (with, _) = timed(&mut engine("reversi"), "go wtime 1000 btime 1000 winc 400 binc 400");
    assert!(milliseconds(without) < 200 && (100..1_000).contains(&milliseconds(with)), "{without:?} {with:?}");
    // The increment of the other player does not.
    let (others, _) = timed(&mut engine("reversi"), "go wtime 1000 btime 1000 binc 400");
    assert!(milliseconds(others) < 200, "{others:?}");
}

#[test]
fn nothing_left_is_answered_at_once() {
    for clock in ["wtime 0", "wtime 1", "wtime 10 movestogo 1", "movetime 0"] {
        let (time, best) = timed(&mut engine("draughts"), &format!("go {clock}"));
        assert!(milliseconds(time) < 100 && best != "(none)", "{clock}: {time:?} {best}");
    }
}

/// Stops within a moment, whatever is being done.
#[test]
fn stop_is_heard() {
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

/// Games whose players move in turn, each often enough for every clock.
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

/// No game is longer, so that one that could go on for ever ends.
const MOST_PLIES: usize = 400;

/// A game of the engine against itself, each player a process with a clock of its own; the least that was left on a
/// clock, in milliseconds below zero when it was overstepped, and the plies.
fn play(game: &str, clock: Duration, opening: usize) -> (f64, usize) {
    let mut players = [engine(game), engine(game)];
    let mut left = [clock.as_secs_f64() * 1_000.0; 2];
    let mut moves = String::new();
    let mut player = 0;
    for ply in 0..MOST_PLIES {
        players[player].send(format!("position startpos moves{moves}"));
        players[player].send("query p1turn");
        // Who has moved may move again, as after DVONN's placement.
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
        // Games differ by their first moves.
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
    (left[0].min(left[1]), MOST_PLIES)
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
