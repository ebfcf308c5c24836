//! The laws of the traits of sequential games, along random games of every such game.

use std::collections::{HashMap, HashSet};

use petteia::core::Outcome;
use petteia::game::{MoveError, Notation, Searchable};
use petteia::games::draughts::{Checkers, International};
use petteia::games::dvonn::Dvonn;
use petteia::games::gonu::Gonu;
use petteia::games::latrunculi;
use petteia::games::reversi::Reversi;
use petteia::games::sparta::Sparta;
use petteia::games::tablut;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256StarStar;

/// A game that goes on for longer than this has no end; where positions can occur again it is left.
const LONGEST: usize = 400;

#[test]
fn dvonn() {
    let cells: Vec<String> = ('a'..='l').flat_map(|file| ('0'..='6').map(move |row| format!("{file}{row}"))).collect();
    let pairs = cells.iter().flat_map(|from| cells.iter().map(move |to| format!("{from}{to}")));
    let others = ["pass", "", "0000", "c", "c3d", "c3d4e5", "3c", "c3-d4", "c3 d4", "é3", "c3é"].map(String::from);
    hold_to_the_laws::<Dvonn>(200, &cells.iter().cloned().chain(pairs).chain(others).collect::<Vec<_>>());
}

#[test]
fn reversi() {
    let squares = ('a'..='i').flat_map(|file| ('0'..='9').map(move |rank| format!("{file}{rank}")));
    let others =
        ["pass", "", "0000", "d", "3d", "d3e", "d3d4", "d-3", "d 3", "é3", "d3é", "pass3", "64"].map(String::from);
    hold_to_the_laws::<Reversi>(300, &squares.chain(others).collect::<Vec<_>>());
}

#[test]
fn checkers() {
    hold_to_the_laws::<Checkers>(150, &steps(32));
}

#[test]
fn draughts() {
    hold_to_the_laws::<International>(100, &steps(50));
}

#[test]
fn gonu() {
    hold_to_the_laws::<Gonu>(100, &slides(8, 8, 1));
}

#[test]
fn tablut() {
    hold_to_the_laws::<tablut::Cross>(60, &slides(9, 9, 1));
    hold_to_the_laws::<tablut::Square>(60, &slides(9, 9, 1));
}

#[test]
fn latrunculi() {
    hold_to_the_laws::<latrunculi::Eight>(60, &slides(8, 8, 1));
    hold_to_the_laws::<latrunculi::EightBySeven>(60, &slides(8, 7, 1));
    hold_to_the_laws::<latrunculi::TwelveByEight>(30, &slides(12, 8, 7));
    hold_to_the_laws::<latrunculi::TwelveByNine>(30, &slides(12, 9, 7));
    hold_to_the_laws::<latrunculi::NineteenByEleven>(10, &slides(19, 11, 29));
    hold_to_the_laws::<latrunculi::Conversion>(100, &slides(8, 8, 1));
}

#[test]
fn sparta() {
    hold_to_the_laws::<Sparta>(100, &slides(8, 8, 1));
}

/// Every so many of the pairs of squares, one of them off the board at times, and words that are no move.
fn slides(files: u8, ranks: u8, every: usize) -> Vec<String> {
    let squares: Vec<String> = (0..=files)
        .flat_map(|file| (0..=ranks + 1).map(move |rank| format!("{}{rank}", char::from(b'a' + file))))
        .collect();
    let pairs = squares.iter().flat_map(|from| squares.iter().map(move |to| format!("{from}{to}"))).step_by(every);
    let others = [
        "pass",
        "",
        "0000",
        "a1",
        "a1a",
        "1a1a",
        "a1-a2",
        "a1a2a3",
        "a01a2",
        "a1a02",
        "é1a2",
        "a1é2",
        "a1a999999999999999999999",
    ];
    pairs.chain(others.map(String::from)).collect()
}

/// The steps between squares, and words that are no move.
fn steps(squares: u32) -> Vec<String> {
    let steps = (0..=squares + 1).flat_map(|from| (0..=squares + 1).map(move |to| format!("{from}-{to}")));
    let others = ["pass", "", "0000", "1", "1-", "x", "1x", "1x99", "1-2-3", "1 - 6", "é-5", "a1-b2"].map(String::from);
    steps.chain(others).collect()
}

