//! Files of runs that go on: foreign ones, those of other runs, and own ones that are cut or changed.

use super::{SELF, short_match, short_tune};
use crate::siege::case::Case;

/// A command that continues the file `out`, by a script that makes a complete file first.
struct Resumable {
    name: &'static str,
    arguments: String,
    /// A regular run of one line more or less, whose file is of another run.
    others: Vec<(&'static str, String)>,
    /// Whether the file is text of lines, so that a last line without its end is cut.
    has_header: bool,
}

const LINES: &str = "startpos\nstartpos moves d3\n# x\n\nstartpos moves d3 c5\nstartpos moves d3 c3\n";

fn resumables() -> Vec<Resumable> {
    let map = |arguments: &str| format!("map --game reversi {arguments} lines --resume out");
    let datagen = |arguments: &str| format!("datagen reversi out --threads 1 {arguments}");
    vec![
        Resumable {
            name: "map",
            arguments: map("--go 'nodes 20'"),
            others: vec![
                ("other limits", map("--go 'nodes 2000'")),
                ("other work", map("--moves")),
                ("more work", map("--go 'nodes 20' --query result")),
                ("another game", "map --game dvonn --go 'nodes 20' lines --resume out".into()),
                ("a shorter input", "map --game reversi --go 'nodes 20' short --resume out".into()),
                ("another input", "map --game reversi --go 'nodes 20' other --resume out".into()),
                ("another format", map("--go 'nodes 20' --format tsv --fields line,fen")),
                ("fewer fields", map("--go 'nodes 20' --fields line,fen")),
            ],
            has_header: false,
        },
        Resumable {
            name: "map in TSV",
            arguments: map("--query score --format tsv --fields line,fen,query"),
            others: vec![
                ("other fields", map("--query score --format tsv --fields line,fen")),
                ("another order", map("--query score --format tsv --fields fen,line,query")),
                ("JSON in place of TSV", map("--query score")),
                (
                    "a shorter input",
                    "map --game reversi --query score --format tsv --fields line,fen,query short --resume out".into(),
                ),
                (
                    "another input",
                    "map --game reversi --query score --format tsv --fields line,fen,query other --resume out".into(),
                ),
            ],
            has_header: true,
        },
        Resumable {
            name: "match",
            arguments: short_match("--resume out"),
            others: vec![
                (
                    "other nodes",
                    format!("match --game gonu --a {SELF} --b {SELF} --nodes 11 --games 4 --max-plies 8 --resume out"),
                ),
                (
                    "another game",
                    format!(
                        "match --game tablut --a {SELF} --b {SELF} --nodes 10 --games 4 --max-plies 8 --resume out"
                    ),
                ),
                (
                    "another engine",
                    format!(
                        "match --game gonu --a {SELF} --b 'ugi:cat' --nodes 10 --games 4 --max-plies 8 --resume out"
                    ),
                ),
                ("another option", short_match("--a-option Hash=2 --resume out")),
                ("openings", short_match("--openings openings --resume out")),
                ("adjudication", short_match("--resign 2,100 --resume out")),
                (
                    "fewer games",
                    format!("match --game gonu --a {SELF} --b {SELF} --nodes 10 --games 2 --max-plies 8 --resume out"),
                ),
            ],
            has_header: true,
        },
        Resumable {
            name: "tune",
            arguments: short_tune("--values out"),
            others: vec![
                ("another seed", short_tune("--seed 2 --values out")),
                ("another range", short_tune("--values out").replace("2,1,4,1", "2,1,5,1")),
                ("another parameter", short_tune("--values out").replace("Hash=", "Threads=")),
                ("another game", short_tune("--values out").replace("gonu", "tablut")),
            ],
            has_header: true,
        },
        Resumable {
            name: "datagen",
            arguments: datagen("--games 3 --nodes 5"),
            others: vec![
                ("other nodes", datagen("--games 3 --nodes 6")),
                ("another seed", datagen("--games 3 --nodes 5 --seed 2")),
                ("another game", "datagen dvonn out --threads 1 --games 3 --nodes 5".into()),
                ("another shard", datagen("--games 3 --nodes 5 --shard 1/2")),
            ],
            has_header: true,
        },
    ]
}

/// Foreign contents, each with and without a newline at its end.
const FOREIGN: &[(&str, &str)] = &[
    ("text", "my notes"),
    ("JSON", "{\"name\":\"x\",\"version\":\"1.0.0\"}"),
    ("JSON of several lines", "{\\n  \"name\": \"x\"\\n}"),
    ("an empty object", "{}"),
    ("a brace", "{"),
    ("a list", "[1,2]"),
    ("a blank line", "\\n"),
    ("a BOM", "\\357\\273\\277"),
    ("a NUL", "\\000"),
    ("a record of another program", "{\"line\":1}"),
    ("a header of another program", "{\"match\":{}}"),
    ("a number", "1"),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for resumable in resumables() {
        let Resumable { name, arguments, others, has_header } = &resumable;
        let case = |what: &str| {
            Case::new(format!("resume/{name}: {what}"), arguments)
                .file("lines", LINES)
                .file("short", "startpos\n")
                .file("openings", "startpos moves a1a2\nstartpos moves b1b2\n")
                .file("other", "startpos moves c4\nstartpos moves c4 e3\nstartpos moves f5\nstartpos moves f5 d6\n")
        };
        let made = |what: &str| case(what).setup(format!("\"$PETTEIA\" {arguments} && cp out whole"));
        // A run that is continued gives the same file. Times and versions differ.
        let same = "sed 's/\"time[s]*\":[^}]*//' out > a; sed 's/\"time[s]*\":[^}]*//' whole > b; cmp a b";
        for (kind, content) in FOREIGN {
            let foreign = case(kind).setup(format!("printf '{content}' > out"));
            // A file that was cut behind its first byte looks like this too.
            let is_own_start = *content == "{" && *name != "map in TSV";
            cases.push(if is_own_start {
                foreign.codes(&["success", "io"]).any_error().writes("out")
            } else {
                foreign.fails("io", "")
            });
            let case = case(&format!("{kind} and a newline"));
            cases.push(case.setup(format!("printf '{content}\\n' > out")).fails("io", ""));
        }
        cases.push(made("a complete file"));
        cases.push(case("an empty file").setup(": > out").writes("out").then("test -s out"));
        cases.push(made("a line of garbage at the end").setup("echo garbage >> out").fails("io", ""));
        cases.push(made("a line of garbage in the middle").setup("sed -i '2a garbage' out").fails("io", ""));
        cases.push(made("a blank line in the middle").setup("sed -i '2a\\ ' out").fails("io", ""));
        cases.push(made("a line twice").setup("sed -i '3p' out").fails("io", ""));
        let swapped = made("lines in another order").setup("sed -i -n '2{h;d};3{p;x};p' out");
        // The games of a match may end in any order. Of the games for training the last one is played again.
        cases.push(match *name {
            "match" => swapped,
            "datagen" => swapped.codes(&["io", "success"]).any_error(),
            _ => swapped.fails("io", ""),
        });
        cases.push(made("a NUL in a line").setup("sed -i '2s/./\\x00/' out").fails("io", ""));
        cases.push(made("a missing line").setup("sed -i '2d' out").codes(&["io", "success"]).any_error().writes("out"));
        for (what, arguments) in others {
            let run = Case::new(String::new(), arguments).script;
            cases.push(made(what).script(run).fails("io", ""));
        }
        cases.extend(cuts().map(|(what, cut)| {
            // What is left of the first line, or nothing, may be told from a foreign file or not.
            let case = made(&what).setup(cut).writes("out");
            if what.contains("first line") { case.codes(&["success", "io"]).any_error() } else { case.then(same) }
        }));
        if *has_header {
            let old =
                "sed -i '1s/\"version\":\"[^\"]*\"/\"version\":\"0.0.1\"/; 1s/petteia [0-9.]*/petteia 0.0.1/' out";
            let case = made("an earlier version").setup(format!("{old}; cmp -s out whole && exit 0; :"));
            if *name == "match" {
                cases.push(case.fails("io", "0.0.1"));
            }
        }
    }
    cases.extend(records_of_matches());
    cases.extend(cut_inputs());
    cases
}

/// Files of this program that are cut and read by other commands. The files stay.
fn cut_inputs() -> Vec<Case> {
    let mut cases = Vec::new();
    for size in ["0", "1", "2", "7", "half", "-2", "-1"] {
        let cut = match size {
            "half" => "truncate -s $(expr $(wc -c < out) / 2) out".to_owned(),
            size => format!("truncate -s {size} out"),
        };
        let saved = "printf 'f5\\nd6\\nsave out\\nquit\\n' | \"$PETTEIA\" play reversi --side both";
        let case = |command: &str, make: &str, arguments: &str| {
            let case = Case::new(format!("resume/{command}: cut to {size} bytes"), arguments);
            case.setup(make).setup(&cut).any_error().writes("net")
        };
        let games = format!("\"$PETTEIA\" {}", short_match("--resume out"));
        let data = "\"$PETTEIA\" datagen reversi out --games 2 --nodes 5 --threads 1";
        // The last byte of a saved game is a newline, which it can do without.
        let codes: &[_] = if size == "-1" { &["success", "rejected", "io"] } else { &["rejected", "io"] };
        cases.push(case("load", saved, "play --load out").codes(codes));
        let codes = &["success", "rejected", "io"];
        cases.push(case("merge", &games, "match --merge out").codes(codes));
        cases.push(case("train", data, "train reversi net out --epochs 1 --threads 1").codes(codes));
        cases.push(case("convert", &games, "convert out --from json --to lines").codes(codes));
    }
    cases
}

/// Cuts of a file at the interesting bytes: behind lines, in lines, and near the ends.
fn cuts() -> impl Iterator<Item = (String, String)> {
    let of_size = |what: &str, size: &str| (what.to_owned(), format!("size=$({size}); truncate -s $size out"));
    let cuts = vec![
        of_size("cut to 1 byte of the first line", "echo 1"),
        of_size("cut to 2 bytes of the first line", "echo 2"),
        of_size("cut to half of the first line", "expr $(head -n 1 out | wc -c) / 2"),
        of_size("cut before the end of the first line", "expr $(head -n 1 out | wc -c) - 1"),
        of_size("cut behind line 1", "head -n 1 out | wc -c"),
        of_size("cut to 1 byte of line 2", "expr $(head -n 1 out | wc -c) + 1"),
        of_size("cut to 2 bytes of line 2", "expr $(head -n 1 out | wc -c) + 2"),
        of_size("cut to half of line 2", "expr \\( $(head -n 1 out | wc -c) + $(head -n 2 out | wc -c) \\) / 2"),
        of_size("cut before the end of line 2", "expr $(head -n 2 out | wc -c) - 1"),
        of_size("cut behind line 2", "head -n 2 out | wc -c"),
        of_size("cut before the last byte", "expr $(wc -c < out) - 1"),
        of_size("cut before the last two bytes", "expr $(wc -c < out) - 2"),
        of_size("cut to the last line's first byte", "expr $(head -n -1 out | wc -c) + 1"),
    ];
    cuts.into_iter()
}

/// Records of matches that contradict the match, the rules or themselves.
fn records_of_matches() -> Vec<Case> {
    let changes = [
        ("game 7 of 4", "2s/\"game\":[0-9]*/\"game\":7/"),
        ("game 0", "2s/\"game\":[0-9]*/\"game\":0/"),
        ("the winner c", "2s/\"winner\":[^,]*/\"winner\":\"c\"/"),
        (
            "another winner",
            "2s/\"winner\":[^,]*/\"winner\":\"a\"/; 3s/\"winner\":[^,]*/\"winner\":\"a\"/; \
            2s/\"result\":\"[^\"]*\"/\"result\":\"p2win\"/; 3s/\"result\":\"[^\"]*\"/\"result\":\"p1win\"/",
        ),
        ("another first player", "2s/\"p1\":\"a\"/\"p1\":\"b\"/; 2s/\"p1\":\"c\"/\"p1\":\"a\"/"),
        ("the first player c", "2s/\"p1\":\"[ab]\"/\"p1\":\"c\"/"),
        ("another opening", "2s/\"opening\":\"[^\"]*\"/\"opening\":\"startpos moves a1a2\"/"),
        ("the result x", "2s/\"result\":\"[^\"]*\"/\"result\":\"x\"/"),
        ("an illegal move", "2s/\"moves\":\\[\"[^\"]*\"/\"moves\":[\"a1\"/"),
        ("no moves", "2s/\"moves\":\\[[^]]*\\]/\"moves\":[]/"),
        ("a number as a move", "2s/\"moves\":\\[/\"moves\":[7,/"),
        ("the same game twice", "3s/\"game\":[0-9]*/\"game\":1/"),
        ("openings that are none", "1s/\"openings\":\\[[^]]*\\]/\"openings\":[\"x\"]/"),
        ("another number of games", "1s/\"games\":[0-9]*/\"games\":1000000000000/"),
    ];
    let mut cases = Vec::new();
    for (what, change) in changes {
        let make = format!("\"$PETTEIA\" {} && sed -i '{change}' out", short_match("--resume out"));
        let case = |command: &str, arguments: String| {
            Case::new(format!("resume/{command}: {what}"), arguments).setup(&make).one_error()
        };
        cases.push(case("match", short_match("--resume out")).code("io"));
        cases.push(case("merge", "match --merge out".into()).codes(&["io", "rejected"]));
    }
    cases
}
