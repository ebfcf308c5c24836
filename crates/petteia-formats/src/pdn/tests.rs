use petteia_core::Side;

use super::*;

fn games(text: &str) -> Vec<Result<GameRecord, String>> {
    let games = read_games(text.as_bytes(), None).expect("a file of games");
    games.into_iter().map(|game| game.map_err(|error| error.to_string())).collect()
}

fn game(text: &str) -> GameRecord {
    match &mut games(text)[..] {
        [Ok(game)] => std::mem::take(game),
        other => panic!("{text}: {other:?}"),
    }
}

fn words(game: &GameRecord) -> String {
    game.moves.iter().map(|played| played.word.as_str()).collect::<Vec<_>>().join(" ")
}

fn comments(game: &GameRecord) -> Vec<&str> {
    game.moves.iter().map(|played| played.comment.as_str()).collect()
}

const FIRST: Option<Outcome> = Some(Outcome::Win(Side::First));
const SECOND: Option<Outcome> = Some(Outcome::Win(Side::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

#[test]
fn moves_are_read_in_all_spellings() {
    for (text, expected) in [
        ("1. 11-15 23-18 2. 15x22", "11-15 23-18 15x22"),
        ("1.11-15 23-18 2.15:22:29", "11-15 23-18 15x22x29"),
        ("1. 09-13 24- 20 2. 4 - 8", "9-13 24-20 4-8"),
        ("1. 11–15 23\u{2212}18 2. 15×22 15X22", "11-15 23-18 15x22 15x22"),
        ("11-15! 23-18? 15x22!? 25x18(?) 8-11* 29-25+ 4-8", "11-15 23-18 15x22 25x18 8-11 29-25 4-8"),
        ("1. 11-15 $1 $142 1... 23-18 2 ... 15x22", "11-15 23-18 15x22"),
        ("1. ... 23-18 ... 15x22 12 25x18 …", "23-18 15x22 25x18"),
        ("1.\r11-15\r23-18", "11-15 23-18"),
        ("12-16x19", "12x16x19"),
        ("1. c3-d4 D6:B4:d2 2. a1 - b2", "c3-d4 d6xb4xd2 a1-b2"),
    ] {
        assert_eq!(words(&game(text)), expected, "{text}");
    }
}

#[test]
fn comments_and_variations_stand_anywhere() {
    let text = "{ before } 1. {a} 11-15 ; to the end 1-0 {\r\n{b {nested} c} 23-18 (23-19 {x ) } 8-11 (1-5) 1-0) $1 {}\n\
                % a whole line [ {\n{d\r\n   e}8-11{f}*";
    let game = game(text);
    assert_eq!(words(&game), "11-15 23-18 8-11");
    assert_eq!(comments(&game), ["to the end 1-0 { b {nested} c", "d e", "f"]);
    assert_eq!(game.tags, [(COMMENT.to_owned(), "before a".to_owned())]);
    assert_eq!((game.variations, game.outcome()), (2, None));
}

#[test]
fn an_open_brace_in_a_comment_is_text() {
    let found = games("[Event \"x\"]\n1. 11-15 {a { b} 23-18 1-0\n[Event \"y\"]\n1. 9-13 *");
    assert_eq!(found.len(), 2);
    assert_eq!(comments(found[0].as_ref().expect("a game")), ["a { b", ""]);
}

#[test]
fn results_are_those_of_the_player_who_moves_first() {
    for (word, result) in [
        ("1-0", FIRST),
        ("2-0", FIRST),
        ("0-1", SECOND),
        ("0-2", SECOND),
        ("1/2-1/2", DRAW),
        ("½-½", DRAW),
        ("1-1", DRAW),
        ("0-0", None),
        ("*", None),
        ("", None),
    ] {
        assert_eq!(game(&format!("1. 11-15 {word}")).outcome(), result, "{word}");
        assert_eq!(game(&format!("[Result \"{word}\"]\n1. 11-15 *")).outcome(), result, "{word}");
    }
    assert_eq!(game("[Result \"0-1\"]\n1. 11-15 1-0").outcome(), SECOND);
    assert_eq!(game("[Result \"1–0\"]\n1. 11-15").outcome(), FIRST);
    // Points of another system stand at the end, where they look like a move.
    let delft = game("[Result \"1-9\"]\n1. 32-28 19-23 1-9");
    assert_eq!((words(&delft).as_str(), delft.outcome()), ("32-28 19-23", None));
    assert_eq!(delft.tags, [("Result".to_owned(), "1-9".to_owned())]);
}

#[test]
fn names_stand_in_the_order_of_play() {
    let tags = "[White \"W\"]\n[Black \"B\"]\n";
    for (rest, variant, first) in [
        ("[GameType \"21\"] 1. 11-15", "checkers", "B"),
        ("[GameType \"20,W,10,10,N2,0\"] *", "draughts", "W"),
        ("[GameType \" 20 \"] *", "draughts", "W"),
        ("[GameType \"\"] 1. 11-15", "checkers", "B"),
        ("[FEN \"W:W31-50:B1-20.\"] *", "draughts", "W"),
        ("1. 32-28 19-23", "draughts", "W"),
        ("1. 11-15 1-0", "checkers", "B"),
        ("*", "checkers", "B"),
        ("[GameType \"22\"] 1. 22-18", "italian", "W"),
        ("[GameType \"25,W,8,8,A0,0\"] 1. c3-d4", "russian", "W"),
        ("[GameType \"26\"] 1. c3-d4", "brazilian", "W"),
        ("1. c3-d4 b6-a5", "russian", "W"),
        ("[GameType \"40\"] *", "frisian", "W"),
        ("[GameType \"96\"] *", "breakthrough", "W"),
        ("[GameType \"98\"] *", "antidraughts", "W"),
    ] {
        let found = game(&format!("{tags}{rest}"));
        let second = if first == "W" { "B" } else { "W" };
        assert_eq!(found.variant, Some(variant), "{rest}");
        assert_eq!(found.players, [first, second].map(|name| Some(name.to_owned())), "{rest}");
    }
    let problems = "[FEN \"W:W31:B1\"] 1. 31-27 *\n[FEN \"W:W50:B1\"] *\n";
    let variants = |text: &str| games(text).into_iter().map(|game| game.expect("a game").variant).collect::<Vec<_>>();
    assert_eq!(variants(problems), [Some("draughts"); 2]);
    assert_eq!(variants(&format!("{problems}1. 9-13 *")), ["checkers", "draughts", "checkers"].map(Some));
    let open = b"[FEN \"W:W31:B1\"] 1. 31-27".as_slice();
    let letters = b"1. c3-d4 d6-c5".as_slice();
    let large = b"1. 32-28 19-23".as_slice();
    for (text, hint, variant) in [
        (open, "draughts", "draughts"),
        (open, "checkers", "checkers"),
        (open, "italian", "italian"),
        (open, "gonu", "checkers"),
        (letters, "brazilian", "brazilian"),
        (letters, "italian", "russian"),
        (large, "frisian", "frisian"),
        (large, "brazilian", "draughts"),
    ] {
        let found = read_games(text, Some(hint)).expect("games").remove(0).expect("a game");
        assert_eq!(found.variant, Some(variant), "{hint}");
    }
}

#[test]
fn tags_have_escapes_and_quotes_or_none() {
    for (text, value) in [
        (r#"[Event "a \"b\" \\ c"]"#, r#"a "b" \ c"#),
        (r#"[Event "the "big" one"]"#, r#"the "big" one"#),
        (r#"[Event "a ] b"  ]"#, "a ] b"),
        (r#"[Event   "C:\games\"]"#, r"C:\games\"),
        ("[ Event\t'x' ]", "x"),
        ("[Event x y ]", "x y"),
        ("[Event \"Zoë\"]", "Zoë"),
    ] {
        assert_eq!(game(&format!("{text}\n1. 11-15 *")).tags, [("Event".to_owned(), value.to_owned())], "{text}");
    }
    let latin = read_games(b"\n[Event \"Zo\xeb\"]*", None).expect("games").remove(0).expect("a game");
    assert_eq!(latin.tags[0].1, "Zoë");
    let mark = game("\u{feff}[Event \"x\"][Site \"?\"][Date \"\"][SetUp \"1\"]\r\n1. 11-15 1-0\r\n");
    assert_eq!((mark.tags.len(), mark.outcome()), (1, FIRST));
}

#[test]
fn positions_are_read_in_all_dialects() {
    for (fen, start) in [
        ("W:W21,22,K3:B1,2.", "W:W21,22,K3:B1,2."),
        ("b:w21,k22:b1-12", "B:W21,K22:B1-12"),
        ("W:W31-50:B1-20:H0:F1", "W:W31-50:B1-20"),
        ("w:wA1,kb2:bH8,Kb4", "W:Wa1,Kb2:Bh8,Kb4"),
        ("W:WK46,31:BK5,6:H0:F9:+205+146", "W:WK46,31:BK5,6:+205+146"),
    ] {
        assert_eq!(game(&format!("[FEN \"{fen}\"]*")).start.as_deref(), Some(start));
    }
    assert_eq!(game("[FEN \"\"]\n1. 11-15").start, None);
}

#[test]
fn games_follow_each_other_without_tags_or_ends() {
    let text = "1. 11-15 23-18 1-0 1. 9-13 0-1\n0-1\n[Event \"x\"]\n[Event \"again\"]\n1. 10-14\n[Event \"y\"] 1-0\n[White \"z\"]";
    let found: Vec<GameRecord> = games(text).into_iter().map(|game| game.expect("a game")).collect();
    let moves: Vec<String> = found.iter().map(words).collect();
    assert_eq!(moves, ["11-15 23-18", "9-13", "10-14", "", ""]);
    let results: Vec<_> = found.iter().map(GameRecord::outcome).collect();
    assert_eq!(results, [FIRST, SECOND, None, FIRST, None]);
}

#[test]
fn a_malformed_game_does_not_take_others_with_it() {
    let text = "[Event \"1\"]\n1. 11-15 hello 23-18 there 1-0\n\
                [Event \"2\"]\n1. 9-13 *\n\
                [GameType \"24\"]\n1. 9-13 *\n\
                [Event \"4\"]\n1. 9-13 {open\n0-1\n\n\
                [Event \"5\"]\n1. 9-13 (1-2 {b}\n\
                [Event \"6\"\n[Site \"x\"]\n1. 9-13 *\n\
                1. 9-13 ) *\n\
                1. 9-13 /FEN \"W:W1:B2\"/ *\n\
                1. c3-z4 *\n\
                1. 9-13 - - *\n\
                1. 9-133 123-4 *\n\
                1. 9-13 $ *\n\
                1. 9-13 1-0\n{the end";
    let found = games(text);
    let refused: Vec<(usize, &str)> =
        found.iter().enumerate().filter_map(|(i, game)| Some((i + 1, game.as_ref().err()?.as_str()))).collect();
    let a_move = "expected a move such as 11-15 or c3-d4, a comment or a result, found";
    assert_eq!(
        refused,
        [
            (1, &*format!("line 2: {a_move} 'hello'")),
            (3, "line 5: expected GameType 20, 21, 22, 25, 26, 40, 96, 98, found '24'"),
            (4, "line 8: expected } at the end of the comment, found the end of the game"),
            (5, "line 12: expected ) at the end of the variation, found the end of the game"),
            (6, "line 13: expected a tag such as [Event \"...\"], found '[Event \"6\"'"),
            (7, "line 16: expected ( before ), found none"),
            (8, "line 17: expected moves, not another position in the game, found '/FEN'"),
            (9, &*format!("line 18: {a_move} 'c3-z4'")),
            (10, &*format!("line 19: {a_move} '-'")),
            (11, &*format!("line 20: {a_move} '9-133'")),
            (12, &*format!("line 21: {a_move} '$'")),
            (14, "line 23: expected } at the end of the comment, found the end of the game"),
        ]
    );
    assert_eq!(found.len(), 14);
}

#[test]
fn other_files_are_refused_as_a_whole() {
    for (bytes, error) in [
        (&b""[..], "line 1: expected games in PDN, found none"),
        (b" \r\n {only a comment}", "line 1: expected games in PDN, found none"),
        (b"1. 11-15\0", "line 1: expected text, found a NUL character"),
        (
            b"\nstartpos moves 11-15",
            "line 2: expected a move such as 11-15 or c3-d4, a comment or a result, found 'startpos'",
        ),
        (b"(;GM[Othello];)", "line 1: expected ) at the end of the variation, found the end of the game"),
        (b"{", "line 1: expected } at the end of the comment, found the end of the game"),
        (b"\xff\xfe\xfd", "line 1: expected a move such as 11-15 or c3-d4, a comment or a result, found 'ÿþý'"),
    ] {
        assert_eq!(read_games(bytes, None).expect_err(error).to_string(), error);
    }
}

#[test]
fn long_and_deep_texts_end() {
    let many = "1. 11-15 ".repeat(20_000);
    assert_eq!(game(&many).moves.len(), 20_000);
    for piece in
        ["{", "(", "[", "[A \"", "1", "-", "\\", "[A \"x\"]", "[A \"x\"]{", "{ {} ", "\n[A\n{", "*", "\u{feff}", "½"]
    {
        let _ = read_games(piece.repeat(100_000 / piece.len()).as_bytes(), None);
    }
}

#[test]
fn written_games_come_back() {
    let played = |words: &str| words.split(' ').map(|word| word.to_owned().into()).collect::<Vec<RecordedMove>>();
    let mut first = GameRecord {
        variant: Some("checkers"),
        start: Some("W:W21,22,K3:B1,2".into()),
        players: [Some("\"B\" \\ Zoë".into()), None],
        tags: [("Zeit", "x"), ("Event", "a ] b"), ("Result", "9-1"), (COMMENT, "at the start")]
            .map(|(a, b)| (a.into(), b.into()))
            .into(),
        moves: played("22-18 1-6 18-15"),
        ..GameRecord::default()
    };
    first.moves[0].comment =
        "why not 21-17, as in a long text that goes on for more than a line of the file does".into();
    let second = GameRecord {
        variant: Some("draughts"),
        moves: played("32-28 19-23 28x19 14x23 ".repeat(12).trim_end()),
        result: SECOND.map(Into::into),
        ..GameRecord::default()
    };
    let written = write_games(&[first.clone(), second.clone()]).expect("draughts");
    let text = String::from_utf8(written).expect("UTF-8");
    assert!(text.lines().all(|line| line.chars().count() <= 79), "{text}");
    assert!(
        text.starts_with(
            "[Event \"a ] b\"]\n[White \"?\"]\n[Black \"\\\"B\\\" \\\\ Zoë\"]\n[Result \"9-1\"]\n[GameType \"21\"]\n\
             [FEN \"W:W21,22,K3:B1,2\"]\n[Zeit \"x\"]\n\n{at the start} 1... 22-18 {why not"
        ),
        "{text}"
    );
    assert!(text.contains("} 2. 1-6 18-15 *\n\n[White") && text.ends_with(" 0-2\n"), "{text}");
    let [Ok(mut one), Ok(two)] = <[_; 2]>::try_from(games(&text)).expect("two games") else { panic!("{text}") };
    for record in [&mut first, &mut one] {
        record.tags.sort();
    }
    assert_eq!((one, two), (first, second));
    let braces = GameRecord {
        moves: vec![RecordedMove { word: "9-13".into(), comment: "a } b {".into(), ..RecordedMove::default() }],
        ..game("9-13")
    };
    let text = String::from_utf8(write_games(&[braces]).expect("draughts")).expect("UTF-8");
    assert!(text.contains("1. 9-13 {a ) b (} *"), "{text}");
}

#[test]
fn comments_and_results_with_odd_characters_come_back() {
    // The comment is so long that the word with the bracket would begin a line.
    let long = "x".repeat(70);
    for word in ["[GameType \"20\"]", "%x"] {
        let text = format!("[Result \"1/2\u{1}-1/2\"]\n1. 32-28 {{{long} {word}}} 1-1\n");
        let read = read_games(text.as_bytes(), Some("draughts")).expect("a file");
        let game = read[0].as_ref().expect("a game");
        assert_eq!(game.outcome(), Some(Outcome::Draw));
        let written = write_games(std::slice::from_ref(game)).expect("PDN");
        let again = read_games(&written, Some("draughts")).expect("a file");
        let [Ok(again)] = &again[..] else { panic!("{again:?}") };
        assert_eq!((&again.moves, again.outcome()), (&game.moves, game.outcome()));
    }
}

#[test]
fn other_games_are_not_written() {
    for (variant, found) in [(Some("gonu"), "gonu"), (None, "no name")] {
        let game = GameRecord { variant, ..GameRecord::default() };
        let expected = "draughts, checkers, italian, russian, brazilian, frisian, breakthrough, antidraughts";
        assert_eq!(write_games(&[game]), Err(format!("expected games of {expected}, found {found}")));
    }
}