/// Walks through random games; `words` are words that the notation has for moves, each move written in
/// one way only, and some that it has not.
fn hold_to_the_laws<P: Notation + Searchable>(games: u64, words: &[String]) {
    let mut fens_by_key = HashMap::new();
    for seed in 0..games {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let mut position = P::start();
        for ply in 0.. {
            if ply == LONGEST {
                assert!(P::QUIET_PLIES.is_some(), "seed {seed}");
                break;
            }
            let context = format!("seed {seed}, ply {ply}: {}", position.write_fen());
            laws_of_position(&position, &context);
            laws_of_notation(&position, &context);
            laws_of_search(&position, &context);
            if (seed + ply as u64).is_multiple_of(8) {
                accepted_words_are_moves(&position, words, &context);
            }
            let fen = fens_by_key.entry(position.key()).or_insert_with(|| position.write_fen());
            assert_eq!(*fen, position.write_fen(), "one key for two positions, {context}");
            let Some(&m) = moves(&position).choose(rng) else { break };
            position.play(m);
        }
    }
}

fn moves<P: Notation>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.for_each_move(|m| moves.push(m));
    moves
}

fn laws_of_position<P: Notation>(position: &P, context: &str) {
    let listed = moves(position);
    assert_eq!(position.outcome().is_none(), !listed.is_empty(), "{context}");
    assert_eq!(position.count_moves(), listed.len() as u64, "{context}");
    assert!(listed == moves(position), "another order: {context}");
    let words: HashSet<String> = listed.iter().map(|&m| position.write_move(m)).collect();
    assert_eq!(words.len(), listed.len(), "{context}");
    let replies: u64 = listed.iter().map(|&m| position.after(m).count_moves()).sum();
    assert_eq!(position.count_replies(), replies, "{context}");
}

fn laws_of_notation<P: Notation>(position: &P, context: &str) {
    let again = P::read_fen(&position.write_fen()).unwrap_or_else(|error| panic!("{error}: {context}"));
    assert!(again == *position, "{context}");
    assert_eq!(again.key(), position.key(), "{context}");
    assert_eq!(position.end_reason().is_some(), position.outcome().is_some(), "{context}");
    assert!(position.diagram().ends_with('\n'), "{context}");
    for m in moves(position) {
        let word = position.write_move(m);
        assert!(position.read_move(&word) == Ok(m), "{word}, {context}");
        for effect in position.effects(m) {
            assert!(!effect.is_empty() && !effect.contains(';'), "{word} {effect}, {context}");
        }
    }
}

fn laws_of_search<P: Notation + Searchable>(position: &P, context: &str) {
    let listed = moves(position);
    let tags: HashSet<usize> = listed.iter().map(|&m| P::tag(m)).collect();
    assert_eq!(tags.len(), listed.len(), "{context}");
    assert!(tags.iter().all(|&tag| tag < P::TAGS), "{context}");
    assert!(listed.iter().all(|&m| position.promise(m).abs() <= 1_000), "{context}");
    assert!(listed.iter().all(|&m| position.is_progress(m) || !position.is_final(m)), "{context}");
    let mut loud = HashSet::new();
    if position.outcome().is_none() {
        position.for_each_loud_move(|m| {
            assert!(loud.insert(P::tag(m)) && listed.contains(&m), "{}, {context}", position.write_move(m));
        });
    }
    if let Some(m) = position.winning_move() {
        let word = position.write_move(m);
        assert!(listed.contains(&m), "{word}, {context}");
        assert_eq!(position.after(m).outcome(), Some(Outcome::Win(position.side())), "{word}, {context}");
    }
    if let Some(outcome) = position.outcome().filter(|_| P::COUNTED) {
        let wanted = match outcome {
            Outcome::Win(side) if side == position.side() => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw => 0,
        };
        assert_eq!(position.margin().signum(), wanted, "{context}");
    }
}

fn accepted_words_are_moves<P: Notation>(position: &P, words: &[String], context: &str) {
    let legal: HashSet<String> = moves(position).into_iter().map(|m| position.write_move(m)).collect();
    let mut accepted = HashSet::new();
    let words: HashSet<&String> = words.iter().chain(&legal).collect();
    for word in words {
        match position.read_move(word) {
            Ok(m) => assert!(accepted.insert(position.write_move(m)), "two words for {word}, {context}"),
            Err(MoveError::Syntax(wanted)) => assert!(!wanted.is_empty()),
            Err(MoveError::Hidden(what)) => panic!("{what} is hidden, {context}"),
            Err(MoveError::Illegal(why)) => assert!(!why.is_empty(), "{word}, {context}"),
        }
    }
    assert_eq!(accepted, legal, "{context}");
}
