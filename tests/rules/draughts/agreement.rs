//! The engine agrees with the naive board on every position.

use petteia_core::{Notation, Outcome, Position, Side};
use petteia_games::draughts::{Checkers, International};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::draughts::naive::{Book, ENGLISH, INTERNATIONAL, Naive};
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
        let context = format!("{context}: {} {}", naive.fen(), step.text());
        let m = position.parse_move(&step.text()).unwrap_or_else(|error| panic!("{error}, {context}"));
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

fn agree_along_games<P: Notation>(book: &'static Book, games: u64) {
    assert!(P::parse_fen(&Naive::start(book).fen()).expect("a position") == P::start());
    let mut compared = 0;
    for seed in 0..games {
        let (line, end) = random::game(book, &mut Xoshiro256StarStar::seed_from_u64(seed));
        for (ply, (naive, _)) in line.iter().enumerate() {
            let context = format!("{}, seed {seed}, ply {ply}", book.name);
            let position = compare::<P>(naive, &context);
            compare_moves(naive, &position, &context);
            compared += 1;
        }
        compare::<P>(&end, &format!("{}, seed {seed}, the end", book.name));
    }
    assert!(compared > 10_000, "{compared} positions");
}

fn agree_on_random_positions<P: Notation>(book: &'static Book) {
    let (mut captures, mut over) = (0, 0);
    for seed in 0..10_000 {
        let naive = random::position(book, &mut Xoshiro256StarStar::seed_from_u64(seed));
        let context = format!("{}, seed {seed}", book.name);
        let position = compare::<P>(&naive, &context);
        compare_moves(&naive, &position, &context);
        captures += u32::from(naive.legal().iter().any(|step| step.taken.len() > 2));
        over += u32::from(position.outcome().is_some());
    }
    assert!(captures > 60 && over > 100, "{captures} long captures, {over} ends");
}

#[test]
fn both_boards_agree_along_games_of_checkers() {
    agree_along_games::<Checkers>(&ENGLISH, 220);
}

#[test]
fn both_boards_agree_along_games_of_draughts() {
    agree_along_games::<International>(&INTERNATIONAL, 120);
}

#[test]
fn both_boards_agree_on_random_positions() {
    agree_on_random_positions::<Checkers>(&ENGLISH);
    agree_on_random_positions::<International>(&INTERNATIONAL);
}

#[test]
fn both_boards_count_the_same_leaves() {
    fn count<P: Position>(position: &P, depth: u32) -> u64 {
        let mut leaves = 0;
        if depth == 1 {
            return position.count_moves();
        }
        position.for_each_move(|m| leaves += count(&position.after(m), depth - 1));
        leaves
    }
    for seed in 0..300 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        for (book, depth) in [(&ENGLISH, 4), (&INTERNATIONAL, 3)] {
            let naive = random::position(book, rng);
            let found = if book.size == 8 {
                count(&Checkers::parse_fen(&naive.fen()).expect("a position"), depth)
            } else {
                count(&International::parse_fen(&naive.fen()).expect("a position"), depth)
            };
            assert_eq!(found, naive.perft(depth), "seed {seed}: {}", naive.fen());
        }
    }
}
