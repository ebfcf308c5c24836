//! Without a terminal: plain lines, exit codes, files.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::common::{BINARY, root, with_input};

fn play(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(BINARY);
    with_input(command.arg("play").args(arguments).current_dir(root()).env_remove("RUST_LOG"), input)
}

/// What the program says; it must end well.
fn said(arguments: &[&str], input: &str) -> String {
    let output = play(arguments, input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A path for a file of one test.
fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("petteia-play-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

#[test]
fn the_engine_plays_whole_games_with_itself() {
    for game in ["dvonn", "reversi", "checkers", "gonu", "tablut", "latrunculi-8x7", "sparta", "epigo", "dixit"] {
        let said = said(&[game, "--side", "none", "--level", "1", "--seed", "3"], "");
        let endings = said.matches("The game is over: ").count();
        assert_eq!(endings, 1, "{game}: {said}");
    }
}

#[test]
fn a_script_plays_without_prompts_and_escapes() {
    let said = said(&["reversi", "--side", "both"], "f5\nd6\nmoves\nundo\nboard\nresign\nundo\nquit\nhelp\n");
    for part in [
        "black plays f5: flipped e5",
        "5 legal moves:\nc3 c4 c5 c6 c7",
        "1 move taken back",
        "black wins (resignation)",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains('\x1b') && !said.contains("> ") && !said.contains("hint:"), "{said}");
}

#[test]
fn words_that_are_nothing_are_explained() {
    let input = "a1\nhnit\nd33\nlevel 21\nlevel 2\nside third\nnew reversy\nsave\nload no/such/file\n\n\u{e9}\n";
    let said = said(&["reversi"], input);
    for part in [
        "'a1' is not legal: a disc on a1 turns nothing over.",
        "did you mean hint?",
        "did you mean d3?",
        "expected a level from 0 to 20, found '21'",
        "level 2 of 20",
        "expected first, second, both, none, black, white, or seats from 1 to 2, found 'third'",
        "did you mean reversi?",
        "save: expected FILE after it, found nothing",
        "no/such/file: ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn noise_is_refused_and_the_game_goes_on() {
    let mut input = b"\0\0\n\xff\xfe\nf5\xe4\n".to_vec();
    input.extend(vec![b'x'; 3 << 20]);
    input.extend(b"\r\nlevel 3\r\nclue 1 %\nsave /\nload src\n99999999999999999999\nf5");
    let output = play(&["reversi", "--side", "both"], &input);
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("level 3 of 20") && said.contains("black plays f5"), "{said}");
    assert!(said.contains("expected a regular file, found a directory"), "{said}");
    assert!(said.len() < 20_000, "{}", said.len());
}

#[test]
fn a_saved_game_goes_on() {
    for (game, lines) in [("reversi", "f5\n"), ("epigo", "1234X567\n1S-2S-3S\n"), ("dixit", "moves\n")] {
        let file = file(&format!("{game}.json"));
        let _ = fs::remove_file(&file);
        let name = file.to_str().expect("a name");
        let arguments = [game, "--level", "1"];
        let before = said(&arguments, &format!("{lines}save {name}\nboard\n"));
        let after = said(&["--load", name], "");
        let board = |text: &str| text.lines().rev().take(9).map(String::from).collect::<Vec<_>>();
        assert_eq!(board(&before), board(&after), "{game}: {before}\n{after}");
        let again = said(&["gonu"], &format!("save {name}\nload {name}\n"));
        assert!(again.contains("saved as") && again.contains("gonu, after 0 moves"), "{again}");
    }
}

#[test]
fn a_picture_shows_what_the_person_sees() {
    let draw = |game: &str, lines: &str| {
        let file = file(&format!("{game}.svg"));
        let name = file.to_str().expect("a name");
        let said = said(&[game, "--seed", "2", "--level", "1"], &format!("{lines}save {name}\n"));
        assert!(said.contains(&format!("drawn as {name}")), "{said}");
        fs::read_to_string(file).expect("a picture")
    };
    assert!(draw("reversi", "f5\n").starts_with("<svg "));
    // Six cards of a hand.
    assert_eq!(draw("dixit", "").matches("<g class=\"pt-piece kind-card").count(), 6);
}

#[test]
fn a_game_begins_at_an_opening_of_a_file() {
    let openings = file("openings.txt");
    fs::write(&openings, "# two lines\nf5d6c4d3\nfen 8/8/8/3OX3/3XO3/8/8/8 w moves c5\n").expect("a file");
    let name = openings.to_str().expect("a name");
    let starts: BTreeSet<String> = (0..20)
        .map(|seed| {
            let arguments = ["reversi", "--side", "both", "--openings", name, "--seed", &seed.to_string()];
            let said = said(&arguments, "board\nquit\n");
            assert_eq!(said, self::said(&arguments, "board\nquit\n"));
            said
        })
        .collect();
    assert_eq!(starts.len(), 2, "{starts:?}");
    for (text, error) in [("f5d6c4d4\n", "openings.txt: line 1: "), ("", "expected openings, found none")] {
        fs::write(&openings, text).expect("a file");
        let output = play(&["reversi", "--openings", name], b"");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(3) && told.contains(error), "{told}");
    }
}

#[test]
fn files_that_are_no_games_are_refused() {
    let good = r#"{"variant":"reversi","moves":["f5","d6"],"result":null}"#;
    let cases: [(&str, &str, i32); 13] = [
        (good, "", 0),
        (&good.replace('}', r#","players":["a","b"]}"#), "", 0),
        ("", "line 1, column 0: expected a saved game, found EOF", 3),
        ("\0", "line 1, column 1: expected a saved game", 3),
        (&good[..30], "expected a saved game, found EOF", 3),
        (&good.replace("reversi", "chess"), "variant: expected one of dvonn ", 3),
        (&good.replace("d6", "d3"), "move 2: expected a legal move, found 'd3'", 3),
        (&good.replace("null", "\"banana\""), "result: expected a result of the game, found 'banana'", 3),
        (&good.replace('}', r#","start":"8/8 b"}"#), "expected ", 3),
        (&good.replace('}', r#","level":11}"#), "level: expected a level up to 10, found '11'", 3),
        (&good.replace('}', r#","side":"third"}"#), "side: expected first", 3),
        (&good.replace('}', r#","options":{"Hash":"1"}}"#), "options: expected options of the game, found 'Hash'", 3),
        (&format!("{}1{}", "[".repeat(9_999), "]".repeat(9_999)), "expected a saved game", 3),
    ];
    for (i, (text, error, code)) in cases.into_iter().enumerate() {
        let file = file(&format!("case-{i}.json"));
        fs::write(&file, text).expect("a file");
        let output = play(&["--load", file.to_str().expect("a name")], b"");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}: {told}");
        assert!(told.contains(error) && told.lines().count() <= 1, "{text}: {told}");
    }
    for (path, code) in [("no/such/file", 4), ("src", 4), ("/dev/null", 4)] {
        assert_eq!(play(&["--load", path], b"").status.code(), Some(code), "{path}");
    }
}

#[test]
fn no_file_of_another_kind_is_overwritten() {
    let file = file("notes.txt");
    fs::write(&file, "my notes").expect("a file");
    let said = said(&["reversi"], &format!("save {}\n", file.display()));
    assert!(said.contains("expected a new file or a saved game, found something else"), "{said}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "my notes");
}

#[test]
fn secrets_of_several_persons_need_a_terminal() {
    let why = "cannot hide what is typed, since the input or the output is not a terminal: ";
    let output = play(&["epigo", "--side", "both"], b"1234X567\n7654X321\n");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with(&format!("error: {why}")), "{output:?}");
    let file = file("shared.json");
    fs::write(&file, r#"{"variant":"epigo","moves":[],"side":"1,2"}"#).expect("a file");
    let script = format!("flip\nside both\nside\nload {}\nnew dixit\nside 1,3\n", file.display());
    let said = said(&["epigo", "--side", "first", "--seed", "1", "--level", "1"], &script);
    assert_eq!(said.matches(why).count(), 3, "{said}");
}

#[test]
fn a_bad_command_line_is_refused() {
    let cases: [&[&str]; 6] = [
        &["chess"],
        &["--level", "21"],
        &["--side", "third"],
        &["--seed", "x"],
        &["--option", "Sits=3"],
        &["--color", "x"],
    ];
    for arguments in cases {
        let output = play(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_output_ends_the_game_quietly() {
    let script = "{ \"$PETTEIA\" play gonu --side none --level 1; echo $? >&2; } | head -n 1";
    let output = Command::new("sh").args(["-c", script]).env("PETTEIA", BINARY).stdin(Stdio::null()).output();
    let output = output.expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "0\n");
}
