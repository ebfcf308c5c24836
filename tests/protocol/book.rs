//! The command `book` and the options of opening books.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use crate::common::{BINARY, Engine, root};

/// A small book, made by `petteia book build fixtures/books/reversi-2.book --game reversi --positions 40 --nodes 2000
/// --full-width 2`.
const BOOK: &str = "fixtures/books/reversi-2.book";

/// A file of a test, which is removed at its end.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.book", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a name")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn book(arguments: &[&str]) -> Output {
    Command::new(BINARY).arg("book").args(arguments).current_dir(root()).output().expect("the binary starts")
}

/// Standard output of a command that succeeds.
fn shown(arguments: &[&str]) -> String {
    let output = book(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The error of a command, and its exit code.
fn refused(arguments: &[&str]) -> (String, Option<i32>) {
    let output = book(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(text.lines().count(), 1, "{text}");
    (text, output.status.code())
}

const BUILD: [&str; 4] = ["--nodes", "100", "--hash", "1"];

#[test]
fn books_are_built_continued_and_shown() {
    let file = TemporaryFile::new("built");
    let build =
        |positions| book(&[&["build", file.path(), "--game", "gonu", "--positions", positions], &BUILD[..]].concat());
    let first = build("5");
    let told = String::from_utf8_lossy(&first.stderr);
    assert!(first.status.success() && first.stdout.is_empty(), "{told}");
    // Five positions, and four new deviations of the positions before them.
    assert!(told.starts_with("5 positions, 9 searches, the start is worth "), "{told}");
    assert!(String::from_utf8_lossy(&build("5").stderr).starts_with("5 positions, 0 searches, "));
    let more = build("9");
    assert!(String::from_utf8_lossy(&more.stderr).starts_with("9 positions, 8 searches, "), "{more:?}");
    let tree = shown(&["show", file.path(), "--plies", "9", "--multipv", "9"]);
    let (head, moves) = tree.split_once('\n').expect("lines");
    assert_eq!(head, "gonu: 9 positions, 9 searched");
    assert!(moves.lines().count() >= 9 && moves.lines().any(|line| line.starts_with("  ")), "{tree}");
    let only = shown(&["show", file.path(), "--plies", "1", "--multipv", "1"]);
    assert_eq!(only.lines().count(), 2);
    let other = refused(&["build", file.path(), "--game", "sparta"]);
    assert_eq!(other, (format!("error: {}: expected a book of sparta, found one of gonu\n", file.path()), Some(3)));
}

#[test]
fn games_are_added_and_learnt() {
    let (file, games) = (TemporaryFile::new("learnt"), "fixtures/games/wthor-1978.wtb");
    let learn = || book(&["learn", file.path(), games, "--game", "reversi", "--plies", "8"]);
    assert!(learn().status.success() && learn().status.success());
    let tree = shown(&["show", file.path(), "--plies", "1"]);
    let (head, first) = tree.split_once('\n').expect("lines");
    assert!(head.starts_with("reversi: ") && head.ends_with(" positions, 0 searched"), "{head}");
    // Every game begins with one of the four symmetric moves.
    let counts: Vec<u64> = first.split_whitespace().skip(1).map(|word| word[1..].parse().expect("a count")).collect();
    let output = Command::new(BINARY).args(["convert", games, "--to", "lines"]).current_dir(root()).output();
    let lines = String::from_utf8(output.expect("it runs").stdout).expect("text").lines().count() as u64;
    assert_eq!((first.lines().count(), counts.iter().sum::<u64>()), (1, 2 * lines), "{tree}");
    let added = TemporaryFile::new("added");
    let lines = TemporaryFile::new("lines");
    fs::write(&lines.0, "startpos moves F5 D6 C3\nstartpos moves f5 d6 a1\n").expect("a file");
    let arguments = ["add", added.path(), lines.path(), "--from", "lines", "--game", "reversi", "--plies", "3"];
    let output = book(&[&arguments[..], &BUILD].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "a game is refused: {told}");
    assert!(told.contains("game 2: ") && told.contains("4 positions, 4 searches, "), "{told}");
    assert!(shown(&["show", added.path(), "f5", "d6", "--plies", "1"]).contains("\nc3 "));
}

#[test]
fn wrong_commands_change_nothing() {
    let file = TemporaryFile::new("wrong");
    let needs = format!("error: {}: a new book needs --game\n", file.path());
    assert_eq!(refused(&["build", file.path()]), (needs, Some(2)));
    assert_eq!(book(&["build", file.path(), "--game", "dixit"]).status.code(), Some(2));
    assert_eq!(refused(&["show", file.path()]).1, Some(4));
    assert_eq!(refused(&["learn", file.path(), "no/such.pdn", "--game", "checkers"]).1, Some(4));
    assert!(!file.0.exists());
    fs::copy(root().join(BOOK), &file.0).expect("a copy");
    let good = fs::read(&file.0).expect("the book");
    let (error, code) = refused(&["show", file.path(), "f5", "a1"]);
    assert!(error.starts_with("error: move 2: 'a1': ") && code == Some(3), "{error}");
    fs::write(&file.0, &good[..good.len() - 1]).expect("a file");
    for arguments in [&["show", file.path()][..], &["build", file.path()], &["learn", file.path(), "x.pdn"]] {
        let (error, code) = refused(arguments);
        let expected = format!("expected {} bytes, found {}\n", good.len(), good.len() - 1);
        assert!(error.ends_with(&expected) && code == Some(4), "{error}");
        assert_eq!(fs::read(&file.0).expect("the book"), good[..good.len() - 1]);
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_book_as_it_was() {
    let file = TemporaryFile::new("full");
    fs::copy(root().join(BOOK), &file.0).expect("a copy");
    let before = fs::read(&file.0).expect("the book");
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 0 && exec \"$0\" book build \"$@\"", BINARY, file.path()]);
    let output = command.args(["--positions", "45"]).args(BUILD).output().expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{error}");
    assert!(error.starts_with(&format!("error: {}: ", file.path())) && error.lines().count() == 1, "{error}");
    assert_eq!(fs::read(&file.0).expect("the book"), before);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_searches() {
    let file = TemporaryFile::new("interrupted");
    let arguments = ["book", "build", file.path(), "--game", "reversi", "--positions", "1000000", "--nodes", "50"];
    let mut child = Command::new(BINARY).args(arguments).spawn().expect("the binary starts");
    while fs::metadata(&file.0).is_err() {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(500));
    let (error, code) = refused(&["build", file.path()]);
    let expected = format!("error: {}: expected a file that no other command writes, found one\n", file.path());
    assert_eq!((error, code), (expected, Some(4)));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let head = shown(&["show", file.path(), "--plies", "1"]);
    let positions: usize = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a number");
    assert!(positions > 3, "{head}");
    assert!(!file.0.with_extension("book.lock").exists());
}

/// A session of Reversi with the book.
fn with_book(arguments: &[&str]) -> Engine {
    let file = format!("Book File={BOOK}");
    let book = ["--game", "reversi", "--option", "OwnBook=true", "--option", &file];
    Engine::start(&[&book[..], arguments].concat())
}

/// The move of a search, and whether it came from the book.
fn searched(engine: &mut Engine, line: &str) -> (String, bool) {
    engine.send(line);
    let mut is_book = false;
    loop {
        let line = engine.line().expect("a move");
        is_book |= line == "info string book move";
        if let Some(best) = line.strip_prefix("bestmove ") {
            return (best.to_owned(), is_book);
        }
    }
}

#[test]
fn moves_come_from_the_book_where_it_is_on() {
    let mut engine = with_book(&[]);
    engine.send("go nodes 100");
    assert!(engine.until("info").starts_with("info depth 1 seldepth "));
    assert_eq!(engine.line().as_deref(), Some("info string book move"));
    engine.until("bestmove");
    for (line, from_book) in [
        ("go depth 2", true),
        ("go p1time 1000 p2time 1000", true),
        ("go nodes 100 searchmoves f5", false),
        ("go mate 1", false),
    ] {
        assert_eq!(searched(&mut engine, line).1, from_book, "{line}");
    }
    engine.send("go infinite");
    engine.send("stop");
    assert!(!engine.until("info").contains("nodes 0 "));
    engine.until("bestmove");
    // The same seed gives the same move, and some seeds others.
    let mut moves = Vec::new();
    for seed in (1..=12).chain(1..=12) {
        engine.send(format!("setoption name Seed value {seed}"));
        moves.push(searched(&mut engine, "go nodes 100").0);
    }
    assert_eq!(moves[..12], moves[12..]);
    assert!(moves.iter().any(|m| *m != moves[0]), "{moves:?}");
    // Without a seed each game draws anew.
    engine.send("setoption name Seed value 0");
    let drawn = |engine: &mut Engine| {
        engine.send("ucinewgame");
        searched(engine, "go nodes 100").0
    };
    let first = drawn(&mut engine);
    assert!((0..50).any(|_| drawn(&mut engine) != first));
    engine.send("setoption name Book Depth value 1");
    engine.send("position startpos moves f5");
    assert!(!searched(&mut engine, "go nodes 100").1, "behind the depth of the book");
    engine.send("setoption name Book Depth value 2");
    assert!(searched(&mut engine, "go nodes 100").1);
    engine.send("setoption name MultiPV value 2");
    assert!(!searched(&mut engine, "go nodes 100").1, "an analysis");
    engine.send("setoption name MultiPV value 1");
    engine.send("setoption name OwnBook value false");
    assert!(!searched(&mut engine, "go nodes 100").1);
    assert_eq!(engine.finish().1, Some(0));
}

#[test]
fn a_ponder_search_waits_with_its_move() {
    let mut engine = with_book(&[]);
    engine.send("uci");
    engine.until("uciok");
    engine.send("setoption name Ponder value true");
    engine.send("go ponder wtime 1000 btime 1000");
    engine.until("info");
    assert_eq!(engine.line().as_deref(), Some("info string book move"));
    assert_eq!(engine.ask("isready"), "readyok");
    engine.send("ponderhit");
    assert!(engine.until("bestmove").contains(" ponder "));
}

#[test]
fn a_book_that_does_not_fit_is_not_used() {
    let mut engine = Engine::start(&["--game", "reversi", "--option", "OwnBook=true"]);
    let without = "info string searched without an opening book: ";
    assert_eq!(engine.ask("go nodes 10"), format!("{without}expected a Book File for OwnBook, found none"));
    engine.until("bestmove");
    engine.send(format!("setoption name Book File value {BOOK}"));
    engine.send("setoption name UCI_Variant value gonu");
    assert_eq!(engine.ask("go nodes 10"), format!("{without}expected a book of gonu, found one of reversi"));
    engine.until("bestmove");
    engine.send("setoption name UCI_Variant value reversi");
    assert!(searched(&mut engine, "go nodes 10").1);
    // A file that is refused leaves the option as it is.
    let wrong = "info string error io: Cargo.toml: expected an opening book of petteia, found another file";
    assert_eq!(engine.ask("setoption name Book File value Cargo.toml"), wrong);
    assert!(searched(&mut engine, "go nodes 10").1);
    engine.send("setoption name Book File value <empty>");
    assert!(!searched(&mut engine, "go nodes 10").1);
    let mut engine = Engine::start(&["--game", "reversi", "--no-files"]);
    let answer = engine.ask(&format!("setoption name Book File value {BOOK}"));
    assert_eq!(answer, "info string error unsupported: file access is disabled by --no-files");
}

#[test]
fn other_protocols_play_by_the_book() {
    let mut engine = with_book(&["gtp"]);
    let vertex = engine.ask("genmove black").to_ascii_lowercase();
    assert!(["= d3", "= c4", "= f5", "= e6"].contains(&vertex.as_str()), "{vertex}");
    let mut engine = with_book(&["nboard"]);
    engine.send("nboard 2");
    engine.send("set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)");
    engine.send("go");
    assert!(engine.until("===").starts_with("=== "));
    let file = TemporaryFile::new("hub");
    let made = book(&[&["build", file.path(), "--game", "draughts", "--positions", "3"], &BUILD[..]].concat());
    assert!(made.status.success());
    let option = format!("Book File={}", file.path());
    let mut engine = Engine::start(&["--option", "OwnBook=true", "--option", &option, "hub"]);
    for line in ["hub", "init", "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"] {
        engine.send(line);
    }
    engine.send("level move-time=600");
    engine.send("go think");
    assert!(engine.until("info").contains(" nodes=0"), "the score of the book");
    assert!(engine.until("done").starts_with("done move="));
}

#[test]
fn a_match_with_a_book_has_different_games() {
    let engine = format!("ugi:{BINARY}");
    let file = format!("Book File={BOOK}");
    let resume = TemporaryFile::new("match");
    let arguments = ["match", "--game", "reversi", "--a", &engine, "--b", &engine, "--nodes", "30", "--games", "12"];
    let book = ["--a-option", "OwnBook=true", "--a-option", &file, "--resume", resume.path()];
    let output = Command::new(BINARY).args(arguments).args(book).current_dir(root()).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let lines = fs::read_to_string(&resume.0).expect("the games");
    let mut games: Vec<&str> =
        lines.lines().skip(1).map(|line| line.split("\"moves\":").nth(1).expect("moves")).collect();
    games.sort_unstable();
    games.dedup();
    assert!(games.len() >= 6, "{}", games.len());
}
