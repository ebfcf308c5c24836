//! Outputs that cannot be written: full, closed, of the wrong kind, foreign, or the input itself.

use super::{short_match, short_tune};
use crate::siege::case::Case;

/// A game in PDN.
pub const PDN: &str = "[GameType \"21\"]\n[Result \"*\"]\n\n1. 11-15 23-18 *\n";

/// Commands that write to standard output, each with little work.
fn writers() -> Vec<(&'static str, String)> {
    vec![
        ("line", "isready".into()),
        ("go", "'go depth 3'".into()),
        ("perft", "'divide 2'".into()),
        ("check", "check fixture".into()),
        ("bench", "--game gonu bench 1".into()),
        ("map", "map --moves lines".into()),
        ("map with jobs", "map --moves --jobs 4 lines".into()),
        ("map in TSV", "map --moves --format tsv lines".into()),
        ("convert", "convert in.pdn --to json".into()),
        ("convert to -", "convert in.pdn --to json -o -".into()),
        ("analyse", "analyse in.pdn --go 'nodes 10'".into()),
        ("draw", "draw startpos".into()),
        ("analyse to html", "analyse in.pdn --go 'nodes 10' --to html".into()),
        ("analyse to json", "analyse in.pdn --go 'nodes 10' --to json".into()),
        ("match", short_match("")),
        ("split", "split reversi --plies 2".into()),
        ("sum", "sum counts".into()),
        ("openings", "openings reversi --plies 2 --count 4".into()),
        ("completions", "completions bash".into()),
        ("play", "play reversi --side both".into()),
        ("play alone", "play reversi --side none --level 1".into()),
        ("version", "--version".into()),
        ("help", "--help".into()),
        ("help of a command", "help match".into()),
    ]
}

const COUNTS: &str = "\"$PETTEIA\" split reversi --plies 1 > units && \"$PETTEIA\" map --perft 1 units > counts";

const FIXTURE: &str = "case one\nvariant reversi\nfen 8/8/8/3OX3/3XO3/8/8/8 b\nperft 1 4\n";

fn with_files(case: Case) -> Case {
    let many = "startpos\n".repeat(2_000);
    case.file("lines", many).file("in.pdn", PDN).file("fixture", FIXTURE).setup(COUNTS)
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (command, arguments) in writers() {
        let name = |what: &str| format!("outputs/{command}: {what}");
        let case = |what: &str, redirection: &str| {
            with_files(Case::new(name(what), format!("{arguments} {redirection}"))).input("f5\nquit\n")
        };
        cases.push(case("full", "> /dev/full").full());
        cases.push(case("no reader", "").closed_output());
        cases.push(case("closed", ">&-").codes(&["success", "io"]).any_error());
        cases.push(case("no reader and full errors", "2> /dev/full").closed_output());
        cases.push(case("closed input", "<&-"));
    }
    for command in ["convert in.pdn --to json", "analyse in.pdn --go 'nodes 10' --to json"] {
        let word = command.split(' ').next().unwrap_or_default();
        cases.extend(targets(&format!("outputs/{word} -o"), &format!("{command} -o"), "in.pdn"));
    }
    for name in ["out.svg", "out.png"] {
        cases.extend(pictures(name));
    }
    cases.extend(targets("outputs/map --resume", "map --moves lines --resume", "lines"));
    cases.extend(targets("outputs/match --resume", &short_match("--resume"), "no input"));
    cases.extend(targets("outputs/match --resume of openings", &short_match("--openings lines --resume"), "lines"));
    cases.extend(targets("outputs/tune --values", &short_tune("--values"), "no input"));
    cases.extend(targets("outputs/datagen", DATAGEN, "no input"));
    cases.extend(train());
    cases.extend(saves());
    cases.extend(others());
    cases
}

/// Pictures in files that can and cannot be written.
fn pictures(name: &str) -> Vec<Case> {
    let case = |what: &str, folder: &str| {
        Case::new(format!("outputs/draw to {name}: {what}"), format!("draw startpos -o {folder}{name}"))
    };
    vec![
        case("a new file", "").writes(name).then(format!("test -s {name}")),
        case("a missing folder", "missing/").fails("io", "").seconds(10),
        case("a folder", "").setup(format!("mkdir {name}")).fails("io", "").seconds(10),
        case("a FIFO", "").setup(format!("mkfifo {name}")).fails("io", "").seconds(10),
        case("no room in files", "").limit('f', 0).fails("io", "").writes(name),
    ]
}

