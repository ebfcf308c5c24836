//! Runs the commands that the pages show without their output. Long commands are shortened.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{blocks, pages};
use crate::common::{BINARY, root};

/// Commands that no test runs, by their start, and the reason.
const NOT_RUN: &[(&str, &str)] = &[
    (".ci/run", "runs this test"),
    ("apt-get ", "installs"),
    ("cargo ", "builds, installs or tests"),
    ("RUSTFLAGS=", "builds"),
    ("pip install", "builds; python/check.sh tests the package"),
    ("python/check.sh", "a step of its own in .ci/run"),
    ("rustup ", "installs"),
    ("tests/", "needs root or another toolchain"),
    ("fuzz/", "needs libFuzzer"),
    ("READER=", "needs libFuzzer"),
    ("target/", "needs a build of the reader"),
    ("timeout 10 target/", "needs a build of the reader"),
    ("petteia check fixtures/deep", "takes half a minute"),
    ("petteia dxp", "waits for another program"),
    ("petteia play dixit --option Seats=5", "needs a terminal that hides what is typed"),
    ("gogui-twogtp", "needs GoGui"),
    ("split --number", "makes files for GNU parallel"),
    ("missing()", "belongs to the loop over GNU parallel"),
    ("while files=", "needs GNU parallel and other hosts"),
    ("    parallel ", "needs GNU parallel and other hosts"),
    ("done", "belongs to the loop over GNU parallel"),
    ("cat units", "needs the output of GNU parallel"),
    ("sed -n 3,18p", "takes minutes"),
    ("petteia-board ", "serves until it is stopped"),
    ("python3 -m http.server", "serves until it is stopped"),
    ("python python/bench.py", "needs the package"),
    ("board/tests/", "a step of its own in .ci/run"),
    ("npm ", "a step of its own in .ci/run"),
    ("PACKAGE=", "a step of its own in .ci/run"),
    ("node npm/", "needs the package for npm"),
    ("awk ", "needs a file of games that is not in the repository"),
];

/// Parts of commands, and what the test runs in their place.
const SHORTENED: &[(&str, &str)] = &[
    ("nodes 100000'", "nodes 100'"),
    ("nodes 20000'", "nodes 100'"),
    ("nodes 10000'", "nodes 100'"),
    ("depth 15", "depth 2"),
    ("movetime 1000", "movetime 10"),
    ("--nodes 300000", "--nodes 20"),
    ("--positions 20000", "--positions 20"),
    ("--positions 3551", "--positions 20"),
    ("--nodes 20000", "--nodes 20"),
    ("--tc 1 --games 400", "--nodes 10 --games 4"),
    ("--nodes 1000", "--nodes 20"),
    ("--nodes 200", "--nodes 20"),
    ("--nodes 400", "--nodes 20"),
    ("--nodes 500", "--nodes 20"),
    ("--epochs 12", "--epochs 1"),
    ("--epochs 4", "--epochs 1"),
    ("--epochs 8", "--epochs 1"),
    ("--perft 4", "--perft 1"),
    ("--pieces 5", "--pieces 2"),
    ("--pieces 4", "--pieces 2"),
    ("--pieces 6", "--pieces 4"),
    ("latrunculi --pieces 2", "latrunculi --pieces 4"),
    ("--count 100", "--count 4"),
    ("--count 5000", "--count 4"),
    ("--games 10000", "--games 2"),
    ("--tc 5+0.05 --games 200", "--nodes 10 --games 4"),
    ("--iterations 5000", "--iterations 2"),
    ("ugi:other-engine", "ugi:petteia"),
    ("ugi:target/release/petteia", "ugi:petteia"),
    ("otep:sh -c \"cd opentafl && exec java -jar OpenTafl.jar --engine\"", "otep:petteia otep"),
    ("--tc 60 --time-margin 5000 --games 100", "--movetime 10 --time-margin 5000 --games 2 --max-plies 8"),
    // Parameters of the search are options of another build.
    ("ASPIRATION_WINDOW=40,5,300,10", "MultiPV=2,1,4,1"),
    ("--parameter REVERSE_FUTILITY_MARGIN=55,5,400,10", ""),
    ("$(git rev-parse HEAD)", "0123456"),
];

