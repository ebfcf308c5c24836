//! Files of `datagen` and `train`: foreign files stay unchanged, and no file is left half-written.

mod training;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_petteia");

/// Time limit of each wait; the program takes less unless it hangs.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Creates an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

fn start(program: &str, arguments: &[&str]) -> Child {
    let mut command = Command::new(program);
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

/// Waits for the end of a program that writes nothing to standard output; returns its exit code and standard error.
fn wait_for_end(mut child: Child) -> (Option<i32>, String) {
    let started = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if started.elapsed() > TIMEOUT {
            child.kill().expect("a child");
            panic!("it does not end: {child:?}");
        }
        thread::sleep(Duration::from_millis(2));
    }
    let Output { status, stdout, stderr } = child.wait_with_output().expect("a child");
    assert!(stdout.is_empty(), "{stdout:?}");
    (status.code(), String::from_utf8(stderr).expect("text"))
}

/// Runs the program; returns its exit code and standard error.
fn petteia(arguments: &[&str]) -> (Option<i32>, String) {
    wait_for_end(start(BINARY, arguments))
}

/// Runs the program under a limit of `ulimit`: `-f` counts file blocks of 512 bytes, `-v` KiB of memory.
fn petteia_with_limit(limit: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
    wait_for_end(start("sh", &[&["-c", &script, BINARY], arguments].concat()))
}

/// Checks that the program ends with exit code 4 and one error line that contains all these parts.
fn assert_refused(arguments: &[&str], parts: &[&str]) {
    assert_fails(4, arguments, parts);
}

/// Checks that the program ends with an exit code and one error line that contains all these parts.
fn assert_fails(code: i32, arguments: &[&str], parts: &[&str]) {
    let (found, stderr) = petteia(arguments);
    assert_eq!(found, Some(code), "{arguments:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
    assert!(stderr.starts_with("error: ") && stderr.len() < 1_000, "{arguments:?}: {stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{arguments:?}: {part} in {stderr}");
    }
}

/// Runs `datagen` until the file holds this number of games.
fn play(file: &Path, games: &str) {
    let (code, stderr) = petteia(&["datagen", "reversi", text(file), "--games", games, "--nodes", "30"]);
    assert_eq!(code, Some(0), "{stderr}");
}

/// Header of the files that [`play`] writes.
const HEADER: &str =
    concat!("# petteia games 1: game reversi, nodes 30, seed 1, engine ", env!("CARGO_PKG_VERSION"), "\n");

/// The start of a network file.
const OLD_NETWORK: &str = "petteia network 1\nthe old one";

fn send_signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Waits until a condition holds. `what` describes it in the panic message.
fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < TIMEOUT, "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_file_begins_with_its_header() {
    let file = folder("header").join("games");
    play(&file, "0");
    assert_eq!(fs::read_to_string(&file).expect("a file"), HEADER);
    play(&file, "3");
    let games = fs::read_to_string(&file).expect("a file");
    assert!(games.starts_with(HEADER) && games.lines().count() == 4, "{games}");
    play(&file, "0");
    play(&file, "2");
    assert_eq!(fs::read_to_string(&file).expect("a file"), games);
    // The next game replaces the incomplete line of an interrupted run.
    let part = &games[..games.len() - 3];
    fs::write(&file, part).expect("a file");
    play(&file, "0");
    assert_eq!(fs::read_to_string(&file).expect("a file"), part);
    play(&file, "3");
    assert_eq!(fs::read_to_string(&file).expect("a file"), games);
}

