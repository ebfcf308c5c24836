//! The engine agrees with the naive board along random games and on random positions.

use std::collections::BTreeMap;

use petteia_core::{Notation, Outcome, Position, Scoring, Side};
use petteia_games::reversi::{Reversi, SizedReversi};
use petteia_search::perft::PerftOptions;
use petteia_search::{Control, HashTable};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::reversi::naive::SizedNaive;
use crate::reversi::random;

/// Compares a position and everything one move away with the naive board; returns its kind.
fn assert_agree<const SIZE: usize>(
    naive: &SizedNaive<SIZE>,
    reversi: &SizedReversi<SIZE>,
    context: &str,
) -> &'static str {
    let context = format!("{context}: {}", naive.fen());
    assert_eq!(reversi.to_fen(), naive.fen(), "{context}");
    assert_eq!(SizedReversi::parse_fen(&naive.fen()).as_ref(), Ok(reversi), "{context}");
    assert_eq!(SizedReversi::parse_fen(&naive.string()).as_ref(), Ok(reversi), "{context}");
    assert_eq!(reversi.scores(), naive.score(), "{context}");
    let [black, white] = naive.score();
    assert_eq!(reversi.margin(), if naive.fen().ends_with('b') { black - white } else { white - black }, "{context}");
    let outcome = match naive.result() {
        "p1win" => Some(Outcome::Win(Side::First)),
        "p2win" => Some(Outcome::Win(Side::Second)),
        "draw" => Some(Outcome::Draw),
        _ => None,
    };
    assert_eq!(reversi.outcome(), outcome, "{context}");
    assert_eq!(reversi.end_reason(), outcome.map(|_| "no-moves"), "{context}");
    let mut moves = Vec::new();
    reversi.for_each_move(|m| moves.push((reversi.write_move(m), m)));
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(moves.iter().map(|(word, _)| word).eq(&naive.moves()), "{context}: {moves:?}");
    assert_eq!(reversi.count_moves(), moves.len() as u64, "{context}");
    let mut replies = 0;
    for (word, m) in &moves {
        let played = naive.play(word);
        let after = reversi.after(*m);
        assert_eq!(after.to_fen(), played.0.fen(), "{context} {word}");
        assert_eq!(
            after.key(),
            SizedReversi::<SIZE>::parse_fen(&played.0.fen()).expect("a FEN").key(),
            "{context} {word}"
        );
        assert_eq!(reversi.effects(*m), SizedNaive::effects(&played), "{context} {word}");
        replies += played.0.moves().len() as u64;
    }
    assert_eq!(reversi.count_replies(), replies, "{context}");
    match moves.first() {
        None => "over",
        Some((word, _)) if word == "pass" => "pass",
        Some(_) => "on",
    }
}

/// Number of random games on 8x8 and on 6x6 squares.
const GAMES: [u64; 2] = [100, 400];

/// Compares both boards along random games; returns how many positions of each kind there were.
fn agree_along_games<const SIZE: usize>() -> BTreeMap<&'static str, u32> {
    let mut seen: BTreeMap<_, u32> = BTreeMap::new();
    for seed in 0..GAMES[usize::from(SIZE == 6)] {
        let game = random::game::<SIZE>(&mut Xoshiro256StarStar::seed_from_u64(seed));
        let mut reversi = SizedReversi::start();
        for (ply, (naive, word)) in game.line.iter().enumerate() {
            *seen.entry(assert_agree(naive, &reversi, &format!("seed {seed}, ply {ply}"))).or_default() += 1;
            let m = reversi.parse_move(word).expect("a legal move");
            reversi.play_unchecked(m);
        }
        assert_agree(&game.end, &reversi, &format!("seed {seed}, the end"));
    }
    seen
}

#[test]
fn both_boards_agree_along_random_games() {
    let seen = agree_along_games::<8>();
    assert!(seen.values().sum::<u32>() > 5_000 && seen["pass"] > 25, "{seen:?}");
    let seen = agree_along_games::<6>();
    assert!(seen.values().sum::<u32>() > 10_000 && seen["pass"] > 100, "{seen:?}");
}

fn agree_on_positions<const SIZE: usize>() {
    let mut seen: BTreeMap<_, u32> = BTreeMap::new();
    for seed in 0..5_000 {
        let naive = random::position::<SIZE>(&mut Xoshiro256StarStar::seed_from_u64(seed));
        let reversi = SizedReversi::parse_fen(&naive.fen()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        *seen.entry(assert_agree(&naive, &reversi, &format!("seed {seed}"))).or_default() += 1;
    }
    assert!(seen["pass"] > 100 && seen["over"] > 500 && seen["on"] > 1_000, "{seen:?}");
}

#[test]
fn both_boards_agree_on_random_positions() {
    agree_on_positions::<8>();
    agree_on_positions::<6>();
}

fn count_the_same_leaves<const SIZE: usize>() {
    let control = Control::new();
    let counting = PerftOptions { threads: 1, table: None, control: &control };
    for seed in 0..100 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        // Near the end of a game, where passes and full boards are.
        let game = random::game::<SIZE>(rng);
        let late = game.line.len().saturating_sub(2 + seed as usize % 12);
        for naive in [&game.line[late].0, &random::position(rng)] {
            let reversi = SizedReversi::<SIZE>::parse_fen(&naive.fen()).expect("a FEN");
            for depth in 0..=4 {
                let expected = Ok(naive.perft(depth));
                assert_eq!(counting.perft(&reversi, depth), expected, "seed {seed}, {depth} plies: {}", naive.fen());
            }
        }
    }
}

#[test]
fn both_boards_count_the_same_leaves() {
    count_the_same_leaves::<8>();
    count_the_same_leaves::<6>();
}

#[test]
fn symmetric_positions_share_their_counts() {
    let control = Control::new();
    let table = HashTable::new(1).expect("a small table");
    let plain = PerftOptions { threads: 1, table: None, control: &control };
    let with_table = PerftOptions { table: Some(&table), ..plain };
    for seed in 0..20 {
        // Games that begin alike, so that later counts find those of earlier ones.
        let game = random::game::<8>(&mut Xoshiro256StarStar::seed_from_u64(seed));
        for (naive, _) in game.line.iter().step_by(5) {
            let reversi = Reversi::parse_fen(&naive.fen()).expect("a FEN");
            let expected = plain.perft(&reversi, 6);
            assert_eq!(with_table.perft(&reversi, 6), expected, "seed {seed}: {}", naive.fen());
        }
    }
    // The start has four moves that symmetries map to each other: one of them is counted, the others are found.
    let table = HashTable::new(1).expect("a small table");
    let counts = PerftOptions { table: Some(&table), ..plain }.divide(&Reversi::start(), 8).expect("a count");
    assert_eq!(counts.iter().map(|&(_, count)| count).collect::<Vec<_>>(), [97_554; 4]);
}
