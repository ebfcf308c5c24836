//! `petteia map`: one line in, one record out.

mod identifiers;
mod resume;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use petteia_engine::VARIANTS;
use serde_json::{Value, json};

use crate::common::{BINARY, Engine, root, with_input};

/// Runs `map` with its standard error; returns its output.
pub fn map_output(arguments: &[&str], input: &str) -> Output {
    with_bytes(arguments, input.as_bytes())
}

/// Runs `map` on an input that need not be text.
fn with_bytes(arguments: &[&str], input: &[u8]) -> Output {
    with_input(Command::new(BINARY).arg("map").args(arguments).current_dir(root()), input)
}

/// Runs `map`, which must write nothing to standard error; returns its output and its exit code.
pub fn map_text(arguments: &[&str], input: &str) -> (String, i32) {
    let output = map_output(arguments, input);
    assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).expect("text"), output.status.code().expect("an exit code"))
}

/// Runs `map`; returns its records without their times, and its exit code.
fn map(arguments: &[&str], input: &str) -> (Vec<Value>, i32) {
    let (text, code) = map_text(arguments, input);
    (text.lines().map(|line| without_time(line.parse().expect("a JSON object"))).collect(), code)
}

fn without_time(mut record: Value) -> Value {
    record.as_object_mut().expect("an object").remove("time");
    record
}

/// The first bench positions of every game as JSON lines.
fn positions() -> Vec<String> {
    let of_game = VARIANTS.iter().flat_map(|variant| {
        let fens = variant.bench.lines().filter(|line| !line.starts_with('#')).take(4);
        fens.map(|fen| json!({ "variant": variant.name, "fen": fen, "id": [variant.name, fen] }).to_string())
    });
    of_game.collect()
}

/// A file in the folder for temporary files, which is removed in the end.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("petteia-map-{name}-{}-{count}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path of text")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn records_of_parts_are_those_of_the_whole() {
    let lines = ["startpos", "", "# a comment", "nonsense", "startpos moves d3", "startpos moves d3 c5"];
    let work = ["--game", "reversi", "--perft", "3", "--query", "score"];
    let (whole, code) = map_text(&work, &lines.join("\n"));
    assert_eq!(code, 3, "{whole}");
    for cut in 1..lines.len() {
        let first = (cut + 1).to_string();
        let (before, _) = map_text(&work, &lines[..cut].join("\n"));
        let (after, _) = map_text(&[&work[..], &["--first-line", &first]].concat(), &lines[cut..].join("\n"));
        assert_eq!(before + &after, whole, "{cut}");
    }
    for number in ["0", "-1", "9007199254740993", "x"] {
        let output = map_output(&[&work[..], &["--first-line", number]].concat(), "startpos");
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{number}");
    }
}

#[test]
fn records_do_not_depend_on_the_jobs_or_the_order() {
    let positions = positions();
    assert!(positions.len() >= 30);
    let work = ["--go", "nodes 1500", "--moves", "--eval", "--option", "Hash=1", "--option", "Seed=7"];
    let (alone, code) = map(&work, &positions.join("\n"));
    // Dixit has no evaluation.
    assert_eq!((alone.len(), code), (positions.len(), 3));
    let shared = [&work[..], &["--jobs", "3"]].concat();
    assert_eq!(map(&shared, &positions.join("\n")), (alone.clone(), 3));
    let reversed: Vec<&str> = positions.iter().rev().map(String::as_str).collect();
    let (mut found, _) = map(&shared, &reversed.join("\n"));
    found.reverse();
    for (number, (mut found, alone)) in (1..).zip(found.into_iter().zip(alone)) {
        assert_eq!(found["line"], json!(positions.len() + 1 - number));
        found["line"] = json!(number);
        assert_eq!(found, alone);
    }
}

