//! Outputs that are full or closed: every command ends at once, with the exit code of the table.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use petteia::exit_status::ExitStatus;
use petteia::protocols::{PROTOCOLS, ProtocolKind};

use crate::common::{BINARY, root};

/// Longest time of an end that is immediate, on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(5);

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(arguments).current_dir(root()).env_remove("RUST_LOG").stdin(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn full() -> File {
    File::options().write(true).open("/dev/full").expect("the device")
}

fn write(child: &mut Child, input: &str) {
    // A program that does not read its input may have ended.
    drop(child.stdin.as_mut().expect("piped").write_all(input.as_bytes()));
}

/// Waits for the end of a program, which closes its standard error. Returns that and the exit code; `None` if the program
/// does not end.
fn end(child: &mut Child) -> (String, Option<i32>) {
    let stderr = child.stderr.take().expect("piped");
    let (sender, told) = channel();
    thread::spawn(move || sender.send(std::io::read_to_string(stderr)));
    let told = told.recv_timeout(AT_ONCE);
    if told.is_err() {
        child.kill().expect("it still runs");
    }
    let status = child.wait().expect("a child");
    (told.map(|text| text.expect("text")).unwrap_or_default(), status.code())
}

/// A file of games.
const GAME: &str = "fixtures/games/draughts.pdn";

#[test]
fn a_full_output_is_exit_code_4_in_every_command() {
    let cases = [
        (&["--help"][..], ""),
        (&["--version"], ""),
        (&["help"], ""),
        (&["help", "map"], ""),
        (&["map", "--help"], ""),
        (&["completions", "bash"], ""),
        (&["completions", "fish"], ""),
        (&["isready"], ""),
        (&["help"], ""),
        (&["help go"], ""),
        (&["perft 2"], ""),
        (&["moves"], ""),
        (&["go depth 1"], ""),
        (&["frobnicate"], ""),
        (&["--banner"], ""),
        (&["check", "fixtures/transcripts/check/true.fixture"], ""),
        (&["bench", "1"], ""),
        (&["split", "reversi", "--plies", "1"], ""),
        (&["openings", "reversi", "--count", "1"], ""),
        (&["map", "--perft", "1"], "{}\n"),
        (&["map", "--perft", "1", "--format", "tsv"], "{}\n"),
        (&["convert", "--to", "pdn", GAME], ""),
        (&["analyse", "--go", "depth 1", GAME], ""),
        (&["draw", "startpos"], ""),
        (&["book", "show", "fixtures/books/reversi-2.book"], ""),
        (&[], "isready\n"),
        (&["ugi"], "ugi\n"),
        (&["uci"], "go infinite\n"),
        (&["hub"], "hub\n"),
        (&["gtp"], "name\n"),
        (&["nboard"], "nboard 2\n"),
        (&["codecup"], "Start\n"),
        (&["otep"], ""),
    ];
    for ProtocolKind { name, .. } in &PROTOCOLS {
        assert!(cases.iter().any(|(arguments, _)| arguments == &[*name]), "no case of {name}");
    }
    for (arguments, input) in cases {
        let mut child = command(arguments).stdout(full()).spawn().expect("it starts");
        write(&mut child, input);
        // The input of a session stays open. Commands read theirs to its end.
        if !arguments.is_empty() && ProtocolKind::find(arguments[0]).is_none() {
            drop(child.stdin.take());
        }
        let (told, code) = end(&mut child);
        assert_eq!(code, Some(ExitStatus::Io.code().into()), "{arguments:?}: {told}");
        assert!(told.starts_with("error: ") && told.lines().count() == 1, "{arguments:?}: {told}");
    }
}

#[test]
fn a_sum_on_a_full_output_is_exit_code_4() {
    let id = r#"{"unit":1,"units":1,"weight":1,"plies":1,"root":"0"}"#;
    let record = format!("{{\"id\":{id},\"variant\":\"reversi\",\"perft\":{{\"depth\":1,\"nodes\":4}}}}\n");
    let mut child = command(&["sum"]).stdout(full()).spawn().expect("it starts");
    write(&mut child, &record);
    drop(child.stdin.take());
    assert_eq!(end(&mut child).1, Some(4));
}

/// Nothing is written any more when the reader goes: the engine searches in silence, or waits for a line.
#[test]
fn a_closed_output_ends_a_session_that_writes_nothing() {
    let cases = [
        ("ugi", ""),
        ("ugi", "perft 30\n"),
        ("ugi", "go infinite searchmoves a1\n"),
        ("uci", "setoption name Hash value 2\n"),
        ("gtp", "komi 0\n"),
        ("hub", ""),
        ("nboard", "set depth 3\n"),
        ("codecup", ""),
        ("otep", "clock\n"),
    ];
    for ProtocolKind { name, .. } in &PROTOCOLS {
        assert!(cases.iter().any(|(protocol, _)| protocol == name), "no case of {name}");
    }
    for (protocol, input) in cases {
        let mut child = command(&[protocol]).stdout(Stdio::piped()).spawn().expect("it starts");
        write(&mut child, input);
        drop(child.stdout.take());
        assert_eq!(end(&mut child), (String::new(), Some(0)), "{protocol} {input}");
    }
}