#[test]
fn games_are_added_only_below_the_same_header() {
    let folder = folder("foreign");
    let file = folder.join("precious");
    let game = "d3 c3 = 0\n";
    let long = format!("{HEADER}{}", "d".repeat(100_000));
    for (content, found) in [
        (
            "precious".to_owned(),
            "line 1: expected the header '# petteia games 1: game reversi, nodes 30, seed 1, engine ",
        ),
        ("precious\n".into(), "found 'precious'"),
        (game.into(), "found 'd3 c3 = 0'"),
        ("\n".into(), "found ''"),
        (HEADER.trim_end().into(), "line 1: expected"),
        (HEADER.replace('\n', "\r\n") + game, "line 1: expected"),
        (HEADER.replace("game reversi", "game dvonn") + game, "found '# petteia games 1: game dvonn, "),
        (HEADER.replace("nodes 30", "nodes 31") + game, "nodes 31, "),
        (HEADER.replace("seed 1", "seed 2") + game, "seed 2, "),
        (HEADER.replace("games 1", "games 2") + game, "games 2: "),
        (HEADER.replace("engine ", "engine 9") + game, "engine 9"),
        (HEADER.to_owned() + "d3\r\n", "line 2: expected a game in printable ASCII, found a byte 0x0d"),
        (HEADER.to_owned() + "\0\0\n", "line 2: expected a game in printable ASCII, found a byte 0x00"),
        (long.clone(), "line 2: expected a game, found a line of more than 65536 bytes"),
        (long + "\n", "line 2: expected a game, found a line of more than 65536 bytes"),
        (HEADER.to_owned() + "precious\n", "line 2: column 1: expected moves"),
        (HEADER.to_owned() + "\n", "line 2: column 1: expected moves"),
        (HEADER.to_owned() + game, "line 2: column 7: expected more moves"),
        (HEADER.to_owned() + "d3 d3 = 4\n", "line 2: column 4: expected a legal move, found 'd3': "),
        (HEADER.to_owned() + HEADER, "line 2: column 1: expected moves"),
        (HEADER.to_owned() + "precious", "line 2: column 1: expected a move, found 'precious'"),
        (HEADER.to_owned() + "d3 c3:x", "line 2: column 4: expected a move, found 'c3:x'"),
        ("\0".repeat(100_000), "line 1: expected the header"),
    ] {
        fs::write(&file, &content).expect("a file");
        for games in ["0", "3"] {
            let arguments = ["datagen", "reversi", text(&file), "--games", games, "--nodes", "30"];
            assert_refused(&arguments, &[text(&file), found]);
            assert!(fs::read(&file).expect("a file") == content.as_bytes(), "{found}");
        }
    }
}

#[test]
fn devices_pipes_and_folders_are_refused() {
    let folder = folder("irregular");
    let (pipe, link, games) = (folder.join("pipe"), folder.join("link"), folder.join("games"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    std::os::unix::fs::symlink("/dev/full", &link).expect("a link");
    play(&games, "2");
    for path in [&pipe, &link, &folder, Path::new("/dev/full"), Path::new("/dev/zero"), Path::new("/dev/null")] {
        let (path, expected) = (text(path), "expected a regular file");
        assert_refused(&["datagen", "reversi", path, "--games", "1"], &[path, expected]);
        assert_refused(&["train", "reversi", text(&folder.join("network")), path], &[path, expected]);
        assert_refused(&["train", "reversi", path, text(&games)], &[path, expected]);
    }
}

#[test]
fn one_writer_at_a_time() {
    let file = folder("lock").join("games");
    play(&file, "2");
    let other = File::open(&file).expect("a file");
    other.lock().expect("a lock");
    let before = fs::read(&file).expect("a file");
    assert_refused(&["datagen", "reversi", text(&file), "--nodes", "30"], &[text(&file), "another writer"]);
    assert_eq!(fs::read(&file).expect("a file"), before);
    other.unlock().expect("a lock");
    play(&file, "3");
}

#[test]
fn an_interrupt_loses_no_games() {
    let folder = folder("interrupt");
    let lines = |file: &Path| fs::read_to_string(file).map_or(0, |text| text.matches('\n').count());
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let (file, whole) = (folder.join(signal), folder.join("whole"));
        let child = start(BINARY, &["datagen", "reversi", text(&file), "--games", "1000000", "--nodes", "30"]);
        wait_until("games are written as they end", || lines(&file) > 5);
        send_signal(&child, signal);
        assert_eq!(wait_for_end(child), (Some(code), "interrupted\n".into()));
        let kept = lines(&file);
        assert!(kept > 5, "{kept}");
        // `kept` also counts the header, so this asks for one more game.
        let games = kept.to_string();
        play(&file, &games);
        play(&whole, &games);
        assert!(fs::read(&file).expect("a file") == fs::read(&whole).expect("a file"), "{signal}");
        fs::remove_file(whole).expect("a file");
    }
}

#[test]
fn a_full_disk_leaves_no_partial_files() {
    let folder = folder("full");
    let (file, network) = (folder.join("games"), folder.join("network"));
    let (code, stderr) =
        petteia_with_limit("-f 4", &["datagen", "reversi", text(&file), "--games", "1000", "--nodes", "30"]);
    assert_eq!((code, stderr.lines().count()), (Some(4), 1), "{stderr}");
    assert!(stderr.starts_with(&format!("error: {}: ", file.display())), "{stderr}");
    let kept = fs::read_to_string(&file).expect("a file");
    assert!(kept.ends_with('\n') && kept.lines().count() > 2 && kept.len() <= 4_096, "{kept}");
    play(&file, "20");
    assert!(fs::read_to_string(&file).expect("a file").starts_with(&kept));
    fs::write(&network, OLD_NETWORK).expect("a file");
    let train = ["train", "reversi", text(&network), text(&file), "--epochs", "1"];
    let (code, stderr) = petteia_with_limit("-f 1000", &train);
    assert_eq!(code, Some(4), "{stderr}");
    assert!(
        stderr.lines().last().is_some_and(|line| line.starts_with(&format!("error: {}: ", network.display()))),
        "{stderr}"
    );
    assert_eq!(fs::read(&network).expect("a file"), OLD_NETWORK.as_bytes());
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "no temporary file is left");
    assert_eq!(petteia(&train).0, Some(0));
    assert!(fs::read(&network).expect("a file").starts_with(b"petteia network 2\n"));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "no temporary file is left");
}

