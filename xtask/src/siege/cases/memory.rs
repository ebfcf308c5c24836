//! Little memory, few files, few processes.

use super::{SELF, outputs, short_match};
use crate::siege::case::Case;

/// Commands, each with little work.
fn commands() -> Vec<(&'static str, String)> {
    vec![
        ("go", "'go depth 3'".into()),
        ("go of reversi", "--game reversi 'go depth 3'".into()),
        ("go of dixit", "--game dixit 'go nodes 10'".into()),
        ("a large table", "'setoption name Hash value 1000' 'go depth 3'".into()),
        ("many threads", "'setoption name Threads value 512' 'go depth 3'".into()),
        ("perft", "'perft 3 hash'".into()),
        ("bench", "--game gonu bench 1".into()),
        ("map", "map --go 'nodes 100' lines".into()),
        ("map with 512 jobs", "map --go 'nodes 100' --jobs 512 lines".into()),
        ("convert", "convert in.pdn --to json".into()),
        ("analyse", "analyse in.pdn --go 'nodes 10'".into()),
        ("match", short_match("")),
        (
            "match with many games at a time",
            format!(
                "match --game gonu --a {SELF} --b {SELF} --nodes 10 --games 64 \
            --max-plies 4 --concurrency 32"
            ),
        ),
        ("tablebase", "tablebase checkers tables --pieces 2".into()),
        ("datagen", "datagen reversi games --games 2 --nodes 5 --threads 64".into()),
        ("openings", "openings reversi --plies 2 --count 4".into()),
        ("play", "play reversi --level 1".into()),
    ]
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, arguments) in commands() {
        // The program itself takes some 40 MB of address space, and a debug build more.
        for (letter, value) in [('v', 60_000), ('v', 120_000), ('v', 300_000), ('n', 16)] {
            let case = Case::new(format!("memory/{name}: ulimit -{letter} {value}"), &arguments);
            let case = case.limit(letter, value).codes(&["success", "rejected", "io", "internal"]).any_error();
            let lines = "startpos\n".repeat(20);
            let case = case.file("lines", lines).file("in.pdn", outputs::PDN).input("f5\nquit\n");
            cases.push(case.writes("tables").writes("games"));
        }
    }
    let deep = format!("{{\"startpos\":true,\"id\":{}{}}}", "[".repeat(500_000), "]".repeat(500_000));
    cases.extend([
        Case::new("memory/deep JSON in a small stack", "map --query result in")
            .file("in", deep)
            .limit('s', 1_024)
            .codes(&["success", "rejected"])
            .any_error(),
        Case::shell(
            "memory/a long pipe",
            "(yes startpos | head -n 20000 > fifo) & exec \"$PETTEIA\" map --eval < fifo > out",
        )
        .setup("mkfifo fifo")
        .writes("out")
        .memory(150)
        .then("test $(wc -l < out) = 20000"),
        endless("memory/a line without an end", "map --query result").codes(&["rejected"]).any_error(),
        endless("memory/a line without an end in a session", "ugi").output("line-too-long"),
        endless("memory/a line without an end in Hub", "hub").any_error(),
        endless("memory/a line without an end in GTP", "gtp").any_error(),
    ]);
    cases
}

/// A command that reads a line of 100 MB.
fn endless(name: &str, arguments: &str) -> Case {
    let script = format!("(head -c 100000000 /dev/zero > fifo) & exec \"$PETTEIA\" {arguments} < fifo");
    Case::shell(name, script).setup("mkfifo fifo").memory(150)
}
