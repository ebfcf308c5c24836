//! Engines of visitors: options, the queue, time limits, crashes and hangs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::common::{Client, Folder, Server, connect, create};

#[tokio::test]
async fn an_engine_searches_within_the_limits_of_the_server() {
    let server = Server::start(&["--hash", "16"]);
    let mut client = connect(&server, "/engine").await;
    client.send("ugi").await;
    client.line("ugiok").await;
    let handshake = client.seen.join("\n");
    assert!(handshake.contains("option name Hash type spin default 16 min 1 max 16"), "{handshake}");
    assert!(!handshake.contains("Deck") && !handshake.contains("TablebasePath"), "{handshake}");
    for (line, answer) in [
        ("setoption name Hash value 17", "info string error bad-option: expected at most 16 "),
        ("setoption name Threads value 2", "info string error bad-option: expected at most 1 "),
        ("setoption name Deck value /etc/passwd", "info string error bad-option: expected an option that "),
        ("check /etc/passwd", "info string error unsupported: 'check' is not available "),
    ] {
        let line = client.ask(line, "info string error").await;
        assert!(line.starts_with(answer), "{line}");
    }
    client.send("setoption name UCI_Variant value reversi\nposition startpos moves d3\ngo depth 6").await;
    let best = client.line("bestmove").await;
    assert!(["c3", "c5", "e3"].contains(&best.split(' ').nth(1).expect("a move")), "{best}");
    assert_eq!(client.ask("isready", "readyok").await, "readyok");
    assert!(client.ask("perft 3", "perft").await.starts_with("perft 3 nodes "));
}

#[tokio::test]
async fn searches_wait_for_their_turn() {
    let server = Server::start(&["--searches", "1"]);
    let mut first = connect(&server, "/engine").await;
    let mut second = connect(&server, "/engine").await;
    let mut third = connect(&server, "/engine").await;
    first.send("go infinite").await;
    first.line("info depth").await;
    assert_eq!(second.ask("go depth 3", "info string queued").await, "info string queued 0");
    assert_eq!(third.ask("go depth 3", "info string queued").await, "info string queued 1");
    // While a search waits, the connection answers, and a second search is refused.
    assert_eq!(second.ask("isready", "readyok").await, "readyok");
    assert!(second.ask("go depth 1", "info string error").await.starts_with("info string error busy"));
    assert_eq!(second.ask("stop", "bestmove").await, "bestmove (none)");
    assert_eq!(third.line("info string queued").await, "info string queued 0");
    first.send("stop").await;
    first.line("bestmove").await;
    assert_eq!(third.line("info string queued").await, "info string queued 0 started");
    assert_ne!(third.line("bestmove").await, "bestmove (none)");
    // A place becomes free when its connection closes.
    first.send("go infinite").await;
    first.line("info depth").await;
    drop(first);
    assert_ne!(second.ask("go depth 3", "bestmove").await, "bestmove (none)");
}

#[tokio::test]
async fn a_search_ends_in_time() {
    let server = Server::start(&["--search-time", "1"]);
    let mut client = connect(&server, "/engine").await;
    assert_eq!(client.ask("go infinite", "info string time").await, "info string time limit 1 s");
    assert_ne!(client.line("bestmove").await, "bestmove (none)");
    let line = client.ask("perft 20", "info string error").await;
    assert!(line.starts_with("info string error aborted"), "{line}");
}

/// An engine that answers `isready`, and does something else at each `go` for the first time.
fn faulty(folder: &Folder, what: &str) -> String {
    let flag = folder.0.join("flag");
    let _ = std::fs::remove_file(&flag);
    let text = format!(
        "echo started >> {log}\nwhile read -r line; do echo \"$line\" >> {log}\n case \"$line\" in\n \
         uci) echo 'option name UCI_Variant type combo default gonu var gonu'; echo uciok;;\n \
         isready) echo readyok;;\n go*) if [ ! -e {flag} ]; then touch {flag}; {what}; else echo bestmove a1; fi;;\n \
         esac\ndone",
        flag = flag.display(),
        log = folder.0.join("log").display(),
    );
    folder.script("engine", &text)
}

#[tokio::test]
async fn a_crashed_engine_is_started_again_with_its_position() {
    let folder = Folder::new("crash");
    let server = Server::start(&["--engine-command", &faulty(&folder, "kill -9 $$")]);
    let mut client = connect(&server, "/engine").await;
    client.send("setoption name UCI_Variant value gonu\nposition startpos moves a1a2\nmoves b1b2\ngo infinite").await;
    assert_eq!(client.line("info string engine").await, "info string engine restarted");
    assert_eq!(client.line("bestmove").await, "bestmove (none)");
    assert_eq!(client.ask("go depth 1", "bestmove").await, "bestmove a1");
    let log = std::fs::read_to_string(folder.0.join("log")).expect("a log");
    let again = log.rsplit("started").next().expect("a second process");
    let kept = "uci\nugi\nisready\nsetoption name UCI_Variant value gonu\nposition startpos moves a1a2\nmoves b1b2\nisready\ngo depth 1\n";
    assert_eq!(again.trim_start(), kept);
}

