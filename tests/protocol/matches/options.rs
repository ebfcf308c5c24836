//! Options and numbers of `petteia match`, `petteia tune` and `petteia openings` that are refused.

use std::fs;

use super::{Folder, petteia, script, stdout, ugi};

/// Runs a command that is refused with this exit code and error.
fn refused(arguments: &[&str], code: i32, error: &str) {
    let output = petteia(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert!(errors.contains(error), "{arguments:?}: {errors}");
}

#[test]
fn options_that_the_engine_does_not_offer_are_refused_before_the_first_game() {
    let folder = Folder::new("options");
    let file = folder.file("games");
    let engine = ugi();
    let hub = "while read word rest; do case $word in hub) echo 'param name=size value=5 type=int min=1 max=9'; \
               echo wait;; init) echo ready;; ping) echo pong;; esac; done";
    let hub = script(&folder, "hub", "hub", hub);
    let cases = [
        ("dvonn", &engine, "Hsah=5", "expected an option of the engine (UCI_Variant, Hash, "),
        ("dvonn", &engine, "Hash=0", "option Hash: expected an integer from 1 to "),
        ("dvonn", &engine, "Hash=x", "option Hash: expected an integer from 1 to "),
        ("dvonn", &engine, "Ponder=1", "option Ponder: expected true or false, found '1'"),
        ("dvonn", &engine, "=5", "expected NAME=VALUE"),
        ("dvonn", &engine, "Hash=5\nquit", "expected NAME=VALUE without control characters"),
        ("draughts", &hub, "sise=5", "expected an option of the engine (size), found 'sise'"),
        ("draughts", &hub, "size=10", "option size: expected an integer from 1 to 9, found '10'"),
    ];
    for (game, player, option, error) in cases {
        for side in ["a", "b"] {
            let [a, b] = if side == "a" { [player, &engine] } else { [&engine, player] };
            let name = format!("--{side}-option");
            let arguments = ["match", "--game", game, "--a", a, "--b", b, "--nodes", "10", "--games", "2"];
            refused(&[&arguments[..], &["--resume", &file, &name, option]].concat(), 2, error);
            assert_eq!(fs::read(&file).unwrap_or_default(), b"", "{option}");
        }
    }
    let arguments = ["match", "--a", &engine, "--b", &engine, "--nodes", "10", "--games", "2"];
    for unknown in ["--a-optoin", "--b-name", "--a-"] {
        refused(&[&arguments[..], &[unknown, "x=1"]].concat(), 2, unknown);
    }
    // Upper and lower case are the same in names, as for the engine.
    let output = petteia(&[&arguments[..], &["--a-option", "hash=5", "--max-plies", "1"]].concat());
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn parameters_that_the_engine_does_not_offer_are_not_tuned() {
    let folder = Folder::new("parameters");
    let (values, openings, engine) = (folder.file("values"), folder.file("openings"), ugi());
    let arguments = ["tune", "--game", "gonu", "--a", &engine, "--b", &engine, "--nodes", "10", "--games", "2"];
    let arguments = [&arguments[..], &["--values", &values, "--iterations", "2", "--parameter"]].concat();
    for (parameter, error) in [
        ("MultyPV=2,1,4,1", "expected an option of the engine"),
        ("MultiPV=2,0,4,1", "option MultiPV: expected an integer from 1 to 256, found '0'"),
        ("MultiPV=2,1,257,1", "option MultiPV: expected an integer from 1 to 256, found '257'"),
        ("=2,1,4,1", "expected NAME=START,MIN,MAX,STEP"),
    ] {
        refused(&[&arguments[..], &[parameter]].concat(), 2, error);
        assert_eq!(fs::read(&values).unwrap_or_default(), b"", "{parameter}");
    }
    let twice = ["MultiPV=2,1,4,1", "--parameter", "multipv=2,1,4,1"];
    refused(&[&arguments[..], &twice].concat(), 2, "expected each parameter once, found multipv again");
    refused(&[&arguments[..], &["MultiPV=2,1,4,1", "--resume", &values]].concat(), 4, "another file than --resume");
    fs::write(&openings, "startpos\n").expect("a file");
    let same = ["MultiPV=2,1,4,1", "--openings", &openings, "--values", &openings];
    let without_values = [&arguments[..11], &["--iterations", "2", "--parameter"], &same].concat();
    refused(&without_values, 4, "another file than --openings");
    assert_eq!(fs::read_to_string(&openings).expect("a file"), "startpos\n");
    // A language without options has nothing to tune.
    let player = script(&folder, "player", "codecup", "cat");
    let other = ["tune", "--a", &player, "--b", &player, "--values", &values, "--parameter", "a=1,1,2,1"];
    refused(&other, 2, "with codecup");
}

#[test]
fn numbers_out_of_range_are_refused() {
    let engine = ugi();
    let players = ["--a", &engine, "--b", &engine, "--nodes", "10"];
    for (name, value) in [
        ("--resign", "1,4294967295"),
        ("--resign", "1,2147483648"),
        ("--resign", "0,100"),
        ("--resign", "1,0"),
        ("--resign", "1"),
        ("--resign", "1,2,3"),
        ("--resign", "-1,2"),
        ("--draw", "1,4294967295,5"),
        ("--draw", "1,0,5"),
        ("--draw", "1,1,4294967295"),
        ("--draw", "4294967296,1,5"),
        ("--margin", "18446744073709551615"),
        ("--games", "18446744073709551614"),
        ("--games", "0"),
        ("--max-plies", "0"),
        ("--max-plies", "18446744073709551615"),
        ("--startup", "0"),
        ("--concurrency", "0"),
        ("--shard", "0/2"),
        ("--sprt", "NaN,5"),
    ] {
        refused(&[&["match"], &players[..], &[&format!("{name}={value}")]].concat(), 2, value);
    }
    for arguments in [
        ["openings", "gonu", "--plies=99999999999"],
        ["openings", "gonu", "--count=0"],
        ["openings", "gonu", "--count=99999999999"],
        ["openings", "gonu", "--balance=2147483647"],
        ["openings", "gonu", "--nodes=0"],
    ] {
        refused(&arguments, 2, arguments[2].split_once('=').expect("a value").1);
    }
    let tune = [&["tune"], &players[..], &["--values", "/dev/null", "--parameter", "Hash=1,1,2,1"]].concat();
    for option in ["--seed=4294967296", "--iterations=0", "--iterations=18446744073709551615"] {
        refused(&[&tune[..], &[option]].concat(), 2, option.split_once('=').expect("a value").1);
    }
}

#[test]
fn scores_beyond_all_bounds_count_as_mates() {
    let folder = Folder::new("scores");
    // The first player of DVONN places a piece on the next free field with the worst score that there is.
    let text = "echo ugiok; while read word rest; do case $word in isready) echo readyok;; \
                position) case $rest in startpos) move=a1;; *) move=c1;; esac;; \
                go) echo info score cp -2147483648; echo bestmove $move;; esac; done";
    let (a, b) = (script(&folder, "engine", "ugi", text), ugi());
    let output = petteia(&[
        "match",
        "--a",
        &a,
        "--b",
        &b,
        "--nodes",
        "10",
        "--games",
        "2",
        "--resign",
        "1,1000000",
        "--draw",
        "1,1,5",
        "--max-plies",
        "3",
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(stdout(&output).contains("2 of 2 games"), "{output:?}");
}

#[test]
fn openings_begin_after_a_byte_order_mark() {
    let folder = Folder::new("bom");
    let (openings, engine) = (folder.file("openings"), ugi());
    let arguments = ["match", "--a", &engine, "--b", &engine, "--nodes", "10", "--games", "2", "--max-plies", "1"];
    let arguments = [&arguments[..], &["--openings", &openings]].concat();
    fs::write(&openings, "\u{feff}startpos moves a1\n").expect("a file");
    assert!(petteia(&arguments).status.success());
    fs::write(&openings, b"startpos\n\xff\n").expect("a file");
    refused(&arguments, 3, "utf-8");
    fs::write(&openings, "# nothing\n").expect("a file");
    refused(&arguments, 3, "expected openings, found none");
}
