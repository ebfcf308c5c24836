//! Files of `train`.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::{
    BINARY, HEADER, OLD_NETWORK, assert_fails, assert_refused, folder, petteia, petteia_with_limit, play, send_signal,
    start, text, wait_for_end,
};

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
    fs::write(&network, OLD_NETWORK).expect("a file");
    for (content, part) in [
        (String::new(), "expected the header of a file of games, found an empty file"),
        (headless.into(), "line 1: expected the header of a file of games, found 'c4 e3 "),
        (HEADER.into(), "expected positions for the training and for the test, found 0 and 0 in 0 games"),
        (HEADER.replace("reversi", "dvonn") + headless, "line 1: expected games of reversi, found games of dvonn"),
        (games.clone() + "\n", "line 5: column 1: expected moves"),
        (games.clone() + "d3 c3 = 4\n", "line 5: column 7: expected more moves"),
        (games.clone() + "d3 d3 = 4\n", "line 5: column 4: expected a legal move, found 'd3': "),
        (games.clone() + "d3 z9 = 4\n", "line 5: column 4: expected "),
        (format!("{moves} = 63\n"), "line 4: column "),
        (games.trim_end().into(), "line 4: expected a whole line, found the end of the file"),
        (games.replace('\n', "\r\n"), "line 1: expected the header"),
        (games.clone() + "d3\0 = 4\n", "line 5: expected a game in printable ASCII, found a byte 0x00"),
        (games.clone() + &"d3 ".repeat(1_000_000), "line 5: expected a game, found a line of more than 65536 bytes"),
    ] {
        fs::write(&bad, content).expect("a file");
        assert_fails(3, &["train", "reversi", text(&network), text(&bad)], &[text(&bad), part]);
    }
    assert_refused(&["train", "reversi", text(&network), text(&folder.join("none"))], &["/none: ", "no such file"]);
    // The network path is checked before the games are read, and a game file is never replaced.
    assert_refused(&["train", "reversi", text(&folder.join("no/network")), text(&bad)], &["/no/network: "]);
    assert_refused(&["train", "reversi", text(&good), text(&good)], &["/good: ", "found the games "]);
    fs::write(&bad, "precious").expect("a file");
    let refused = [text(&bad), "expected a network, or no file, found something else"];
    assert_refused(&["train", "reversi", text(&bad), text(&good)], &refused);
    assert_eq!(fs::read(&bad).expect("a file"), b"precious");
    assert_eq!(fs::read_to_string(&good).expect("a file"), games);
    assert_eq!(fs::read(&network).expect("a file"), OLD_NETWORK.as_bytes());
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3, "no temporary file is left");
}

#[test]
fn training_uses_each_game_once() {
    let folder = folder("twice");
    let [games, copy, link, hard, network, parts] =
        ["games", "copy", "link", "hard", "network", "parts"].map(|name| folder.join(name));
    play(&games, "3");
    fs::copy(&games, &copy).expect("a file");
    std::os::unix::fs::symlink(&games, &link).expect("a link");
    fs::hard_link(&games, &hard).expect("a link");
    let network_path = text(&network);
    for again in [&games, &link, &hard] {
        let expected = ["expected each file of games once, found ", " again"];
        assert_refused(&["train", "reversi", network_path, text(&games), text(again), "--epochs", "1"], &expected);
        assert_refused(
            &["train", "reversi", text(again), text(&games)],
            &[": expected a network, or no file, found the games "],
        );
    }
    assert_fails(
        3,
        &["train", "reversi", network_path, text(&games), text(&copy), "--epochs", "1"],
        &[text(&copy), "line 1: expected each game once, found games of "],
    );
    let games_text = fs::read_to_string(&games).expect("a file");
    fs::write(&copy, games_text.repeat(2)).expect("a file");
    assert_fails(
        3,
        &["train", "reversi", network_path, text(&copy), "--epochs", "1"],
        &["line 5: expected each game once, found games of "],
    );
    assert!(!network.exists());
    // Different parts of a run are different games; the run as a whole has those of every part.
    let shard = |file: &Path, shard: &str| {
        let arguments = ["datagen", "reversi", text(file), "--games", "6", "--nodes", "30", "--shard", shard];
        assert_eq!(petteia(&arguments).0, Some(0));
    };
    shard(&parts, "1/2");
    let _ = fs::remove_file(&copy);
    shard(&copy, "2/2");
    assert_eq!(petteia(&["train", "reversi", network_path, text(&parts), text(&copy), "--epochs", "1"]).0, Some(0));
    assert_eq!(
        petteia(&["train", "reversi", network_path, text(&games), text(&copy), "--epochs", "1"]).0,
        Some(0),
        "games 1 to 3, and 4 to 6"
    );
    play(&games, "4");
    assert_fails(
        3,
        &["train", "reversi", network_path, text(&games), text(&copy), "--epochs", "1"],
        &["line 1: expected each game once, found games of "],
    );
    // A byte order mark is skipped.
    fs::write(&copy, ["\u{feff}", &games_text].concat()).expect("a file");
    assert_eq!(petteia(&["train", "reversi", network_path, text(&copy), "--epochs", "1"]).0, Some(0));
}

#[test]
fn the_temporary_file_of_a_killed_training_is_removed_by_the_next() {
    let folder = folder("killed");
    let (games, network) = (folder.join("games"), folder.join("network"));
    play(&games, "3");
    let train = ["train", "reversi", text(&network), text(&games)];
    let mut child = start(BINARY, &[&train[..], &["--epochs", "10000"]].concat());
    let mut stderr = [0; 10];
    child.stderr.as_mut().expect("piped").read_exact(&mut stderr).expect("a line of the log");
    let files = || fs::read_dir(&folder).expect("a folder").count();
    // The file of a training that runs stays.
    assert_eq!(petteia(&[&train[..], &["--epochs", "1"]].concat()).0, Some(0));
    assert_eq!(files(), 3, "games, network and a temporary file");
    child.kill().expect("a child");
    child.wait().expect("a child");
    assert_eq!(files(), 3, "games, network and a temporary file");
    assert_eq!(petteia(&[&train[..], &["--epochs", "1"]].concat()).0, Some(0));
    assert_eq!(files(), 2, "games and network");
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
    let expected = format!(
        "petteia network 2\ndata: 5 games of the engine against itself\n\
         games: 3 with nodes 30, seed 1, engine {engine}, from first\n\
         games: 2 with nodes 20, seed 7, engine {engine}, from second\\nseed: 9\\n\\n\nsamples: "
    );
    assert!(head.starts_with(&expected), "{}", &head[..400]);
}

#[test]
fn an_interrupted_training_leaves_no_files() {
    let folder = folder("untrained");
    let (games, network) = (folder.join("games"), folder.join("network"));
    play(&games, "3");
    fs::write(&network, OLD_NETWORK).expect("a file");
    let mut child = start(BINARY, &["train", "reversi", text(&network), text(&games), "--epochs", "10000"]);
    let mut stderr = [0; 10];
    child.stderr.as_mut().expect("piped").read_exact(&mut stderr).expect("a line of the log");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3, "a temporary file");
    send_signal(&child, "-INT");
    assert_eq!(wait_for_end(child).0, Some(130));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
    assert_eq!(fs::read(&network).expect("a file"), OLD_NETWORK.as_bytes());
}