#[test]
fn records_say_what_a_conversation_says() {
    // A seed, since games with secrets are otherwise played by a random key.
    let mut engine = Engine::start(&["--option", "Seed=5"]);
    for line in positions() {
        let asked: Value = line.parse().expect("JSON");
        let [game, fen] = ["variant", "fen"].map(|key| asked[key].as_str().expect("a text"));
        let queries = ["gameover", "p1turn", "result", "reason", "score", "fen", "key", "variant"];
        let queries_as_options: Vec<&str> = queries.iter().flat_map(|what| ["--query", what]).collect();
        let (records, code) = map(
            &[&["--go", "nodes 2000", "--perft", "1", "--moves", "--option", "Seed=5"], &queries_as_options[..]]
                .concat(),
            &line,
        );
        let [record] = &records[..] else { panic!("{line}: {records:?}") };
        engine.send(format!("setoption name UCI_Variant value {game}"));
        engine.send("ucinewgame");
        engine.send(format!("position fen {fen}"));
        let moves = engine.ask("moves");
        match record["moves"].as_array() {
            Some(list) => assert_eq!(moves, text_of_list("moves", list), "{line}"),
            None => assert!(moves.starts_with("info string error ") && record["errors"]["moves"].is_object(), "{line}"),
        }
        for what in queries {
            let answer = record["query"][what].as_str().expect("a text");
            assert_eq!(engine.ask(&format!("query {what}")), format!("response {answer}"), "{line}");
        }
        engine.send("go nodes 2000");
        let mut last = String::new();
        let best = loop {
            match engine.line().expect("a best move") {
                line if line.starts_with("bestmove ") => break line,
                line if line.starts_with("info depth ") => last = line,
                _ => {}
            }
        };
        assert_eq!(best, format!("bestmove {}", record["bestmove"].as_str().unwrap_or("(none)")), "{line}");
        if game != "dixit" {
            assert_eq!(code, 0, "{record}");
            assert!(last.contains(&format!(" nodes {} ", record["nodes"])), "{last}: {record}");
            assert!(last.starts_with(&format!("info depth {} ", record["depth"])), "{last}: {record}");
            let count = record["perft"]["nodes"].as_u64().expect("a count");
            assert!(engine.ask("perft 1").starts_with(&format!("perft 1 nodes {count} ")), "{line}");
        }
    }
}

fn text_of_list(first: &str, list: &[Value]) -> String {
    let words = list.iter().map(|word| word.as_str().expect("a text"));
    [first].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_form_of_a_line() {
    let input = "# a comment\n\n\t \nstartpos\r\n  startpos moves\nSTARTPOS moves a1 a2\n\
                 fen ........./........../.........../........../......... w p moves a1 a2\n\
                 ........./........../.........../........../......... w p moves a1 a2\n\
                 { \"startpos\": true, \"moves\": [\"a1\", \"a2\"], \"id\": {\"b\" : 1.50, \"a\":null} }\n\
                 {\"startpos\":true,\"moves\":\" a1  a2 \",\"id\":null,\"bestmove\":7}\n\
                 {\"fen\":\".........\\/........../.........../........../......... w p\",\"moves\":\"a1 a\\u0032\"}\n\
                 {\"variant\":\"OTHELLO\",\"startpos\":true}";
    let (text, code) = map_text(&["--query", "line"], input);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), code), (9, 0), "{text}");
    let fen = "........./........../.........../r........./r........ w p";
    let played = |line: u64, id: &str| {
        format!("{{\"line\":{line}{id},\"variant\":\"dvonn\",\"fen\":\"{fen}\",\"query\":{{\"line\":\"a1 a2\"}}}}")
    };
    assert!(lines[0].starts_with("{\"line\":4,") && lines[1].starts_with("{\"line\":5,"), "{text}");
    assert_eq!(lines[2], played(6, ""));
    assert_eq!(lines[3], played(7, ""));
    assert_eq!(lines[4], played(8, ""));
    assert_eq!(lines[5], played(9, ",\"id\":{\"b\" : 1.50, \"a\":null}"));
    assert_eq!(lines[6], played(10, ",\"id\":null"));
    assert_eq!(lines[7], played(11, ""));
    assert!(lines[8].contains("\"variant\":\"reversi\""), "{text}");
}

