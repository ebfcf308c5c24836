//! `map --resume`: a file is continued only if its records are those of the input and the work.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use super::{TemporaryFile, map_output, map_text};
use crate::common::{BINARY, with_input};

const INPUT: &str = "# positions\nstartpos\n\nnonsense\n{\"id\": {\"b\":1e2},\"startpos\":true,\"moves\":\"a1\"}\n\
                     startpos moves a1 b2\n{\"variant\":\"dixit\",\"startpos\":true}\n{\"id\":7,\"variant\":\"reversi\",\
                     \"fen\":\"8/8/8/3OX3/3XO3/8/8/8 b\"}\nstartpos";

/// Work whose records depend on nothing else.
const WORK: [&str; 4] = ["--perft", "1", "--option", "Seed=3"];

fn with_file<'a>(work: &[&'a str], file: &'a TemporaryFile) -> Vec<&'a str> {
    [work, &["--resume", file.path()]].concat()
}

/// Resumes a file that does not belong to the batch: exit code 4, one error line, and the file unchanged.
fn assert_refused(work: &[&str], input: &str, content: &[u8], complaint: &str) {
    let file = TemporaryFile::new("refused");
    fs::write(&file.0, content).expect("a file");
    let output = map_output(&with_file(work, &file), input);
    let (found, content_text) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(content));
    assert_eq!(output.status.code(), Some(4), "{work:?} {content_text}: {found}");
    assert!(found.starts_with("error: ") && found.lines().count() == 1 && output.stdout.is_empty(), "{found}");
    assert!(found.contains(complaint), "{work:?} {content_text}: {complaint} in {found}");
    assert_eq!(fs::read(&file.0).expect("the file"), content, "{found}");
}

#[test]
fn an_interrupted_batch_continues_where_it_ended() {
    let formats: [&[&str]; 6] = [
        &["--eval"],
        &["--fields", "eval"],
        &["--fields", "perft.nodes,line,errors.eval.code", "--eval"],
        &["--format", "tsv", "--moves"],
        &["--format", "tsv", "--fields", "id,fen,perft"],
        &["--format", "tsv", "--fields", "perft,error.code,line"],
    ];
    for format in formats {
        let work = [&WORK, format].concat();
        let (whole, first_code) = map_text(&work, INPUT);
        assert_eq!(first_code, 3);
        let file = TemporaryFile::new("cut");
        for cut in (0..whole.len()).step_by(37).chain([whole.len()]) {
            fs::write(&file.0, &whole.as_bytes()[..cut]).expect("a file");
            let (output, code) = map_text(&with_file(&work, &file), INPUT);
            assert_eq!(output, "");
            assert_eq!(fs::read_to_string(&file.0).expect("the file"), whole, "{cut}");
            assert_eq!(code, 3, "{format:?} {cut}");
        }
    }
}

#[test]
fn a_finished_file_gives_the_exit_code_of_its_first_run() {
    let hidden = "{\"variant\":\"dixit\",\"startpos\":true}\n";
    for (input, first_code) in [("startpos\n", 0), ("nonsense\nstartpos\n", 3), (hidden, 3), ("# nothing\n", 0)] {
        for format in [
            &[][..],
            &["--fields", "line"],
            &["--fields", "line,error.code,errors.eval"],
            &["--format", "tsv"],
            &["--format", "tsv", "--fields", "line"],
            &["--format", "tsv", "--fields", "error.code"],
        ] {
            let work = [&["--perft", "2", "--option", "Seed=2"], format].concat();
            let file = TemporaryFile::new("finished");
            let resume = with_file(&work, &file);
            assert_eq!(map_text(&resume, input).1, first_code, "{format:?} {input}");
            let whole = fs::read(&file.0).expect("a file");
            assert_eq!(map_text(&resume, input), (String::new(), first_code), "{format:?} {input}");
            assert_eq!(fs::read(&file.0).expect("a file"), whole);
        }
    }
}