/// The arguments of a short self-play; the file comes last.
const DATAGEN: &str = "datagen reversi --games 2 --nodes 5 --threads 1";

/// Targets that a command with this option must refuse, or write through. `input` is the file that it reads.
fn targets(name: &str, option: &str, input: &str) -> Vec<Case> {
    let case =
        |what: &str, target: &str| with_files(Case::new(format!("{name}: {what}"), format!("{option} {target}")));
    let refused = |what: &str, target: &str| case(what, target).fails("io", "").seconds(10);
    let has_input = input != "no input";
    let mut cases = vec![
        refused("a folder", "folder").setup("mkdir folder"),
        // Games for training may have a folder of their own, which is made.
        if name.starts_with("outputs/datagen") {
            case("a missing folder", "missing/out").writes("missing").then("test -s missing/out")
        } else {
            refused("a missing folder", "missing/out")
        },
        refused("below a file", "lines/out"),
        refused("/dev/full", "/dev/full"),
        refused("/dev/null", "/dev/null"),
        refused("/proc", "/proc/out"),
        refused("a read-only file of /sys", "/sys/kernel/uevent_seqnum"),
        refused("a FIFO", "fifo").setup("mkfifo fifo"),
        refused("a loop of links", "link").setup("ln -s other link; ln -s link other"),
        refused("a link to a folder", "link").setup("mkdir folder; ln -s folder link"),
        case("a new file", "out").writes("out").then("test -s out"),
        case("a link to an empty file", "link")
            .setup(": > out; ln -s out link")
            .writes("out")
            .then("test -s out && test -L link"),
        case("a mode of 600", "out")
            .setup(": > out; chmod 600 out")
            .writes("out")
            .then("test \"$(stat -c %a out)\" = 600 && test -s out"),
        case("no room in files", "out").limit('f', 0).fails("io", "").writes("out"),
        case("a small file system", "small/out")
            .script(small_file_system(&format!("{option} small/out")))
            .setup("mkdir small")
            .fails("io", "")
            .needs(MOUNT, "mounting is not permitted"),
    ];
    // `-o` names a file to replace, whatever it is.
    if !option.ends_with("-o") {
        cases.extend([
            refused("a link to a foreign file", "link").setup("printf '{\"a\":1}' > foreign; ln -s foreign link"),
            refused("a foreign file", "foreign").setup("printf 'my notes\\n' > foreign"),
        ]);
    }
    if has_input {
        let same = |what: &str, target: &str| case(what, target).codes(&["usage", "io"]).one_error();
        cases.extend([
            same("the input", input),
            same("a link to the input", "link").setup(format!("ln -s {input} link")),
            same("a hard link to the input", "hard").setup(format!("ln {input} hard")),
            same("the input by another path", &format!("./folder/../{input}")).setup("mkdir folder"),
        ]);
    }
    cases
}

/// Whether a file system can be mounted.
const MOUNT: &str = "mkdir m && unshare -rm mount -t tmpfs -o size=4k tmpfs m; code=$?; rmdir m; exit $code";

/// Runs the program in a name space with a full file system at `small`. A temporary file there is the exit code 98.
fn small_file_system(arguments: &str) -> String {
    let script = format!(
        "mount -t tmpfs -o size=4k tmpfs small || exit 99; head -c 4096 /dev/zero > small/fill; \"$PETTEIA\" {arguments}; \
         code=$?; find small -name '*petteia-*' | grep -q . && exit 98; exit $code"
    );
    format!("exec unshare -rm sh -c '{}'", script.replace('\'', "'\\''"))
}

