//! Signals in mid-run.

use rustix::process::Signal;

use super::{SELF, outputs};
use crate::siege::case::Case;

const SIGNALS: &[(&str, Signal)] =
    &[("SIGINT", Signal::INT), ("SIGTERM", Signal::TERM), ("SIGHUP", Signal::HUP), ("SIGKILL", Signal::KILL)];

/// A command that takes long, what it prepares, and the file that it writes.
struct Long {
    name: &'static str,
    arguments: String,
    setup: &'static str,
    /// The file that must have so many bytes before the signal; otherwise a text that must be there.
    file: Option<(&'static str, u64)>,
    text: &'static str,
    /// A script that must succeed after the signal.
    then: &'static str,
}

impl Long {
    const PLAIN: Self = Self { name: "", arguments: String::new(), setup: "", file: None, text: "", then: "" };
}

fn long() -> Vec<Long> {
    let endless = format!("--game gonu --a {SELF} --b {SELF}");
    vec![
        Long {
            name: "map",
            arguments: "map --game reversi --go 'nodes 300' lines --resume out".into(),
            setup: "yes 'startpos moves d3 c5' | head -n 20000 > lines",
            file: Some(("out", 500)),
            then: "head -n 5 lines > few; head -n 2 out > few.out; \
                   \"$PETTEIA\" map --game reversi --go 'nodes 300' few --resume few.out && test $(wc -l < few.out) = 5",
            ..Long::PLAIN
        },
        Long {
            name: "map with jobs",
            arguments: "map --game reversi --go 'nodes 300' --jobs 4 lines > out".into(),
            setup: "yes startpos | head -n 50000 > lines",
            file: Some(("out", 1_000)),
            ..Long::PLAIN
        },
        Long { name: "map on an open pipe", arguments: "map --moves".into(), text: "\"line\":1", ..Long::PLAIN },
        Long {
            name: "match",
            arguments: format!("match {endless} --movetime 20 --games 1000 --concurrency 2 --resume out"),
            file: Some(("out", 1_000)),
            then: "test \"$(head -c 9 out)\" = '{\"match\":' || head -n 1 out | grep -q match",
            ..Long::PLAIN
        },
        Long {
            name: "match in a long search",
            arguments: format!("match {endless} --movetime 600000 --games 2 --resume out"),
            ..Long::PLAIN
        },
        Long {
            name: "tune",
            arguments: format!("tune {endless} --parameter Hash=2,1,4,1 --movetime 20 --games 2 --values out"),
            file: Some(("out", 20)),
            ..Long::PLAIN
        },
        Long {
            name: "datagen",
            arguments: "datagen reversi out --games 100000 --nodes 100".into(),
            file: Some(("out", 1_000)),
            then: "n=$(grep -c = out); \"$PETTEIA\" train reversi net out --epochs 1 || test $n -lt 2",
            ..Long::PLAIN
        },
        Long {
            name: "train",
            arguments: "train reversi net data --epochs 10000 --threads 2".into(),
            setup: "\"$PETTEIA\" datagen reversi data --games 40 --nodes 5; cp data before",
            text: "",
            then: "cmp data before",
            ..Long::PLAIN
        },
        Long { name: "tablebase", arguments: "tablebase draughts tables --pieces 4".into(), ..Long::PLAIN },
        Long {
            name: "book build",
            arguments: "book build out --game reversi --positions 1000000 --nodes 1000 --threads 2".into(),
            then: "\"$PETTEIA\" book show out && ! ls -A | grep petteia-",
            ..Long::PLAIN
        },
        Long { name: "bench", arguments: "--game dvonn bench 25".into(), ..Long::PLAIN },
        Long {
            name: "analyse -o",
            arguments: "analyse in.pdn --go 'nodes 100000000' --to json -o out".into(),
            setup: "echo old > out",
            then: "test \"$(cat out)\" = old && \"$PETTEIA\" analyse in.pdn --go 'nodes 1' -o out && \
                   ! ls -A | grep petteia-",
            ..Long::PLAIN
        },
        Long {
            name: "openings",
            arguments: "openings dvonn --plies 60 --count 1000000 --balance 100".into(),
            ..Long::PLAIN
        },
        Long { name: "split", arguments: "split dvonn --plies 20".into(), ..Long::PLAIN },
    ]
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for long in long() {
        for (name, signal) in SIGNALS {
            let Long { name: command, arguments, setup, file, text, then } = &long;
            let mut case = Case::new(format!("signals/{command}: {name}"), arguments)
                .file("in.pdn", outputs::PDN)
                .setup(setup)
                .codes(if *command == "bench" { &["signal", "rejected"] } else { &["signal"] })
                .any_error()
                .open_input("startpos\n")
                .then(*then);
            for written in ["out", "net", "tables"] {
                // The file of analyse stays.
                if !(written == "out" && *command == "analyse -o") {
                    case = case.writes(written);
                }
            }
            // The next run removes them.
            case.may_leave_temporary_files = true;
            let (signal, text) = (*signal, *text);
            cases.push(match file {
                Some((file, bytes)) => case.signal_at_size(file, *bytes, signal),
                None if text.is_empty() => case.during(move |running| {
                    running.wait_for_handler()?;
                    running.pause(200);
                    running.signal(signal)
                }),
                None => case.signal_at(text, signal),
            });
        }
    }
    cases.extend(sessions());
    cases
}

/// Sessions end like `quit` at SIGINT and SIGTERM.
fn sessions() -> Vec<Case> {
    let sessions: &[(&str, &str, &str, &str)] = &[
        ("ugi", "ugi\ngo infinite\nisready\n", "readyok", "bestmove "),
        ("ugi", "isready\n", "readyok", ""),
        ("uci", "uci\ngo ponder\nisready\n", "readyok", "bestmove "),
        ("ugi --game reversi", "isready\nperft 30\n", "readyok", "aborted"),
        ("ugi --game epigo", "ugi\ngo seat 1 infinite\nisready\n", "readyok", "bestmove "),
        ("hub", "hub\ninit\n", "ready", ""),
        ("gtp --game reversi --option \"Default Move Time=600000\"", "1 name\n2 genmove b\n", "=1", ""),
        ("nboard", "nboard 2\nset depth 60\nhint 3\n", "status", ""),
        ("codecup", "\n", "", ""),
        ("otep", "", "hello", ""),
    ];
    let mut cases = Vec::new();
    for (i, (arguments, lines, text, end)) in sessions.iter().enumerate() {
        for (name, signal) in &SIGNALS[..3] {
            let protocol = arguments.split(' ').next().unwrap_or_default();
            let codes: &[_] = if *signal == Signal::HUP { &["success", "signal"] } else { &["success"] };
            let case =
                Case::new(format!("signals/session {i} of {protocol}: {name}"), arguments).codes(codes).seconds(8);
            let case = case.open_input(*lines).any_error();
            let signal = *signal;
            let case = if text.is_empty() {
                case.during(move |running| {
                    running.wait_for_handler()?;
                    running.signal(signal)
                })
            } else {
                case.signal_at(text, signal)
            };
            cases.push(if signal == Signal::HUP { case } else { case.output(*end) });
        }
    }
    for (name, signal) in &SIGNALS[..3] {
        cases.push(
            Case::new(format!("signals/lines: {name}"), "isready 'perft 30'")
                .codes(&["success", "rejected", "signal"])
                .any_error()
                .signal_at("readyok", *signal),
        );
    }
    cases
}