#[test]
fn errors_name_code_and_column() {
    let long = "x".repeat((1 << 20) + 1);
    let cases: [(&str, &str, Option<u64>); 18] = [
        ("x w s", "bad-fen", Some(1)),
        ("  fen x w s", "bad-fen", Some(7)),
        ("startpos moves a1 zz", "syntax", Some(19)),
        ("startpos moves a1 a1", "illegal-move", Some(19)),
        ("startpos move a1", "syntax", Some(10)),
        ("{\"startpos\":true,\"moves\":[\"a1\",\"a1\"]}", "illegal-move", Some(33)),
        ("{\"startpos\":true,\"moves\":\"a1 a1\"}", "illegal-move", Some(30)),
        // The third move of a word that holds several.
        ("{\"variant\":\"reversi\",\"startpos\":true,\"moves\":[\"f5d6a1\"]}", "illegal-move", Some(48)),
        ("{\"startpos\":true,\"moves\":7}", "syntax", Some(26)),
        ("{\"startpos\":true,\"moves\":[7]}", "syntax", Some(27)),
        ("{\"startpos\":true,\"fen\":\"\"}", "syntax", Some(1)),
        ("{\"id\":1}", "syntax", Some(1)),
        ("{\"variant\":\"chess\",\"startpos\":true}", "bad-option", Some(13)),
        ("{\"fen\":\"x w s\"}", "bad-fen", Some(9)),
        ("{\"fen\":\"x \\u0077 s\"}", "bad-fen", Some(8)),
        ("{\"fen\":\"x", "syntax", None),
        ("{\"startpos\":\"yes\"}", "syntax", None),
        (&long, "line-too-long", None),
    ];
    let input: Vec<&str> = cases.iter().map(|(line, ..)| *line).chain(["startpos"]).collect();
    let (records, code) = map(&["--moves", "--jobs", "2"], &input.join("\n"));
    assert_eq!((records.len(), code), (cases.len() + 1, 3));
    for ((line, code, column), record) in cases.iter().zip(&records) {
        let error = &record["error"];
        assert_eq!(error["code"], json!(code), "{line:.100}: {record}");
        if column.is_some() {
            assert_eq!(error["column"], json!(column), "{line}: {record}");
        }
        assert!(error["text"].as_str().is_some_and(|text| text.contains("expected ")), "{line:.100}: {record}");
        assert!(record.get("fen").is_none() && record.get("moves").is_none(), "{record}");
    }
    assert_eq!(records.last().expect("the good line")["moves"].as_array().map(Vec::len), Some(49));
    // Errors of single pieces of work stand beside the results of the others.
    let (records, code) = map(&["--game", "dixit", "--perft", "1", "--moves", "--effects", "x"], "startpos");
    assert!(code == 3 && records[0]["moves"].is_array() && records[0].get("perft").is_none(), "{records:?}");
    let errors = records[0]["errors"].as_object().expect("errors");
    assert_eq!((&errors["perft"]["code"], &errors["effects"]["code"]), (&json!("unsupported"), &json!("syntax")));
}

#[test]
fn a_bad_command_line_begins_nothing() {
    let cases: [(&[&str], i32); 14] = [
        (&[], 2),
        (&["--go", "infinite"], 2),
        (&["--go", "ponder depth 2"], 2),
        (&["--go", "wtime 100"], 2),
        (&["--go", "depth"], 2),
        (&["--query", "weather"], 2),
        (&["--moves", "--jobs", "0"], 2),
        (&["--moves", "--fields", "speed"], 2),
        (&["--moves", "--format", "xml"], 2),
        (&["--perft", "300"], 2),
        (&["--moves", "--option", "Hash=0"], 2),
        (&["--moves", "--game", "chess"], 2),
        (&["--moves", "no/such/file"], 4),
        (&["--moves", "src"], 4),
    ];
    for (arguments, code) in cases {
        let output = map_output(arguments, "startpos\n");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {complaint}");
        assert!(output.stdout.is_empty() && complaint.starts_with("error: "), "{arguments:?}: {complaint}");
    }
}

