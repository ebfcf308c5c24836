//! `petteia match` and `petteia openings`: two processes play, the rules are the referee.

mod options;
mod otep;
mod players;
#[cfg(unix)]
mod processes;
mod records;
mod tuning;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{BINARY, files, root};

fn petteia(arguments: &[&str]) -> Output {
    Command::new(BINARY).args(arguments).current_dir(root()).output().expect("the binary runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder for temporary files, which is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("petteia-match-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// The path of a file in it.
    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The engine as a player.
fn ugi() -> String {
    format!("ugi:{BINARY}")
}

/// A shell script as a player.
fn script(folder: &Folder, name: &str, language: &str, text: &str) -> String {
    fs::write(folder.file(name), text).expect("a file");
    format!("{language}:sh {}", folder.file(name))
}

fn games(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("a file of games");
    text.lines().skip(1).map(|line| line.parse().expect("JSON")).collect()
}

#[test]
fn openings_are_different_and_balanced() {
    let run = |arguments: &[&str]| stdout(&petteia(&[&["openings", "reversi", "--count", "12"], arguments].concat()));
    let made = run(&["--plies", "5", "--balance", "150", "--nodes", "2000"]);
    let mut lines: Vec<&str> = made.lines().collect();
    assert_eq!(lines.len(), 12, "{made}");
    for line in &lines {
        let said = petteia(&["--game", "reversi", &format!("position fen {line}"), "query gameover", "go nodes 2000"]);
        let said = stdout(&said);
        let score = said.lines().rfind(|line| line.starts_with("info depth ")).expect("a score");
        let score: Vec<&str> = score.split(' ').skip_while(|&word| word != "cp").collect();
        assert!(score[1].parse::<i32>().expect("a number").abs() <= 150, "{line}: {score:?}");
        assert!(said.starts_with("response false\n"), "{said}");
    }
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 12);
    assert_ne!(run(&["--plies", "5", "--seed", "2"]), run(&["--plies", "5"]));
    // Reversi has four first moves, which give four positions.
    let output = petteia(&["openings", "reversi", "--plies", "1", "--count", "5"]);
    assert_eq!((stdout(&output).lines().count(), output.status.code()), (4, Some(3)));
    assert!(String::from_utf8_lossy(&output.stderr).contains("only 4 of 5 openings found"));
}

#[test]
fn openings_of_the_repository_are_different_positions() {
    for file in files("fixtures/openings", "txt") {
        let text = fs::read_to_string(&file).expect("a file");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), lines.len(), "{}", file.display());
        let name = file.file_stem().and_then(OsStr::to_str).expect("the name of a game");
        // Positions in which White is ahead.
        let game = name.strip_suffix("-ahead").unwrap_or(name);
        let (engine, file) = (ugi(), file.display().to_string());
        let output = petteia(&[
            "match",
            "--game",
            game,
            "--a",
            &engine,
            "--b",
            &engine,
            "--openings",
            &file,
            "--nodes",
            "1",
            "--games",
            "2",
        ]);
        assert!(output.status.success(), "{output:?}");
    }
}

