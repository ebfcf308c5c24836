use petteia_core::{GameResult, Outcome, Side};

use super::*;

fn find(name: &str) -> Option<&'static str> {
    ["checkers", "gonu"].into_iter().find(|known| *known == name)
}

fn read(text: &str) -> Vec<Result<GameRecord, String>> {
    let games = read_games(text.as_bytes(), find).expect("a file of games");
    games.into_iter().map(|game| game.map_err(|error| error.to_string())).collect()
}

#[test]
fn records_come_back_as_they_are() {
    let full = GameRecord {
        variant: Some("checkers"),
        start: Some("B:W21:B1".into()),
        players: [Some("A \"x\" \u{1f600}".into()), None],
        tags: [("Site", "z"), ("Event", "a\nb"), ("Site", "again")].map(|(a, b)| (a.into(), b.into())).into(),
        moves: vec![
            "1-6".to_owned().into(),
            RecordedMove {
                word: "21-17".into(),
                comment: "{why}".into(),
                used: Some(Duration::from_millis(1_500)),
                left: Some(Duration::from_secs(3_600)),
            },
        ],
        result: Some(Outcome::Win(Side::Second).into()),
        options: vec![("Seed".into(), "7".into())],
        variations: 3,
    };
    let games =
        [full, GameRecord::default(), GameRecord { result: Some(Outcome::Draw.into()), ..GameRecord::default() }];
    let written = write_games(&games).expect("text");
    let text = String::from_utf8(written).expect("UTF-8");
    assert_eq!(text.lines().nth(1), Some(r#"{"startpos":true,"moves":[]}"#));
    assert_eq!(read(&text), games.map(Ok));
}

#[test]
fn games_of_matches_are_read() {
    let text = concat!(
        r#"{"match":{"version":"0.1.0","variant":"gonu","engines":["ugi:x","hub:y"],"games":2,"openings":[]}}"#,
        "\n",
        r#"{"game":1,"opening":"startpos moves a1 b2","p1":"a","result":"p1win","winner":"a","reason":"time","fault":null,"moves":["c3"],"scores":[{"cp":1}],"times":[3]}"#,
        "\n",
        r#"{"game":2,"opening":"fen x y","p1":"b","result":"draw","winner":null,"reason":"max-plies","fault":null,"moves":[],"scores":[],"times":[]}"#,
        "\n",
    );
    let games = read(text);
    let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
    assert_eq!(first.moves.iter().map(|played| played.word.as_str()).collect::<Vec<_>>(), ["a1", "b2", "c3"]);
    assert_eq!((first.variant, first.outcome()), (Some("gonu"), Some(Outcome::Win(Side::First))));
    assert_eq!(first.players, [Some("ugi:x".into()), Some("hub:y".into())]);
    assert_eq!(first.tags, [("Round", "1"), ("Termination", "time")].map(|(a, b)| (a.into(), b.into())));
    assert_eq!((second.start.as_deref(), second.outcome()), (Some("x y"), Some(Outcome::Draw)));
    assert_eq!(second.players, [Some("hub:y".into()), Some("ugi:x".into())]);
}

#[test]
fn saved_games_are_read() {
    let early = concat!(
        "{\n  \"variant\": \"gonu\",\n  \"options\": {\n    \"Seed\": \"7\"\n  },\n",
        "  \"moves\": [\n    \"a1\",\n    \"b2\"\n  ],\n  \"result\": null,\n  \"side\": \"1\",\n  \"level\": 4\n}\n",
        "{\"startpos\":true}\n"
    );
    let games = read(early);
    let [Ok(first), Ok(_)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((first.moves.len(), &first.start, first.outcome()), (2, &None, None));
    assert_eq!(first.options, [("Seed".to_owned(), "7".to_owned())]);
    let text = "{\"version\":1,\"startpos\":true,\"result\":\"seats 1,2\",\"reason\":\"points\",\"level\":1}\n\
                {\"version\":3,\"startpos\":true}\n{\"variant\":\"gonu\",\"moves\":[],\"start\":\"x\",\"level\":1}\n\
                {\n  \"moves\": [\n{\"startpos\":true}\n";
    let games = read(text);
    let first = games[0].as_ref().expect("a game");
    assert_eq!((first.result.clone(), first.termination()), (Some(GameResult::Seats(vec![0, 1])), Some("points")));
    assert_eq!(games[1], Err("line 2: expected version 1 to 2 of saved games, found 3".into()));
    assert_eq!(games[2].as_ref().map(|game| game.start.as_deref()), Ok(Some("x")));
    assert!(games[3].as_ref().is_err_and(|error| error.starts_with("line 4: expected a game as a JSON object, ")));
    assert!(games[4].is_ok() && games.len() == 5, "{games:?}");
}

#[test]
fn bad_lines_are_refused_and_the_others_read() {
    let text = "\u{feff}{\"startpos\":true,\"moves\":\" a1  b2 \",\"id\":7}\r\n\n{\"startpos\":tru\n{}\n[1]\n\
                {\"fen\":\"x\",\"startpos\":true}\n{\"startpos\":true,\"variant\":\"chess\"}\n\
                {\"startpos\":true,\"result\":\"won\"}\n{\"startpos\":true,\"comments\":[\"a\"]}\n{\"opening\":\"\"}\n{";
    let games = read(text);
    assert_eq!(games[0].as_ref().map(|game| game.moves.len()), Ok(2));
    let errors: Vec<&String> = games[1..].iter().map(|game| game.as_ref().expect_err("wrong")).collect();
    for (error, start) in errors.iter().zip([
        "line 3: expected a game as a JSON object, found ",
        "line 4: expected fen or startpos, found neither",
        "line 5: expected a game as a JSON object, found ",
        "line 6: expected one of fen, startpos and opening, found two",
        "line 7: expected the name of a game of this program, found 'chess'",
        "line 8: expected p1win, p2win or draw, found 'won'",
        "line 9: expected at most one comment for each move, found 1",
        "line 10: expected an opening as after position, found ''",
        "line 11: expected a game as a JSON object, found ",
    ]) {
        assert!(error.starts_with(start), "{error}");
    }
    assert_eq!(errors.len(), 9);
    for foreign in ["", "\n", "[Event \"x\"]", "startpos", "\0", "[{}]"] {
        assert!(read_games(foreign.as_bytes(), find).is_err(), "{foreign}");
    }
}
