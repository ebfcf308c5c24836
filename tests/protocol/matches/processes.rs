//! Engines that do not start, flood their output or leave processes behind.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};

use super::{Folder, games, petteia, script, stdout, ugi};
use crate::common::{BINARY, TIMEOUT, root};

const LANGUAGES: [(&str, &str); 8] = [
    ("ugi", "dvonn"),
    ("uci", "dvonn"),
    ("hub", "draughts"),
    ("hub1", "draughts"),
    ("nboard", "reversi"),
    ("gtp", "reversi"),
    ("codecup", "dvonn"),
    ("otep", "tablut"),
];

#[test]
fn an_engine_that_does_not_start_stops_the_match_after_a_second_try() {
    let folder = Folder::new("start");
    for (language, game) in LANGUAGES {
        let log = folder.file(&format!("{language}.log"));
        let exits = format!("echo started >> {log}; echo no weights >&2; exit 7");
        let exits = script(&folder, &format!("{language}-exits"), language, &exits);
        let others = "echo hi; while read line; do echo what; done";
        let others = script(&folder, &format!("{language}-others"), language, others);
        let cause = if language == "codecup" { "expected a move, found 'hi'" } else { "no answer within 150ms" };
        let cases = [
            (format!("{language}:/no/such/program"), "20000", "does not start: No such file"),
            (exits, "20000", "does not start: closed its output"),
            (others, if language == "codecup" { "20000" } else { "150" }, cause),
        ];
        for (engine, startup, cause) in cases {
            let file = folder.file("games");
            // Without a handshake, the first move shows whether the engine speaks the protocol.
            let other = if language == "codecup" { ugi() } else { engine.clone() };
            let arguments = ["match", "--game", game, "--a", &engine, "--b", &other];
            let limit = if language == "nboard" { ["--depth", "1"] } else { ["--movetime", "10000"] };
            let more = ["--games", "2", "--startup", startup, "--resume", &file];
            let output = petteia(&[&arguments[..], &limit, &more].concat());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{engine}: {errors}");
            let last = errors.lines().last().expect("an error");
            assert!(last.starts_with("error: a: ") && last.contains(cause), "{engine}: {errors}");
            assert!(stdout(&output).contains("0 of 2 games"), "{}", stdout(&output));
            assert_eq!(fs::read_to_string(&file).expect("a file"), "", "{engine}");
            if engine.contains("exits") {
                assert!(errors.contains("a: no weights\n"), "{errors}");
            }
        }
        assert_eq!(fs::read_to_string(&log).expect("a log"), "started\n".repeat(2), "{language}");
    }
}

#[test]
fn an_engine_that_does_not_start_again_keeps_the_games_until_then() {
    let folder = Folder::new("restart");
    let (file, marker) = (folder.file("games"), folder.file("marker"));
    let text = format!(
        "if [ -e {marker} ]; then echo broken >&2; exit 1; fi; touch {marker}; echo ugiok\n\
         while read word rest; do case $word in isready) echo readyok;; go) exit;; esac; done"
    );
    let (a, b) = (script(&folder, "engine", "ugi", &text), ugi());
    let arguments = ["match", "--a", &a, "--b", &b, "--nodes", "10", "--games", "4", "--resume", &file];
    let output = petteia(&arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("a: broken\n") && errors.contains("error: a: ugi:"), "{errors}");
    assert!(stdout(&output).contains("1 of 4 games"), "{}", stdout(&output));
    let kept = games(&file);
    assert_eq!((kept.len(), kept[0]["reason"].as_str()), (1, Some("crash")));
    // The same command resumes after that game.
    fs::remove_file(&marker).expect("the marker");
    assert_eq!(petteia(&arguments).status.code(), Some(3));
    assert_eq!(games(&file).len(), 2);
}

