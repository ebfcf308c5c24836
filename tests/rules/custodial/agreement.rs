//! The engine agrees with the naive board on every position.

use petteia_core::{Notation, Outcome, Side};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::custodial::games::for_each_game;
use crate::custodial::naive::{Game, Naive, Rules, text};
use crate::custodial::random;

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
    assert_eq!(position.side() == Side::First, naive.mover == naive.first(), "{context}");
    position
}

fn compare_moves<P: Notation>(naive: &Naive, position: &P, context: &str) {
    let converts = naive.game.rules == Rules::LatrunculiConversion;
    for step in naive.legal() {
        let word = text(step);
        let context = || format!("{context}: {} {word}", naive.fen());
        let m = position.parse_move(&word).unwrap_or_else(|error| panic!("{error}, {}", context()));
        assert_eq!(position.effects(m), naive.effects(step), "{}", context());
        let (after, expected) = (position.after(m), naive.play(step).fen());
        assert_eq!(after.to_fen(), expected, "{}", context());
        assert_eq!(after.key(), P::parse_fen(&expected).expect("a position").key(), "{}", context());
        assert_eq!(position.is_progress(m), naive.is_progress(step), "{}", context());
        // Conquests and conversions can be undone by later moves.
        let is_irreversible = naive.promotes(step) || (!converts && !naive.taken(step).is_empty());
        assert_eq!(position.is_irreversible(m), is_irreversible, "{}", context());
    }
}

fn agree_along_games<P: Notation>(game: &'static Game) {
    assert!(P::parse_fen(&Naive::start(game).fen()).expect("a position") == P::start());
    assert_eq!(Naive::start(game).fen(), game.start);
    let (mut compared, mut noisy) = (0, 0);
    for seed in 0..if game.files > 9 { 3 } else { 16 } {
        let (line, end) = random::game(game, &mut Xoshiro256StarStar::seed_from_u64(seed));
        for (ply, (naive, step)) in line.iter().enumerate() {
            let context = format!("{}, seed {seed}, ply {ply}", game.name);
            let position = compare::<P>(naive, &context);
            compare_moves(naive, &position, &context);
            compared += 1;
            noisy += u32::from(naive.is_progress(*step));
        }
        compare::<P>(&end, &format!("{}, seed {seed}, the end", game.name));
    }
    assert!(compared > 250 && noisy > 25, "{compared} positions, {noisy} captures");
}

fn agree_on_random_positions<P: Notation>(game: &'static Game) {
    let (mut many, mut over, mut seeds) = (0, 0, 0);
    for seed in 0..if game.files > 9 { 300 } else { 2_000 } {
        let naive = random::position(game, &mut Xoshiro256StarStar::seed_from_u64(seed));
        let context = format!("{}, seed {seed}", game.name);
        let position = compare::<P>(&naive, &context);
        compare_moves(&naive, &position, &context);
        many += u32::from(naive.legal().into_iter().any(|step| naive.taken(step).len() > 1));
        over += u32::from(position.outcome().is_some());
        seeds += 1;
    }
    assert!(many > seeds / 60 && over > seeds / 20, "{}: {many} long captures, {over} ends", game.name);
}

#[test]
fn both_boards_agree_along_random_games() {
    for_each_game!(agree_along_games);
}

#[test]
fn both_boards_agree_on_random_positions() {
    for_each_game!(agree_on_random_positions);
}

#[test]
fn the_naive_board_has_the_published_counts() {
    let published: [&[u64]; 12] = [
        &[48, 2_136, 112_874],
        &[72, 3_944, 285_808],
        &[68, 1_372, 94_744],
        &[53, 2_637, 145_394],
        &[45, 1_899, 89_407],
        &[81, 6_285],
        &[93, 8_291],
        &[187, 34_041],
        &[8, 64, 864, 11_664, 173_656],
        &[68, 4_624, 339_048],
        &[40, 960, 39_512],
        &[116, 6_788],
    ];
    for (game, counts) in crate::custodial::naive::GAMES.iter().zip(published) {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(Naive::start(game).perft(depth), count, "{}, depth {depth}", game.name);
        }
    }
}