#[test]
fn several_lines_of_a_search_are_in_order() {
    let (records, _) = map(&["--go", "depth 5", "--option", "MultiPV=3", "--game", "reversi"], "startpos moves f5");
    let lines = records[0]["lines"].as_array().expect("lines");
    let scores: Vec<i64> = lines.iter().map(|line| line["score"]["cp"].as_i64().expect("a score")).collect();
    assert!(scores.len() == 3 && scores.is_sorted_by(|a, b| a >= b), "{lines:?}");
    assert_eq!(records[0]["bestmove"], lines[0]["pv"][0]);
    assert_eq!(lines.iter().map(|line| line["multipv"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
}

#[test]
fn tab_separated_values() {
    let fields = "line,id,perft.nodes,score,moves,divide,query.score,error.code";
    let work = ["--perft", "2", "--moves", "--divide", "1", "--query", "score", "--format", "tsv", "--fields", fields];
    let input = "{\"id\":\"a\\tb\",\"variant\":\"reversi\",\"startpos\":true}\nx";
    let (text, code) = map_text(&work, input);
    let header = fields.replace(',', "\t");
    let moves = "c4 d3 e6 f5\tc4 1 d3 1 e6 1 f5 1";
    assert_eq!(text, format!("{header}\n1\ta b\t12\t\t{moves}\t2 2\t\n2\t\t\t\t\t\t\tbad-fen\n"));
    assert_eq!(code, 3);
    let (text, _) = map_text(&["--go", "nodes 50", "--format", "tsv"], "startpos\n");
    assert!(text.starts_with("line\tvariant\tfen\tbestmove\tscore\tbound\t"), "{text}");
    let (text, _) = map_text(&["--eval", "--fields", "eval,line"], "startpos\n");
    assert_eq!(text.parse::<Value>().expect("JSON").as_object().map(serde_json::Map::len), Some(2));
}

#[test]
fn each_record_is_written_before_the_next_line_is_read() {
    for jobs in ["1", "2"] {
        let mut engine = Engine::start(&["map", "--moves", "--jobs", jobs]);
        for line in 1..20 {
            let record = engine.ask("startpos");
            assert!(record.starts_with(&format!("{{\"line\":{line},")), "{record}");
        }
        assert_eq!(engine.finish(), (Vec::new(), Some(0)));
    }
}

#[test]
fn a_closed_output_ends_the_batch() {
    for jobs in ["1", "3"] {
        let script = format!("yes startpos | '{BINARY}' map --moves --jobs {jobs} | head -n 3");
        let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    }
}

#[test]
fn counts_of_all_units_make_the_count() {
    let petteia = |arguments: &[&str], input: &str| {
        let script = format!("'{BINARY}' {}", arguments.join(" "));
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    for (game, plies, depth, expected) in
        [("reversi", "4", "3", 55_092), ("draughts", "3", "2", 27_117), ("gonu", "0", "2", 2_136)]
    {
        let (units, complaint, code) = petteia(&["split", game, "--plies", plies], "");
        assert_eq!((complaint.as_str(), code), ("", Some(0)));
        let (records, _) = map_text(&["--perft", depth, "--jobs", "2"], &units);
        let (sum, complaint, code) = petteia(&["sum"], &records);
        assert!(sum.contains(&format!(" nodes {expected} units {}\n", units.lines().count())), "{sum}{complaint}");
        assert_eq!((complaint.as_str(), code), ("", Some(0)));
        // One unit too few, one twice, one of another count, one with an error.
        let mut lines: Vec<&str> = records.lines().collect();
        let last = lines.pop().expect("a unit");
        let other = last.replacen("\"depth\":", "\"depth\":1", 1);
        let failed = last.replacen("\"perft\"", "\"error\"", 1);
        let (before, _) = last.rsplit_once("\"nodes\":").expect("a count");
        let large = format!("{before}\"nodes\":{}}}}}", u64::MAX);
        let larger = format!("{before}\"nodes\":{}0}}}}", u64::MAX);
        let deep = last.replacen("\"depth\":", "\"depth\":429496729", 1);
        let double = [last, last];
        for (end, complaint, code) in [
            (&[][..], if lines.is_empty() { "expected units" } else { " is missing" }, 3),
            (&double, "duplicate unit ", 3),
            (&[last, &other], "expected units of the same count", 3),
            (&[&failed], "expected the record of a unit", 3),
            (&[&large], "expected counts below 2^64 - 1", 3),
            (&[&larger], "expected the record of a unit", 3),
            (&[&deep], "expected at most 319 plies", 3),
        ] {
            let input = [&lines[..], end].concat().join("\n");
            let (sum, found, exit) = petteia(&["sum"], &input);
            assert!(sum.is_empty() && found.contains(complaint) && exit == Some(code), "{found}");
        }
    }
    let (lines, _, _) = petteia(&["split", "reversi", "--plies", "3", "--position", "'startpos moves f5'"], "");
    assert!(lines.lines().count() > 10 && lines.lines().all(|line| line.contains("\"plies\":3")), "{lines}");
    for (arguments, code) in [
        (&["split", "dixit", "--plies", "1"][..], 2),
        (&["split", "epigo", "--plies", "1"], 2),
        (&["sum", "no/such/file"], 4),
    ] {
        let (said, complaint, found) = petteia(arguments, "");
        assert!(said.is_empty() && complaint.lines().count() == 1 && found == Some(code), "{arguments:?}: {complaint}");
    }
}
