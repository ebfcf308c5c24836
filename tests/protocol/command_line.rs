//! The command line: lines as arguments, scripts, exit codes, signals and closed pipes.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;

use crate::common::{BINARY, TIMEOUT, root};

const TRUE: &str = "fixtures/transcripts/check/true.fixture";
const FALSE: &str = "fixtures/transcripts/check/false.fixture";

pub fn petteia(arguments: &[&str]) -> Output {
    command(arguments).stdin(Stdio::null()).output().expect("the binary runs")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(arguments).current_dir(root()).env_remove("RUST_LOG");
    command
}

pub fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("piped").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

/// Runs the program, which must write nothing to standard error; returns its output and its exit code.
fn run(arguments: &[&str]) -> (String, i32) {
    let output = petteia(arguments);
    assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    (stdout(&output).into(), output.status.code().expect("an exit code"))
}

#[test]
fn lines_run_in_order() {
    let fen = "position fen bbbwbwwrw/.bwbbbbbbb/wrwwwwbbww./wwbbw.b.ww/wbwbbwbrw b p";
    let (said, code) = run(&[fen, "perft 4", "moves b4", "query line"]);
    assert!(said.starts_with("perft 4 nodes 24 time "), "{said}");
    assert!(said.ends_with("\nresponse b4\n"), "{said}");
    assert_eq!(code, 0);
    let (said, code) = run(&["go depth 2", "moves a1", "isready"]);
    assert!(said.contains("bestmove ") && said.ends_with("readyok\n"), "{said}");
    assert_eq!(code, 0);
    assert_eq!(run(&["moves a1\nquery line", "# nothing", ""]), ("response a1\n".into(), 0));
    assert_eq!(run(&["isready", "quit", "isready"]), ("readyok\n".into(), 0));
}

#[test]
fn exit_codes_tell_the_worst_error() {
    let cases: [(&[&str], i32); 14] = [
        (&["isready"], 0),
        (&["perft 2"], 0),
        (&["check", TRUE], 0),
        (&["check", "--depth", "1", TRUE], 0),
        (&["CHECK", TRUE, TRUE], 0),
        (&["frobnicate", "isready"], 3),
        (&["go"], 3),
        (&["position fen x"], 3),
        (&["check", FALSE], 1),
        (&["check", FALSE, TRUE], 1),
        (&["frobnicate", &["check ", FALSE].concat()], 1),
        (&["check", "no/such/file"], 4),
        (&["check", "no/such/file", FALSE], 4),
        (&["check", "fixtures/transcripts/check/broken.fixture"], 3),
    ];
    for (arguments, code) in cases {
        let (said, found) = run(arguments);
        assert_eq!(found, code, "{arguments:?}: {said}");
    }
}

