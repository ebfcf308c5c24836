//! The protocols as commands (`petteia hub`), and the order of options and lines.

use std::process::Output;

use crate::command_line::{petteia, with_input};
use crate::common::Engine;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the program with an input. Returns its output, and the exit code.
fn session(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let Output { status, stdout, stderr } = with_input(arguments, input.as_bytes());
    assert!(stderr.is_empty(), "{arguments:?}: {}", text(&stderr));
    (text(&stdout), status.code())
}

#[test]
fn the_name_of_a_protocol_starts_a_session() {
    for (arguments, input, answer) in [
        (&["hub"][..], "hub\n", "id name=petteia "),
        (&["HUB"], "init\n", "ready\n"),
        (&["hub", "--game", "draughts", "--option", "Hash=1"], "ping\n", "pong\n"),
        (&["--game", "international", "hub"], "ping\n", "pong\n"),
        (&["--option", "Hash=1", "gtp", "--game", "reversi"], "boardsize 8\n", "= \n\n"),
        (&["gtp", "--game=reversi"], "7 name\n", "=7 petteia\n\n"),
        (&["nboard"], "nboard 2\n", "set myname petteia\n"),
        (&["codecup", "--option", "Game Time=50"], "Start\n", "C3\n"),
        (&["otep"], "", "hello\n"),
        (&["ugi"], "isready\n", "readyok\n"),
        (&["ugi", "--game", "gonu"], "query variant\n", "response gonu\n"),
        (&["Uci", "--game", "reversi"], "query variant\n", "response reversi\n"),
        (&["--protocol", "hub"], "ping\n", "pong\n"),
        (&["--dialect", "hub"], "ping\n", "pong\n"),
        (&["--protocol", "uci"], "isready\n", "readyok\n"),
        // Nothing else is recognised where a protocol was asked for.
        (&["ugi"], "hub\n", "info string error unknown-command: "),
        (&["--protocol", "gtp", "gtp"], "1 name\n", "=1 petteia\n\n"),
    ] {
        let (said, code) = session(arguments, input);
        assert!(said.starts_with(answer) && code == Some(0), "{arguments:?}: {code:?} {said}");
        let (said, code) = session(arguments, "");
        let greeting = if arguments == ["otep"] { "hello\n" } else { "" };
        assert_eq!((said.as_str(), code), (greeting, Some(0)), "{arguments:?} says nothing by itself");
    }
}

/// Scan is started with the name of the protocol alone; lidraughts-bot, draughtsnet and Hub wait for each answer.
#[test]
fn a_hub_session_is_that_of_scan() {
    let mut engine = Engine::start(&["hub", "--option", "Hash=1"]);
    engine.send("hub");
    assert!(engine.line().is_some_and(|line| line.starts_with("id name=petteia version=")));
    engine.until("wait");
    for variant in ["normal", "standard"] {
        engine.send(format!("set-param name=variant value={variant}"));
        assert_eq!(engine.ask("ping"), "pong", "{variant}");
    }
    assert_eq!(engine.ask("init"), "ready");
    engine.send("new-game");
    for position in [
        "W:W31,32:B19,20:H0:F1",
        "\"W:W31,32:B19,20:H12:F40\"",
        "W:WK31:BK1:F3",
        "Bbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
    ] {
        engine.send(format!("pos pos={position}"));
        assert_eq!(engine.ask("ping"), "pong", "{position}");
        engine.send("level depth=2");
        engine.send("go think");
        assert!(engine.until("done").starts_with("done move="), "{position}");
    }
    for (line, answer) in [
        ("set-param name=threads value=0", "threads: expected a value from 1 to 512, found '0'"),
        ("set-param name=variant value=x", "variant: expected normal, killer, bt, frisian, losing, found 'x'"),
        ("pos pos=W:W31:B20:H", "pos, character 12: expected a number, found the end"),
    ] {
        assert_eq!(engine.ask(line), format!("error message=\"{answer}\""));
    }
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn lines_after_other_protocols_are_refused() {
    for (arguments, complaint) in [
        (&["hub", "hub"][..], "expected no line after hub, which reads standard input, found 'hub'"),
        (&["gtp", "name", "--game", "reversi"], "expected no line after gtp, which reads standard input, found 'name'"),
        (&["gtp", "--game", "reversi", "name"], "expected no line after gtp, which reads standard input, found 'name'"),
        (&["nboard", "check", "x"], "expected no line after nboard, which reads standard input, found 'check'"),
        (&["otep", "--no-files", "bench"], "expected no command after otep, found one"),
        (&["--protocol", "gtp", "hub"], "expected one protocol, found hub and --protocol gtp"),
        (
            &["hub", "--game", "reversi"],
            "expected the game draughts or killer or breakthrough or frisian or antidraughts with --protocol hub, found reversi",
        ),
        (
            &["perft 3", "--game", "reversi"],
            "expected options before the first line, found '--game' with the line 'perft 3'",
        ),
        (&["isready", "isready", "-h"], "expected options before the first line, found '-h' with the line 'isready'"),
        (&["ugi", "isready", "--batch"], "expected options before the first line, found '--batch' with the line 'ugi'"),
        (
            &["uci", "--batch", "isready"],
            "expected options before the first line, found '--batch' with the line 'isready'",
        ),
        (&["--", "--game"], "expected options before the first line, found '--game' with the line '--game'"),
    ] {
        let output = petteia(arguments);
        assert_eq!(text(&output.stderr), format!("error: {complaint}\n"), "{arguments:?}");
        assert_eq!((output.stdout.len(), output.status.code()), (0, Some(2)), "{arguments:?}");
    }
}

#[test]
fn words_after_ugi_and_uci_are_lines() {
    for (name, end) in [("ugi", "ugiok"), ("uci", "uciok")] {
        let output = petteia(&[name, "isready", "query line"]);
        let said = text(&output.stdout);
        assert!(said.ends_with(&format!("\n{end}\nreadyok\nresponse\n")), "{said}");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(petteia(&[name, "check"]).status.code(), Some(3));
    }
}

#[test]
fn scores_are_those_of_the_protocol_that_was_asked_for() {
    let scores = |protocol: &str| session(&[protocol, "--game", "checkers"], "position fen B:WK18:B10\ngo depth 4\n").0;
    assert!(scores("ugi").contains(" score mate "), "{}", scores("ugi"));
    let mate = |text: String| {
        let last = text.lines().rfind(|line| line.contains(" mate ")).map(str::to_owned).expect("a mate");
        last.split(" mate ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<i32>().ok()).expect("a number")
    };
    let (plies, moves) = (mate(scores("ugi")), mate(scores("uci")));
    assert_eq!(moves, plies.signum() * (plies.abs() + 1) / 2);
    assert_ne!(moves, plies);
}

#[test]
fn a_depth_above_the_maximum_is_refused() {
    for depth in ["256", "99999", "-1"] {
        let output = petteia(&["bench", depth]);
        assert_eq!((output.stdout.len(), output.status.code()), (0, Some(2)), "{depth}");
        assert_eq!(petteia(&[&format!("bench {depth}")]).status.code(), Some(3), "{depth}");
    }
}

#[test]
fn the_help_of_wait_is_that_of_the_protocol() {
    let said = text(&petteia(&["help wait"]).stdout);
    assert!(said.contains("During a search without a limit it is the error 'busy'."), "{said}");
    let help = text(&petteia(&["--help"]).stdout);
    assert!(help.contains("read files: `check`, `Deck`, `TablebasePath` and `Book File`"), "{help}");
}
