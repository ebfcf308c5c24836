//! What `datagen` and `train` do with files: nothing to those of others, and nothing by halves.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_petteia");

/// Longer than anything here takes; what waits for ever is told from it.
const PATIENCE: Duration = Duration::from_secs(30);

/// An empty folder of a test's own.
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

/// The exit code, and what was said on standard error.
fn end(mut child: Child) -> (Option<i32>, String) {
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().expect("a child");
            panic!("it does not end: {child:?}");
        }
        thread::sleep(Duration::from_millis(2));
    }
    let Output { status, stdout, stderr } = child.wait_with_output().expect("a child");
    assert!(stdout.is_empty(), "{stdout:?}");
    (status.code(), String::from_utf8(stderr).expect("text"))
}

fn petteia(arguments: &[&str]) -> (Option<i32>, String) {
    end(start(BINARY, arguments))
}

/// Runs the program within a limit of `ulimit`: `-f` of blocks of 512 bytes in a file, `-v` of KiB in memory.
fn within(limit: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
    end(start("sh", &[&["-c", &script, BINARY], arguments].concat()))
}

/// It ends with exit code 4 and one line that has all these parts.
fn is_refused(arguments: &[&str], parts: &[&str]) {
    let (code, said) = petteia(arguments);
    assert_eq!(code, Some(4), "{arguments:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    assert!(said.starts_with("error: ") && said.len() < 1_000, "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {part} in {said}");
    }
}

fn play(file: &Path, games: &str) {
    let (code, said) = petteia(&["datagen", "reversi", text(file), "--games", games, "--nodes", "30"]);
    assert_eq!(code, Some(0), "{said}");
}

/// The header of the games that [`play`] plays.
const HEADER: &str =
    concat!("# petteia games 1: game reversi, nodes 30, seed 1, engine ", env!("CARGO_PKG_VERSION"), "\n");

fn interrupt(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Waits until something is so.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_file_says_which_games_it_holds() {
    let file = folder("header").join("games");
    play(&file, "0");
    assert_eq!(fs::read_to_string(&file).expect("a file"), HEADER);
    play(&file, "3");
    let games = fs::read_to_string(&file).expect("a file");
    assert!(games.starts_with(HEADER) && games.lines().count() == 4, "{games}");
    play(&file, "0");
    play(&file, "2");
    assert_eq!(fs::read_to_string(&file).expect("a file"), games);
    // What an interrupt has left of a line goes when the next game comes.
    let part = &games[..games.len() - 3];
    fs::write(&file, part).expect("a file");
    play(&file, "0");
    assert_eq!(fs::read_to_string(&file).expect("a file"), part);
    play(&file, "3");
    assert_eq!(fs::read_to_string(&file).expect("a file"), games);
}

#[test]
fn games_are_added_to_games_of_their_kind_alone() {
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
            is_refused(&arguments, &[text(&file), found]);
            assert!(fs::read(&file).expect("a file") == content.as_bytes(), "{found}");
        }
    }
}

