use std::time::Duration;

use super::*;

const BOARD: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

fn archive() -> String {
    let first = format!(
        "(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Andr\u{e9}]PW[b]RB[2196.37]RW[2200]TI[05:00//02:00]TY[8]\
         RE[-4.000]BO[{BOARD}]B[F5//0.01]W[d6/2.39/0.01]B[c3];)"
    );
    let second = first.replace("RE[-4.000]", "RE[+64.00:r]").replace("B[c3]", "B[PASS]");
    format!("1 {first}\r\n\r\n2 {second}{second}\r\n{first}")
}

#[test]
fn games_of_an_archive() {
    let text = archive();
    let games = read_games(text.as_bytes()).expect("an archive");
    let games: Vec<GameRecord> = games.into_iter().map(|game| game.expect("a game")).collect();
    assert_eq!(games.len(), 4);
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).expect("a character of Latin-1")).collect();
    assert_eq!(read_games(&latin).expect("an archive")[0].as_ref(), Ok(&games[0]));
    let game = &games[0];
    assert_eq!((game.variant, &game.start), (Some("reversi"), &None));
    assert_eq!(game.players, [Some("Andr\u{e9}".into()), Some("b".into())]);
    let words: Vec<(&str, &str)> = game.moves.iter().map(|m| (m.word.as_str(), m.comment.as_str())).collect();
    assert_eq!(words, [("f5", ""), ("d6", "2.39"), ("c3", "")]);
    let used: Vec<_> = game.moves.iter().map(|played| played.used).collect();
    assert_eq!(used, [Some(Duration::from_millis(10)), Some(Duration::from_millis(10)), None]);
    assert_eq!(games[1].termination(), Some(RESIGNATION));
    assert_eq!((reversi::tag(game, "Score"), game.outcome()), (Some("30-34"), Some(Outcome::Win(Side::Second))));
    assert_eq!(reversi::tag(game, "TimeControl"), Some("05:00//02:00"));
    assert_eq!((reversi::tag(&games[1], "Score"), games[1].outcome()), (None, Some(Outcome::Win(Side::First))));
    assert_eq!(games[1].moves[2].word, "pass");
    let written = write_games(&games).expect("an archive");
    assert_eq!(read_games(&written), Ok(games.into_iter().map(Ok).collect()));
}

#[test]
fn results_are_scores_of_the_board() {
    let result = |value: &str| {
        let text = format!("(;GM[Othello]TY[8]RE[{value}]BO[{BOARD}]B[F5];)");
        let game = read_games(text.as_bytes()).expect("an archive").remove(0).expect("a game");
        (game.outcome(), game.termination().map(str::to_owned))
    };
    for value in ["-127", "+65", "?", "", "-127:r", "1e9", "nan"] {
        assert_eq!(result(value), (None, None), "{value}");
    }
    assert_eq!(result("-12"), (Some(Outcome::Win(Side::Second)), None));
    assert_eq!(result("+64:t"), (Some(Outcome::Win(Side::First)), Some(TIME.to_owned())));
}

#[test]
fn types_of_games() {
    let known = ["8", "s8", "8r", "8r18", "s8r20"];
    assert_eq!(known.map(has_usual_rules), [true; 5]);
    let others = ["", "s", "10", "s10r20", "8a", "s8a", "8k10", "8r18x", "ss8", "88"];
    assert_eq!(others.map(has_usual_rules), [false; 10]);
}

#[test]
fn bad_games_leave_the_others() {
    let good = format!("(;GM[Othello]TY[s8]BO[{BOARD}]B[F5];)");
    for (bad, expected) in [
        ("8k".to_owned(), "line 2: expected TY: expected 8"),
        ("10".into(), "line 2: expected TY: expected 8"),
        ("8a".into(), "line 2: expected TY: expected 8"),
        ("8]BO[8 ---".into(), "line 2: expected BO: expected 8, 64 squares"),
        ("8]GM[Chess".into(), "line 2: expected GM: expected Othello, found 'Chess'"),
        ("8]B[".into(), "line 2: expected B: expected a move such as F5, found the end"),
    ] {
        let text = format!("{good}\n(;TY[{bad}]BO[{BOARD}];)\n{good}\n");
        let games = read_games(text.as_bytes()).expect("an archive");
        assert_eq!(games.len(), 3, "{bad}");
        assert!(games[0].is_ok() && games[2].is_ok());
        let error = games[1].as_ref().expect_err("a bad game").to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    for (line, count, faults) in [
        (format!("2 {good}"), 2, "line 1: expected as many games as the number 2 says, found 1"),
        (format!("3 {good}{good}"), 3, "line 1: expected as many games as the number 3 says, found 2"),
        (format!("99999999999999999999999 {good}"), 2, "line 1: expected as many games"),
        (format!("x {good}\n{good}"), 2, "line 1: expected a game as (;NAME[VALUE]...;), found 'x (;GM"),
        (format!("(;GM[Othello]\nx\n\n{good}"), 2, "line 1: expected a game as"),
        ("(;)\n".into(), 1, "line 1: expected a game as"),
        ("(;TY[8];)".into(), 1, "line 1: expected BO[8 ...], the board at the start, found none"),
    ] {
        let games = read_games(line.as_bytes()).expect("an archive");
        let errors: Vec<String> = games.iter().filter_map(|game| Some(game.as_ref().err()?.to_string())).collect();
        assert_eq!((games.len(), errors.len()), (count, 1), "{line}: {errors:?}");
        assert!(errors[0].starts_with(faults), "{line}: {errors:?}");
    }
}

#[test]
fn files_that_are_no_archives() {
    for wrong in [&b""[..], b"\n", b"f5d6\n", b"(;GM[Othello]\0;)", b"\xff"] {
        assert!(read_games(wrong).is_err());
    }
    let text = archive();
    for (length, _) in text.char_indices().skip(5) {
        let games = read_games(&text.as_bytes()[..length]).expect("an archive");
        assert!(games.len() <= 5, "{length}");
    }
    let long = "(;".repeat(100_000);
    assert_eq!(read_games(long.as_bytes()).map(|games| games.len()), Ok(1));
}

#[test]
fn games_that_cannot_be_written() {
    let moves = vec![RecordedMove::from("i1".to_owned())];
    for (game, expected) in [
        (GameRecord { variant: Some("dvonn"), ..GameRecord::default() }, "expected a game of reversi, found dvonn"),
        (GameRecord { moves, ..GameRecord::default() }, "expected a square or a pass, found 'i1'"),
        (
            GameRecord { players: [Some("a]".into()), None], ..GameRecord::default() },
            "PB: expected a text without ], found 'a]'",
        ),
    ] {
        assert_eq!(write_games(&[game]), Err(format!("game 1: {expected}")));
    }
    let white = "8/8/8/3OX3/3XO3/8/8/8 w";
    let game = GameRecord {
        start: Some(white.into()),
        moves: vec![RecordedMove { word: "c5".into(), comment: "a [good] move".into(), ..RecordedMove::default() }],
        result: Some(Outcome::Draw.into()),
        ..GameRecord::default()
    };
    let written = String::from_utf8(write_games(&[game]).expect("an archive")).expect("a text");
    assert_eq!(written, format!("(;GM[Othello]PB[?]PW[?]RE[+0.000]TY[8]BO[{}]W[C5];)\n", BOARD.replace(" *", " O")));
}
