//! The engine agrees with the naive board on every position.

use petteia_core::{Notation, Outcome, Side};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::draughts::books::{BRAZILIAN, Book, Check, ENGLISH, FRISIAN, INTERNATIONAL, ITALIAN, RUSSIAN, check_all};
use crate::draughts::naive::Naive;
use crate::draughts::random;

fn compare<P: Notation>(naive: &Naive, context: &str) -> P {
    let fen = naive.fen();
    let context = format!("{context}: {fen}");
    let position = P::parse_fen(&fen).unwrap_or_else(|error| panic!("{error}, {context}"));
    assert_eq!(position.to_fen(), fen);
    let mut moves = Vec::new();
    position.for_each_move(|m| moves.push(position.write_move(m)));
    moves.sort();
    assert_eq!(moves, naive.moves(), "{context}");
    assert_eq!(position.count_moves(), moves.len() as u64, "{context}");
    assert_eq!(position.scores(), naive.score(), "{context}");
    let result = match position.outcome() {
        None => "none",
        Some(Outcome::Win(Side::First)) => "p1win",
        Some(Outcome::Win(Side::Second)) => "p2win",
        Some(Outcome::Draw) => "draw",
    };
    assert_eq!(result, naive.result(), "{context}");
    assert_eq!(position.end_reason().unwrap_or("none"), naive.reason(), "{context}");
    assert_eq!(position.side() == Side::First, naive.mover == naive.book.first, "{context}");
    position
}

fn compare_moves<P: Notation>(naive: &Naive, position: &P, context: &str) {
    let mut replies = 0;
    for step in naive.legal() {
        let context = format!("{context}: {} {}", naive.fen(), naive.text(&step));
        let m = position.parse_move(&naive.text(&step)).unwrap_or_else(|error| panic!("{error}, {context}"));
        let played = naive.play(&step);
        assert_eq!(position.effects(m), played.effects(), "{context}");
        let after = position.after(m);
        replies += after.count_moves();
        assert_eq!(after.to_fen(), played.after.fen(), "{context}");
        assert_eq!(after.key(), P::parse_fen(&played.after.fen()).expect("a position").key(), "{context}");
        let man = naive.piece(step.from).is_ascii_lowercase();
        assert_eq!(position.is_progress(m), man || !step.taken.is_empty(), "{context}");
    }
    assert_eq!(position.count_replies(), replies, "{context}: {}", naive.fen());
}

/// Random games.
struct AlongGames;

impl Check for AlongGames {
    fn check<P: Notation>(&self, book: &'static Book) {
        assert!(P::parse_fen(&Naive::start(book).fen()).expect("a position") == P::start());
        let mut compared = 0;
        for seed in 0.. {
            if compared > 10_000 {
                break;
            }
            let (line, end) = random::game(book, &mut Xoshiro256StarStar::seed_from_u64(seed));
            for (ply, (naive, _)) in line.iter().enumerate() {
                let context = format!("{}, seed {seed}, ply {ply}", book.name);
                let position = compare::<P>(naive, &context);
                compare_moves(naive, &position, &context);
                compared += 1;
            }
            compare::<P>(&end, &format!("{}, seed {seed}, the end", book.name));
        }
    }
}

/// Positions that no game may reach.
struct OnRandomPositions;

impl Check for OnRandomPositions {
    fn check<P: Notation>(&self, book: &'static Book) {
        let (mut captures, mut over) = (0, 0);
        for seed in 0..10_000 {
            let naive = random::position(book, &mut Xoshiro256StarStar::seed_from_u64(seed));
            let context = format!("{}, seed {seed}", book.name);
            let position = compare::<P>(&naive, &context);
            compare_moves(&naive, &position, &context);
            captures += u32::from(naive.legal().iter().any(|step| step.taken.len() > 2));
            over += u32::from(position.outcome().is_some());
        }
        assert!(captures > 60 && over > 100, "{}: {captures} long captures, {over} ends", book.name);
    }
}

/// Numbers of leaves.
struct OnLeaves;

impl Check for OnLeaves {
    fn check<P: Notation>(&self, book: &'static Book) {
        let depth = if book.size == 8 { 4 } else { 3 };
        for seed in 0..300 {
            let naive = random::position(book, &mut Xoshiro256StarStar::seed_from_u64(seed));
            let position = P::parse_fen(&naive.fen()).expect("a position");
            assert_eq!(position.perft(depth), naive.perft(depth), "{}, seed {seed}: {}", book.name, naive.fen());
        }
    }
}

#[test]
fn both_boards_agree_along_games() {
    check_all(&AlongGames);
}

#[test]
fn both_boards_agree_on_random_positions() {
    check_all(&OnRandomPositions);
}

#[test]
fn both_boards_count_the_same_leaves() {
    check_all(&OnLeaves);
}

/// The counts that R. Halbersma has published, where there are some.
#[test]
fn the_naive_board_has_the_published_counts() {
    let counts = |book, depths| (1..=depths).map(|depth| Naive::start(book).perft(depth)).collect::<Vec<_>>();
    assert_eq!(counts(&ENGLISH, 6), [7, 49, 302, 1_469, 7_361, 36_768]);
    assert_eq!(counts(&INTERNATIONAL, 5), [9, 81, 658, 4_265, 27_117]);
    assert_eq!(counts(&RUSSIAN, 6), [7, 49, 302, 1_469, 7_482, 37_986]);
    assert_eq!(counts(&BRAZILIAN, 6), [7, 49, 302, 1_469, 7_473, 37_628]);
    assert_eq!(counts(&ITALIAN, 6), [7, 49, 302, 1_469, 7_361, 36_473]);
    assert_eq!(counts(&FRISIAN, 5), [9, 81, 658, 3_874, 21_265]);
}