#[test]
fn a_search_is_compared_by_its_last_record() {
    let input = "startpos moves d3\nstartpos\n{\"startpos\":true,\"moves\":\"f5\"}\n";
    let tsv = ["--format", "tsv", "--fields", "line,bestmove,nodes,pv"];
    for (limits, format) in [("nodes 500", &[][..]), ("depth 4", &["--fields", "nodes,bestmove"]), ("nodes 500", &tsv)]
    {
        let run = |limits: &'static str| [&["--game", "reversi", "--go", limits], format].concat();
        let (whole, _) = map_text(&run(limits), input);
        let lines: Vec<&str> = whole.split_inclusive('\n').collect();
        for (other, complaint) in [("depth 2", "another "), ("nodes 900", "another ")] {
            assert_refused(&run(other), input, lines[..lines.len() - 1].concat().as_bytes(), complaint);
        }
        // Without a limit of nodes or depth the results may differ.
        let file = TemporaryFile::new("searched");
        for (number, work) in [limits, "movetime 1"].into_iter().enumerate() {
            fs::write(&file.0, &whole[..whole.len() - 2]).expect("a file");
            assert_eq!(map_text(&with_file(&run(work), &file), input).1, 0);
            let found = fs::read_to_string(&file.0).expect("the file");
            let kept = lines[..lines.len() - 1].concat();
            assert!(found.starts_with(&kept) && found.lines().count() == lines.len(), "{found}");
            if number == 0 && !format.is_empty() {
                assert_eq!(found, whole);
            }
        }
    }
    // An earlier record must have the form of a search.
    let (whole, _) = map_text(&["--go", "depth 3"], "startpos moves a1\nstartpos\n");
    for (from, to) in [
        ("\"nodes\":", "\"node\":"),
        ("\"bestmove\":\"", "\"bestmove\":7,\"x\":\""),
        ("\"proved\":false,", ""),
        ("\"pv\":[", "\"pv\": ["),
    ] {
        let content = whole.replacen(from, to, 1);
        assert_refused(&["--go", "depth 3"], "startpos moves a1\nstartpos\n", content.as_bytes(), "line 1: ");
    }
}

#[test]
fn the_results_of_games_with_hidden_hands_may_differ() {
    let input = "startpos\n{\"variant\":\"epigo\",\"startpos\":true}\nstartpos\n";
    let file = TemporaryFile::new("random");
    let work = ["--game", "dixit", "--go", "nodes 50", "--observe", "1", "--moves"];
    let (whole, code) = map_text(&work, input);
    let (start, _) = whole.rsplit_once("\"observe\"").expect("two records");
    for content in [start, &whole] {
        fs::write(&file.0, content).expect("a file");
        assert_eq!(map_text(&with_file(&work, &file), input).1, code);
        let found = fs::read_to_string(&file.0).expect("the file");
        assert!(found.lines().count() == 3 && found.lines().zip(whole.lines()).take(2).all(|(a, b)| a == b), "{found}");
    }
}

