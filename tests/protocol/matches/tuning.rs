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
    for text in
        ["precious\n", &whole.replacen("gonu", "dvonn", 1), &whole.replacen("\"iteration\":2", "\"iteration\":3", 1)]
    {
        fs::write(&values, text).expect("a file");
        let output = petteia(&arguments);
        assert!(String::from_utf8_lossy(&output.stderr).contains("wanted values of this run"), "{output:?}");
        assert_eq!((output.status.code(), fs::read_to_string(&values).expect("the file").as_str()), (Some(4), text));
    }
    for wrong in ["MultiPV", "MultiPV=1,2,3,1", "MultiPV=1,1,3,0", "MultiPV=a,1,3,1", "=1,1,3,1,1"] {
        let output = petteia(&["tune", "--a", &engine, "--b", &engine, "--values", &values, "--parameter", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}
