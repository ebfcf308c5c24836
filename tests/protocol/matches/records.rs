//! Files of games that are refused: those of other programs, versions and matches, and records that are wrong.

use std::fs;

use serde_json::{Value, json};

use super::{Folder, petteia, stdout, ugi};

/// A match of four games of Reversi from two openings, and its file.
struct Played {
    /// Removes the files in the end.
    _folder: Folder,
    engine: String,
    file: String,
    openings: String,
}

impl Played {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        let (file, openings) = (folder.file("games"), folder.file("openings"));
        let made = stdout(&petteia(&["openings", "reversi", "--plies", "2", "--count", "2"]));
        fs::write(&openings, made).expect("a file");
        let played = Self { _folder: folder, engine: ugi(), file, openings };
        let output = petteia(&played.arguments());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        played
    }

    fn arguments(&self) -> Vec<&str> {
        let Self { engine, file, openings, .. } = self;
        let arguments = ["match", "--game", "reversi", "--a", engine, "--b", engine, "--nodes", "30", "--games", "4"];
        [&arguments[..], &["--max-plies", "200", "--openings", openings, "--resume", file]].concat()
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).expect("the file")
    }

    /// Runs the match with this file, which is refused by `--resume` and does not change.
    fn refused(&self, content: &str, error: &str) {
        fs::write(&self.file, content).expect("a file");
        let output = petteia(&self.arguments());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{content}: {errors}");
        assert!(errors.contains(error), "{content}: expected {error}, found {errors}");
        assert_eq!(self.text(), content);
    }
}

#[test]
fn files_of_other_programs_are_not_changed() {
    let played = Played::new("foreign");
    let text = played.text();
    let (header, _) = text.split_once('\n').expect("a header");
    let other = header.replace("reversi", "dvonn");
    let newer = header.replacen("\"format\":2", "\"format\":3", 1);
    let contents = [
        "{\"precious\":1}",
        "{\"match\":1}",
        "{\"match\":{\"precious\":1}}",
        "{\"match\":{\"format\":2,\"precious",
        "{}",
        "\n",
        "[1,2]\n",
        "precious",
    ];
    for content in contents {
        played.refused(content, "line 1: expected the first line of a file of games");
    }
    played.refused(&other, "line 1: expected the first line");
    played.refused(&format!("{other}\n"), "the game differs");
    played.refused(&format!("{newer}\n"), "found version 3");
    played.refused(&format!("{header}\nprecious"), "line 2: expected a game of a match");
    let wrong_sum = header.replacen("\"openings_crc32\":\"", "\"openings_crc32\":\"0", 1);
    played.refused(&format!("{wrong_sum}\n"), "line 1: expected openings of the checksum 0");
    // A file that ends within the first line is new.
    for cut in [0, 1, 20, header.len()] {
        fs::write(&played.file, &header[..cut]).expect("a file");
        assert_eq!(petteia(&played.arguments()).status.code(), Some(0), "{cut}");
        assert_eq!(played.text().lines().count(), 5, "{cut}");
    }
}

#[test]
fn files_of_version_1_are_merged_and_not_resumed() {
    let played = Played::new("version");
    let text = played.text();
    let mut lines: Vec<Value> = text.lines().map(|line| line.parse().expect("JSON")).collect();
    let header = lines[0]["match"].as_object_mut().expect("a header");
    assert_eq!(header.remove("format"), Some(json!(2)));
    assert!(header.remove("openings_crc32").is_some());
    let old = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n") + "\n";
    played.refused(&old, "expected a file of games of version 2, found version 1, which petteia 0.1.0 wrote");
    let merged = petteia(&["match", "--merge", &played.file]);
    assert!(merged.status.success() && stdout(&merged).contains("4 of 4 games"), "{merged:?}");
    let converted = petteia(&["convert", "--from", "json", "--to", "json", &played.file]);
    assert!(converted.status.success() && stdout(&converted).lines().count() == 4, "{converted:?}");
}

