//! OTEP, the engine protocol of OpenTafl: conversations with a host that is written here.

mod hostile;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use petteia_core::{BySide, Notation, Outcome, Position, Side};
use petteia_formats::otn::{parse_move, read_board, write_board, write_move};
use petteia_games::tafl::{TablutCross, TablutSquare};

use crate::common::Engine;

/// Attackers at d4, f4 and b3, the king at e4 below the empty throne.
const BELOW_THE_THRONE: &str = "/8T/9/1t7/3tKt3/9/9/9/9/9/";
const CROSS: &str = "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
const SQUARE: &str = "start:/3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3/";
/// As OpenTafl 0.4.8 writes the nearest rules that it has.
const NEAREST: &str = "rules dim:9 name:My_Tablut surf:n atkf:y ka:n ks:m cens: corh: cenh: cenhe:";
/// The answer to rules that are accepted.
const DIFFERENCES: &str = "status the rules here differ: an empty throne beside the king closes him in; \
                           100 plies without a capture are a draw; attackers without a move lose";

/// The answer to rules. It waits for the next line, as long as that comes soon.
fn answer_to_rules(engine: &mut Engine, rules: &str) -> String {
    engine.send(rules);
    engine.ask("hello")
}

/// A process after `hello` and rules.
fn start(move_time: u64) -> Engine {
    let mut engine = Engine::start(&["--protocol", "otep", "--option", &format!("Default Move Time={move_time}")]);
    assert_eq!(engine.line().as_deref(), Some("hello"));
    assert_eq!(answer_to_rules(&mut engine, &format!("{NEAREST} {CROSS}")), DIFFERENCES);
    engine
}

/// Ends a conversation in which nothing is left to say.
fn end(mut engine: Engine) {
    engine.send("goodbye");
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

fn record<P: Notation>(position: &P) -> String {
    let fen = position.to_fen();
    write_board(fen.split(' ').next().expect("a board")).expect("a board of Tablut")
}

fn side_name(side: Side) -> &'static str {
    if side == Side::First { "attackers" } else { "defenders" }
}

/// The move of an answer, in the words of this program.
fn answered(line: &str) -> String {
    let word = line.strip_prefix("move ").unwrap_or_else(|| panic!("expected a move, found '{line}'"));
    parse_move(word).unwrap_or_else(|| panic!("expected simple notation, found '{line}'"))
}

/// Relays a game between two processes, which agree on its end with the rules of the game.
fn relay<P: Notation>(mut engines: [Engine; 2], time: Option<Duration>) {
    let mut clocks = BySide([time.unwrap_or_default(); 2]);
    let (mut position, mut seen, mut quiet) = (P::start(), HashMap::new(), 0);
    let outcome = loop {
        let side = position.side();
        let engine = &mut engines[side as usize];
        if time.is_some() {
            let [first, second] = clocks.0.map(|left| left.as_millis());
            engine.send(format!("clock {first} {second} 0 0 0 "));
        }
        let since = Instant::now();
        let line = engine.ask(&format!("play {}", side_name(side)));
        clocks[side] = clocks[side].saturating_sub(since.elapsed());
        let m = position.parse_move(&answered(&line)).unwrap_or_else(|error| panic!("{line}: {error}"));
        quiet = if position.is_progress(m) { 0 } else { quiet + 1 };
        position.play_unchecked(m);
        let told = record(&position);
        engines[side as usize].send(format!("move {told}"));
        let word = line.trim_start_matches("move ");
        engines[!side as usize].send(format!("opponent-move {word} {told}"));
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let count = seen.entry(position.key()).or_insert(0);
        *count += 1;
        if *count == 3 || quiet == 100 {
            break Outcome::Draw;
        }
    };
    let code = match outcome {
        Outcome::Draw => 1,
        Outcome::Win(Side::First) => 2,
        Outcome::Win(Side::Second) => 3,
    };
    for mut engine in engines {
        // The game is over here as well, where it is by more than a draw.
        if outcome != Outcome::Draw {
            let refused = engine.ask(&format!("play {}", side_name(position.side())));
            assert!(refused.starts_with("error -1 play: the game is over: "), "{refused}");
        }
        engine.send(format!("finish {code}"));
        end(engine);
    }
}

