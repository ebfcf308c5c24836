//! Holds the engine to every fixture of every game, through its own `check`.

use std::fs;
use std::process::Command;

#[test]
fn fixtures_are_fulfilled() {
    let games = fs::read_dir("fixtures").expect("fixtures").map(|entry| entry.expect("a folder").path());
    // Conversations and benchmark positions have formats of their own.
    let games = games.filter(|folder| !folder.ends_with("transcripts") && !folder.ends_with("bench"));
    let files =
        games.flat_map(|game| fs::read_dir(game).expect("a game's fixtures")).map(|file| file.expect("a file").path());
    let output = Command::new(env!("CARGO_BIN_EXE_petteia")).arg("check").args(files).output().expect("the engine");
    let said = String::from_utf8(output.stdout).expect("text");
    let wrong: Vec<&str> = said.lines().filter(|line| !line.starts_with("ok ")).collect();
    assert!(output.status.success() && wrong.len() == 1 && wrong[0].ends_with("passed, 0 failed"), "{wrong:#?}");
}
