//! Lines that a host would not send: each has its error, and none changes the game.

use petteia_core::{Notation, Position};
use petteia_games::tafl::TablutCross;

use super::{CROSS, DIFFERENCES, NEAREST, answer_to_rules, answered, end};
use crate::common::Engine;

/// Lines that have one error and change nothing.
const HOSTILE: &[&str] = &[
    "\0",
    "play\0 attackers",
    "Hello",
    "quit",
    "dump 1",
    "go depth 3",
    "position",
    "position /9/9/9/",
    "position /3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt",
    "position /K8/K8/9/9/9/9/9/9/9/",
    "position /11/11/11/11/11/11/11/11/11/11/11/",
    "side",
    "side white",
    "move",
    "move /3ttt3/",
    "opponent-move",
    "opponent-move a4-a3",
    "opponent-move a4-a3 /3ttt3/",
    "opponent-move a4-a3| /3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    "opponent-move a4-b3 /3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    "analyze",
    "analyze 3",
    "analyze -1 5",
    "analyze 99999999999999999999 5",
    "error",
    "error x",
];

#[test]
fn hostile_lines_change_nothing() {
    let mut engine = Engine::start(&["--protocol", "OTEP", "--option", "Default Move Time=20"]);
    assert_eq!(engine.line().as_deref(), Some("hello"));
    for (line, code) in [
        ("play attackers", -1),
        ("analyze 1 1", 0),
        ("side attackers", 0),
        ("position /9/9/9/9/4K4/9/9/9/9/", 0),
        ("opponent-move a4-a3 /9/9/9/9/4K4/9/9/9/9/", 0),
        ("move /9/9/9/9/4K4/9/9/9/9/", 0),
        ("error 1", 0),
    ] {
        assert_eq!(engine.ask(line), format!("error {code} no rules received"), "{line}");
    }
    engine.send("hello");
    engine.send("");
    assert_eq!(answer_to_rules(&mut engine, &format!("{NEAREST} {CROSS}")), DIFFERENCES);
    let long = "x".repeat(1 << 20) + "xx";
    let half = format!("rules {}", "dim:9 ".repeat(20_000));
    let moves = format!("opponent-move {}a4-a3 /9/9/9/9/9/9/9/9/9/", "a4-a3|".repeat(150_000));
    let others: [&[u8]; 6] =
        [b"\xff\xfe", b"play \xff", b"rules dim:\xc3", long.as_bytes(), half.as_bytes(), moves.as_bytes()];
    let lines = HOSTILE.iter().map(|line| line.as_bytes()).chain(others);
    for searching in [false, true] {
        for line in lines.clone() {
            if searching {
                engine.send("play attackers");
            }
            engine.send(line);
            if line.starts_with(b"rules ") {
                engine.send("hello");
            }
            if searching {
                let answer = engine.line().expect("a move");
                assert!(TablutCross::start().parse_move(&answered(&answer)).is_ok(), "{answer}");
            }
            let said = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
            let answer = engine.line().expect("an error");
            assert!(answer.starts_with("error 0 ") || answer.starts_with("error -1 "), "{said:?}: {answer}");
            assert!(answer.len() < 2_000 && !answer.contains('\0'), "{said:?}: {answer}");
        }
    }
    assert_eq!(engine.ask("error 1 1"), "error 0 error: expected a number, found '1 1'");
    engine.send("error 2");
    let answer = engine.ask("move /9/9/9/9/4K4/9/9/9/9/");
    assert_eq!(answer, "error 0 move: expected a move of the engine before, found none");
    // Lines that stop a search have their errors at once.
    engine.send("play attackers");
    for line in ["clock", "clock -1 0", "finish 9"] {
        assert!(engine.ask(line).starts_with("error 0 "), "{line}");
    }
    assert!(engine.line().is_some_and(|line| line.starts_with("move ")));
    end(engine);
}
