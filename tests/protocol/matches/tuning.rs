//! `petteia tune`: values of options by matches.

use std::fs;

use serde_json::Value;

use super::{Folder, petteia, stdout, ugi};

#[test]
fn tuning_keeps_its_values_and_goes_on_with_them() {
    let folder = Folder::new("tune");
    let (engine, values) = (ugi(), folder.file("values"));
    let arguments = [
        "tune",
        "--game",
        "gonu",
        "--a",
        &engine,
        "--b",
        &engine,
        "--nodes",
        "60",
        "--games",
        "2",
        "--iterations",
        "4",
        "--parameter",
        "MultiPV=4,1,8,3",
        "--parameter",
        "Hash=2,1,3,1",
        "--values",
        &values,
        "--max-plies",
        "60",
    ];
    let output = petteia(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    // The tuned values play against those at the start.
    let summary = stdout(&output);
    assert!(summary.contains(" MultiPV=4 Hash=2, 60 nodes a move\ngonu, 2 of 2 games"), "{summary}");
    let whole = fs::read_to_string(&values).expect("values");
    let iterates: Vec<Value> = whole.lines().skip(1).map(|line| line.parse().expect("JSON")).collect();
    assert_eq!(iterates.len(), 4);
    let mut before = vec![4.0, 2.0];
    for iterate in iterates {
        let after: Vec<f64> = iterate["values"].as_array().expect("values").iter().filter_map(Value::as_f64).collect();
        // A result moves every value, and a draw none.
        let moved = before.iter().zip(&after).all(|(before, after)| (before - after).abs() > 1e-9);
        assert_eq!(moved, iterate["result"] != 0, "{iterate}");
        before = after;
    }
    for cut in [0, 30, whole.len() - 40, whole.len()] {
        fs::write(&values, &whole[..cut]).expect("a file");
        assert_eq!(petteia(&arguments).status.code(), Some(0));
        assert_eq!(fs::read_to_string(&values).expect("values"), whole, "{cut}");
    }
    let (header, iterations) = whole.split_once('\n').expect("a header");
    let replaced = |from: &str, to: &str| whole.replacen(from, to, 1);
    let iterated = |from: &str, to: &str| format!("{header}\n{}", iterations.replacen(from, to, 1));
    let first: Value = iterations.lines().next().expect("an iteration").parse().expect("JSON");
    let (value, result) = (&first["values"][0].to_string(), &format!("\"result\":{}", first["result"]));
    let cases = [
        ("precious\n".to_owned(), "line 1: expected values of this run"),
        ("{\"precious\":1}".into(), "line 1: expected values of this run"),
        ("{\"tune\":{\"format\":2,\"precious".into(), "line 1: expected values of this run"),
        (format!("{header}\nprecious"), "line 2: expected values of this run"),
        (replaced("gonu", "dvonn"), "the game differs"),
        (replaced("60 nodes", "61 nodes"), "the time differs"),
        (replaced("max-plies 60", "max-plies 61"), "a rule differs"),
        (replaced("\"openings_crc32\":\"", "\"openings_crc32\":\"0"), "an opening differs"),
        (replaced("\"seed\":1", "\"seed\":2"), "the seed differs"),
        (replaced("\"format\":2", "\"format\":3"), "of version 2, found version 3"),
        (replaced("\"format\":2,", ""), "of version 2, found version 1"),
        (replaced("\"iteration\":2", "\"iteration\":3"), "line 3: expected iteration 2 of 4, found 3"),
        (iterated(result, "\"result\":3"), "line 2: expected a result from -2 to 2, found 3"),
        (iterated(value, "9.0"), "after this result, found 9"),
        (iterated(value, "4.5"), "after this result, found 4.5"),
        (iterated(&format!("{value},"), ""), "line 2: expected 2 values, found 1"),
        (
            format!("{whole}{{\"iteration\":5,\"result\":0,\"values\":[1.0,1.0]}}\n"),
            "expected iteration 5 of 4, found 5",
        ),
    ];
    for (text, error) in cases {
        fs::write(&values, &text).expect("a file");
        let output = petteia(&arguments);
        assert!(String::from_utf8_lossy(&output.stderr).contains(error), "{text}: expected {error}, found {output:?}");
        assert_eq!((output.status.code(), fs::read_to_string(&values).expect("the file")), (Some(4), text));
    }
    for wrong in ["MultiPV", "MultiPV=1,2,3,1", "MultiPV=1,1,3,0", "MultiPV=a,1,3,1", "=1,1,3,1,1"] {
        let output = petteia(&["tune", "--a", &engine, "--b", &engine, "--values", &values, "--parameter", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}