#[test]
fn a_file_of_another_batch_is_refused() {
    let (whole, _) = map_text(&WORK, INPUT);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let start = lines[..3].concat();
    let deeper = ["--perft", "2", "--option", "Seed=3"];
    for (work, complaint) in [
        (&deeper[..], "line 1: expected a record of this batch, for line 2 of the input, found another perft"),
        (&["--moves"], "found a record with perft"),
        (&["--perft", "1", "--moves"], "found a record without moves"),
        (&["--perft", "1", "--eval"], "found a record without eval"),
        (&["--divide", "1"], "found a record with perft"),
        (&["--perft", "1", "--game", "reversi"], "found another variant"),
        (&["--perft", "1", "--fields", "line,perft"], "found a record with \"variant\""),
        (&["--perft", "1", "--format", "tsv"], "line 1: "),
    ] {
        assert_refused(work, INPUT, start.as_bytes(), complaint);
        // The incomplete first record shows it too, where the difference is in it.
        if complaint.contains("variant") || work.contains(&"tsv") || work.contains(&"--divide") {
            assert_refused(work, INPUT, lines[0].trim_end().as_bytes(), "line 1: ");
        }
    }
    for (from, to, complaint) in [
        (
            "\"b\":1e2",
            "\"b\":100.0",
            "line 3: expected a record of this batch, for line 5 of the input, found another id",
        ),
        ("\"line\":2", "\"line\":1", "found another line"),
        ("\"code\":\"bad-fen\"", "\"code\":\"syntax\"", "found another error"),
        ("\"depth\":1", "\"depth\":3", "line 1: "),
        (" w p\"", " b p\"", "found another fen"),
        ("\"variant\":\"dvonn\"", "\"variant\":\"reversi\"", "found another variant"),
        ("{\"line\":2", "{ \"line\":2", "found something else"),
        ("\"nodes\":", "\"nodes\":-", "found another perft"),
    ] {
        let content = start.replacen(from, to, 1);
        assert_ne!(content, start, "{from}");
        assert_refused(&WORK, INPUT, content.as_bytes(), complaint);
    }
    // The last counts are made again.
    let (counts, _) = map_text(&["--divide", "2"], INPUT);
    let first = counts.lines().next().expect("a record").to_owned() + "\n";
    assert_refused(&["--divide", "3"], INPUT, first.as_bytes(), "found another divide");
    let wrong = start.rsplit_once("\"nodes\":").map(|(before, _)| format!("{before}\"nodes\":7}}}}\n"));
    assert_refused(&WORK, INPUT, wrong.expect("a count").as_bytes(), "found another perft");
    // A record too many, whole or in part, or one that is missing in between.
    let (shorter, _) = INPUT.rsplit_once('\n').expect("lines");
    assert_refused(&WORK, shorter, whole.as_bytes(), "line 7: expected the end, as in the input");
    assert_refused(&WORK, shorter, &whole.as_bytes()[..whole.len() - 9], "line 7: ");
    assert_refused(&WORK, INPUT, [lines[0], lines[2]].concat().as_bytes(), "line 2: ");
    let other = INPUT.replace("moves a1 b2", "moves a1 b3");
    assert_refused(&WORK, &other, whole.as_bytes(), "line 4: ");
    assert_refused(&WORK, "nonsense\n", lines[0].as_bytes(), "line 1: ");
    assert_refused(
        &WORK,
        "startpos\n",
        b"{\"line\":1,\"error\":{\"code\":\"syntax\",\"column\":1,\"text\":\"x\"}}\n",
        "",
    );
}

#[test]
fn a_table_of_another_batch_is_refused() {
    let table = ["--format", "tsv", "--fields", "line,id,fen,perft"];
    let work = [&WORK, &table[..]].concat();
    let (whole, _) = map_text(&work, INPUT);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let [moves, deeper] = [["--moves", "--perft", "1"], ["--moves", "--perft", "2"]];
    assert_refused(
        &[&moves[..], &["--format", "tsv", "--fields", "line,id,perft"]].concat(),
        INPUT,
        whole.as_bytes(),
        "line 1: expected the columns",
    );
    assert_refused(&[&deeper[..], &table].concat(), INPUT, whole.as_bytes(), "line 2: ");
    let [first, last] = [&lines[1], lines.last().expect("lines")];
    for (content, complaint) in [
        (lines[0].to_owned() + &first.replace("2\t", "3\t"), "found another line"),
        (lines[0].to_owned() + &first.replace("2\t\t", "2\tx\t"), "found another id"),
        (lines[0].to_owned() + &first.replace(" w p", " b p"), "found another fen"),
        (lines[0].to_owned() + &first.replace('\n', "x\n"), "line 2: "),
        (lines[0].to_owned() + &first.replace('\n', "\t\n"), "found 6 columns"),
        (lines[0].to_owned() + "precious", "found the start of something else"),
        (lines[0].to_owned() + last, "found another line"),
        (whole.clone() + last, "expected the end, as in the input"),
        (first.to_string(), "line 1: "),
        ("line\tid\tfen\tx".into(), "line 1: expected the columns"),
    ] {
        assert_refused(&work, INPUT, content.as_bytes(), complaint);
    }
}