#[test]
fn a_bad_command_line_is_refused() {
    let cases: [&[&str]; 7] = [
        &["--frobnicate"],
        &["--game"],
        &["--game", "chess", "isready"],
        &["check"],
        &["check", "--depth", "deep", TRUE],
        &["bench", "deep"],
        &["bench", "1", "2"],
    ];
    for arguments in cases {
        let output = petteia(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_printed() {
    let (help, code) = run(&["--help"]);
    assert!(help.contains("--game") && help.contains("--batch") && help.contains("[LINE]"), "{help}");
    assert_eq!(code, 0);
    let version = format!("petteia {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&["-V"]), (version.clone(), 0));
    let (build, code) = run(&["--version"]);
    let build = build.strip_prefix(&version).expect("the version");
    assert!(build.starts_with(&format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)), "{build}");
    assert_eq!((build.lines().count(), code), (1, 0));
}

#[test]
fn check_and_bench_take_the_remaining_arguments() {
    let (said, code) = run(&["check", "fixtures/transcripts/check/a true one.fixture", TRUE]);
    assert_eq!(said, "ok with blanks in its name\nok empty board\n2 passed, 0 failed\n");
    assert_eq!(code, 0);
    let (said, code) = run(&["bench", "1"]);
    assert!(said.contains("\nNodes searched: ") && said.contains("\nNodes/second: "), "{said}");
    assert_eq!(code, 0);
}

#[test]
fn options_stand_before_a_subcommand_in_any_case() {
    let (said, code) = run(&["--game", "reversi", "bench", "1"]);
    assert!(said.contains("\nNodes/second: ") && code == 0, "{said}");
    for check in ["check", "Check", "CHECK"] {
        let (said, code) = run(&["--no-files", check, TRUE]);
        assert!(said.starts_with("info string error unsupported: file access is disabled") && code == 3, "{said}");
    }
    assert!(run(&["DataGen", "--help"]).0.contains("--nodes"));
    let (help, code) = run(&["--game", "gonu", "help", "train"]);
    assert!(help.contains("--wdl-lambda") && code == 0, "{help}");
}

#[test]
fn the_game_option_sets_the_variant() {
    assert_eq!(run(&["--game", "DVONN", "query variant"]), ("response dvonn\n".into(), 0));
}

#[test]
fn a_file_on_stdin_is_a_batch() {
    let path = std::env::temp_dir().join(format!("petteia-{}.txt", std::process::id()));
    std::fs::write(&path, "position startpos\ngo\nmoves a1\nquery line").expect("a file");
    let output = command(&[]).stdin(File::open(&path).expect("the file")).output().expect("it runs");
    drop(std::fs::remove_file(&path));
    let said = stdout(&output);
    assert!(said.starts_with("info string error syntax: ") && said.ends_with("\nresponse a1\n"), "{said}");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_pipe_is_a_batch_only_on_request() {
    let input = b"frobnicate\ncheck no/such/file\nwait\nquery line";
    let output = with_input(&[], input);
    assert_eq!(output.status.code(), Some(0));
    let output = with_input(&["--batch"], input);
    assert_eq!(output.status.code(), Some(4));
    assert!(stdout(&output).ends_with("0 passed, 0 failed\nresponse\n"), "{}", stdout(&output));
}

#[test]
fn the_end_of_the_input_ends_unbounded_searches() {
    for bounded in ["go depth 5", "go nodes 20000", "go movetime 50", "go wtime 50", "go mate 3"] {
        let output = with_input(&[], bounded.as_bytes());
        let last = stdout(&output).lines().last().unwrap_or_default();
        assert!(last.starts_with("bestmove ") && last != "bestmove (none)", "{bounded}: {last}");
        assert_eq!(output.status.code(), Some(0));
    }
    for unbounded in
        ["go", "go infinite", "go infinite depth 1", "go ponder depth 1", "go ponder\nponderhit", "go\nquit"]
    {
        let output = with_input(&[], unbounded.as_bytes());
        let moves = stdout(&output).lines().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(moves, 1, "{unbounded}: {}", stdout(&output));
    }
    let output = with_input(&[], b"perft 3");
    assert!(stdout(&output).starts_with("perft 3 nodes 110544 "), "{}", stdout(&output));
    let output = with_input(&[], b"check fixtures/transcripts/check/true.fixture");
    assert!(stdout(&output).ends_with("1 passed, 0 failed\n"), "{}", stdout(&output));
    assert!(with_input(&[], b"").stdout.is_empty());
}

#[test]
fn wait_delays_the_input() {
    let output = with_input(&[], b"go nodes 100000\nwait\nisready\nperft 4\nwait\nquit\nisready\n");
    let said: Vec<&str> =
        stdout(&output).lines().filter(|line| !line.starts_with("info depth")).map(|line| &line[..7]).collect();
    assert_eq!(said, ["bestmov", "readyok", "perft 4"]);
}

#[test]
fn searches_in_a_pipe_wait_for_each_other() {
    let script = "go depth 3\ngo nodes 500\ngo movetime 20\nperft 2\ndivide 1\ngo depth 1\n";
    for (handshake, moves, busy) in [("", 4, 0), ("ugi\n", 1, 5), ("uci\n", 1, 5)] {
        // A search that is long enough for the lines behind it.
        let script =
            format!("{handshake}{script}").replace("depth 3", if busy > 0 { "nodes 200000" } else { "depth 3" });
        let output = with_input(&["--game", "reversi"], script.as_bytes());
        let count = |start: &str| stdout(&output).lines().filter(|line| line.starts_with(start)).count();
        assert_eq!((count("bestmove "), count("info string error busy: ")), (moves, busy), "{}", stdout(&output));
    }
}

#[test]
fn options_on_the_command_line() {
    let mates = |options: &[&str]| run(&[options, &["go depth 3"]].concat()).0;
    assert!(mates(&["--option", "MultiPV=2", "--option", "UCI_ShowWDL=true"]).contains(" multipv 2 score cp "));
    assert_eq!(run(&["--option", "Game=gonu", "--option", "Clear Hash", "query variant"]).0, "response gonu\n");
    for (option, code, expected) in [
        ("Hash=0", 2, "error: --option Hash: expected a value from 1 to 65536, found '0'\n"),
        ("Speed=9", 2, "error: --option Speed: expected one of the options 'UCI_Variant', "),
        ("Hash", 2, "error: --option Hash: expected a value from 1 to 65536, found none\n"),
        ("Deck=no/such/file", 4, "error: no/such/file: "),
    ] {
        let output = petteia(&["--option", option, "isready"]);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.starts_with(expected) && complaint.lines().count() == 1, "{option}: {complaint}");
        assert_eq!((output.stdout.len(), output.status.code()), (0, Some(code)), "{option}");
    }
}

#[test]
fn a_closed_output_ends_the_process() {
    for script in ["uci\nisready\n", "go infinite\n", "go movetime 60000\n", "perft 1\nquery fen\n"] {
        let mut child = command(&[])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("piped");
        input.write_all(script.as_bytes()).expect("it reads");
        // The input stays open, so only the closed output can end the process. Its end closes stderr.
        let mut stderr = child.stderr.take().expect("piped");
        let (sender, complaint) = channel();
        thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).map(|_| sender.send(text))
        });
        let complaint = complaint.recv_timeout(TIMEOUT);
        drop(child.kill());
        let status = child.wait().expect("it has ended");
        assert_eq!((complaint.as_deref(), status.code()), (Ok(""), Some(0)), "{script}");
    }
}

