//! Files of the format, and damaged ones.

use petteia_core::Side;

use petteia_core::Outcome;

use super::*;

/// Two games, the second without moves, in a file of 2010.
fn file() -> Vec<u8> {
    let mut bytes = vec![20, 23, 6, 26, 2, 0, 0, 0, 0, 0, 0xda, 0x07, 8, 0, 0, 0];
    bytes.extend([1, 0, 1, 0, 0x58, 0x05, 40, 38, 56, 64, 33]);
    bytes.resize(HEADER + GAME, 0);
    bytes.extend([0, 0, 0, 0, 0, 0, 32, 32]);
    bytes.resize(HEADER + 2 * GAME, 0);
    bytes
}

fn names(size: usize, names: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    bytes[8] = names.len() as u8;
    for name in names {
        bytes.extend(*name);
        bytes.resize(bytes.len() + size - name.len(), 0);
    }
    bytes
}

#[test]
fn games_with_and_without_names() {
    let read: Vec<GameRecord> =
        read_games(&file()).expect("a file").into_iter().map(|game| game.expect("a game")).collect();
    let [first, second] = &read[..] else { panic!("two games") };
    assert_eq!(first.players, [Some("1".into()), Some("1368".into())]);
    assert_eq!(first.tags, [("Event", "1"), ("Date", "2010"), ("Score", "40-24")].map(|(a, b)| (a.into(), b.into())));
    assert_eq!(first.moves, ["f5", "d6", "c3"].map(|word| RecordedMove::from(word.to_owned())));
    assert_eq!((first.variant, first.outcome()), (Some("reversi"), Some(Outcome::Win(Side::First))));
    assert_eq!((&second.players, second.outcome()), (&[None, None], Some(Outcome::Draw)));
    assert!(second.moves.is_empty());
    let names = Names::read(&names(PLAYER, &[b"???", b"Andr\xe9"]), &names(TOURNAMENT, &[b"???", b"Paris"]));
    let names = names.expect("names");
    let (bytes, length) = (file(), file().len() as u64);
    let with_names: RecordedGames = open(Box::new(&bytes[..]), names.clone(), length).expect("a file").collect();
    let game = with_names[0].as_ref().expect("a game");
    assert_eq!(game.players, [Some("Andr\u{e9}".into()), Some("1368".into())]);
    assert_eq!(reversi::tag(game, "Event"), Some("Paris"));
    let games: Vec<GameRecord> = with_names.into_iter().map(|game| game.expect("a game")).collect();
    let written = write_named_games(&games, names).expect("a file");
    assert_eq!(read_games(&written).map(|games| games[0].clone()), Ok(Ok(first.clone())));
    assert_eq!(write_games(&read).map(|bytes| read_games(&bytes)), Ok(Ok(read.into_iter().map(Ok).collect())));
}

#[test]
fn files_whose_length_is_wrong() {
    let file = file();
    for length in 0..file.len() {
        let error = read_games(&file[..length]).expect_err("a cut file");
        assert!(matches!(error.place, Location::Byte(at) if at <= length), "{length}: {error}");
    }
    for (at, byte, expected) in [
        (4, 3, "byte 4: expected 2 games, by the length of the file, found 3"),
        (7, 255, "byte 4: expected 2 games, by the length of the file, found 4278190082"),
        (8, 1, "byte 8: expected 0, for a file of games, found 1"),
        (12, 10, "byte 12: expected a board of 8 by 8 squares, 0 or 8, found 10"),
        (13, 1, "byte 13: expected 0, for a file of games, found 1"),
    ] {
        let mut wrong = file.clone();
        wrong[at] = byte;
        assert_eq!(read_games(&wrong).expect_err("a wrong header").to_string(), expected);
    }
    let mut more = file;
    more.push(0);
    assert_eq!(
        read_games(&more).expect_err("a byte too many").to_string(),
        "byte 152: expected games of 68 bytes, found 1 bytes"
    );
    let players = names(PLAYER, &[b"???"]);
    for length in 0..players.len() {
        assert!(Names::read(&players[..length], &names(TOURNAMENT, &[])).is_err(), "{length}");
    }
    assert!(Names::read(&players, &names(PLAYER, &[b"???"])).is_err());
}

#[test]
fn bad_games_leave_the_others() {
    for (at, byte, expected) in [
        (6, 65, "byte 22: expected discs of Black from 0 to 64, found 65"),
        (9, 9, "byte 25: expected a square as ten times its rank and its file, from 11 to 88, found 9"),
        (10, 90, "byte 26: expected a square as ten times its rank and its file, from 11 to 88, found 90"),
        (67, 255, "byte 83: expected a square as ten times its rank and its file, from 11 to 88, found 255"),
    ] {
        let mut wrong = file();
        wrong[HEADER + at] = byte;
        let games = read_games(&wrong).expect("a file");
        assert_eq!(games[0].as_ref().map_err(ToString::to_string), Err(expected.into()));
        assert!(games[1].is_ok());
    }
}

#[test]
fn games_that_cannot_be_written() {
    let good = GameRecord { tags: vec![("Score".into(), "33-31".into())], ..GameRecord::default() };
    let with_moves =
        |words: &[&str]| words.iter().map(|word| RecordedMove::from((*word).to_owned())).collect::<Vec<_>>();
    let passes = GameRecord { moves: with_moves(&["f5", "pass", "d6"]), ..good.clone() };
    let written = write_games(&[passes]).expect("a file");
    assert_eq!(written[HEADER + GAME_HEADER..][..3], [56, 64, 0]);
    for (game, expected) in [
        (GameRecord { variant: Some("dvonn"), ..good.clone() }, "game 1: expected a game of reversi, found dvonn"),
        (
            GameRecord { tags: Vec::new(), ..good.clone() },
            "game 1: expected a tag Score that fits the result, such as 40-24, found none",
        ),
        (GameRecord { moves: with_moves(&["i1"]), ..good.clone() }, "game 1: expected a square, found 'i1'"),
        (
            GameRecord { moves: with_moves(&["a1"; 61]), ..good.clone() },
            "game 1: expected at most 60 moves without passes, found more",
        ),
        (
            GameRecord { start: Some("8/8/8/3OX3/3XO3/8/8/8 w".into()), ..good },
            "game 1: expected the start of the game, \
             found '---------------------------OX------XO--------------------------- w'",
        ),
    ] {
        assert_eq!(write_games(&[game]), Err(expected.into()));
    }
}
