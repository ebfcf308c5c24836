//! How the process ends: signals, failed output, little memory.

use std::fs::{self, File};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{BINARY, Engine, root};

fn kill(signal: &str, engine: &Engine) {
    let kill = Command::new("kill").args([signal, &engine.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
}

#[test]
fn a_signal_ends_a_search_with_its_move() {
    for signal in ["-INT", "-TERM"] {
        for (command, last) in [("go infinite", "bestmove "), ("perft 12", "info string error aborted: ")] {
            let mut engine = Engine::start(&[]);
            engine.send(command);
            engine.send("isready");
            engine.until("readyok");
            kill(signal, &engine);
            let said: Vec<String> = std::iter::from_fn(|| engine.line()).collect();
            assert!(said.last().is_some_and(|line| line.starts_with(last)), "{signal} {command}: {said:?}");
            assert_eq!(engine.finish().1, Some(0));
        }
    }
}

/// A batch also ends while its input waits. The first answer shows that the signal handler is installed, even in a
/// process that was started with signals ignored.
#[test]
fn a_signal_ends_a_batch() {
    let mut engine = Engine::start(&["--batch"]);
    engine.send("isready");
    engine.until("readyok");
    engine.send("perft 12");
    engine.send("isready");
    kill("-INT", &engine);
    let (rest, code) = engine.finish();
    assert!(!rest.contains(&"readyok".to_owned()), "{rest:?}");
    assert!(matches!(code, Some(0 | 3)), "{code:?}");
}

/// A second signal ends the process even while its output is blocked.
#[cfg(target_os = "linux")]
#[test]
fn a_second_signal_ends_the_process_at_once() {
    let mut child = Command::new(BINARY).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    // The answers are longer than a pipe can hold, so the engine blocks on its output.
    let lines = "uci\n".repeat(500);
    std::io::Write::write_all(&mut input, lines.as_bytes()).expect("it reads");
    std::thread::sleep(Duration::from_millis(300));
    let kill = || Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill().success());
    std::thread::sleep(Duration::from_millis(100));
    assert!(kill().success());
    let started = Instant::now();
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(128 + 15));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

fn shell(script: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("PETTEIA", BINARY).env_remove("RUST_LOG").current_dir(root());
    command.stdin(Stdio::null()).output().expect("a shell")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn failed_output_is_reported() {
    let full = File::options().write(true).open("/dev/full").expect("the device");
    let output = Command::new(BINARY).arg("isready").stdout(full).output().expect("it runs");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{told}");
    assert!(told.starts_with("error: standard output: ") && told.lines().count() == 1, "{told}");
}

/// The table is allocated at the first search, and is smaller when memory is short.
#[cfg(target_os = "linux")]
#[test]
fn a_search_works_in_little_memory() {
    let output = shell("ulimit -v 80000; exec \"$PETTEIA\" isready 'query fen'");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("readyok\nresponse "), "{}", text(&output.stdout));

    let output = shell("ulimit -v 80000; exec \"$PETTEIA\" 'go depth 3'");
    let said = text(&output.stdout);
    assert!(said.contains("info string hash is ") && said.contains("\nbestmove "), "{said}");
    assert!(!said.contains("(none)"), "{said}");

    let output = shell("ulimit -v 300000; exec \"$PETTEIA\" 'setoption name Hash value 1000' 'go depth 3'");
    let said = text(&output.stdout);
    assert!(said.starts_with("info string error bad-option: no memory for a table of 1000 MiB\n"), "{said}");
    assert!(said.contains("\nbestmove ") && !said.contains("(none)"), "{said}");

    let threads = "'setoption name Threads value 64' 'setoption name Hash value 1' 'go movetime 100'";
    let output = shell(&format!("ulimit -v 300000; exec \"$PETTEIA\" --game reversi {threads}"));
    let said = text(&output.stdout);
    assert!(said.contains(" threads available") && said.contains("\nbestmove "), "{said}");
    assert!(!said.contains("(none)") && !said.contains("error"), "{said}");
    assert_eq!(output.status.code(), Some(0));
}

/// A start allocates no table.
#[cfg(target_os = "linux")]
#[test]
fn a_start_takes_little_memory_and_time() {
    let mut engine = Engine::start(&[]);
    engine.send("isready");
    engine.until("readyok");
    let of_process =
        |name: &str| fs::read_to_string(format!("/proc/{}/{name}", engine.id())).expect("a running process");
    let status = of_process("status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
    let kibibytes: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kibibytes < 16 << 10, "{kibibytes} KiB");
    // User and system time in hundredths of a second.
    let stat = of_process("stat");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("the fields").split_whitespace().collect();
    let ticks: u64 = fields[11..13].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum();
    assert!(ticks <= 3, "{ticks} hundredths of a second");
}