#[test]
fn logs_go_to_stderr_on_request() {
    let output = command(&["isready"]).env("RUST_LOG", "debug").output().expect("it runs");
    assert_eq!(stdout(&output), "readyok\n");
    assert!(!output.stderr.is_empty());
}

#[cfg(unix)]
#[test]
fn arguments_may_be_invalid_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let line = std::ffi::OsStr::from_bytes(b"isready \xff");
    let output = command(&[]).arg(line).output().expect("it runs");
    assert!(stdout(&output).starts_with("info string error bad-utf8: column 9: "), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn the_same_script_searches_the_same_nodes() {
    let nodes = |output: &str| {
        let words = |line: &str| -> Vec<String> {
            let mut words: Vec<String> = line.split(' ').map(Into::into).collect();
            for timing in ["nps", "time"] {
                if let Some(at) = words.iter().position(|word| word == timing) {
                    words.drain(at..at + 2);
                }
            }
            words
        };
        output.lines().map(words).collect::<Vec<_>>()
    };
    let search = ["go depth 6", "moves a1 b2 c3", "go nodes 5000"];
    let script = [&search[..], &["ucinewgame"], &search[..]].concat();
    let (said, _) = run(&script);
    let all = nodes(&said);
    let (once, again) = all.split_at(all.len() / 2);
    assert_eq!(once, again);
}