/// The network file of `train`.
fn train() -> Vec<Case> {
    let games = format!("\"$PETTEIA\" {DATAGEN} data");
    let train = |name: &str, arguments: &str| {
        Case::new(format!("outputs/train: {name}"), format!("train reversi {arguments} --epochs 1 --threads 1"))
            .setup(&games)
    };
    vec![
        train("a new file", "net data").writes("net").then("test -s net"),
        train("its own data", "data data").codes(&["usage", "io"]).one_error(),
        train("a link to its data", "link data").setup("ln -s data link").codes(&["usage", "io"]).one_error(),
        train("a hard link to its data", "hard data").setup("ln data hard").codes(&["usage", "io"]).one_error(),
        train("the same data twice", "net data data").codes(&["usage", "io", "rejected"]).one_error(),
        train("the same data by a link", "net data link")
            .setup("ln -s data link")
            .codes(&["usage", "io", "rejected"])
            .one_error(),
        train("a foreign file", "foreign data").setup("echo notes > foreign").fails("io", ""),
        train("a folder", "folder data").setup("mkdir folder").fails("io", ""),
        train("/dev/full", "/dev/full data").fails("io", ""),
        train("a FIFO", "fifo data").setup("mkfifo fifo").fails("io", "").seconds(10),
        train("a file of another game", "net data")
            .setup("\"$PETTEIA\" datagen dvonn data2 --games 1 --nodes 5")
            .setup("mv data2 data")
            .codes(&["rejected", "io"])
            .one_error(),
        train("a limit of file sizes", "net data").limit('f', 8).fails("io", ""),
        train("temporary files of a killed run", "net data")
            .setup(": > .petteia-999999999-1.tmp")
            .writes("net")
            .writes(".petteia-999999999-1.tmp"),
    ]
}

/// The file of `save` in `play`.
fn saves() -> Vec<Case> {
    let save = |name: &str, target: &str| {
        let lines = format!("f5\nsave {target}\nquit\n");
        Case::new(format!("outputs/save: {name}"), "play reversi --side both")
            .input(lines)
            .any_error()
            .codes(&["success", "rejected", "io"])
    };
    let saved = |case: Case| case.writes("saved").then("\"$PETTEIA\" play --load saved < /dev/null | grep -q reversi");
    vec![
        saved(save("a new file", "saved")),
        saved(save("twice", "saved\nd6\nsave saved")),
        saved(
            save("a link", "link").setup("printf '{\"variant\":\"reversi\",\"moves\":[]}' > saved; ln -s saved link"),
        )
        .then("test -L link && grep -q f5 saved"),
        saved(
            save("a mode of 600", "saved")
                .setup("printf '{\"variant\":\"reversi\",\"moves\":[]}' > saved; chmod 600 saved"),
        )
        .then("test \"$(stat -c %a saved)\" = 600 && grep -q f5 saved"),
        save("a foreign file", "foreign").setup("echo notes > foreign"),
        save("a foreign JSON file", "foreign").setup("printf '{\"variant\":7}' > foreign"),
        save("a link to a foreign file", "link").setup("echo notes > foreign; ln -s foreign link"),
        save("a folder", "folder").setup("mkdir folder"),
        save("a missing folder", "missing/saved"),
        save("/dev/full", "/dev/full"),
        save("a FIFO", "fifo").setup("mkfifo fifo").seconds(10),
        save("a loop of links", "link").setup("ln -s link link"),
        save("no name", ""),
    ]
}

fn others() -> Vec<Case> {
    vec![
        Case::new("outputs/man: a file", "man file").file("file", "x").fails("io", ""),
        Case::new("outputs/man: /proc", "man /proc/x").fails("io", ""),
        Case::new("outputs/man: a folder", "man folder").writes("folder").then("test -s folder/petteia.1"),
        Case::new("outputs/tablebase: a file", "tablebase checkers file --pieces 2").file("file", "x").fails("io", ""),
        Case::new("outputs/tablebase: /proc", "tablebase checkers /proc/x --pieces 2").fails("io", ""),
        Case::new("outputs/tablebase: a limit of file sizes", "tablebase checkers tables --pieces 2")
            .limit('f', 0)
            .fails("io", "")
            .writes("tables"),
        Case::new("outputs/tablebase: a damaged file", "tablebase checkers tables --pieces 2 --verify")
            .setup("\"$PETTEIA\" tablebase checkers tables --pieces 2; for f in tables/*; do echo x > $f; done")
            .codes(&["rejected", "io"])
            .one_error(),
        Case::new("outputs/book: a file", "book build file --game gonu --positions 2 --nodes 10")
            .file("file", "x")
            .fails("io", ""),
        Case::new("outputs/book: /proc", "book build /proc/x --game gonu --positions 2 --nodes 10").fails("io", ""),
        Case::new("outputs/book: a limit of file sizes", "book build out --game gonu --positions 2 --nodes 10")
            .limit('f', 0)
            .fails("io", ""),
        Case::new("outputs/convert: content that is rejected leaves the target", "convert bad.pdn --to json -o out")
            .file("bad.pdn", "[GameType \"21\"]\n\n1. 99-98 *\n")
            .setup("printf '{\"startpos\":true}\\n' > out")
            .fails("rejected", ""),
    ]
}
