//! Engines of OTEP as players of `petteia match`.

use std::fs;

use super::{Folder, games, petteia, script, stdout, ugi};
use crate::common::matches;

/// Each side has a move that the other one cannot prevent: a2-a3 and i2-i3.
const OPENING: &str = "9/9/9/9/4K4/9/9/a7D/9 b";
const RECORD: &str = "/9/t7T/9/9/4K4/9/9/9/9/";

/// A script that says `hello` and answers each `play` with the first of two texts, and from then on with the second.
fn engine(folder: &Folder, first: &str, later: &str) -> String {
    let text = format!(
        "turn=0; echo hello\nwhile read -r word rest; do echo \"$word $rest\" >> {}\n\
         case $word in rules) turn=0;; play) turn=$((turn + 1))\n\
         if [ $turn = 1 ]; then {first}; else {later}; fi;; esac; done\n",
        folder.file("log")
    );
    script(folder, "engine", "otep", &text)
}

const LEGAL: &str = "if [ $rest = attackers ]; then echo move a2-a3; else echo move i2-i3; fi";

/// Plays two games at the opening against UGI; returns the output of the command and the games.
fn play(folder: &Folder, engine: &str, opening: &str) -> (String, Vec<serde_json::Value>) {
    let (openings, file) = (folder.file("openings"), folder.file("games"));
    fs::write(&openings, opening).expect("a file");
    let arguments = ["match", "--game", "tablut", "--a", engine, "--b", &ugi(), "--tc", "5", "--games", "2"];
    let output = petteia(&[&arguments[..], &["--openings", &openings, "--resume", &file]].concat());
    assert!(output.status.success(), "{output:?}");
    (stdout(&output), games(&file))
}

#[test]
fn a_player_of_otep_hears_the_game() {
    let rules = "rules dim:9 name:tablut surf:n atkf:y ka:n ks:m cens: corh: cenh: cenhe: start:/3ttt3/...";
    let opening = format!("position {RECORD}");
    let legal = format!("echo status thinking; echo error 0 nothing; {LEGAL}");
    for (text, expected) in [
        (
            OPENING,
            [
                &[
                    rules,
                    &opening,
                    "side attackers",
                    "clock 5000 5000 0 0 0",
                    "play attackers",
                    "move /9/8T/t8/9/4K4/9/9/9/9/",
                    "opponent-move e5-... /...t...",
                    "clock ... 0 0 0",
                    "play attackers",
                    "finish 0",
                ][..],
                &[
                    rules,
                    &opening,
                    "side attackers",
                    "opponent-move a2-... /...",
                    "clock ... 5000 0 0 0",
                    "play defenders",
                    "move /...",
                    "opponent-move ...-... /...",
                    "clock ... 0 0 0",
                    "play defenders",
                ],
            ],
        ),
        (
            "startpos",
            [
                &[rules, "clock 5000 5000 0 0 0", "play attackers", "finish 0"],
                &[rules, "opponent-move ...-... /...", "clock ... 5000 0 0 0", "play defenders"],
            ],
        ),
    ] {
        let folder = Folder::new("otep");
        let (said, games) = play(&folder, &engine(&folder, &legal, "echo move a9-a8"), text);
        assert!(said.contains("a lost on time 0, by a crash 0, by an illegal move 2"), "{said}");
        let log = fs::read_to_string(folder.file("log")).expect("a log");
        let heard: Vec<&str> = log.lines().map(str::trim_end).collect();
        let expected = expected.concat();
        assert_eq!(heard.len(), expected.len(), "{log}");
        for (heard, expected) in heard.iter().zip(expected) {
            assert!(matches(expected, heard), "expected {expected}, found {heard}");
        }
        if text == OPENING {
            assert_eq!((&games[0]["moves"][0], &games[1]["moves"][1]), (&"a2a3".into(), &"i2i3".into()));
        }
    }
}

#[test]
fn questions_of_an_otep_player_are_answered() {
    let folder = Folder::new("otep-questions");
    let first = format!(
        "for question in rules position side clock; do echo $question; read -r line; echo $line >> {}; done; {LEGAL}",
        folder.file("answers")
    );
    play(&folder, &engine(&folder, &first, "exit"), OPENING);
    let answers = fs::read_to_string(folder.file("answers")).expect("answers");
    let answers: Vec<&str> = answers.lines().take(4).collect();
    assert!(answers[0].starts_with("rules dim:9 "), "{answers:?}");
    assert_eq!(answers[1..], [&format!("position {RECORD}"), "side attackers", "clock 5000 5000 0 0 0"]);
}

#[test]
fn faults_of_an_otep_player_lose_its_games() {
    for (name, fault, reason, cause) in [
        ("error", "echo error -1 out of memory", "crash", "crash: error -1 out of memory"),
        ("exit", "exit", "crash", "crash: closed its output"),
        ("illegal", "echo move a9-a8", "illegal-move", "expected a legal move, found 'a9a8'"),
        ("word", "echo move up", "illegal-move", "found 'up'"),
    ] {
        let folder = Folder::new(&format!("otep-{name}"));
        let (_, games) = play(&folder, &engine(&folder, LEGAL, fault), OPENING);
        for game in games {
            assert_eq!((game["reason"].as_str(), game["winner"].as_str()), (Some(reason), Some("b")), "{game}");
            assert!(game["fault"].to_string().contains(cause), "{game}");
        }
    }
}

#[test]
fn an_otep_player_that_refuses_the_rules_stops_the_match() {
    let folder = Folder::new("otep-rules");
    let engine = engine(&folder, "echo error -1 ks: unknown", "exit");
    let output = petteia(&["match", "--game", "tablut", "--a", &engine, "--b", &ugi(), "--tc", "5", "--games", "2"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("does not start: error -1 ks: unknown"), "{errors}");
    let log = fs::read_to_string(folder.file("log")).expect("a log");
    assert_eq!(log.matches("play attackers").count(), 2, "{log}");
}

#[test]
fn an_otep_player_has_a_time_for_the_game_or_for_each_move() {
    let folder = Folder::new("otep-time");
    let engine = engine(&folder, LEGAL, "exit");
    for limit in [["--nodes", "5"], ["--depth", "5"], ["--tc", "5+0.1"], ["--tc", "40/5"]] {
        let arguments = ["match", "--game", "tablut", "--a", &engine, "--b", &ugi(), "--games", "2"];
        let output = petteia(&[&arguments[..], &limit].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{limit:?}: {errors}");
        assert!(errors.contains("expected a time for the game or for each move with otep, found "), "{errors}");
    }
}
