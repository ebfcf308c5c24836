//! Games that `petteia play` saves are read by `convert`, `analyse` and `play`.

use std::fs;

use serde_json::Value;

use crate::convert::{Folder, run};

const GAMES: [&str; 10] =
    ["dvonn", "reversi", "checkers", "draughts", "tablut", "gonu", "latrunculi", "sparta", "epigo", "dixit"];

/// Saves a game after some moves of the engine.
fn saved(folder: &Folder, game: &str, moves: usize) -> String {
    let path = folder.path(&format!("{game}.json"));
    // Several people would need a terminal in games with secrets: there one person plays against the engine.
    let side = if ["epigo", "dixit"].contains(&game) { "first" } else { "both" };
    let script = "go\n".repeat(moves) + &format!("save {path}\nquit\n");
    let (_, code, said) = run("play", &[game, "--side", side, "--level", "1", "--seed", "7"], script.as_bytes());
    assert_eq!((code, said.as_str()), (0, ""), "{game}");
    path
}

fn text(output: Vec<u8>) -> String {
    String::from_utf8(output).expect("text")
}

#[test]
fn saved_games_of_all_games_are_read() {
    let folder = Folder::new("saved");
    for game in GAMES {
        let path = saved(&folder, game, 4);
        let first: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a file")).expect("JSON");
        assert_eq!((&first["version"], &first["variant"]), (&2.into(), &game.into()), "{first}");
        let (output, code, said) = run("convert", &[&path, "--to", "json", "--secrets"], b"");
        assert_eq!((code, said.as_str()), (0, ""), "{game}");
        let converted = text(output);
        let object: Value = serde_json::from_str(&converted).expect("JSON");
        for key in ["variant", "startpos", "moves", "options"] {
            assert_eq!(object[key], first[key], "{game}: {key}");
        }
        let again = folder.path("again.json");
        fs::write(&again, &converted).expect("a file");
        for file in [&path, &again] {
            let (output, code, said) = run("play", &["--load", file], b"quit\n");
            assert_eq!((code, said.as_str()), (0, ""), "{game}: {}", text(output));
        }
        let (output, code, said) = run("analyse", &[&path, "--go", "nodes 20000", "--to", "json"], b"");
        assert_eq!((code, said.as_str()), (0, ""), "{game}");
        let analysis: Value = serde_json::from_str(&text(output)).expect("JSON");
        assert_eq!(analysis["variant"], game);
        let (output, code, _) = run("analyse", &[&path, "--go", "nodes 100"], b"");
        assert!(code == 0 && output.starts_with(b"Game 1: "), "{game}");
    }
}

#[test]
fn a_game_goes_on_with_its_deck_only() {
    let folder = Folder::new("saved-deck");
    let (deck, path) = (folder.path("deck.tsv"), folder.path("dixit.json"));
    let moon = fs::read_to_string("fixtures/transcripts/decks/moon.tsv").expect("a deck");
    fs::write(&deck, &moon).expect("a file");
    let options = ["dixit", "--level", "1", "--seed", "7", "--option", &format!("Deck={deck}")];
    let (_, code, said) = run("play", &options, format!("go\nsave {path}\nquit\n").as_bytes());
    assert_eq!((code, said.as_str()), (0, ""));
    let (output, code, said) = run("play", &["--load", &path], b"quit\n");
    assert_eq!((code, said.as_str()), (0, ""), "{}", text(output));
    // The file of a record is not read: the command names it.
    let given = format!("Deck={deck}");
    for (command, to) in [("convert", "json"), ("analyse", "json"), ("analyse", "html")] {
        let (output, code, said) = run(command, &[&path, "--to", to, "--option", &given], b"");
        assert_eq!(code, 0, "{command}: {said}");
        assert!(!output.is_empty());
        let (_, code, said) = run(command, &[&path, "--to", to], b"");
        assert!(code == 3 && said.contains("game 1: move 1: expected a legal move"), "{command}: {said}");
    }
    fs::write(&deck, moon.replace("Moon 3", "Sun 3")).expect("a file");
    let (_, code, said) = run("play", &["--load", &path], b"quit\n");
    assert!(code != 0 && said.contains("options: expected a file of Deck with the fingerprint '"), "{code}: {said}");
}

