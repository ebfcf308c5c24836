//! `petteia analyse`: what each move of a game costs.

use std::fs;

use serde_json::Value;

use crate::convert::{Folder, run};

const GAMES: &str = "fixtures/games/checkers.pdn";
/// Black gives a man away.
const BLUNDER: &str = "B:W31,32,18,22:B1,2,11 moves 11-15 18x11\n";

fn analyse(arguments: &[&str], input: &str) -> (String, i32, String) {
    let (output, code, said) = run("analyse", arguments, input.as_bytes());
    (String::from_utf8(output).expect("text"), code, said)
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn every_move_has_scores_and_a_loss() {
    let (text, code, said) = analyse(&[GAMES, "--to", "JSON", "--go", "nodes 300"], "");
    assert_eq!((code, said.as_str()), (0, ""));
    let games = objects(&text);
    assert_eq!(games.len(), 4);
    for (i, game) in games.iter().enumerate() {
        assert_eq!((&game["game"], &game["variant"]), (&(i + 1).into(), &"checkers".into()));
        let moves = game["analysis"].as_array().expect("a list");
        assert_eq!(moves.len(), game["moves"].as_array().expect("a list").len());
        let mut sums = [0_i32; 2];
        for (ply, played) in moves.iter().enumerate() {
            assert_eq!(played["ply"], ply + 1);
            assert_eq!(played["player"], ["p1", "p2"][ply % 2], "ply {ply}");
            assert_eq!(played["pv"][0], played["best"], "ply {ply}");
            let loss = played["loss"].as_i64().expect("a number");
            let is_best = played["best"] == played["move"];
            assert!(loss >= 0 && (loss == 0 || !is_best), "ply {ply}: {played}");
            if let (Some(before), Some(after)) = (played["before"]["cp"].as_i64(), played["after"]["cp"].as_i64())
                && loss > 0
            {
                assert_eq!(loss, before - after, "ply {ply}");
            }
            sums[ply % 2] += i32::try_from(loss).expect("a score");
        }
        let summary = &game["summary"];
        for (player, sum) in ["p1", "p2"].into_iter().zip(sums) {
            let count = summary[player]["moves"].as_f64().expect("a number");
            let found = summary[player]["lost_a_move"].as_f64().expect("a number");
            assert!((100.0 * found * count - f64::from(sum)).abs() < 1e-6, "{summary}");
        }
        let greatest = moves.iter().filter_map(|played| played["loss"].as_i64()).max();
        let worst = summary["worst"][0].as_u64().expect("a ply") as usize;
        assert_eq!(moves[worst - 1]["loss"].as_i64(), greatest);
        assert!(summary["worst"].as_array().is_some_and(|worst| worst.len() == 3));
    }
    // The same limits give the same analysis.
    assert_eq!(analyse(&[GAMES, "--to", "json", "--go", "nodes 300"], "").0, text);
}

#[test]
fn a_blunder_is_the_worst_move() {
    let (text, code, said) = analyse(&["-", "--game", "checkers", "--go", "depth 6", "--to", "json"], BLUNDER);
    assert_eq!((code, said.as_str()), (0, ""));
    let game = &objects(&text)[0];
    let blunder = &game["analysis"][0];
    assert_eq!((&blunder["move"], &game["summary"]["worst"][0]), (&"11-15".into(), &1.into()), "{game}");
    assert!(blunder["loss"].as_i64().is_some_and(|loss| loss >= 80), "{blunder}");
    assert_eq!(game["analysis"][1]["loss"], 0, "the capture is forced");
}

#[test]
fn files_of_games_have_comments_that_can_be_read_again() {
    let (pdn, code, _) = analyse(&[GAMES, "--to", "pdn", "--go", "nodes 200"], "");
    assert_eq!((code, pdn.matches("[Event ").count()), (0, 4));
    let (json, code, said) = run("convert", &["-", "--to", "json"], pdn.as_bytes());
    assert_eq!((code, said.as_str()), (0, ""));
    let json = String::from_utf8(json).expect("text");
    let (original, ..) = run("convert", &[GAMES, "--to", "json"], b"");
    for (game, original) in objects(&json).iter().zip(objects(&String::from_utf8(original).expect("text"))) {
        assert_eq!(game["moves"], original["moves"]);
        let comments = game["comments"].as_array().expect("comments");
        assert!(comments.iter().all(|comment| comment.as_str().is_some_and(|text| text.contains('.'))), "{game}");
    }
}

#[test]
fn moves_have_the_notation_of_the_file() {
    for (file, expected) in [
        ("draughts.pdn", ["    3  28x17 ", "    4  12x21 "]),
        ("ggs-2003.ggf", ["    1  D3 ", "    2  C5 "]),
        ("wthor-1978.wtb", ["    1  F5 ", "    2  "]),
        ("boardspace-won.sgf", ["    1  ", "   50  move "]),
    ] {
        let (text, code, said) = analyse(&[&format!("fixtures/games/{file}"), "--go", "nodes 10"], "");
        assert_eq!((code, said.as_str()), (0, ""), "{file}");
        for expected in expected {
            assert!(text.contains(expected), "{file}: {expected} in {text}");
        }
        let json = analyse(&[&format!("fixtures/games/{file}"), "--go", "nodes 10", "--to", "json"], "").0;
        // A capture in PDN leaves the captured squares out, unlike a line of the protocol.
        assert!(file != "draughts.pdn" || objects(&json)[0]["moves"][2] == "28x17x22", "{json}");
    }
}

#[test]
fn text_for_people() {
    let (text, code, said) = analyse(&[GAMES, "--go", "nodes 100"], "");
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(text.starts_with("Game 1: MF Tinsley - M Rex, Ohio State Ty 1946, checkers, a draw\n\n"), "{text}");
    assert_eq!(text.matches("\nWorst moves: ").count(), 4);
    assert!(text.contains("\nMF Tinsley: 28 moves, "), "{text}");
    assert!(text.lines().all(|line| line.trim_end() == line));
}

#[test]
fn what_cannot_be_analysed_changes_nothing() {
    let folder = Folder::new("analyse");
    let output = folder.path("out.json");
    fs::write(&output, "old").expect("a file");
    let to_file = |arguments: &[&str], input: &str| {
        let (text, code, said) = analyse(&[arguments, &["-o", &output]].concat(), input);
        assert!(text.is_empty() && !said.is_empty(), "{said}");
        assert_eq!(fs::read_to_string(&output).expect("the file"), "old");
        (code, said)
    };
    let (code, said) = to_file(&["-", "--game", "dixit"], "startpos\n");
    assert_eq!(code, 3);
    assert!(said.contains("expected the Seed of the deals, found none"), "{said}");
    let (code, said) = to_file(&[GAMES, "--go", "infinite"], "");
    assert_eq!((code, said.as_str()), (2, "error: --go: expected a limit such as 'nodes 1000', found none\n"));
    let (code, said) = to_file(&[GAMES, "--go", "depht 3"], "");
    assert!(code == 2 && said.starts_with("error: --go: column 1: expected a limit"), "{said}");
    assert_eq!(to_file(&["no-such-file.pdn"], "").0, 4);
    assert_eq!(to_file(&[GAMES, "--option", "Hash=0"], "").0, 2);
    assert_eq!(folder.names(), ["out.json"]);
}

/// The boards of each game of a page.
fn boards(page: &str) -> Vec<Vec<String>> {
    let scripts = page.split("<script type=\"application/json\" class=\"boards\">").skip(1);
    let texts = scripts.map(|rest| rest.split("</script>").next().expect("an end"));
    texts.map(|text| serde_json::from_str(text).expect("JSON")).collect()
}

#[test]
fn a_page_has_the_board_of_every_move() {
    let (page, code, said) = analyse(&[GAMES, "--to", "html", "--go", "nodes 300"], "");
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    let games = objects(&analyse(&[GAMES, "--to", "json", "--go", "nodes 300"], "").0);
    let boards = boards(&page);
    assert_eq!(boards.len(), games.len());
    for (i, (boards, game)) in boards.iter().zip(&games).enumerate() {
        assert_eq!(boards.len(), game["moves"].as_array().expect("a list").len() + 1);
        for board in boards {
            roxmltree::Document::parse(board).expect("XML");
            assert!(board.contains(&format!(" id=\"g{}-", i + 1)));
        }
    }
    // The page loads nothing.
    let loads = ["src=", "url(", "@import", "http-equiv=\"refresh\""];
    assert!(loads.iter().all(|text| !page.contains(text)));
    // `http-equiv`, and `https:` in the policy.
    assert_eq!(page.matches("http").count(), page.matches("http://www.w3.org/2000/svg").count() + 2);
}

#[test]
fn a_page_escapes_what_a_file_says() {
    let game =
        "[Black \"</script><script>alert(1)</script>\"]\n[GameType \"21\"]\n[Result \"*\"]\n\n1. 11-15 23-18 *\n";
    let (page, code, _) = analyse(&["-", "--from", "pdn", "--to", "html", "--go", "nodes 100"], game);
    assert_eq!(code, 0);
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert"));
}

/// A page of a game of secrets that goes on shows what somebody sees who has no seat.
#[test]
fn a_page_keeps_secrets() {
    let game = r#"{"variant":"dixit","startpos":true,"options":{"Seed":"7"},"moves":[]}"#;
    let (page, code, said) = analyse(&["-", "--from", "json", "--to", "html"], game);
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(boards(&page)[0].iter().all(|board| board.contains("kind-hidden") && !board.contains("kind-card")));
}
