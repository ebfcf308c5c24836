//! Files to read that are missing, or that are no regular files.

use super::short_match;
use crate::siege::case::Case;

/// Commands that read the file `$IN`, with what they need.
fn readers() -> Vec<(&'static str, String)> {
    vec![
        ("check", "check \"$IN\"".into()),
        ("map", "map --moves \"$IN\"".into()),
        ("convert", "convert \"$IN\" --to json".into()),
        ("convert from wthor", "convert \"$IN\" --from wthor --to json".into()),
        ("analyse", "analyse \"$IN\" --go 'nodes 10'".into()),
        ("sum", "sum \"$IN\"".into()),
        ("openings", short_match("--openings \"$IN\"")),
        ("merge", "match --merge \"$IN\"".into()),
        ("train", "train reversi net \"$IN\"".into()),
        ("load", "play --load \"$IN\"".into()),
        ("deck", "--game dixit --option Deck=\"$IN\" isready".into()),
        ("deck of map", "map --game dixit --moves --option Deck=\"$IN\" lines".into()),
    ]
}

/// Paths that cannot be read as a file, and what prepares them.
const PATHS: &[(&str, &str, &str)] = &[
    ("missing", "missing", ""),
    ("in a missing folder", "missing/file", ""),
    ("below a file", "lines/file", ""),
    ("a folder", "folder", "mkdir folder"),
    ("a FIFO", "fifo", "mkfifo fifo"),
    ("a link to a FIFO", "link", "mkfifo fifo; ln -s fifo link"),
    ("a socket", "/proc/self/fd/0", ""),
    ("/dev/zero", "/dev/zero", ""),
    ("/dev/full", "/dev/full", ""),
    ("/dev/tty", "/dev/tty", ""),
    ("memory of the process", "/proc/self/mem", ""),
    ("a dangling link", "link", "ln -s missing link"),
    ("a loop of links", "link", "ln -s other link; ln -s link other"),
    ("a long name", LONG_NAME, ""),
    ("a name with a newline", "two\nlines", ""),
];

const LONG_NAME: &str = concat!(
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
);

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (command, arguments) in readers() {
        for (kind, path, setup) in PATHS {
            let case = Case::new(format!("inputs/{command}: {kind}"), &arguments)
                .variable("IN", *path)
                .file("lines", "startpos\n")
                .setup(setup)
                .seconds(10);
            cases.push(match (command, *kind) {
                // A terminal or a socket is not there, and what stands for it can be opened.
                (_, "a socket") => continue,
                // These read pipes, so that `map <(command)` works in a shell. They wait for the other end.
                (
                    "map" | "convert" | "convert from wthor" | "analyse" | "sum" | "openings",
                    "a FIFO" | "a link to a FIFO",
                ) => {
                    continue;
                }
                // It is a regular file, but no text.
                ("load", "memory of the process") => case.codes(&["rejected", "io"]).any_error(),
                ("check", _) => case.answers("io", "info string error io"),
                _ => case.fails("io", ""),
            });
        }
    }
    cases.extend([
        Case::shell("inputs/map: a pipe", "(echo startpos > fifo) & exec \"$PETTEIA\" map --moves < fifo")
            .setup("mkfifo fifo")
            .output("\"moves\""),
        Case::new("inputs/map: a missing file after a good one", "map --query result lines missing")
            .file("lines", "startpos\n")
            .fails("io", "missing"),
        Case::new("inputs/check --no-files", "--no-files 'check x'").answers("rejected", "info string error"),
        Case::new("inputs/Deck with --no-files", "--no-files --game dixit 'setoption name Deck value x'")
            .answers("rejected", "info string error"),
        Case::new("inputs/check shows nothing of a foreign file", "check secret")
            .file("secret", "root:$6$hunter2:19000:0\n")
            .secret("hunter2")
            .codes(&["rejected", "io", "mismatch"])
            .any_error(),
        Case::new("inputs/a deck shows nothing of a foreign file", "--game dixit 'setoption name Deck value secret'")
            .file("secret", "root:$6$hunter2:19000:0\n")
            .secret("hunter2")
            .answers("rejected", "info string error"),
        Case::new("inputs/WTHOR.JOU is a FIFO", "convert x.wtb --to json")
            .setup("mkfifo WTHOR.JOU WTHOR.TRN; head -c 16 /dev/zero > x.wtb")
            .codes(&["rejected"])
            .seconds(10),
        Case::new("inputs/TablebasePath is a file", "'setoption name TablebasePath value lines'")
            .file("lines", "x\n")
            .answers("io", "info string error io"),
        Case::new("inputs/Book File is a file of another kind", "'setoption name Book File value lines'")
            .file("lines", "x\n")
            .answers("io", "info string error io"),
    ]);
    cases
}