#[test]
fn the_file_of_openings_is_not_an_output() {
    let played = Played::new("openings-output");
    let before = fs::read(&played.openings).expect("openings");
    let mut arguments = played.arguments();
    *arguments.last_mut().expect("a file") = &played.openings;
    let output = petteia(&arguments);
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected another file than --openings"), "{output:?}");
    assert_eq!((output.status.code(), fs::read(&played.openings).expect("openings") == before), (Some(4), true));
}

#[test]
fn wrong_records_are_refused_by_resume_and_merge() {
    type Change = fn(&mut Value);
    let played = Played::new("records");
    let text = played.text();
    let changes: [(Change, &str); 19] = [
        (|game| game["game"] = json!(5), "expected a game from 1 to 4, found 5"),
        (|game| game["game"] = json!(0), "expected a game from 1 to 4, found 0"),
        (|game| game["game"] = json!(1), "expected the opening"),
        (|game| game["opening"] = json!("startpos"), "expected the opening"),
        (|game| game["p1"] = json!("b"), "expected a as p1 of game 3, found b"),
        (|game| game["p1"] = json!("c"), "expected a as p1 of game 3, found c"),
        (|game| game["winner"] = json!("c"), "expected the winner "),
        (|game| game["result"] = json!("p3win"), "expected the result p1win, p2win or draw, found p3win"),
        (
            |game| {
                let other = if game["result"] == "p1win" { ["p2win", "b"] } else { ["p1win", "a"] };
                (game["result"], game["winner"]) = (json!(other[0]), json!(other[1]));
            },
            "by ",
        ),
        (|game| game["moves"][0] = json!("zz"), "expected a legal move 1, found zz"),
        (|game| drop(game["moves"].as_array_mut().expect("moves").pop()), "scores and times"),
        (
            |game| {
                for list in ["moves", "scores", "times"] {
                    game[list].as_array_mut().expect("a list").pop();
                }
            },
            "expected the reason of a game that is not over by the rules",
        ),
        (|game| drop(game["scores"].as_array_mut().expect("scores").pop()), "scores and times"),
        (|game| game["times"].as_array_mut().expect("times").push(json!(1)), "scores and times"),
        (|game| game["reason"] = json!("boredom"), "by boredom"),
        (|game| game["fault"] = json!(["a", "x"]), "expected no fault"),
        (
            |game| {
                for list in ["moves", "scores", "times"] {
                    game[list] = json!([]);
                }
                (game["result"], game["winner"]) = (json!("p1win"), json!("a"));
                (game["reason"], game["fault"]) = (json!("time"), json!(["a", "x"]));
            },
            "expected a loss by time of the engine at fault",
        ),
        (|game| game["times"][0] = json!(-1), "expected a game of a match"),
        (|game| drop(game.as_object_mut().expect("a game").remove("reason")), "expected a game of a match"),
    ];
    let ended = text.lines().nth(3).expect("game 3");
    let ended: Value = ended.parse().expect("JSON");
    assert!(!["max-plies", "time"].contains(&ended["reason"].as_str().expect("a reason")), "{ended}");
    for (change, error) in changes {
        let mut game = ended.clone();
        change(&mut game);
        let lines: Vec<&str> = text.lines().collect();
        let content = format!("{}\n{}\n{}\n{game}\n{}\n", lines[0], lines[1], lines[2], lines[4]);
        played.refused(&content, error);
        let merged = petteia(&["match", "--merge", &played.file]);
        let errors = String::from_utf8_lossy(&merged.stderr);
        assert_eq!(merged.status.code(), Some(3), "{game}: {errors}");
        assert!(errors.contains("line 4: ") && errors.contains(error), "{game}: {errors}");
    }
    // The same record twice.
    let lines: Vec<&str> = text.lines().collect();
    played.refused(
        &format!("{}\n{}\n{}\n", lines[0], lines[1], lines[1]),
        "line 3: expected each game once, found game 1",
    );
    // The whole file is finished: the match prints its summary again.
    fs::write(&played.file, &text).expect("a file");
    let output = petteia(&played.arguments());
    assert!(output.status.success() && stdout(&output).contains("4 of 4 games"), "{output:?}");
    assert_eq!(played.text(), text);
}