#[test]
fn games_end_by_adjudication_where_the_command_asks_for_it() {
    let folder = Folder::new("adjudication");
    let openings = folder.file("openings");
    // White is seven men up in one game, and the other one is level.
    fs::write(&openings, "W:W31,32,33,36,37,38,41,42:B1\nstartpos\n").expect("a file");
    for (option, value, opening, reason) in
        [("--resign", "2,200", 0, "resign-adjudication"), ("--draw", "4,3,10000", 1, "draw-adjudication")]
    {
        let file = folder.file(option);
        let engine = ugi();
        let arguments = ["match", "--game", "draughts", "--a", &engine, "--b", &engine, "--nodes", "300"];
        let more = ["--games", "4", "--openings", &openings, "--resume", &file, option, value];
        let output = petteia(&[&arguments[..], &more[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        for game in &games(&file)[2 * opening..2 * opening + 2] {
            assert_eq!(game["reason"], reason, "{game}");
        }
    }
}

#[test]
fn a_match_is_counted_kept_and_gone_on_with() {
    let folder = Folder::new("resume");
    let (openings, file) = (folder.file("openings"), folder.file("games"));
    fs::write(&openings, "# two\nstartpos moves f5 d6\n8/8/8/3OX3/3XO3/8/8/8 b\n").expect("a file");
    let (a, b) = (ugi(), format!("uci:{BINARY}"));
    let arguments = [
        "match",
        "--game",
        "reversi",
        "--a",
        &a,
        "--b",
        &b,
        "--a-option",
        "Hash=1",
        "--nodes",
        "60",
        "--games",
        "4",
        "--openings",
        &openings,
        "--resume",
        &file,
    ];
    let output = petteia(&arguments);
    let summary = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for expected in
        ["reversi, 4 of 4 games", "score: ", "elo: ", "a lost on time 0, by a crash 0, by an illegal move 0"]
    {
        assert!(summary.contains(expected), "{summary}");
    }
    let played = games(&file);
    assert_eq!(
        played.iter().map(|game| game["game"].as_u64()).collect::<Vec<_>>(),
        (1..=4).map(Some).collect::<Vec<_>>()
    );
    for game in &played {
        // The moves replay to the result.
        let moves: Vec<&str> = game["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        let opening = game["opening"].as_str().expect("an opening");
        let joined = if opening.contains(" moves ") { " " } else { " moves " };
        let position = format!("position {opening}{joined}{}", moves.join(" "));
        let said = stdout(&petteia(&["--game", "reversi", &position, "query result"]));
        assert_eq!(said, format!("response {}\n", game["result"].as_str().expect("a result")));
        for list in ["scores", "times"] {
            assert_eq!(game[list].as_array().map(Vec::len), Some(moves.len()));
        }
        let winner = match (game["result"].as_str(), game["p1"].as_str()) {
            (Some("p1win"), Some("a")) | (Some("p2win"), Some("b")) => Some("a"),
            (Some("draw"), _) => None,
            _ => Some("b"),
        };
        assert_eq!(game["winner"].as_str(), winner, "{game}");
    }
    assert_eq!(played.iter().map(|game| game["p1"].as_str()).collect::<Vec<_>>(), ["a", "b", "a", "b"].map(Some));
    // Cut off anywhere, the match goes on, and the same games are played: the engines search by nodes.
    let whole = fs::read(&file).expect("the file");
    for cut in [0, 50, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&file, &whole[..cut]).expect("a file");
        let output = petteia(&arguments);
        assert_eq!(stdout(&output), summary, "{cut}");
        let without_times = |games: Vec<Value>| -> Vec<Value> {
            games
                .into_iter()
                .map(|mut game| {
                    game["times"].take();
                    game
                })
                .collect()
        };
        assert_eq!(without_times(games(&file)), without_times(played.clone()), "{cut}");
    }
    // Other settings, or another file, are refused and change nothing.
    for (change, complaint) in
        [(["--nodes", "61"], "the time differs"), (["--games", "6"], "the number of games differs")]
    {
        let mut other = arguments;
        let at = other.iter().position(|&word| word == change[0]).expect("the option");
        other[at + 1] = change[1];
        let output = petteia(&other);
        assert!(String::from_utf8_lossy(&output.stderr).contains(complaint), "{output:?}");
        assert_eq!((output.status.code(), fs::read(&file).expect("the file") == whole), (Some(4), true));
    }
    fs::write(&file, "precious\n").expect("a file");
    assert_eq!(petteia(&arguments).status.code(), Some(4));
    assert_eq!(fs::read_to_string(&file).expect("the file"), "precious\n");
}

#[test]
fn parts_of_a_match_make_the_whole() {
    let folder = Folder::new("shards");
    let engine = ugi();
    let play = |shard: &str, file: &str| {
        let arguments = ["match", "--game", "gonu", "--a", &engine, "--b", &engine, "--nodes", "40", "--games", "6"];
        let output = petteia(&[&arguments[..], &["--shard", shard, "--resume", file, "--concurrency", "2"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let files: Vec<String> = (1..=3).map(|part| folder.file(&format!("part-{part}"))).collect();
    for (part, file) in (1..).zip(&files) {
        play(&format!("{part}/3"), file);
        assert_eq!(games(file).len(), 2);
    }
    let merge = |files: &[&str]| petteia(&[&["match", "--merge"], files].concat());
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = merge(&names);
    assert!(output.status.success() && stdout(&output).contains("gonu, 6 of 6 games"), "{output:?}");
    let missing = merge(&names[..2]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("game 5 is missing"), "{missing:?}");
    assert_eq!(missing.status.code(), Some(3));
    let double = merge(&[names[0], names[1], names[0]]);
    assert!(String::from_utf8_lossy(&double.stderr).contains("expected each game once, found game "), "{double:?}");
    assert_eq!(double.status.code(), Some(3));
}

#[test]
fn a_bad_command_line_plays_nothing() {
    let engine = ugi();
    let both = ["--a", &engine, "--b", &engine];
    let cases: [(&[&str], i32); 17] = [
        (&[], 2),
        (&["--a", &engine], 2),
        (&["--a", "chess:x", "--b", &engine], 2),
        (&["--a", "ugi:", "--b", &engine], 2),
        (&["--a", "codecup:x", "--b", &engine, "--game", "gonu"], 2),
        (&["--a", "hub:x", "--b", &engine, "--game", "checkers"], 2),
        (&["--a", "otep:x", "--b", &engine, "--game", "gonu"], 2),
        (&["--a", "nboard:x", "--b", &engine], 2),
        (&["--a", "gtp:x", "--b", &engine, "--game", "reversi", "--a-option", "a=b"], 2),
        (&["--a", "hub:", "--b", &engine, "--game", "draughts"], 2),
        (&[&both[..], &["--games", "3"]].concat(), 2),
        (&[&both[..], &["--tc", "0"]].concat(), 2),
        (&[&both[..], &["--tc", "5", "--nodes", "5"]].concat(), 2),
        (&[&both[..], &["--tc", "5", "--tc-b", "5", "--depth-b", "5"]].concat(), 2),
        (&[&both[..], &["--shard", "3/2"]].concat(), 2),
        (&[&both[..], &["--game", "dixit"]].concat(), 2),
        (&[&both[..], &["--openings", "no/such/file"]].concat(), 4),
    ];
    for (arguments, code) in cases {
        let output = petteia(&[&["match"], arguments].concat());
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {complaint}");
        assert!(output.stdout.is_empty() && complaint.starts_with("error: "), "{arguments:?}: {complaint}");
    }
    let folder = Folder::new("openings");
    let openings = folder.file("openings");
    fs::write(&openings, "startpos\n\nstartpos moves a1 a1\n").expect("a file");
    let output = petteia(&[&["match"], &both[..], &["--openings", &openings]].concat());
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 3: move 2: expected a legal move"), "{output:?}");
}

#[test]
fn a_test_ends_a_match_that_is_decided() {
    let engine = ugi();
    // Many nodes against one: the alternative is accepted long before the last game.
    let folder = Folder::new("sprt");
    let openings = folder.file("openings");
    fs::write(&openings, stdout(&petteia(&["openings", "gonu", "--plies", "4", "--count", "30"]))).expect("a file");
    let output = petteia(&[
        "match",
        "--game",
        "gonu",
        "--a",
        &engine,
        "--b",
        &format!("{engine} --option MultiPV=256"),
        "--nodes",
        "150",
        "--games",
        "60",
        "--openings",
        &openings,
        "--sprt",
        "-900,-500",
        "--max-plies",
        "80",
    ]);
    let said = stdout(&output);
    assert!(said.contains(", H1 accepted\n") && !said.contains("60 of 60"), "{said}");
}