/// The commands of a block: without comments, and with continued lines joined.
fn commands(block: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut command = String::new();
    for line in block.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()) {
        let line = line.split("  # ").next().unwrap_or_default().trim_end();
        command += line.strip_suffix('\\').unwrap_or(line);
        if shlex::split(&command).is_some() && !line.ends_with(['\\', '|']) {
            commands.push(std::mem::take(&mut command));
        }
    }
    assert!(command.is_empty(), "an open quote in {block}");
    commands
}

/// A command that ends soon.
fn shortened(command: &str) -> String {
    let command = SHORTENED.iter().fold(command.to_owned(), |command, (from, to)| command.replace(from, to));
    // The numbers of games in datagen are large and all different.
    let mut words: Vec<String> = command.split(' ').map(String::from).collect();
    if words.starts_with(&["petteia".into(), "datagen".into()])
        && let Some(at) = words.iter().position(|word| word == "--games")
    {
        words[at + 1] = "60".into();
    }
    words.join(" ")
}

/// A directory with the files that the commands of a page name.
fn directory_with_files(page: &str) -> PathBuf {
    let name = page.replace('/', "-");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("commands-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&directory);
    for part in [
        "fixtures/games",
        "crates/petteia-games/src/dvonn",
        "crates/petteia-games/src/reversi",
        "crates/petteia-games/src/draughts",
        "crates/petteia-games/src/gonu",
        "crates/petteia-games/src/epigo",
    ] {
        fs::create_dir_all(directory.join(part)).expect("a directory");
        for entry in fs::read_dir(root().join(part)).expect("a directory of the repository") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|kind| kind == "bin") || part.starts_with("fixtures") {
                fs::copy(&path, directory.join(part).join(path.file_name().expect("a name"))).expect("a copy");
            }
        }
    }
    for (from, to) in [("checkers.pdn", "tinsley.pdn"), ("wthor-1978.wtb", "WTH_2010.wtb")] {
        fs::copy(root().join("fixtures/games").join(from), directory.join(to)).expect("a copy");
    }
    run(page, "petteia convert tinsley.pdn --to json > games.jsonl", &directory);
    run(page, "printf 'f5\\nsave evening.json\\n' | petteia play reversi", &directory);
    directory
}

/// Runs a command with the engine in the path.
fn run(page: &str, command: &str, directory: &Path) {
    let folder = Path::new(BINARY).parent().expect("a directory").display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path).current_dir(directory).stdin(Stdio::null());
    let output = shell.output().expect("a shell");
    assert!(output.status.success(), "{page}: {command}: {output:?}");
}

#[test]
fn every_command_is_accepted() {
    let mut is_used = vec![false; NOT_RUN.len()];
    let mut count = 0;
    for page in pages() {
        let mut directory = None;
        for (name, block) in blocks(&page, "sh").into_iter().filter(|(_, block)| !block.starts_with("#!")) {
            for command in commands(&block) {
                if let Some(at) = NOT_RUN.iter().position(|(start, _)| command.starts_with(start)) {
                    is_used[at] = true;
                    continue;
                }
                let directory = directory.get_or_insert_with(|| directory_with_files(&page));
                run(&name, &shortened(&command), directory);
                count += 1;
            }
        }
        if let Some(directory) = directory {
            fs::remove_dir_all(directory).expect("a directory");
        }
    }
    assert!(count > 30, "{count}");
    let unused: Vec<&str> =
        NOT_RUN.iter().zip(is_used).filter(|(_, used)| !used).map(|((start, _), _)| *start).collect();
    assert!(unused.is_empty(), "no page shows {unused:?}");
}
