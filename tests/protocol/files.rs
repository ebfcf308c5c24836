//! Files named in commands: only regular files are read, and errors do not quote other files.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::Engine;

/// Path of a new file for this test.
fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("files");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.{}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// Sends a line and reads its answer; the engine must then answer `isready`.
fn answer(engine: &mut Engine, line: &str) -> String {
    engine.send(line);
    engine.send("isready");
    let said: Vec<String> = std::iter::from_fn(|| engine.line().filter(|line| line != "readyok")).collect();
    said.join("\n")
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let fifo = path("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo runs").success());
    let fifo = fifo.to_str().expect("a name");
    let mut engine = Engine::start(&["--batch", "--game", "dixit"]);
    for file in [fifo, "/dev/zero", "/dev/stdin", "src"] {
        for line in [format!("setoption name Deck value {file}"), format!("check {file}")] {
            let said = answer(&mut engine, &line);
            let refused = format!("info string error io: {file}: not a regular file");
            assert!(said.starts_with(&refused), "{line}: {said}");
        }
    }
    assert_eq!(engine.finish().1, Some(4));
}

#[test]
fn large_files_are_refused() {
    let large = path("large");
    fs::File::create(&large).and_then(|file| file.set_len((64 << 20) + 1)).expect("a file with a hole");
    let name = large.to_str().expect("a name");
    let mut engine = Engine::start(&["--batch", "--game", "dixit"]);
    for (line, most) in [("setoption name Deck value ", 1 << 20), ("check ", 64 << 20)] {
        let said = answer(&mut engine, &format!("{line}{name}"));
        assert!(said.starts_with(&format!("info string error io: {name}: expected at most {most} bytes")), "{said}");
    }
    drop(fs::remove_file(&large));
}

#[test]
fn errors_do_not_quote_files() {
    let secret = path("secret");
    fs::write(&secret, "root:$6$salt$hash:19000:0:99999:7:::\nuser:!:1::::::\n").expect("a file");
    let name = secret.to_str().expect("a name");
    let mut engine = Engine::start(&["--batch", "--game", "dixit"]);
    for line in ["setoption name Deck value ", "check "] {
        let said = answer(&mut engine, &format!("{line}{name}"));
        assert!(said.starts_with("info string error ") && !said.contains("root") && !said.contains("salt"), "{said}");
    }
}

#[test]
fn no_files_refuses_every_file() {
    let fixture = "fixtures/transcripts/check/true.fixture";
    let mut engine = Engine::start(&["--batch", "--no-files", "--game", "dixit"]);
    for line in [format!("check {fixture}"), format!("setoption name Deck value {fixture}")] {
        assert!(answer(&mut engine, &line).starts_with("info string error unsupported: "), "{line}");
    }
    // An empty name is no file.
    engine.send("setoption name Deck value <empty>");
    assert_eq!(answer(&mut engine, "query variant"), "response dixit");
    assert_eq!(Engine::start(&["--no-files", "check", fixture]).finish().1, Some(3));
}
