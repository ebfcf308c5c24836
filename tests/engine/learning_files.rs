//! Files of `datagen` and `train`: foreign files stay unchanged, and no file is left half-written.

use std::fs::{self, File};
use std::io::Read;
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
    let (code, stderr) = petteia(arguments);
    assert_eq!(code, Some(4), "{arguments:?}: {stderr}");
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
            "line 1: wanted the header '# petteia games 1: game reversi, nodes 30, seed 1, engine ",
        ),
        ("precious\n".into(), "found 'precious'"),
        (game.into(), "found 'd3 c3 = 0'"),
        ("\n".into(), "found ''"),
        (HEADER.trim_end().into(), "line 1: wanted"),
        (HEADER.replace('\n', "\r\n") + game, "line 1: wanted"),
        (HEADER.replace("game reversi", "game dvonn") + game, "found '# petteia games 1: game dvonn, "),
        (HEADER.replace("nodes 30", "nodes 31") + game, "nodes 31, "),
        (HEADER.replace("seed 1", "seed 2") + game, "seed 2, "),
        (HEADER.replace("games 1", "games 2") + game, "games 2: "),
        (HEADER.replace("engine ", "engine 9") + game, "engine 9"),
        (HEADER.to_owned() + "d3\r\n", "line 2: wanted a game in printable ASCII, found a byte 0x0d"),
        (HEADER.to_owned() + game + "\0\0\n", "line 3: wanted a game in printable ASCII, found a byte 0x00"),
        (long.clone(), "line 2: wanted a game, found a line of more than 65536 bytes"),
        (long + "\n", "line 2: wanted a game, found a line of more than 65536 bytes"),
        ("\0".repeat(100_000), "line 1: wanted the header"),
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
        let (path, wanted) = (text(path), "wanted a regular file");
        assert_refused(&["datagen", "reversi", path, "--games", "1"], &[path, wanted]);
        assert_refused(&["train", "reversi", text(&folder.join("network")), path], &[path, wanted]);
        assert_refused(&["train", "reversi", path, text(&games)], &[path, wanted]);
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
    fs::write(&network, "the old one").expect("a file");
    let train = ["train", "reversi", text(&network), text(&file), "--epochs", "1"];
    let (code, stderr) = petteia_with_limit("-f 1000", &train);
    assert_eq!(code, Some(4), "{stderr}");
    assert!(
        stderr.lines().last().is_some_and(|line| line.starts_with(&format!("error: {}: ", network.display()))),
        "{stderr}"
    );
    assert_eq!(fs::read(&network).expect("a file"), b"the old one");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "no temporary file is left");
    assert_eq!(petteia(&train).0, Some(0));
    assert!(fs::read(&network).expect("a file").starts_with(b"petteia network 1\n"));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "no temporary file is left");
}

#[test]
fn training_without_enough_memory_is_refused() {
    let folder = folder("memory");
    let (file, network) = (folder.join("games"), folder.join("network"));
    play(&file, "3");
    let train = ["train", "reversi", text(&network), text(&file), "--threads", "512"];
    let (code, stderr) = petteia_with_limit("-v 300000", &train);
    assert_eq!(code, Some(4), "{stderr}");
    assert_eq!(stderr.lines().last(), Some("error: training: no memory for 512 threads"));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no temporary file is left");
}

#[test]
fn training_refuses_malformed_game_files() {
    let folder = folder("malformed");
    let [good, bad, network] = ["good", "bad", "network"].map(|name| folder.join(name));
    play(&good, "3");
    let games = fs::read_to_string(&good).expect("a file");
    let headless = &games[HEADER.len()..];
    let (moves, _) = games.trim_end().rsplit_once(" = ").expect("a game");
    fs::write(&network, "the old one").expect("a file");
    for (content, part) in [
        (String::new(), "wanted the header of a file of games, found an empty file"),
        (headless.into(), "line 1: wanted the header of a file of games, found 'c4 e3 "),
        (HEADER.into(), "wanted positions for the training and for the test, found 0 and 0 in 0 games"),
        (HEADER.replace("reversi", "dvonn") + headless, "line 1: wanted games of reversi, found games of dvonn"),
        (games.clone() + "\n", "line 5: column 1: wanted moves"),
        (games.clone() + "d3 c3 = 4\n", "line 5: column 7: wanted more moves"),
        (games.clone() + "d3 d3 = 4\n", "line 5: column 4: wanted a legal move, found 'd3': "),
        (games.clone() + "d3 z9 = 4\n", "line 5: column 4: wanted "),
        (format!("{moves} = 63\n"), "line 4: column "),
        (games.trim_end().into(), "line 4: wanted a whole line, found the end of the file"),
        (games.replace('\n', "\r\n"), "line 1: wanted the header"),
        (games.clone() + "d3\0 = 4\n", "line 5: wanted a game in printable ASCII, found a byte 0x00"),
        (games.clone() + &"d3 ".repeat(1_000_000), "line 5: wanted a game, found a line of more than 65536 bytes"),
    ] {
        fs::write(&bad, content).expect("a file");
        assert_refused(&["train", "reversi", text(&network), text(&bad)], &[text(&bad), part]);
    }
    assert_refused(&["train", "reversi", text(&network), text(&folder.join("none"))], &["/none: ", "no such file"]);
    // The network path is checked before the games are read, and a game file is never replaced.
    assert_refused(&["train", "reversi", text(&folder.join("no/network")), text(&bad)], &["/no/network: "]);
    assert_refused(&["train", "reversi", text(&good), text(&good)], &["/good: ", "found a file of games"]);
    assert_eq!(fs::read_to_string(&good).expect("a file"), games);
    assert_eq!(fs::read(&network).expect("a file"), b"the old one");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3, "no temporary file is left");
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

#[test]
fn a_network_file_lists_its_game_files() {
    let folder = folder("provenance");
    let (first, second, network) = (folder.join("first"), folder.join("second\nseed: 9\n\n"), folder.join("network"));
    play(&first, "3");
    let (code, stderr) =
        petteia(&["datagen", "reversi", text(&second), "--games", "2", "--nodes", "20", "--seed", "7"]);
    assert_eq!(code, Some(0), "{stderr}");
    let (code, stderr) = petteia(&["train", "reversi", text(&network), text(&first), text(&second), "--epochs", "1"]);
    assert_eq!(code, Some(0), "{stderr}");
    let bytes = fs::read(&network).expect("a network");
    let head = String::from_utf8_lossy(&bytes);
    let engine = env!("CARGO_PKG_VERSION");
    let wanted = format!(
        "petteia network 1\ndata: 5 games of the engine against itself\n\
         games: 3 with nodes 30, seed 1, engine {engine}, from first\n\
         games: 2 with nodes 20, seed 7, engine {engine}, from second\\nseed: 9\\n\\n\nsamples: "
    );
    assert!(head.starts_with(&wanted), "{}", &head[..400]);
}

#[test]
fn an_interrupted_training_leaves_no_files() {
    let folder = folder("untrained");
    let (games, network) = (folder.join("games"), folder.join("network"));
    play(&games, "3");
    fs::write(&network, "the old one").expect("a file");
    let mut child = start(BINARY, &["train", "reversi", text(&network), text(&games), "--epochs", "10000"]);
    let mut stderr = [0; 10];
    child.stderr.as_mut().expect("piped").read_exact(&mut stderr).expect("a line of the log");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3, "a temporary file");
    send_signal(&child, "-INT");
    assert_eq!(wait_for_end(child).0, Some(130));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
    assert_eq!(fs::read(&network).expect("a file"), b"the old one");
}