#[test]
fn otep_plays_a_game_against_itself() {
    relay::<TablutCross>([start(60_000), start(60_000)], Some(Duration::from_millis(700)));
    let engines = [start(5), start(5)].map(|mut engine| {
        assert_eq!(answer_to_rules(&mut engine, &format!("{NEAREST} {SQUARE}")), DIFFERENCES);
        engine
    });
    relay::<TablutSquare>(engines, None);
}

#[test]
fn otep_reads_the_rules_in_full() {
    let mut engine = start(5);
    let with = |rules: &str| format!("rules dim:9 surf:n ka:n ks:m cens: corh: cenh: cenhe: {rules}");
    for rules in [
        with(CROSS),
        with(SQUARE),
        with(
            "esc:c atkf:y tfr:d cor:a1,a9,i1,i9, cen:e5, spd:-1 linc:n nj:n name:X starti:/3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3/",
        ),
    ] {
        assert_eq!(answer_to_rules(&mut engine, &rules), DIFFERENCES, "{rules}");
    }
    for (rules, expected) in [
        (with(&format!("esc:e {CROSS}")), "error -1 esc: expected c, found 'e'"),
        (with(&format!("linc:y {CROSS}")), "error -1 linc: expected n, found 'y'"),
        (with(&format!("cens:K {CROSS}")), "error -1 cens: expected pieces without tTK, found 'K'"),
        (with(&format!("cor: {CROSS}")), "error -1 cor: expected a1,a9,i1,i9, found ''"),
        (with(&format!("afor:a4, {CROSS}")), "error -1 afor: expected no squares, found 'a4,'"),
        (with(&format!("new:1 {CROSS}")), "error -1 new: expected ..."),
        (with(""), "error -1 start: expected a start position, found none"),
        (with("start:/3/"), "error -1 start, character 1: expected 7, 9 or 11 ranks ..."),
        (format!("rules dim:9 {CROSS}"), "error -1 surf: expected n, found none, which means 'y'; ka: expected n, ..."),
        ("rules".into(), "error -1 rules, character 1: expected NAME:VALUE, found ''"),
        // Variant 8 of OpenTafl, its own Tablut.
        (
            format!(
                "rules dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cenp:tcnkTCNK cens: cenh: cenhe:tcnkTCNK linc:y {CROSS}"
            ),
            "error -1 esc: expected c, found 'e'; surf: ...; ka: ...; ks: ...; cor: ...; corh: ...; cenhe: ...; linc: ...",
        ),
    ] {
        let found = answer_to_rules(&mut engine, &rules);
        assert!(crate::common::matches(expected, &found), "{rules}: {found}");
    }
    // The game that stood is still there: the square.
    engine.send("opponent-move a4-b4 /3ttt3/4t4/9/1t1TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3/");
    assert!(engine.ask("play defenders").starts_with("move "));
    end(engine);
}

#[test]
fn the_answer_to_rules_waits_for_a_line_and_not_for_ever() {
    let refused = format!("rules dim:9 {CROSS}");
    let mut engine = Engine::start(&["--protocol", "otep", "--option", "Default Move Time=5"]);
    assert_eq!(engine.line().as_deref(), Some("hello"));
    let since = Instant::now();
    engine.send(&refused);
    assert!(engine.ask("play attackers").starts_with("error -1 surf: "));
    assert_eq!(engine.line().as_deref(), Some("error -1 no rules received"));
    assert!(since.elapsed() < Duration::from_millis(1_500), "{:?}", since.elapsed());
    // Nothing comes.
    assert_eq!(engine.ask(&format!("{NEAREST} {CROSS}")), DIFFERENCES);
    // A game that stands is played on after rules that are refused.
    engine.send(&refused);
    assert!(engine.ask("play attackers").starts_with("error -1 surf: "));
    assert!(engine.line().is_some_and(|line| line.starts_with("move ")));
    // The input ends.
    engine.send(format!("{NEAREST} {CROSS}"));
    assert_eq!(engine.finish(), (vec![DIFFERENCES.to_owned()], Some(0)));
}

#[test]
fn the_start_positions_are_those_of_the_games() {
    let board = |start: &str| read_board(start.trim_start_matches("start:")).expect("a board");
    assert_eq!(format!("{} b", board(CROSS)), TablutCross::start().to_fen());
    assert_eq!(format!("{} b", board(SQUARE)), TablutSquare::start().to_fen());
}