#[test]
fn options_of_a_record_fit_each_other() {
    let folder = Folder::new("record-options");
    let path = folder.path("dixit.json");
    for (options, expected) in [
        (r#""Seats":"3","Storyteller":"6""#, "options: expected a value from 6 to 6 for Seats, found '3'"),
        (r#""Seats":"7""#, "options: expected a value from 3 to 6, found '7'"),
    ] {
        let record = format!(r#"{{"variant":"dixit","startpos":true,"options":{{{options},"Seed":"7"}},"moves":[]}}"#);
        fs::write(&path, record).expect("a file");
        let (_, code, said) = run("convert", &[&path, "--to", "json"], b"");
        assert!(code == 3 && said.contains(expected), "{code}: {said}");
    }
}

#[test]
fn turns_of_epigo_have_a_value_and_losses() {
    let folder = Folder::new("epigo");
    let path = saved(&folder, "epigo", 3);
    let (output, code, said) = run("analyse", &[&path, "--go", "nodes 200000", "--to", "json"], b"");
    assert_eq!((code, said.as_str()), (0, ""));
    let analysis: Value = serde_json::from_str(&text(output)).expect("JSON");
    let turns = analysis["turns"].as_array().expect("turns");
    assert_eq!(turns.len(), analysis["moves"].as_array().expect("moves").len());
    assert!(turns.len() >= 2, "{analysis}");
    for turn in turns {
        let losses = turn["loss"].as_array().expect("losses");
        assert!(turn["value"].is_i64() && losses.iter().all(|loss| loss.as_i64().is_some_and(|loss| loss >= 0)));
        let played: Vec<&str> = turn["moves"][0].as_str().expect("a move").split('/').collect();
        for side in [0, 1] {
            let is_best = turn["best"][side] == played[side];
            assert!(!is_best || losses[side] == 0, "{turn}");
        }
    }
    assert!(analysis["options"]["Seed"].is_null(), "the game goes on: {analysis}");
    let (output, ..) = run("analyse", &[&path, "--go", "nodes 200000"], b"");
    assert!(text(output).contains("the first player loses "));
}

#[test]
fn turns_of_dixit_are_listed_without_a_cost() {
    let folder = Folder::new("dixit");
    // The first seat gives a clue; the engine gives three cards and votes three times, then it begins the next turn.
    let path = saved(&folder, "dixit", 1);
    let (output, code, said) = run("analyse", &[&path, "--to", "json"], b"");
    assert_eq!((code, said.as_str()), (0, ""));
    let analysis: Value = serde_json::from_str(&text(output)).expect("JSON");
    let turns = analysis["turns"].as_array().expect("turns");
    assert_eq!((turns.len(), turns[0]["moves"].as_array().map(Vec::len)), (1, Some(7)), "{analysis}");
    assert!(turns[0]["loss"].is_null() && turns[0]["scores"].as_array().is_some_and(|scores| scores.len() == 4));
    let (output, ..) = run("analyse", &[&path], b"");
    let output = text(output);
    assert!(output.contains("There is no cost of a move in this game") && output.contains("points "), "{output}");
}

#[test]
fn secrets_of_games_that_go_on_are_left_out() {
    let folder = Folder::new("hidden");
    let path = saved(&folder, "dixit", 5);
    let (output, code, said) = run("convert", &[&path, "--to", "json"], b"");
    let object: Value = serde_json::from_str(&text(output.clone())).expect("JSON");
    assert_eq!((code, said.lines().count()), (0, 1), "{said}");
    assert!(said.contains("--secrets"), "{said}");
    assert!(object["options"].is_null() && object["moves"].as_array().is_some_and(Vec::is_empty), "{object}");
    let position = object["fen"].as_str().expect("a position");
    let fields: Vec<&str> = position.split(' ').collect();
    assert!(fields[3].split('/').all(|hand| hand.starts_with('#')) && fields[8].starts_with('#'), "{position}");
    assert!(fields[4].split(',').all(|given| ["#", "-"].contains(&given)), "{position}");
    let (again, code, _) = run("convert", &["-", "--from", "json", "--to", "lines"], &output);
    assert_eq!((code, text(again).trim_end()), (0, position));
    let (_, code, said) = run("convert", &[&path, "--to", "lines", "--secrets"], b"");
    assert!(code == 3 && said.contains("found one of deals"), "{said}");
    let epigo = saved(&folder, "epigo", 2);
    let (output, code, said) = run("convert", &[&epigo, "--to", "json"], b"");
    let object: Value = serde_json::from_str(&text(output)).expect("JSON");
    assert_eq!((code, said.as_str(), object["options"].is_null()), (0, "", true), "{object}");
    assert_eq!(object["moves"].as_array().map(Vec::len), Some(2));
}
