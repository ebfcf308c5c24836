//! The `id` of a line, and the errors of a record, in every format.

use serde_json::Value;

use super::{map_output, map_text};

/// JSON values that a program could not keep as numbers, texts or maps.
const VALUES: [&str; 14] = [
    "1e999",
    "-1E-999",
    "1e2",
    "1.50",
    "1180591620717411303424",
    r#""\ud800""#,
    r#""\udc00\ud800 \u0000""#,
    r#"{"b" : 1, "a":{"c":2,"c":3}, "b":4}"#,
    "[[1, 2],[]]",
    "null",
    "false",
    "\"\"",
    "\"\u{2028}\u{7f}\"",
    r#"{"\ud800":"\ud800"}"#,
];

#[test]
fn an_id_is_given_back_as_the_same_text() {
    let deep = format!("{}0{}", "[{\"a\":".repeat(20_000), "}]".repeat(20_000));
    let values: Vec<&str> = VALUES.into_iter().chain([deep.as_str()]).collect();
    let input = values.iter().map(|id| format!("{{\"id\":{id},\"startpos\":true}}\n")).collect::<Vec<_>>().concat();
    for (fields, from, to) in [
        (&[][..], "\"id\":", ",\"variant\":"),
        (&["--fields", "line,id,eval"], "\"id\":", ",\"eval\":"),
        (&["--fields", "id"], "\"id\":", "}"),
    ] {
        let (text, code) = map_text(&[&["--eval"], fields].concat(), &input);
        assert_eq!((text.lines().count(), code), (values.len(), 0), "{fields:?}");
        for (id, record) in values.iter().zip(text.lines()) {
            let (_, rest) = record.split_once(from).expect("an id");
            assert!(rest.starts_with(id) && rest[id.len()..].starts_with(to), "{id:.50}: {record:.100}");
        }
    }
    let (text, _) = map_text(&["--eval", "--format", "tsv", "--fields", "line,id"], &input);
    assert_eq!(text.lines().count(), values.len() + 1);
    assert!(
        text.starts_with(
            "line\tid\terror\n1\t1e999\t\n2\t-1E-999\t\n3\t1e2\t\n4\t1.50\t\n5\t1180591620717411303424\t\n"
        )
    );
    assert!(text.contains("\n6\t\"\\ud800\"\t\n") && text.contains("\n9\t[[1, 2],[]]\t\n"), "{text:.500}");
}

#[test]
fn a_carriage_return_in_an_id_does_not_end_the_record() {
    let (text, code) = map_text(&["--eval", "--fields", "id"], "{\"id\":[1,\r2],\"startpos\":true}\n");
    assert_eq!((text.as_str(), code), ("{\"id\":[1, 2]}\n", 0));
}

#[test]
fn a_part_of_an_id_can_be_a_field() {
    let (text, _) =
        map_text(&["--eval", "--fields", "id.a.b,id.x"], "{\"id\":{\"a\":{\"b\":1e2}},\"startpos\":true}\n");
    assert_eq!(text, "{\"id.a.b\":1e2}\n");
}

#[test]
fn an_error_keeps_the_id_that_could_be_read() {
    /// A line, its `id`, and the code and column of the error.
    type Case<'a> = (&'a [u8], Option<&'a str>, &'a str, Option<u64>);
    let long = format!("{{\"id\":7,\"fen\":\"{}\"}}", "x".repeat(1 << 20));
    let cut = format!("{{\"fen\":\"{}\",\"id\":123456789}}", "x".repeat((1 << 20) - 14));
    let cases: [Case; 19] = [
        (b"{\"id\":7,\"startpos\":tru", Some("7"), "syntax", Some(22)),
        (b"{\"id\":\"a\",\"fen", Some("\"a\""), "syntax", Some(14)),
        (b"{\"id\":7} x", Some("7"), "syntax", Some(10)),
        (b"{\"startpos\":\"yes\",\"id\":7}", Some("7"), "syntax", Some(13)),
        (b"{\"startpos\":1,\"id\":1e999}", Some("1e999"), "syntax", Some(13)),
        (b"{\"fen\":\"\\ud800\",\"id\":7}", Some("7"), "syntax", Some(8)),
        (b"{\"variant\":\"chess\",\"id\":{\"a\":1}}", Some("{\"a\":1}"), "bad-option", Some(13)),
        (b"{\"id\":7,\"fen\":\"\xff\"}", Some("7"), "bad-utf8", Some(16)),
        (b"{\"fen\":\"a\",\"fen\":\"b\",\"id\":7}", Some("7"), "syntax", Some(12)),
        (b"{\"id\":7}", Some("7"), "syntax", Some(1)),
        (b"{\"id\":1,\"id\":2,\"startpos\":true}", None, "syntax", Some(9)),
        (b"{\"id\":12", None, "syntax", Some(8)),
        (b"{\"id\":01,\"startpos\":true}", None, "syntax", Some(8)),
        (b"{\"id\":NaN,\"startpos\":true}", None, "syntax", Some(7)),
        (b"{\"id\":\"a\tb\",\"startpos\":true}", None, "syntax", Some(8)),
        (b"{\"id\":\"\xff\",\"startpos\":true}", None, "bad-utf8", Some(8)),
        (b"{\"id\":12\xff", None, "bad-utf8", Some(9)),
        (long.as_bytes(), Some("7"), "line-too-long", None),
        (cut.as_bytes(), None, "line-too-long", None),
    ];
    let input = cases.map(|(line, ..)| line).join(&b'\n');
    for fields in [&[][..], &["--fields", "line,id,eval"]] {
        let arguments = [&["--eval"], fields].concat();
        let output = super::with_bytes(&arguments, &input);
        let text = String::from_utf8(output.stdout).expect("text");
        assert_eq!((text.lines().count(), output.status.code()), (cases.len(), Some(3)), "{text}");
        for ((line, id, code, column), record) in cases.iter().zip(text.lines()) {
            let line = String::from_utf8_lossy(&line[..line.len().min(60)]);
            let (found, error) = record.split_once(",\"error\":").expect("an error");
            let found = found.split_once(",\"id\":").map(|(_, id)| id);
            assert_eq!(found, *id, "{line}: {record}");
            let error: Value = error.strip_suffix('}').expect("an end").parse().expect("JSON");
            assert_eq!(error["code"].as_str(), Some(*code), "{line}: {record}");
            assert_eq!(error["column"].as_u64(), *column, "{line}: {record}");
        }
    }
}

