//! The embedded engine: the same conversations as with the process, as far as no line comes while a job is running.

use std::sync::{Arc, Mutex};
use std::thread;

use petteia::embedded::{EmbeddedEngine, Jobs, convert_games};
use petteia_engine::{NoSignals, STACK_SIZE, Signal, SignalSource, VARIANTS, Variant};

use crate::common::{compare, files};

/// Commands that begin a job.
const JOBS: [&str; 5] = ["go", "perft", "divide", "bench", "check"];

/// Runs something on a thread with the stack that a search needs.
fn with_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let run = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run);
        run.expect("a thread").join().expect("no panic")
    })
}

/// What an engine of a game says to these lines.
fn answers(game: &str, jobs: Jobs, lines: &str) -> String {
    let variant = Variant::find(VARIANTS, game).expect(game);
    let said = Mutex::new(String::new());
    with_stack(|| {
        let say = |line: &str| *said.lock().expect("no panic") += &format!("{line}\n");
        EmbeddedEngine::new(variant, jobs, say).expect("random bytes").lines(lines);
    });
    said.into_inner().expect("no panic")
}

/// A command of a transcript and the lines expected after it, up to the next command.
struct Exchange<'a> {
    place: String,
    command: &'a str,
    expected: Vec<&'a str>,
}

impl Exchange<'_> {
    /// Whether the conversation goes on while a job of the command is running, or the command names a file.
    fn is_beyond(&self) -> bool {
        let word = self.command.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        let is_answered = self.expected.iter().any(|line| *line != "...");
        let needs_signal = ["infinite", "ponder"].iter().any(|limit| self.command.to_ascii_lowercase().contains(limit));
        let is_job = JOBS.contains(&&*word) && (!is_answered || needs_signal);
        let reads_file = ["check", "setoption name Deck", "setoption name TablebasePath", "setoption name Book File"];
        is_job || reads_file.iter().any(|start| self.command.starts_with(start))
    }
}

fn exchanges<'a>(name: &str, text: &'a str) -> Vec<Exchange<'a>> {
    let mut found: Vec<Exchange> = Vec::new();
    for (i, line) in text.lines().map(str::trim_end).enumerate() {
        if let Some(command) = line.strip_prefix('>') {
            let place = format!("{name}, line {}", i + 1);
            found.push(Exchange { place, command: command.trim_start(), expected: Vec::new() });
        } else if !["# ", "$ ", "= "].iter().any(|mark| line.starts_with(mark))
            && let Some(last) = found.last_mut()
        {
            last.expected.push(line);
        }
    }
    found
}

/// Has a conversation until a line that needs more than the embedded engine has. Returns the number of its commands.
fn converse(name: &str, text: &str) -> usize {
    let arguments = text.lines().find_map(|line| line.strip_prefix("$ ")).unwrap_or_default();
    let game = match arguments.split_whitespace().collect::<Vec<_>>()[..] {
        [] => "dvonn",
        ["--game", game] => game,
        _ => return 0,
    };
    let variant = Variant::find(VARIANTS, game).expect(game);
    let said = Mutex::new(String::new());
    let say = |line: &str| *said.lock().expect("no panic") += &format!("{line}\n");
    let mut engine = EmbeddedEngine::new(variant, Jobs::OnCaller(Arc::new(NoSignals)), say).expect("random bytes");
    let mut count = 0;
    for exchange in exchanges(name, text) {
        if exchange.is_beyond() {
            break;
        }
        engine.lines(exchange.command);
        compare(&exchange.place, &exchange.expected, &std::mem::take(&mut *said.lock().expect("no panic")));
        count += 1;
    }
    count
}

#[test]
fn transcripts_are_reproduced() {
    let mut count = 0;
    for file in files("fixtures/transcripts", "txt") {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        count += with_stack(|| converse(&file.display().to_string(), &text));
    }
    assert!(count > 250, "only {count} commands");
}

/// The signal that comes as soon as a job looks for one.
struct AtOnce(Signal);

impl SignalSource for AtOnce {
    fn poll(&self) -> Option<Signal> {
        Some(self.0)
    }

    fn wait(&self) -> Signal {
        self.0
    }
}

#[test]
fn signals_end_searches_and_counts() {
    let on_signal = |signal, line: &str| answers("gonu", Jobs::OnCaller(Arc::new(AtOnce(signal))), line);
    for line in ["go infinite", "go ponder", "go"] {
        let said = on_signal(Signal::Stop, line);
        let moves = said.lines().filter(|line| line.starts_with("bestmove ") && !line.contains("(none)"));
        assert_eq!(moves.count(), 1, "{line}: {said}");
    }
    assert!(on_signal(Signal::PonderHit, "go ponder depth 3").contains("\nbestmove "));
    assert_eq!(on_signal(Signal::Stop, "perft 9"), "info string error aborted: perft stopped\n");
    assert!(on_signal(Signal::Stop, "bench 4").ends_with("info string error aborted: bench stopped\n"));
}

#[test]
fn rules_without_jobs() {
    const REFUSED: &str = "info string error unsupported: searches and counts are disabled";
    let said = answers(
        "tablut",
        Jobs::Refused,
        "setoption name Hash value 1024\ngo depth 1\nperft 1\ndivide 1\nbench 1\ncheck x\nsetoption name Deck value x\n\
         isready\nposition startpos moves d9d8\nquery p1turn\nquit\nisready\n",
    );
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said[..5], [REFUSED, "bestmove (none)", REFUSED, REFUSED, REFUSED], "{said:?}");
    assert!(said[5..7].iter().all(|line| line.contains(" unsupported: file access is disabled")), "{said:?}");
    assert_eq!(said[7..], ["readyok", "response false"]);
}

#[test]
fn the_search_is_that_of_the_process() {
    // The node signature of `bench` at depth 7, as `tests/engine/bench.rs` has it.
    let said = answers("dvonn", Jobs::OnCaller(Arc::new(NoSignals)), "setoption name Threads value 8\nbench 7");
    assert!(said.contains("\nNodes searched: 40524\n"), "{said}");
}

#[test]
fn games_are_converted_by_the_names_of_the_command() {
    let lines = b"startpos moves 32-28 19-23 28x19\n";
    let pdn = convert_games("international", "lines", "PDN", lines).expect("a game");
    assert!(String::from_utf8_lossy(&pdn.bytes).contains("1. 32-28 19-23 2. 28x19"), "{pdn:?}");
    let error = |game, from, to| convert_games(game, from, to, lines).expect_err("no such name");
    assert!(error("chess", "", "pdn").starts_with("expected the name of a game, one of dvonn "));
    assert!(error("chess", "", "pdn").ends_with(", found 'chess'"));
    assert!(error("", "epd", "pdn").starts_with("expected a format, one of json pgn pdn "));
    assert!(error("", "", "").ends_with(", found ''"));
}
