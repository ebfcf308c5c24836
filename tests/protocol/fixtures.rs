//! Every fixture of every game, through the engine's `check`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn every_fixture_passes() {
    let games = fs::read_dir("fixtures").expect("fixtures").map(|entry| entry.expect("a folder").path());
    // Conversations and benchmark positions have formats of their own; deep counts take long.
    let games = games
        .filter(|folder| !["transcripts", "bench", "deep", "openings"].iter().any(|other| folder.ends_with(other)));
    check(&[], games.flat_map(|game| files(&game)));
}

#[test]
fn deep_counts_are_right_up_to_depth_6() {
    check(&["--depth", "6"], files(Path::new("fixtures/deep")));
}

#[test]
#[ignore = "takes minutes"]
fn deep_counts_are_right() {
    check(&[], files(Path::new("fixtures/deep")));
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let files = fs::read_dir(folder).expect("fixtures").map(|file| file.expect("a file").path());
    files.filter(|file| file.extension().is_some_and(|extension| extension == "txt"))
}

fn check(options: &[&str], files: impl Iterator<Item = PathBuf>) {
    let files: Vec<OsString> = files.map(Into::into).collect();
    assert!(!files.is_empty());
    let engine = env!("CARGO_BIN_EXE_petteia");
    let output = Command::new(engine).arg("check").args(options).args(files).output().expect("the engine");
    let said = String::from_utf8(output.stdout).expect("text");
    let wrong: Vec<&str> = said.lines().filter(|line| !line.starts_with("ok ")).collect();
    assert!(output.status.success() && wrong.len() == 1 && wrong[0].ends_with("passed, 0 failed"), "{wrong:#?}");
}
