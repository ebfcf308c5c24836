//! The engine agrees with the naive board along random games and on random positions.

use petteia_core::{Notation, Outcome, Position, Side};
use petteia_games::dvonn::Dvonn;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::dvonn::naive::Naive;
use crate::dvonn::random;

/// Compares a position and everything one move away with the naive board.
fn assert_agree(naive: &Naive, dvonn: &Dvonn, context: &str) {
    let context = format!("{context}: {}", naive.fen());
    assert_eq!(dvonn.to_fen(), naive.fen(), "{context}");
    assert_eq!(Dvonn::parse_fen(&naive.fen()).as_ref(), Ok(dvonn), "{context}");
    assert_eq!(dvonn.scores(), naive.score(), "{context}");
    let outcome = match naive.result() {
        "p1win" => Some(Outcome::Win(Side::First)),
        "p2win" => Some(Outcome::Win(Side::Second)),
        "draw" => Some(Outcome::Draw),
        _ => None,
    };
    assert_eq!(dvonn.outcome(), outcome, "{context}");
    let mut moves = Vec::new();
    dvonn.for_each_move(|m| moves.push((dvonn.write_move(m), m)));
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(moves.iter().map(|(word, _)| word).eq(&naive.moves()), "{context}: {moves:?}");
    let mut replies = 0;
    for (word, m) in moves {
        let played = naive.play(&word);
        assert_eq!(dvonn.after(m).to_fen(), played.0.fen(), "{context} {word}");
        assert_eq!(dvonn.effects(m), Naive::effects(&played), "{context} {word}");
        replies += played.0.moves().len() as u64;
    }
    assert_eq!(dvonn.count_replies(), replies, "{context}");
}

#[test]
fn both_boards_agree_along_random_games() {
    let mut seen = [0, 0];
    for seed in 0..60 {
        let game = random::game(&[], &mut Xoshiro256StarStar::seed_from_u64(seed));
        let mut dvonn = Dvonn::start();
        for (ply, (naive, word)) in game.line.iter().enumerate() {
            assert_agree(naive, &dvonn, &format!("seed {seed}, ply {ply}"));
            seen[usize::from(naive.stacking)] += 1;
            let m = dvonn.parse_move(word).expect("a legal move");
            dvonn.play_unchecked(m);
        }
        assert_agree(&game.end, &dvonn, &format!("seed {seed}, the end"));
    }
    assert!(seen.iter().sum::<u32>() >= 4_000 && seen[0] > 2_000 && seen[1] > 1_600, "{seen:?}");
}

#[test]
fn both_boards_agree_on_random_positions() {
    let mut finished = 0;
    for seed in 0..3_000 {
        let naive = random::stacking(&mut Xoshiro256StarStar::seed_from_u64(seed));
        let dvonn = Dvonn::parse_fen(&naive.fen()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_agree(&naive, &dvonn, &format!("seed {seed}"));
        finished += u32::from(dvonn.outcome().is_some());
    }
    assert!(finished > 100, "{finished}");
}
