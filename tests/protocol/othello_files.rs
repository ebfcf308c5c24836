//! Othello PGN and OBF in `petteia convert` and `petteia map`.

use std::fs;

use crate::common::root;
use crate::convert::{convert, converted};
use crate::map::{map_output, map_text};

#[test]
fn games_and_positions_of_reversi_in_text() {
    let file = "fixtures/games/playok-2020.pgn";
    let text = fs::read_to_string(root().join(file)).expect("a fixture");
    for ends in ["\n", "\r\n"] {
        let json = converted(&["-", "--to", "json"], text.replace('\n', ends).as_bytes());
        assert!(json.contains("\"result\":\"p1win\"") && json.contains("\"Score\":\"38-26\""), "{json}");
    }
    let pgn = converted(&[file, "--to", "pgn"], b"");
    assert!(pgn.contains("28. h1 h2 29. -- g8 30. h7 a2 31. a1 38-26"), "{pgn}");
    // A game becomes its last position, and positions keep their scores.
    let last = converted(&[file, "--to", "obf"], b"");
    assert_eq!(last.matches('X').count(), 38 + usize::from(last.contains(" X;")), "{last}");
    let obf = fs::read_to_string(root().join("fixtures/games/ffo-endgames.obf")).expect("a fixture");
    let (_, positions) = obf.split_once('\n').expect("a comment");
    assert_eq!(converted(&["fixtures/games/ffo-endgames.obf", "--to", "obf"], b""), positions);
    let json = converted(&["-", "--to", "json"], obf.as_bytes());
    assert!(json.lines().next().is_some_and(|line| line.contains("\"Scores\":\"H5:+6 G6:-2 F6:-4 H6:-10\"")), "{json}");
    let (_, code, said) = convert(&["-", "--to", "lines"], format!("{positions}XX X; h5\n").as_bytes());
    assert!(code == 3 && said.contains("game 4: line 4: expected 64 squares of X, O and -"), "{said}");
    for (to, text) in [("pgn", "startpos moves c3\n"), ("obf", "startpos\n")] {
        let (output, code, said) = convert(&["-", "--from", "lines", "--game", "dvonn", "--to", to], text.as_bytes());
        assert_eq!((output.len(), code), (0, 3), "{said}");
        assert!(said.contains("expected a game of reversi, found dvonn"), "{said}");
    }
}

#[test]
fn positions_of_obf_are_read_and_written() {
    let obf = fs::read_to_string(root().join("fixtures/games/ffo-endgames.obf")).expect("a fixture");
    // Exact scores of all moves, in any order.
    let solve = ["--game", "reversi", "--option", "MultiPV=9", "--go", "depth 60", "--format", "obf"];
    let (found, code) = map_text(&solve, &obf);
    assert_eq!(code, 0, "{found}");
    let sorted = |text: &str| -> Vec<Vec<String>> {
        let lines = text.lines().filter(|line| !line.starts_with('%'));
        let fields = |line: &str| line.split(';').map(|field| field.trim().to_owned()).collect::<Vec<_>>();
        lines
            .map(fields)
            .map(|mut fields| {
                fields.sort();
                fields
            })
            .collect()
    };
    // The game ends with five empty squares after H5. Edax counts them for the winner, the rules of this program do not.
    assert_eq!(sorted(&found), sorted(&obf.replace("H5:+6", "H5:+1")));
    let (json, code) = map_text(&["--game", "reversi", "--moves"], &obf);
    assert_eq!((code, json.lines().count()), (0, 3), "{json}");
    let (line, code) = map_text(&["--game", "reversi", "--go", "depth 1", "--format", "obf"], "startpos\nhello\n");
    assert_eq!(code, 3);
    assert!(line.starts_with("---------------------------OX------XO--------------------------- X; "), "{line}");
    assert!(line.lines().nth(1).is_some_and(|line| line.starts_with("% line 2: bad-fen 6 ")), "{line}");
    let (line, _) = map_text(&["--game", "gonu", "--eval", "--format", "obf"], "startpos\n");
    assert_eq!(line, "% line 1: expected a game of reversi, found gonu\n");
    for refused in [&["--fields", "line"][..], &["--resume", "no/such/file"]] {
        let output = map_output(&[&["--moves", "--format", "obf"], refused].concat(), "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(said, "error: --format obf: expected no --fields and no --resume\n");
    }
}