#[test]
fn otep_analyses_with_several_lines() {
    let mut engine = start(5);
    let lines = |answer: &str| {
        let words: Vec<String> = answer.split(' ').map(String::from).collect();
        assert_eq!(words[0], "analysis", "{answer}");
        let pairs: Vec<(String, f64)> =
            words[2..].chunks(2).map(|pair| (pair[0].clone(), pair[1].parse().expect("a number"))).collect();
        assert_eq!(words[1], pairs.len().to_string(), "{answer}");
        pairs
    };
    for (side, best_first) in [("attackers", -1.0), ("defenders", 1.0)] {
        engine.send("position /3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3tt1t2/");
        engine.send(format!("side {side}"));
        let found = lines(&engine.ask("analyze 3 1"));
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found.is_sorted_by(|a, b| best_first * a.1 <= best_first * b.1), "{found:?}");
        let mut position =
            TablutCross::parse_fen(&format!("3aa1a2/4a4/4D4/a3D3a/aaDDKDDaa/a3D3a/4D4/4a4/3aaa3 {}", &{
                if side == "attackers" { "b" } else { "w" }
            }))
            .expect("a position");
        for word in found[0].0.split('|') {
            let m =
                position.parse_move(&parse_move(word).expect(word)).unwrap_or_else(|error| panic!("{word}: {error}"));
            position.play_unchecked(m);
        }
        let firsts: Vec<&str> = found.iter().filter_map(|(line, _)| line.split('|').next()).collect();
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2], "{firsts:?}");
    }
    // The king escapes at once: won for the defenders, which is bad for the attackers.
    engine.send("position /K8/9/4t4/9/9/9/9/9/9/");
    assert_eq!(lines(&engine.ask("analyze 1 1")), []);
    engine.send("position /1K7/9/4t4/9/9/9/9/9/9/");
    engine.send("side defenders");
    assert_eq!(lines(&engine.ask("analyze 1 1")), [("b1-a1".to_owned(), -99.99)]);
    // `finish` ends an analysis, which has its answer; what comes later waits for it.
    engine.send("analyze 2 600");
    engine.send("side attackers");
    engine.send("finish 0");
    assert!(!lines(&engine.line().expect("an analysis")).is_empty());
    assert!(engine.ask("play attackers").starts_with("move e3-"));
    end(engine);
}

#[test]
fn otep_keeps_the_clock() {
    let mut engine = start(60_000);
    let play = |engine: &mut Engine, lines: &[&str]| {
        let since = Instant::now();
        for line in lines {
            engine.send(line);
        }
        let answer = engine.line().expect("a move");
        assert!(answer.starts_with("move "), "{lines:?}: {answer}");
        assert!(since.elapsed() < Duration::from_secs(10), "{lines:?}: {:?}", since.elapsed());
    };
    for lines in [
        ["clock 200 3600000 0 0 0 ", "play attackers"],
        ["clock 3600000 200 0 0 0", "play defenders"],
        ["clock 3600000 0* 0 0 0", "play defenders"],
        ["clock 200* 3600000 3600 1 5", "play attackers"],
        ["clock 200 100", "play attackers"],
        ["clock 0 0 1 2 2", "play attackers"],
    ] {
        play(&mut engine, &lines);
    }
    // In the order of the protocol: a clock after `play`, once more when the main time is over.
    engine.send("finish 0");
    play(&mut engine, &["play attackers", "clock 200 100 0 0 0", "clock 100* 100 1 1 1"]);
    play(&mut engine, &["play defenders", "clock 3600000 100 0 0 0"]);
    end(engine);
}

#[test]
fn otep_stops_in_a_search() {
    let mut engine = start(60_000);
    engine.send("play attackers");
    engine.send("finish 0");
    // No move: the next line is the answer to the next one.
    assert_eq!(answer_to_rules(&mut engine, &format!("{NEAREST} {CROSS}")), DIFFERENCES);
    engine.send("play attackers");
    engine.send("clock 3600000 3600000 0 0 0");
    engine.send("finish");
    assert_eq!(engine.ask("play white"), "error -1 play: expected attackers or defenders, found 'white'");
    engine.send("play defenders");
    end(engine);
    let mut engine = start(60_000);
    engine.send("analyze 2 600");
    end(engine);
    // The end of the input ends the engine, after the move.
    let mut engine = start(50);
    engine.send("play attackers");
    let (rest, code) = engine.finish();
    assert!(rest.len() == 1 && rest[0].starts_with("move ") && code == Some(0), "{rest:?}");
}