#[test]
fn a_foreign_file_is_not_touched() {
    for content in [
        &b"precious"[..],
        b"precious\n",
        b"{\"line\":2}\n{\"line\":1}\n",
        b"{\"line\":1}\nprecious\n",
        b"line\tfen\n1\tx\n",
        b"\n",
        b"{\"precious\":\"data\"}",
        b"{\"line\":1,\"precious\":\"data\"}",
        b"{\n  \"precious\": 1\n}",
        b"{\"precious\":1}\n",
        b"{}\n",
        b"{}",
        b"[1]",
        b"{\"\xff",
        b"{\"line\":1,\"variant\":\"dvonn\",\"fen\":\"\xff",
        b"\0",
    ] {
        assert_refused(&["--moves"], "startpos\n", content, "line 1: expected a record of this batch");
        assert_refused(&["--moves"], "", content, "line 1: expected the end, as in the input");
        assert_refused(&["--moves", "--format", "tsv"], "startpos\n", content, "line 1: expected the columns");
    }
    let output = map_output(&["--moves", "--resume", "src"], "startpos\n");
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn the_input_is_not_the_output() {
    let [file, link] = ["input", "link"].map(TemporaryFile::new);
    symlink(&file.0, &link.0).expect("a link");
    let hard = TemporaryFile::new("hard");
    // An input that is the output of its own batch as well.
    for content in ["", "startpos\n", "{\"line\":1,\"startpos\":true}\n"] {
        fs::write(&file.0, content).expect("a file");
        let _ = fs::remove_file(&hard.0);
        fs::hard_link(&file.0, &hard.0).expect("a link");
        for other in [&file, &link, &hard] {
            let by_name = ["map", "--moves", "--resume", other.path(), file.path()];
            for (arguments, is_redirected) in [(&by_name[..], false), (&by_name[..4], true)] {
                let mut command = Command::new(BINARY);
                let input = File::open(&file.0).expect("a file");
                command.args(arguments).stdin(if is_redirected { input.into() } else { Stdio::null() });
                let output = command.output().expect("it runs");
                let complaint = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(4), "{arguments:?}: {complaint}");
                assert!(complaint.contains("expected another file than the input"), "{complaint}");
                assert_eq!(fs::read_to_string(&file.0).expect("the file"), content);
            }
        }
    }
}

#[test]
fn a_full_disk_ends_the_batch_after_a_complete_record() {
    let input = "startpos\n".repeat(200);
    for format in ["jsonl", "tsv"] {
        let work = ["--perft", "1", "--format", format];
        let (whole, _) = map_text(&work, &input);
        let file = TemporaryFile::new("full");
        let resume = with_file(&work, &file);
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -f 24 && exec \"$0\" map \"$@\"", BINARY]).args(&resume);
        let output = with_input(&mut command, input.as_bytes());
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{complaint}");
        assert!(complaint.starts_with(&format!("error: {}: ", file.path())), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        let kept = fs::read_to_string(&file.0).expect("the file");
        assert!(kept.ends_with('\n') && kept.len() > 1_000 && whole.starts_with(&kept), "{kept}");
        assert_eq!(map_text(&resume, &input).1, 0);
        assert_eq!(fs::read_to_string(&file.0).expect("the file"), whole);
    }
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$0\" map --moves > /dev/full", BINARY]);
    let output = with_input(&mut command, b"startpos\n");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(4) && complaint.lines().count() == 1, "{complaint}");
}