#[test]
fn devices_pipes_and_folders_are_no_files() {
    let folder = folder("irregular");
    let (pipe, link, games) = (folder.join("pipe"), folder.join("link"), folder.join("games"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    std::os::unix::fs::symlink("/dev/full", &link).expect("a link");
    play(&games, "2");
    for path in [&pipe, &link, &folder, Path::new("/dev/full"), Path::new("/dev/zero"), Path::new("/dev/null")] {
        let (path, wanted) = (text(path), "wanted a regular file");
        is_refused(&["datagen", "reversi", path, "--games", "1"], &[path, wanted]);
        is_refused(&["train", "reversi", text(&folder.join("network")), path], &[path, wanted]);
        is_refused(&["train", "reversi", path, text(&games)], &[path, wanted]);
    }
}

#[test]
fn one_writer_at_a_time() {
    let file = folder("lock").join("games");
    play(&file, "2");
    let other = File::open(&file).expect("a file");
    other.lock().expect("a lock");
    let before = fs::read(&file).expect("a file");
    is_refused(&["datagen", "reversi", text(&file), "--nodes", "30"], &[text(&file), "another writer"]);
    assert_eq!(fs::read(&file).expect("a file"), before);
    other.unlock().expect("a lock");
    play(&file, "3");
}

#[test]
fn an_interrupt_loses_no_game() {
    let folder = folder("interrupt");
    let lines = |file: &Path| fs::read_to_string(file).map_or(0, |text| text.matches('\n').count());
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let (file, whole) = (folder.join(signal), folder.join("whole"));
        let child = start(BINARY, &["datagen", "reversi", text(&file), "--games", "1000000", "--nodes", "30"]);
        wait_until("games are written as they end", || lines(&file) > 5);
        interrupt(&child, signal);
        assert_eq!(end(child), (Some(code), "interrupted\n".into()));
        let kept = lines(&file);
        assert!(kept > 5, "{kept}");
        // A header is a line, so this is a game more.
        let games = kept.to_string();
        play(&file, &games);
        play(&whole, &games);
        assert!(fs::read(&file).expect("a file") == fs::read(&whole).expect("a file"), "{signal}");
        fs::remove_file(whole).expect("a file");
    }
}

#[test]
fn a_full_disk() {
    let folder = folder("full");
    let (file, network) = (folder.join("games"), folder.join("network"));
    let (code, said) = within("-f 4", &["datagen", "reversi", text(&file), "--games", "1000", "--nodes", "30"]);
    assert_eq!((code, said.lines().count()), (Some(4), 1), "{said}");
    assert!(said.starts_with(&format!("error: {}: ", file.display())), "{said}");
    let kept = fs::read_to_string(&file).expect("a file");
    assert!(kept.ends_with('\n') && kept.lines().count() > 2 && kept.len() <= 4_096, "{kept}");
    play(&file, "20");
    assert!(fs::read_to_string(&file).expect("a file").starts_with(&kept));
    fs::write(&network, "the old one").expect("a file");
    let train = ["train", "reversi", text(&network), text(&file), "--epochs", "1"];
    let (code, said) = within("-f 1000", &train);
    assert_eq!(code, Some(4), "{said}");
    assert!(
        said.lines().last().is_some_and(|line| line.starts_with(&format!("error: {}: ", network.display()))),
        "{said}"
    );
    assert_eq!(fs::read(&network).expect("a file"), b"the old one");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "nothing is left behind");
    assert_eq!(petteia(&train).0, Some(0));
    assert!(fs::read(&network).expect("a file").starts_with(b"petteia network 1\n"));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "nothing is left behind");
}

#[test]
fn no_memory() {
    let folder = folder("memory");
    let (file, network) = (folder.join("games"), folder.join("network"));
    play(&file, "3");
    let train = ["train", "reversi", text(&network), text(&file), "--threads", "512"];
    let (code, said) = within("-v 300000", &train);
    assert_eq!(code, Some(4), "{said}");
    assert_eq!(said.lines().last(), Some("error: training: no memory for 512 threads"));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing is left behind");
}

#[test]
fn training_refuses_what_gives_no_network() {
    let folder = folder("material");
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
        is_refused(&["train", "reversi", text(&network), text(&bad)], &[text(&bad), part]);
    }
    is_refused(&["train", "reversi", text(&network), text(&folder.join("none"))], &["/none: ", "no such file"]);
    // The place of the network comes first; nothing but a network is replaced there.
    is_refused(&["train", "reversi", text(&folder.join("no/network")), text(&bad)], &["/no/network: "]);
    is_refused(&["train", "reversi", text(&good), text(&good)], &["/good: ", "found a file of games"]);
    assert_eq!(fs::read_to_string(&good).expect("a file"), games);
    assert_eq!(fs::read(&network).expect("a file"), b"the old one");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3, "nothing is left behind");
}

#[test]
fn numbers_have_bounds() {
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
                let (code, said) = petteia(&[command, &[&argument]].concat());
                assert_eq!(code, Some(2), "{argument:?}: {said}");
                assert!(said.starts_with("error: ") && said.contains(option), "{argument:?}: {said}");
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
    let (code, said) = petteia(&[&["train", "reversi", text(&network), text(&games)], &bounds[..4]].concat());
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_network_says_what_it_was_made_of() {
    let folder = folder("provenance");
    let (first, second, network) = (folder.join("first"), folder.join("second\nseed: 9\n\n"), folder.join("network"));
    play(&first, "3");
    let (code, said) = petteia(&["datagen", "reversi", text(&second), "--games", "2", "--nodes", "20", "--seed", "7"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = petteia(&["train", "reversi", text(&network), text(&first), text(&second), "--epochs", "1"]);
    assert_eq!(code, Some(0), "{said}");
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
fn an_interrupted_training_leaves_nothing_behind() {
    let folder = folder("untrained");
    let (games, network) = (folder.join("games"), folder.join("network"));
    play(&games, "3");
    fs::write(&network, "the old one").expect("a file");
    let mut child = start(BINARY, &["train", "reversi", text(&network), text(&games), "--epochs", "10000"]);
    let mut said = [0; 10];
    child.stderr.as_mut().expect("piped").read_exact(&mut said).expect("a word");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3, "the place is kept");
    interrupt(&child, "-INT");
    assert_eq!(end(child).0, Some(130));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
    assert_eq!(fs::read(&network).expect("a file"), b"the old one");
}