#[test]
fn a_wrong_game_is_not_counted() {
    let file = folder("counted").join("games");
    play(&file, "4");
    let games = fs::read_to_string(&file).expect("a file");
    let lines: Vec<&str> = games.split_inclusive('\n').collect();
    // Every line is checked, not only the last one.
    let content = [lines[0], lines[1], "d3 c3 = 0\n", lines[3], lines[4]].concat();
    fs::write(&file, &content).expect("a file");
    for games in ["0", "4", "9"] {
        let arguments = ["datagen", "reversi", text(&file), "--games", games, "--nodes", "30"];
        assert_refused(&arguments, &[text(&file), "line 3: column 7: expected more moves"]);
    }
    assert_eq!(fs::read_to_string(&file).expect("a file"), content);
}

#[test]
fn options_out_of_range_are_refused() {
    let folder = folder("numbers");
    let (games, network) = (folder.join("games"), folder.join("network"));
    play(&games, "3");
    let train: &[(&str, &[&str])] = &[
        ("--sample-fraction", &["0", "-0.5", "1.01", "2", "nan", "inf", "half", ""]),
        ("--learning-rate", &["0", "-1", "nan", "inf", "1.5", "1e39"]),
        ("--wdl-lambda", &["-0.1", "1.1", "5", "nan"]),
        ("--epochs", &["0", "10001", "-1", "1.5", "4294967297"]),
        ("--batch", &["0", "1048577", "18446744073709551616"]),
        ("--threads", &["0", "513"]),
        ("--seed", &["-1", "x"]),
        ("--commit", &["a\nb", "a\rb", "\u{85}", "\x1b[0m"]),
    ];
    let datagen: &[(&str, &[&str])] =
        &[("--threads", &["0", "513", "1000000"]), ("--nodes", &["0", "-1"]), ("--games", &["-1", "x", "1e3"])];
    for (command, options) in [
        (["train", "reversi", text(&network), text(&games)].as_slice(), train),
        (&["datagen", "reversi", text(&network)], datagen),
    ] {
        for (option, values) in options {
            for value in *values {
                let argument = format!("{option}={value}");
                let (code, stderr) = petteia(&[command, &[&argument]].concat());
                assert_eq!(code, Some(2), "{argument:?}: {stderr}");
                assert!(stderr.starts_with("error: ") && stderr.contains(option), "{argument:?}: {stderr}");
                assert!(!network.exists(), "{argument:?}");
            }
        }
    }
    let bounds = [
        "--sample-fraction=1",
        "--learning-rate=1",
        "--wdl-lambda=0",
        "--batch=1048576",
        "--threads=512",
        "--epochs=1",
    ];
    let (code, stderr) = petteia(&[&["train", "reversi", text(&network), text(&games)], &bounds[..4]].concat());
    assert_eq!(code, Some(0), "{stderr}");
}
