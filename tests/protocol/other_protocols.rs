//! The protocols of other programs: how they begin, whole games, and hostile lines.

use std::fs;
use std::process::{Command, Stdio};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use petteia::protocols::ProtocolKind;

use crate::common::{BINARY, Engine, converse, files};
use crate::registry::other_protocols;

/// Protocols that answer a line at any time: a question and its answer.
const QUESTIONS: [(&str, &str, &str); 4] = [
    ("gtp", "7 name", "=7 petteia"),
    ("hub", "ping", "pong"),
    ("nboard", "ping 12", "pong 12"),
    ("codecup", "Start", "C3"),
];

/// Rules of Tablut that the engine takes, with the start position.
const OTEP: &str = "rules dim:9 surf:n atkf:y ka:n ks:m cens: corh: cenh: cenhe: \
    start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

#[test]
fn transcripts_of_other_programs() {
    let transcripts = files("fixtures/transcripts/protocols", "txt");
    assert!(transcripts.len() >= 4);
    for file in transcripts {
        converse(&file.display().to_string(), &fs::read_to_string(&file).expect("a transcript"));
    }
}

#[test]
fn a_protocol_has_its_game() {
    for ProtocolKind { name, games, .. } in other_protocols() {
        let run = |arguments: &[&str]| {
            let output = Command::new(BINARY).args(arguments).stdin(Stdio::null()).output().expect("the binary runs");
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        assert_eq!(run(&["--protocol", name]), (Some(0), String::new()), "{name}");
        for game in *games {
            assert_eq!(run(&["--protocol", name, "--game", game]), (Some(0), String::new()));
        }
        if games.is_empty() {
            continue;
        }
        let other = if games.contains(&"sparta") { "gonu" } else { "sparta" };
        let refused =
            format!("error: expected the game {} with --protocol {name}, found {other}\n", games.join(" or "));
        assert_eq!(run(&["--protocol", name, "--game", other]), (Some(2), refused));
    }
}

#[test]
fn the_first_line_tells_the_protocol() {
    for (arguments, lines, expected) in [
        (&[][..], &["hub"][..], "id name=petteia "),
        (&[], &["", "nboard 2"], "set myname petteia"),
        (&[], &["boardsize 11"], "= "),
        (&[], &["3 protocol_version"], "=3 2"),
        (&["--game", "reversi"], &["boardsize 8"], "= "),
        (&["--game", "reversi"], &["nboard 2"], "set myname petteia"),
        // Another game was chosen, UGI was asked for, or the conversation has begun.
        (&["--game", "reversi"], &["hub"], "info string error unknown-command"),
        (&["--protocol", "ugi"], &["hub"], "info string error unknown-command"),
        (&[], &["isready", "hub"], "readyok"),
        (&[], &["nboard"], "info string error unknown-command"),
        (&[], &["go depth 1"], "info depth 1"),
    ] {
        let mut engine = Engine::start(arguments);
        for line in lines {
            engine.send(line);
        }
        let answer = engine.line().expect("an answer");
        assert!(answer.starts_with(expected), "{arguments:?} {lines:?}: {answer}");
    }
}

#[test]
fn a_banner_comes_first() {
    let engine = Engine::start(&["--banner", "perft 2"]);
    let (lines, code) = engine.finish();
    assert!(lines[0].starts_with("petteia ") && lines[1].starts_with("perft 2 nodes 2352 "), "{lines:?}");
    assert_eq!((lines.len(), code), (2, Some(0)));
}

#[test]
fn hostile_lines_harm_nothing() {
    let words = [
        "play",
        "genmove",
        "black",
        "white",
        "a1",
        "undo",
        "boardsize",
        "-1",
        "99999999999999999999",
        "time_left",
        "time_settings",
        "set_game",
        "known_command",
        "gogui-rules_legal_moves",
        "pos",
        "pos=W",
        "pos=Wbbb",
        "moves=\"1-2",
        "level",
        "depth=-1",
        "time=nan",
        "time=-5",
        "inc=1e400",
        "nodes=x",
        "go",
        "set-param",
        "name=threads",
        "value=0",
        "\"",
        "=",
        "init",
        "new-game",
        "ponder-hit",
        "stop",
        "set",
        "depth",
        "game",
        "(;GM[Othello]",
        "BO[8",
        ";)",
        "move",
        "F5",
        "F5/x/y",
        "hint",
        "analyze",
        "learn",
        "\u{0}",
        "\u{7f}",
        "é",
        "#",
        "?",
        "final_score",
        "clear_board",
        "pass",
    ];
    for (name, question, answer) in QUESTIONS {
        if name == "codecup" {
            continue;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut engine = Engine::start(&["--protocol", name, "--option", "Default Move Time=5"]);
        for _ in 0..400 {
            let line = (0..rng.random_range(0..5)).map(|_| *words.choose(&mut rng).expect("a word"));
            engine.send(line.collect::<Vec<_>>().join(" "));
        }
        engine.send([0xff, 0xfe, b' ', 0]);
        engine.send("x".repeat(3 << 20));
        engine.send(format!("play black {}", "a".repeat(1 << 20)));
        engine.send(question);
        loop {
            let line = engine.line().expect("an answer before the end");
            assert!(!line.contains("internal"), "{name}: {line}");
            if line == answer {
                break;
            }
        }
        let (_, code) = engine.finish();
        assert_eq!(code, Some(0), "{name}");
    }
}

#[test]
fn a_bad_line_of_codecup_ends_the_game() {
    for lines in [&["A1", "A1"][..], &["Start", "Start"], &["X9"], &["\u{0}"], &["PASS"], &["Start", "C3"]] {
        let mut engine = Engine::start(&["--protocol", "codecup", "--option", "Game Time=200"]);
        for (i, line) in lines.iter().enumerate() {
            // The engine ends while it is told the last line.
            if i + 1 < lines.len() { drop(engine.ask(line)) } else { engine.send(line) }
        }
        assert_eq!(engine.finish().1, Some(3), "{lines:?}");
    }
}

#[test]
fn a_search_ends_with_the_conversation() {
    for (name, lines, expected) in [
        ("gtp", &["5 genmove white", "6 quit"][..], &["=5 ", "=6 "][..]),
        ("gtp", &["genmove white", "# interrupt", "name", "quit"], &["= ", "= petteia", "= "]),
        ("hub", &["level infinite", "go analyze", "quit"], &["done move="]),
        ("hub", &["go ponder", "stop", "quit"], &["done move="]),
        ("nboard", &["go", "ping 3", "quit"], &["=== ", "pong 3"]),
        // Lines that wait for the search do not hide the one that ends it.
        ("gtp", &["genmove white", "unknown", "2 name", "# interrupt", "quit"], &["= ", "? ", "=2 petteia", "= "]),
        (
            "hub",
            &["level depth=100", "go analyze", "pos pos=x", "stop", "ping", "quit"],
            &["done move=", "error ", "pong"],
        ),
        ("nboard", &["go", "move z9", "unknown", "ping 3", "quit"], &["=== ", "status Error", "pong 3"]),
        ("nboard", &["go", "ping 3", "move z9", "go", "move", "ping 4"], &["=== ", "pong 3", "=== ", "pong 4"]),
        ("otep", &[OTEP, "analyze 2 600", "unknown", "clock x", "finish 0", "goodbye"], &["analysis 2 ", "error "]),
    ] {
        let mut engine = Engine::start(&["--protocol", name, "--option", "Default Move Time=600000"]);
        for line in lines {
            engine.send(line);
        }
        let (rest, code) = engine.finish();
        let mut found = rest.iter();
        for expected in expected {
            assert!(found.any(|line| line.starts_with(expected)), "{name} {lines:?}: {expected} in {rest:?}");
        }
        assert_eq!(code, Some(0));
    }
}

/// After the end of the input nobody can stop a search, so one without a limit of its own does not go on.
#[test]
fn a_search_ends_soon_after_the_input() {
    let game = "set game (;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O---------------------------\
        \u{20}*]B[F5]W[D6];)";
    for (name, lines, expected) in [
        ("nboard", &["nboard 2", "set depth 60", "hint 3"][..], "search "),
        ("nboard", &["set depth 60", "go"], "=== "),
        ("nboard", &["hint 1"], "search "),
        ("nboard", &[game, "set depth 60", "analyze"], "analysis 2 "),
        ("nboard", &["set depth 60", "hint 1", "unknown", "go"], "=== "),
        ("gtp", &["genmove white"], "= "),
        ("gtp", &["genmove white", "8 name", "9 genmove black"], "=9 "),
        ("hub", &["go think"], "done move="),
        ("hub", &["level infinite", "go think"], "done move="),
        ("hub", &["go ponder"], "done move="),
    ] {
        let mut engine =
            Engine::start(&["--protocol", name, "--option", "Default Move Time=600000", "--option", "Hash=1"]);
        for line in lines {
            engine.send(line);
        }
        let (rest, code) = engine.finish();
        assert!(rest.iter().any(|line| line.starts_with(expected)), "{name} {lines:?}: {rest:?}");
        assert_eq!(code, Some(0));
    }
    // Those with a limit of time or nodes have it to themselves.
    let mut engine = Engine::start(&["--protocol", "hub", "--option", "Hash=1"]);
    for line in ["level nodes=20000", "go think"] {
        engine.send(line);
    }
    let (rest, _) = engine.finish();
    assert!(rest.last().is_some_and(|line| line.starts_with("done move=")), "{rest:?}");
}

/// Plays matches in which one engine speaks another language and the other one UGI. The rules of the program judge.
#[test]
fn whole_games_in_every_language() {
    for (language, game, pace) in [
        ("hub", "draughts", ["--nodes", "40"]),
        ("hub", "draughts", ["--tc", "0.5+0.01"]),
        ("nboard", "reversi", ["--depth", "2"]),
        ("nboard", "reversi", ["--tc", "1.2"]),
        ("gtp", "reversi", ["--movetime", "5"]),
        ("gtp", "reversi", ["--tc", "1.2"]),
        ("codecup", "dvonn", ["--tc", "1.2"]),
        ("otep", "tablut", ["--tc", "1.2"]),
        ("otep", "tablut-square", ["--movetime", "20"]),
        ("otep", "brandub", ["--tc", "1.2"]),
        ("otep", "copenhagen", ["--movetime", "20"]),
    ] {
        let other = format!("{language}:{BINARY} --protocol {language} --option 'Game Time=1000' --option Hash=1");
        let output = Command::new(BINARY)
            .args(["match", "--game", game, "--a", &other, "--b", &format!("ugi:{BINARY}"), "--games", "2"])
            .args(["--margin", "1000", "--max-plies", "60"])
            .args(pace)
            .output()
            .expect("the binary runs");
        let summary = String::from_utf8_lossy(&output.stdout).into_owned();
        for player in ["a", "b"] {
            let fair = format!("{player} lost on time 0, by a crash 0, by an illegal move 0");
            assert!(summary.contains(&fair), "{language}: {summary}{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// Asks a GTP engine and returns its answer without `=`; the answer may have several lines.
fn gtp(engine: &mut Engine, command: &str) -> Result<String, String> {
    let first = engine.ask(command);
    let mut text = first.clone();
    while let Some(line) = engine.line().filter(|line| !line.is_empty()) {
        text = text + "\n" + &line;
    }
    match text.strip_prefix("= ") {
        Some(answer) => Ok(answer.to_owned()),
        None => Err(text),
    }
}

#[test]
fn every_game_is_played_by_clicks() {
    let mut engine = Engine::start(&["--protocol", "gtp", "--option", "Default Move Time=1", "--option", "Hash=1"]);
    let games = gtp(&mut engine, "list_games").expect("games");
    assert!(games.lines().all(|line| "= ".len() + line.len() <= 80), "{games}");
    assert!(games.lines().count() >= 8 && games.contains("Othello") && !games.contains("Epigo"), "{games}");
    for game in games.lines() {
        gtp(&mut engine, &format!("set_game {game}")).expect("a game");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for i in 0..250 {
            let legal = gtp(&mut engine, "gogui-rules_legal_moves").expect("moves");
            let Some(&vertex) = legal.split(' ').collect::<Vec<_>>().choose(&mut rng).filter(|word| !word.is_empty())
            else {
                assert!(gtp(&mut engine, "final_score").is_ok(), "{game}");
                break;
            };
            let side = gtp(&mut engine, "gogui-rules_side_to_move").expect("a side");
            let board = gtp(&mut engine, "gogui-rules_board").expect("a board");
            let vertex = if i % 5 == 4 {
                gtp(&mut engine, &format!("genmove {side}")).expect("a move")
            } else {
                gtp(&mut engine, &format!("play {side} {vertex}")).expect("a legal click");
                vertex.to_owned()
            };
            if i % 3 == 0 {
                // A click that is taken back leaves all as it was.
                gtp(&mut engine, "undo").expect("a click to take back");
                assert_eq!(gtp(&mut engine, "gogui-rules_legal_moves").as_ref(), Ok(&legal), "{game} {vertex}");
                assert_eq!(gtp(&mut engine, "gogui-rules_board").as_ref(), Ok(&board), "{game} {vertex}");
                gtp(&mut engine, &format!("play {side} {vertex}")).expect("the same click");
            }
        }
        let other = ["black", "white"].map(|colour| gtp(&mut engine, &format!("play {colour} z9")));
        assert!(other.iter().all(Result::is_err), "{other:?}");
        gtp(&mut engine, "clear_board").expect("a new game");
    }
    assert!(gtp(&mut engine, "set_game Epigo").is_err());
}

#[test]
fn games_with_secrets_are_not_drawn() {
    let mut engine = Engine::start(&["--protocol", "gtp", "--game", "epigo"]);
    assert_eq!(gtp(&mut engine, "genmove black"), Err("? epigo is not supported over GTP".into()));
    assert_eq!(gtp(&mut engine, "name"), Ok("petteia".into()));
}
