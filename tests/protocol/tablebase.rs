//! The command `tablebase` and the option `TablebasePath`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{BINARY, Engine};

/// A folder that does not exist yet.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tablebase-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn tablebase(folder: &Path, arguments: &[&str]) -> Output {
    let command = Command::new(BINARY).arg("tablebase").args(arguments).arg(folder).output();
    command.expect("the binary starts")
}

fn text(output: &Output) -> String {
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr.clone()).expect("text")
}

#[test]
fn databases_are_made_checked_and_used() {
    let folder = folder("good");
    let made = tablebase(&folder, &["checkers", "--pieces", "2"]);
    let lines = text(&made);
    assert_eq!(made.status.code(), Some(0), "{lines}");
    assert!(lines.starts_with("checkers KvK: 992 positions, 230 wins, 654 draws, 108 losses, longest 11 plies, "));
    assert_eq!(lines.lines().count(), 5);
    assert!(
        text(&tablebase(&folder, &["Checkers", "--pieces", "2"])).lines().take(4).all(|line| line.ends_with("kept"))
    );
    let checked = tablebase(&folder, &["checkers", "--pieces", "2", "--verify"]);
    assert_eq!(checked.status.code(), Some(0));
    assert!(text(&checked).starts_with("checkers KvK: 992 positions checked, "));
    let incomplete = tablebase(&folder, &["checkers", "--pieces", "3", "--verify"]);
    assert_eq!(incomplete.status.code(), Some(4));
    assert!(text(&incomplete).contains("KKvK.petb: expected the slice KKvK, found no file"));

    let name = folder.to_str().expect("a name");
    let mut engine = Engine::start(&["--game", "checkers"]);
    engine.send(format!("setoption name tablebasepath value {name}"));
    engine.send("position fen W:WK30:BK3");
    engine.send("go nodes 100");
    assert!(engine.until("info").contains(" tbhits "));
    engine.until("bestmove");
    // Drawn positions show a draw, won ones a win.
    engine.send("position fen W:WK1:BK3");
    engine.send("go depth 3");
    assert!(engine.until("info").contains(" score cp 0 "), "a draw");
    engine.until("bestmove");
    engine.send("setoption name TablebasePath value <empty>");
    engine.send("go depth 3");
    assert!(!engine.until("info").contains(" tbhits "));
    engine.until("bestmove");
    assert_eq!(engine.finish().1, Some(0));
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn gonu_has_databases() {
    let folder = folder("gonu");
    let made = tablebase(&folder, &["gonu", "--pieces", "4"]);
    let lines = text(&made);
    assert_eq!(made.status.code(), Some(0), "{lines}");
    let counts = "477590 positions, 14237 wins, 463228 draws, 125 losses, longest 11 plies, ";
    assert!(lines.starts_with(&format!("gonu MMvMM: {counts}")), "{lines}");
    let mut engine = Engine::start(&["--game", "gonu"]);
    engine.send(format!("setoption name TablebasePath value {}", folder.to_str().expect("a name")));
    engine.send("position fen 8/8/8/2p5/8/8/P1p4P/8 w");
    engine.send("go depth 3");
    assert!(engine.until("info").contains(" tbhits "));
    engine.until("bestmove");
    engine.send("position fen p7/7p/8/8/8/8/P7/7P w");
    engine.send("go depth 3");
    assert!(engine.until("info").contains(" score cp 0 "), "a draw");
    engine.until("bestmove");
    assert_eq!(engine.finish().1, Some(0));
    let outside = tablebase(&folder, &["gonu", "--pieces", "3"]);
    assert_eq!(outside.status.code(), Some(2));
    assert_eq!(text(&outside), "error: --pieces: expected a number from 4 to 7, found 3\n");
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn bad_folders_are_refused() {
    let folder = folder("bad");
    fs::create_dir_all(&folder).expect("a folder");
    let name = folder.to_str().expect("a name").to_owned();
    let line = format!("setoption name TablebasePath value {name}");
    let mut engine = Engine::start(&["--game", "checkers"]);
    assert!(engine.ask("setoption name TablebasePath value no/such").starts_with("info string error io: no/such: "));
    let none = format!("info string error io: {name}: expected a folder with endgame databases, found none");
    assert_eq!(engine.ask(&line), none);
    fs::write(folder.join("checkers-KvK.petb"), "root:secret\n").expect("a file");
    let foreign = "checkers-KvK.petb: line 1: expected the line 'petteia endgame database 1', found another one";
    assert!(engine.ask(&line).ends_with(foreign));
    engine.send("go depth 2");
    engine.until("bestmove");
    assert_eq!(engine.finish().1, Some(0));
    let mut engine = Engine::start(&["--game", "checkers", "--no-files"]);
    assert!(engine.ask(&line).starts_with("info string error unsupported: "));
    // A file where the folder should be.
    let output = tablebase(&folder.join("checkers-KvK.petb"), &["draughts", "--pieces", "2"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(text(&output).starts_with("error: ") && text(&output).lines().count() == 1);
    for wrong in [&["dvonn", "--pieces", "2"][..], &["checkers", "--pieces", "7"], &["checkers"]] {
        assert_eq!(tablebase(&folder, wrong).status.code(), Some(2), "{wrong:?}");
    }
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_damaged_block_is_told_once() {
    let folder = folder("damaged");
    assert!(tablebase(&folder, &["checkers", "--pieces", "2"]).status.success());
    let path = folder.join("checkers-KvK.petb");
    let mut bytes = fs::read(&path).expect("a file");
    *bytes.last_mut().expect("a block") ^= 1;
    fs::write(&path, bytes).expect("a file");
    let mut engine = Engine::start(&["--game", "checkers"]);
    engine.send(format!("setoption name TablebasePath value {}", folder.to_str().expect("a name")));
    engine.send("position fen W:WK30:BK3");
    for is_first in [true, false] {
        engine.send("go depth 3");
        let mut is_told = false;
        loop {
            let line = engine.line().expect("an answer");
            is_told |= line.starts_with("info string searched without endgame databases: ");
            if line.starts_with("bestmove") {
                break;
            }
        }
        assert_eq!(is_told, is_first);
    }
    assert_eq!(engine.finish().1, Some(0));
    let _ = fs::remove_dir_all(folder);
}