#[tokio::test]
async fn an_engine_that_hangs_is_replaced() {
    let folder = Folder::new("hang");
    let command = faulty(&folder, "while :; do sleep 1; done");
    let server = Server::start(&["--engine-command", &command, "--answer-time", "1"]);
    let mut client = connect(&server, "/engine").await;
    client.send("go infinite\nstop").await;
    assert_eq!(client.line("info string engine").await, "info string engine restarted");
    assert_eq!(client.line("bestmove").await, "bestmove (none)");
    assert_eq!(client.ask("go depth 1", "bestmove").await, "bestmove a1");
}

#[tokio::test]
async fn an_engine_that_cannot_start_is_reported() {
    let server = Server::start(&["--engine-command", "/no/such/program", "--answer-time", "5"]);
    let mut client = connect(&server, "/engine").await;
    assert!(client.ask("isready", "info string engine failed").await.contains("has ended"));
    assert_eq!(client.ask("go depth 1", "bestmove").await, "bestmove (none)");
    // It is not tried for ever at the pace of the client.
    for _ in 0..20 {
        client.send("isready").await;
    }
    assert!(client.line("info string engine failed: too often").await.contains("too often"));
}

/// A server whose engine writes all the time, a client of it, and the file of the engine's process.
async fn flooded(folder: &Folder) -> (Server, Client, PathBuf) {
    let command = folder.script("engine", "echo $$ > $0.pid; echo uciok; while :; do echo readyok; done");
    let server = Server::start(&["--engine-command", &command]);
    let mut client = connect(&server, "/engine").await;
    client.ask("isready", "readyok").await;
    let id = std::fs::read_to_string(format!("{command}.pid")).expect("an id");
    let process = Path::new("/proc").join(id.trim()).join("exe");
    assert!(process.exists());
    (server, client, process)
}

/// Waits until a process has ended.
async fn wait_for_end(process: &Path) {
    for _ in 0..100 {
        if !process.exists() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the engine still runs");
}

#[tokio::test]
async fn a_flood_from_an_engine_delays_nobody_and_ends_with_the_connection() {
    let folder = Folder::new("flood");
    let (server, client, process) = flooded(&folder).await;
    let mut other = connect(&server, "/rules").await;
    assert_eq!(other.ask("isready", "readyok").await, "readyok");
    drop(client);
    wait_for_end(&process).await;
}

#[tokio::test]
async fn an_engine_ends_with_a_server_that_is_killed() {
    let folder = Folder::new("killed");
    let (server, _client, process) = flooded(&folder).await;
    server.kill();
    wait_for_end(&process).await;
}

#[tokio::test]
async fn an_idle_engine_ends_and_comes_back_with_its_position() {
    let folder = Folder::new("idle");
    let command = faulty(&folder, "echo bestmove b2");
    let server = Server::start(&["--engine-command", &command, "--engine-idle", "1"]);
    let mut client = connect(&server, "/engine").await;
    client.send("position startpos moves a1\nisready").await;
    client.line("readyok").await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    client.send("isready").await;
    client.line("readyok").await;
    let log = std::fs::read_to_string(folder.0.join("log")).expect("a log");
    assert_eq!(log.matches("started").count(), 2, "{log}");
    assert_eq!(log.matches("position startpos moves a1").count(), 2, "{log}");
}

#[tokio::test]
async fn another_engine_gets_only_options_that_it_has() {
    let folder = Folder::new("foreign");
    // An engine for one game and UCI alone, which does not survive an option that it lacks.
    let log = folder.0.join("log");
    let text = format!(
        "while read -r line; do echo \"$line\" >> {}\n case \"$line\" in\n uci) echo id name Foreign;\n\
         echo option name Hash type spin default 16 min 1 max 1024; echo option name Move Overhead type spin; echo uciok;;\n\
         ugi) echo Unknown command: ugi;;\n isready) echo readyok;;\n setoption\\ name\\ Hash*) ;;\n\
         setoption*) exit 1;;\n go*) echo bestmove a1;;\n esac\ndone",
        log.display()
    );
    let server = Server::start(&["--engine-command", &folder.script("engine", &text)]);
    let mut client = connect(&server, "/engine").await;
    client.send("setoption name Hash value 8\nisready").await;
    client.line("readyok").await;
    for (line, name) in [("setoption name MultiPV value 3", "multipv"), ("setoption name Game value gonu", "game")] {
        let error = client.ask(line, "info string error").await;
        assert_eq!(error, format!("info string error bad-option: expected an option of the engine, found '{name}'"));
    }
    assert_eq!(client.ask("position startpos\ngo depth 1", "bestmove").await, "bestmove a1");
    let told = std::fs::read_to_string(&log).expect("a log");
    let expected = "uci\nugi\nisready\nisready\nsetoption name Hash value 8\nisready\nposition startpos\ngo depth 1\n";
    assert_eq!(told, expected);
    // It plays at a table too.
    let seats = serde_json::json!([{"kind": "engine", "level": 1}, {"kind": "person"}]);
    let (room, tokens) = create(&server, "dvonn", seats).await;
    let mut person = connect(&server, "/room").await;
    person.join(&room, &tokens[1]).await;
    assert_eq!(person.view(|view| view["line"] != serde_json::json!([])).await["line"][0], "a1");
}

#[tokio::test]
async fn an_engine_without_a_handshake_is_reported() {
    let folder = Folder::new("silent");
    let engine = folder.script("engine", "while read -r line; do :; done");
    let server = Server::start(&["--engine-command", &engine, "--answer-time", "1"]);
    let mut client = connect(&server, "/engine").await;
    assert_eq!(client.ask("isready", "info string engine").await, "info string engine failed: does not answer");
}
