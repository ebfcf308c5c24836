//! Replaying games of files by the rules.

use petteia_analysis::archive::replay;
use petteia_core::{GameOptions, Outcome, Side};
use petteia_engine::{GameSetup, VARIANTS, Variant};
use petteia_formats::record::GameRecord;

fn record(variant: &'static str, moves: &str) -> GameRecord {
    let moves = moves.split_whitespace().map(|word| word.to_owned().into()).collect();
    GameRecord { variant: Some(variant), moves, ..GameRecord::default() }
}

fn words(record: &GameRecord) -> Vec<&str> {
    record.moves.iter().map(|played| played.word.as_str()).collect()
}

#[test]
fn moves_become_canonical() {
    let done = replay(record("checkers", "11x16 24-19 8-11 22-18 16-20 18-14 9x18 23-14"), VARIANTS, None);
    let done = done.expect("a game");
    assert_eq!(words(&done.record)[..2], ["11-16", "24-19"]);
    assert_eq!(words(&done.record)[6..], ["9x18x14", "23x14x18"]);
    assert_eq!(done.file_moves[6..], ["9x18", "23x14"]);
    assert_eq!(done.end, None);
}

#[test]
fn words_of_several_moves_keep_their_comments() {
    let mut game = record("reversi", "f5d6c3 d3");
    game.moves[0].comment = "behind c3".into();
    game.moves[1].comment = "behind d3".into();
    let done = replay(game, VARIANTS, None).expect("a game").record;
    let comments: Vec<&str> = done.moves.iter().map(|played| played.comment.as_str()).collect();
    assert_eq!(words(&done), ["f5", "d6", "c3", "d3"]);
    assert_eq!(comments, ["", "", "behind c3", "behind d3"]);
}

#[test]
fn the_result_of_the_rules_fills_a_gap() {
    let end = GameRecord { start: Some("B:W10:B6".into()), ..record("checkers", "6x15") };
    let done = replay(end.clone(), VARIANTS, None).expect("a game");
    assert_eq!(done.end, Some((Outcome::Win(Side::First).into(), "no-moves")));
    assert_eq!(done.record.outcome(), Some(Outcome::Win(Side::First)));
    let given = GameRecord { result: Some(Outcome::Draw.into()), ..end };
    assert_eq!(replay(given, VARIANTS, None).expect("a game").record.outcome(), Some(Outcome::Draw));
}

#[test]
fn refusals_say_what_and_where() {
    let game = |name: &str| Variant::find(VARIANTS, name);
    let unnamed = GameRecord { variant: None, ..record("gonu", "") };
    let refusal = |record: GameRecord, asked: Option<&'static Variant>| {
        replay(record, VARIANTS, asked).expect_err("wrong").to_string()
    };
    assert_eq!(refusal(unnamed, None), "the file names no game: pass --game");
    assert_eq!(refusal(record("checkers", ""), game("draughts")), "expected a game of draughts, found checkers");
    let start = GameRecord { start: Some("B:Wx:B1".into()), ..record("checkers", "") };
    assert!(refusal(start, None).starts_with("start position: column 4: expected "));
    let move_three = refusal(record("checkers", "11-15 23-19 15-19"), game("english"));
    assert!(move_three.starts_with("move 3: expected a legal move, found '15-19': 19 is occupied in "), "{move_three}");
}

#[test]
fn ambiguous_captures_are_what_the_rest_of_the_game_says() {
    // The king takes 42, 33 and 22, and 19 or 14.
    let game = |moves: &str| GameRecord { start: Some("B:W14,19,22,33,42:BK47".into()), ..record("draughts", moves) };
    let done = replay(game("47x36 14-10 36-31"), VARIANTS, None).expect("a game");
    assert_eq!(words(&done.record), ["47x36x19x22x33x42", "14-10", "36-31"]);
    assert_eq!(done.file_moves[0], "47x38x24x13x36");
    let done = replay(game("47x36 19-14 36-31"), VARIANTS, None).expect("a game");
    assert_eq!(done.file_moves[0], "47x38x20x9x36");
    let why = "move 1: expected a legal move, found '47x36': ambiguous, it may be ";
    for moves in ["47x36", "47x36 14-10 36-32"] {
        let refusal = replay(game(moves), VARIANTS, None).expect_err("it may be both").to_string();
        assert!(refusal.starts_with(why), "{refusal}");
    }
}

#[test]
fn draws_are_those_of_the_moves_that_are_left() {
    let variant = Variant::find(VARIANTS, "tablut").expect("a game");
    let options = GameOptions::default();
    let mut session = (variant.open)(&GameSetup { fen: None, options: &options }).expect("a game");
    let there_and_back = ["d1c1", "e3f3", "c1d1", "f3e3"];
    let mut reasons = Vec::new();
    for ply in 0..120 {
        session.play(&[there_and_back[ply % 4]]).expect("a legal move");
        reasons.push(session.reason());
    }
    assert_eq!(reasons[..7], [None; 7]);
    assert_eq!(reasons[7..], [Some("repetition"); 113]);
    for ply in (0..120).rev() {
        assert_eq!(session.reason(), reasons[ply], "ply {ply}");
        session.undo(1).expect("a move");
    }
    session.play(&there_and_back).expect("legal moves");
    assert_eq!((session.reason(), session.played_moves().len()), (None, 4));
}