/// A running match, with its standard error as lines.
fn start(arguments: &[&str]) -> (Child, BufReader<std::process::ChildStderr>) {
    let mut command = Command::new(BINARY);
    command.args(arguments).current_dir(root()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let errors = BufReader::new(child.stderr.take().expect("piped"));
    (child, errors)
}

#[test]
fn an_engine_that_floods_its_output_or_reads_nothing_is_killed_in_time() {
    let folder = Folder::new("flood");
    let handshake = "echo ugiok; while read word rest; do case $word in isready) echo readyok;; go)";
    let cases = [
        ("lines", format!("{handshake} exec yes info string a line of no use;; esac; done")),
        ("bytes", format!("{handshake} exec cat /dev/zero;; esac; done")),
        ("deaf", "echo ugiok; echo readyok; exec sleep 1000".to_owned()),
    ];
    for (name, text) in cases {
        let (a, file) = (script(&folder, name, "ugi", &text), folder.file(&format!("{name}.games")));
        let arguments = ["match", "--a", &a, "--b", &ugi(), "--movetime", "100", "--games", "2", "--resume", &file];
        let started = Instant::now();
        let (mut child, mut errors) = start(&arguments);
        let mut line = String::new();
        while !line.starts_with("game 1: ") {
            line.clear();
            assert!(errors.read_line(&mut line).expect("text") > 0, "{name}: no game");
        }
        // The engine is killed within 2 s; the rest is for busy machines.
        assert!(started.elapsed().as_secs() < 8, "{name}: {:?}", started.elapsed());
        assert!(line.contains("b wins, time (a: no answer within 1.1"), "{name}: {line}");
        #[cfg(target_os = "linux")]
        {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("the second game is played");
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak of the memory");
            let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
            assert!(peak < 100_000, "{name}: {peak} kB");
        }
        let mut rest = String::new();
        errors.read_to_string(&mut rest).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{name}: {rest}");
        for game in games(&file) {
            assert_eq!((game["reason"].as_str(), game["winner"].as_str()), (Some("time"), Some("b")), "{game}");
        }
    }
}

#[test]
fn the_reason_without_a_clock_is_no_reply() {
    // The longest wait is ten minutes, so the record is made by hand here.
    let folder = Folder::new("no-reply");
    let file = folder.file("games");
    let arguments = ["match", "--game", "gonu", "--a", &ugi(), "--b", &ugi(), "--nodes", "20", "--games", "2"];
    assert!(petteia(&[&arguments[..], &["--resume", &file]].concat()).status.success());
    let text = fs::read_to_string(&file).expect("games");
    let (header, _) = text.split_once('\n').expect("a header");
    for reason in ["no-reply", "silence"] {
        let record = |number, p1, result| {
            format!(
                "{{\"game\":{number},\"opening\":\"startpos\",\"p1\":\"{p1}\",\"result\":\"{result}\",\"winner\":\"b\",\
                 \"reason\":\"{reason}\",\"fault\":[\"a\",\"x\"],\"moves\":[],\"scores\":[],\"times\":[]}}"
            )
        };
        fs::write(&file, format!("{header}\n{}\n{}\n", record(1, "a", "p2win"), record(2, "b", "p1win")))
            .expect("a file");
        let output = petteia(&["match", "--merge", &file]);
        assert!(output.status.success() && stdout(&output).contains("all: 0 - 2 - 0"), "{output:?}");
    }
}

/// The lines that processes write to a named pipe. The channel ends when the last of them has ended.
fn pipe(path: &str) -> Receiver<String> {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
    let (sender, lines) = channel();
    let path = path.to_owned();
    thread::spawn(move || {
        let pipe = BufReader::new(File::open(path).expect("a pipe"));
        pipe.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    lines
}

/// Whether a signal is ignored in this process, as SIGHUP is under nohup. Then it does not end a match.
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0").trim();
    u64::from_str_radix(mask, 16).expect("a mask") >> (signal.as_raw() - 1) & 1 == 1
}

#[test]
fn all_processes_of_engines_end_with_the_match() {
    let folder = Folder::new("groups");
    let ends = [None, Some(Signal::INT), Some(Signal::TERM), Some(Signal::HUP), Some(Signal::KILL)];
    for signal in ends.into_iter().filter(|signal| *signal != Some(Signal::HUP) || !is_ignored(Signal::HUP)) {
        let name = signal.map_or("none".to_owned(), |signal| signal.as_raw().to_string());
        let (fifo, file) = (folder.file(&format!("pipe-{name}")), folder.file(&format!("games-{name}")));
        let lines = pipe(&fifo);
        // The engine has a child, which holds the pipe open, and loses its first game.
        let go = "case $turns in 0) turns=1; echo bestmove h9;; *) echo thinking >&9; sleep 1000;; esac";
        let go = if signal.is_none() { "echo bestmove h9" } else { go };
        let text = format!(
            "exec 9>{fifo}; sleep 1000 & turns=0; echo ugiok\n\
             while read word rest; do case $word in isready) echo readyok;; go) {go};; esac; done"
        );
        let (a, b) = (script(&folder, &name, "ugi", &text), ugi());
        // The engine that has made an illegal move is not started again before its next game.
        let arguments = ["match", "--a", &a, "--b", &b, "--nodes", "10", "--games", "2", "--resume", &file];
        let (mut child, mut errors) = start(&arguments);
        let mut said = String::new();
        if let Some(signal) = signal {
            while !said.contains("game 1: ") {
                assert!(errors.read_line(&mut said).expect("text") > 0, "{said}");
            }
            assert_eq!(lines.recv_timeout(TIMEOUT).as_deref(), Ok("thinking"));
            kill_process(Pid::from_child(&child), signal).expect("a signal");
        }
        errors.read_to_string(&mut said).expect("text");
        let code = child.wait().expect("it ends").code();
        let expected = match signal {
            None => Some(0),
            Some(Signal::KILL) => None,
            Some(signal) => Some(128 + signal.as_raw()),
        };
        assert_eq!(code, expected, "{signal:?}: {said}");
        assert_eq!(lines.recv_timeout(TIMEOUT), Err(RecvTimeoutError::Disconnected), "{signal:?}: a process is left");
        assert_eq!(games(&file).len(), if signal.is_none() { 2 } else { 1 }, "{signal:?}");
    }
}
