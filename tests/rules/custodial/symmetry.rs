//! Mirrored positions are equivalent, and where the rules are symmetric, so are those with exchanged colours.

use petteia_core::{Evaluate, Notation};
use petteia_games::{gonu, latrunculi, sparta, tafl};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::custodial::naive::{GAMES, Game, Naive, Rules, TablutSquare, other};
use crate::custodial::random;

/// The position with each square mapped to another; with `exchange`, each piece and city changes its owner.
fn transform(naive: &Naive, to: impl Fn(TablutSquare) -> TablutSquare, exchange: bool) -> Naive {
    let exchanged = |letter: u8| match letter {
        b'w' | b'b' => other(letter),
        _ if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    };
    let change = |letter| if exchange { exchanged(letter) } else { letter };
    let mut transformed = Naive::empty(naive.game, if exchange { other(naive.mover) } else { naive.mover });
    for square in naive.squares() {
        transformed.set(to(square), change(naive.at(square)));
        if naive.game.rules == Rules::Sparta && naive.city(square) != b'.' {
            transformed.set_city(to(square), change(naive.city(square)));
        }
    }
    transformed
}

fn assert_same<P: Notation>(evaluator: &impl Evaluate<P>, naive: &Naive, transformed: &Naive) {
    let context = format!("{}: {} and {}", naive.game.name, naive.fen(), transformed.fen());
    let read = |naive: &Naive| P::parse_fen(&naive.fen()).expect("a position");
    let (here, there) = (read(naive), read(transformed));
    assert_eq!(here.count_moves(), there.count_moves(), "{context}");
    assert_eq!(here.count_replies(), there.count_replies(), "{context}");
    assert_eq!(here.end_reason(), there.end_reason(), "{context}");
    assert_eq!(evaluator.evaluate(&here), evaluator.evaluate(&there), "{context}");
}

fn symmetries_hold<P: Notation>(game: &'static Game, evaluator: &impl Evaluate<P>) {
    for seed in 0..500 {
        let naive = random::position(game, &mut Xoshiro256StarStar::seed_from_u64(seed));
        let (files, ranks) = (game.files, game.ranks);
        assert_same(evaluator, &naive, &transform(&naive, |(file, rank)| (files - 1 - file, rank), false));
        if game.rules.is_tafl() {
            assert_same(evaluator, &naive, &transform(&naive, |(file, rank)| (rank, file), false));
        } else {
            assert_same(evaluator, &naive, &transform(&naive, |(file, rank)| (file, ranks - 1 - rank), true));
        }
    }
}

#[test]
fn mirrored_positions_are_equivalent() {
    symmetries_hold::<gonu::Gonu>(&GAMES[0], &gonu::handcrafted::HandcraftedEval);
    symmetries_hold::<tafl::TablutCross>(&GAMES[1], &tafl::handcrafted::HandcraftedEval);
    symmetries_hold::<tafl::Brandub>(&GAMES[10], &tafl::handcrafted::HandcraftedEval);
    symmetries_hold::<tafl::Copenhagen>(&GAMES[11], &tafl::handcrafted::HandcraftedEval);
    symmetries_hold::<latrunculi::Latrunculi8x8>(&GAMES[3], &latrunculi::handcrafted::HandcraftedEval);
    symmetries_hold::<latrunculi::Latrunculi8x7>(&GAMES[4], &latrunculi::handcrafted::HandcraftedEval);
    symmetries_hold::<latrunculi::Latrunculi12x9>(&GAMES[6], &latrunculi::handcrafted::HandcraftedEval);
    symmetries_hold::<latrunculi::Latrunculi19x11>(&GAMES[7], &latrunculi::handcrafted::HandcraftedEval);
    symmetries_hold::<latrunculi::LatrunculiConversion>(&GAMES[8], &latrunculi::handcrafted::HandcraftedEval);
    symmetries_hold::<sparta::Sparta>(&GAMES[9], &sparta::handcrafted::HandcraftedEval);
}