#[test]
fn the_position_of_the_host_counts() {
    let mut engine = start(5);
    let first = answered(&engine.ask("play attackers"));
    let mut position = TablutCross::start();
    position.play_unchecked(position.parse_move(&first).expect("a legal move"));
    engine.send(format!("move {}", record(&position)));
    // OpenTafl repeats moves: the engine's own, and one of before.
    let reply = position.parse_move("e6b6").or_else(|_| position.parse_move("e6c6")).expect("a guard");
    let words =
        ["i9-i8".into(), write_move(&first).expect("a move"), write_move(&position.write_move(reply)).expect("a move")];
    position.play_unchecked(reply);
    engine.send(format!("opponent-move {} {}", words.join("|"), record(&position)));
    let second = engine.ask("play attackers");
    // A move that is refused is not tried again in this position.
    engine.send("error 2");
    engine.send(format!("opponent-move {} {}", words[2], record(&position)));
    let third = engine.ask("play attackers");
    assert_ne!(second, third);
    position.play_unchecked(position.parse_move(&answered(&third)).expect("a legal move"));

    // An illegal move of the opponent is told, and the position of the host is played on.
    let told = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTt1/t3T3t/4T3t/4t4/3ttt3/";
    let answer = engine.ask(&format!("opponent-move i5-i8 {told}"));
    assert_eq!(answer, "error 0 opponent-move: expected the piece that made i5i8, found none");
    let answer = engine.ask(&format!("opponent-move i5-i7 {told}"));
    assert_eq!(answer, "error 0 opponent-move: expected a legal move, found i5i7; the position told is played on");
    let position = TablutCross::parse_fen("3aaa3/4a4/4D3a/a3D3a/aaDDKDDa1/a3D3a/4D4/4a4/3aaa3 w").expect("a position");
    let word = answered(&engine.ask("play defenders"));
    assert!(position.parse_move(&word).is_ok(), "{word}");

    // The king stands closed in by the throne: captured here, and not there.
    engine.send(format!("position {BELOW_THE_THRONE}"));
    engine.send("side attackers");
    let after = BELOW_THE_THRONE.replace("/1t7/", "/4t4/");
    let answer = engine.ask(&format!("opponent-move b3-e3 {after}"));
    assert_eq!(answer, "status b3-e3 has another effect here; continuing from the given position");
    assert!(engine.ask("play defenders").starts_with("move "));
    end(engine);
}

#[test]
fn otep_plays_on_after_a_draw() {
    let mut engine = start(5);
    let mut position = TablutCross::start();
    for word in ["a4a3", "e6b6", "a3a4", "b6e6"].repeat(3) {
        let m = position.parse_move(word).unwrap_or_else(|error| panic!("{word}: {error}"));
        position.play_unchecked(m);
        engine.send(format!("opponent-move {} {}", write_move(word).expect("a move"), record(&position)));
    }
    let word = answered(&engine.ask("play attackers"));
    assert!(position.parse_move(&word).is_ok(), "{word}");
    assert!(engine.ask("analyze 1 0").starts_with("analysis 1 "));
    end(engine);
}

#[test]
fn a_finished_game_has_no_moves() {
    let mut engine = start(5);
    engine.send("position /K8/9/4t4/9/9/9/9/9/9/");
    assert_eq!(engine.ask("play attackers"), "error -1 play: the game is over: king-escaped");
    let answer = engine.ask("opponent-move e3-e4 /K8/9/9/4t4/9/9/9/9/9/");
    assert!(answer.starts_with("error 0 opponent-move: expected a legal move"), "{answer}");
    engine.send("position /9/9/4t4/9/9/9/9/9/9/");
    assert_eq!(engine.ask("play defenders"), "error -1 play: the game is over: king-captured");
    assert_eq!(engine.ask("analyze 3 1"), "analysis 0");
    assert_eq!(answer_to_rules(&mut engine, &format!("{NEAREST} {CROSS}")), DIFFERENCES);
    assert!(engine.ask("play attackers").starts_with("move "));
    end(engine);
    let (said, code) = Engine::start(&["--protocol", "otep", "--game", "dvonn"]).finish();
    assert_eq!((said.len(), code), (0, Some(2)));
}
