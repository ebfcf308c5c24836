//! Hostile contents of files, and of standard input where a command reads it.

use super::{hostile, short_match};
use crate::siege::case::{Case, ErrorLine};

/// Commands that read the file `in`, the codes when its content is rejected, and whether the error is on standard
/// output.
fn readers() -> Vec<(&'static str, String, &'static [&'static str], bool)> {
    const REJECTED: &[&str] = &["rejected"];
    // Files of a run that is not continued, too, may count as content.
    const FOREIGN: &[&str] = &["rejected", "io"];
    vec![
        ("check", "check in".into(), &["rejected", "mismatch", "io"], true),
        ("map", "map --query result in".into(), REJECTED, true),
        ("map from a pipe", "map --query result < in".into(), REJECTED, true),
        ("map of dixit", "map --game dixit --observe 1 in".into(), REJECTED, true),
        ("convert", "convert in --to json".into(), REJECTED, false),
        ("convert from a pipe", "convert - --to json < in".into(), REJECTED, false),
        ("convert from json", "convert in --from json --to json".into(), REJECTED, false),
        ("convert from pdn", "convert in --from pdn --to json".into(), REJECTED, false),
        ("convert from wthor", "convert in --from wthor --to json".into(), REJECTED, false),
        ("convert from ggf", "convert in --from ggf --to json".into(), REJECTED, false),
        ("convert from sgf", "convert in --from sgf --to json".into(), REJECTED, false),
        ("convert from otg", "convert in --from otg --to json".into(), REJECTED, false),
        ("convert from lines", "convert in --from lines --to json".into(), REJECTED, false),
        ("convert from transcript", "convert in --from transcript --to json".into(), REJECTED, false),
        ("analyse", "analyse in --go 'nodes 10'".into(), REJECTED, false),
        ("sum", "sum in".into(), REJECTED, false),
        ("sum from a pipe", "sum < in".into(), REJECTED, false),
        ("openings", short_match("--openings in"), REJECTED, false),
        ("merge", "match --merge in".into(), FOREIGN, false),
        ("train", "train reversi net in".into(), FOREIGN, false),
        ("load", "play --load in".into(), FOREIGN, false),
        ("deck", "--game dixit --option Deck=in isready".into(), &["rejected", "io", "usage"], false),
    ]
}

/// Contents that some commands read without an error: blank lines and nothing.
fn is_harmless(command: &str, content: &str) -> bool {
    let skips_blanks = command.starts_with("map") || command == "check";
    skips_blanks && matches!(content, "many empty lines" | "a BOM alone" | "an empty file")
}

pub fn cases() -> Vec<Case> {
    let mut contents = hostile();
    contents.push(("an empty file", Vec::new()));
    let mut cases = Vec::new();
    for (command, arguments, codes, on_output) in readers() {
        for (kind, bytes) in &contents {
            let mut case = Case::new(format!("content/{command}: {kind}"), &arguments).file("in", bytes.clone());
            case = case.codes(codes).memory(400);
            case.error_line = if on_output { ErrorLine::OnOutput } else { ErrorLine::ByCode };
            // The end of a line of a file that is CR alone is part of the line.
            cases.push(if is_harmless(command, kind) {
                case.codes(&["success", "rejected", "io"]).any_error()
            } else {
                case
            });
        }
    }
    cases.extend(good());
    cases
}

/// Contents that must be read.
fn good() -> Vec<Case> {
    let pdn = "[GameType \"21\"]\r\n[Result \"*\"]\r\n\r\n1. 11-15 23-18 *\r\n";
    vec![
        Case::new("content/map: CRLF", "map --query result in")
            .file("in", "startpos\r\n\r\n# x\r\nstartpos\r\n")
            .output("{\"line\":4,"),
        Case::new("content/map: a BOM", "map --query result in").file("in", "\u{feff}startpos\n").output("\"result\""),
        Case::new("content/map: a BOM from a pipe", "map --query result < in")
            .file("in", "\u{feff}startpos\n")
            .output("\"result\""),
        Case::new("content/map: a BOM in the second file", "map --query result in in")
            .file("in", "\u{feff}startpos\n")
            .output("\"line\":2"),
        Case::new("content/map: no newline at the end", "map --query result in").file("in", "startpos").output("none"),
        Case::new("content/openings: a BOM", short_match("--openings in")).file("in", "\u{feff}startpos moves a1a2\n"),
        Case::new("content/openings: CRLF", short_match("--openings in")).file("in", "startpos moves a1a2\r\n\r\n"),
        Case::new("content/convert: CRLF", "convert in --to json").file("in", pdn).output("23-18"),
        Case::new("content/convert: a BOM", "convert in --to json")
            .file("in", format!("\u{feff}{pdn}"))
            .output("23-18"),
        Case::new("content/map: an id of a huge number", "map --query result in")
            .file("in", "{\"startpos\":true,\"id\":1e999}\n")
            .output("\"id\":1e999"),
        Case::new("content/map: an id of 2^70", "map --query result in")
            .file("in", "{\"startpos\":true,\"id\":1180591620717411303424}\n")
            .output("\"id\":1180591620717411303424"),
        Case::new("content/map: an id with its text", "map --query result in")
            .file("in", "{\"id\":{\"b\":1.0,\"a\":1e2},\"startpos\":true}\n")
            .output("\"id\":{\"b\":1.0,\"a\":1e2}"),
        Case::new("content/map: an id with a lone surrogate", "map --query result in")
            .file("in", "{\"id\":\"\\ud800\",\"startpos\":true}\nstartpos\n")
            .output("\"line\":2")
            .codes(&["success", "rejected"])
            .any_error(),
        Case::new("content/map: the id of an error", "map --query result in")
            .file("in", "{\"id\":[7],\"fen\":\"x\"}\n")
            .answers("rejected", "\"id\":[7]"),
        Case::new("content/map: an error beside --fields", "map --query result --fields line in")
            .file("in", "x\nstartpos\n")
            .answers("rejected", "\"error\""),
        Case::new("content/map: an error in TSV", "map --query result --format tsv --fields line,fen in")
            .file("in", "x\nstartpos\n")
            .answers("rejected", "bad-fen"),
        Case::new("content/map: an id of 100,000 lists", "map --query result in")
            .file(
                "in",
                format!("{{\"startpos\":true,\"id\":{}1{}}}\nstartpos\n", "[".repeat(99_999), "]".repeat(99_999)),
            )
            .output("\"line\":2")
            .codes(&["success", "rejected"])
            .any_error(),
    ]
}