#[test]
fn errors_appear_with_fields_too() {
    let input = "startpos moves a1 a1\n{\"variant\":\"dixit\",\"startpos\":true,\"id\":7}\n{\"variant\":\"reversi\",\"startpos\":true}\n";
    let work = ["--eval", "--perft", "1", "--option", "Seed=1"];
    let run = |extra: &[&str]| map_text(&[&work[..], extra].concat(), input);
    let (whole, code) = run(&[]);
    assert_eq!(code, 3);
    let part = |line: usize, from: &str| {
        let line = whole.lines().nth(line).expect("a record");
        line[line.find(from).expect("an error")..].to_owned()
    };
    let (position, of_work) = (part(0, "\"error\":{"), part(1, "\"errors\":{"));
    let eval = part(2, "\"eval\":").replacen("\"eval\":", "", 1).replacen('}', "", 1);
    let (text, code) = run(&["--fields", "line,eval"]);
    assert_eq!(text, format!("{{\"line\":1,{position}\n{{\"line\":2,{of_work}\n{{\"line\":3,\"eval\":{eval}}}\n"));
    assert_eq!(code, 3);
    let (text, _) = run(&["--fields", "line,error.code"]);
    assert_eq!(
        text,
        format!("{{\"line\":1,\"error.code\":\"illegal-move\"}}\n{{\"line\":2,{of_work}\n{{\"line\":3}}\n")
    );
    let (text, _) = run(&["--fields", "errors.eval.code,line"]);
    assert_eq!(
        text,
        format!("{{\"line\":1,{position}\n{{\"errors.eval.code\":\"unsupported\",\"line\":2}}\n{{\"line\":3}}\n")
    );

    let (text, code) = run(&["--format", "tsv", "--fields", "line,eval"]);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(
        (rows[0], rows[3], rows.len(), code),
        ("line\teval\terror", format!("3\t{eval}\t").as_str(), 4, 3),
        "{text}"
    );
    assert!(rows[1].starts_with("1\t\tillegal-move 19 "), "{text}");
    let (perft, eval) = rows[2].strip_prefix("2\t\t").and_then(|cell| cell.split_once("; ")).expect("two errors");
    assert!(perft.starts_with("perft: unsupported - ") && eval.starts_with("eval: unsupported - "), "{text}");
    let (text, _) = run(&["--format", "tsv", "--fields", "line,error.code"]);
    assert_eq!(text, "line\terror.code\n1\tillegal-move\n2\t\n3\t\n");
    // The column can be elsewhere, and it stands in a table of all fields too.
    let (text, _) = run(&["--format", "tsv", "--fields", "error,line"]);
    assert!(text.starts_with("error\tline\nillegal-move 19 ") && text.ends_with("\n\t3\n"), "{text}");
    let (text, _) = run(&["--format", "tsv"]);
    assert!(text.starts_with("line\tvariant\tfen\tperft\teval\terror\n1\t\t\t\t\tillegal-move 19 "), "{text}");
    let output = map_output(&["--eval", "--fields", "id.a\tb"], "startpos\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_byte_order_mark_is_skipped_in_every_input() {
    let bom = "\u{feff}startpos\nstartpos moves a1\n";
    let (text, code) = map_text(&["--fields", "line", "--moves"], bom);
    assert_eq!((text.as_str(), code), ("{\"line\":1}\n{\"line\":2}\n", 0));
    let [first, second] = ["bom-1", "bom-2"].map(super::TemporaryFile::new);
    std::fs::write(&first.0, bom).expect("a file");
    std::fs::write(&second.0, "\u{feff}{\"startpos\":true}\n\u{feff}startpos\n").expect("a file");
    let (text, code) = map_text(&["--fields", "line,error.code", "--moves", first.path(), second.path()], "");
    assert_eq!(text, "{\"line\":1}\n{\"line\":2}\n{\"line\":3}\n{\"line\":4,\"error.code\":\"bad-fen\"}\n");
    assert_eq!(code, 3);
}
