//! Mirrored, and where the rules are the same for both with the colours exchanged, a position is the same.

use petteia::game::{Evaluate, Notation};
use petteia::games::{gonu, latrunculi, sparta, tablut};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::custodial::naive::{GAMES, Game, Naive, Rules, Square, other};
use crate::custodial::random;

/// The position with each square moved elsewhere; with `exchange`, each piece and city in the other's hands.
fn image(naive: &Naive, to: impl Fn(Square) -> Square, exchange: bool) -> Naive {
    let turned = |letter: u8| match letter {
        b'w' | b'b' => other(letter),
        _ if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    };
    let change = |letter| if exchange { turned(letter) } else { letter };
    let mut image = Naive::empty(naive.game, if exchange { other(naive.mover) } else { naive.mover });
    for square in naive.squares() {
        image.set(to(square), change(naive.at(square)));
        if naive.game.rules == Rules::Sparta && naive.city(square) != b'.' {
            image.set_city(to(square), change(naive.city(square)));
        }
    }
    image
}

fn same<P: Notation>(evaluator: &impl Evaluate<P>, naive: &Naive, image: &Naive) {
    let context = format!("{}: {} and {}", naive.game.name, naive.fen(), image.fen());
    let read = |naive: &Naive| P::read_fen(&naive.fen()).expect("a position");
    let (here, there) = (read(naive), read(image));
    assert_eq!(here.count_moves(), there.count_moves(), "{context}");
    assert_eq!(here.count_replies(), there.count_replies(), "{context}");
    assert_eq!(here.end_reason(), there.end_reason(), "{context}");
    assert_eq!(evaluator.evaluate(&here), evaluator.evaluate(&there), "{context}");
}

fn images_are_the_same<P: Notation>(game: &'static Game, evaluator: &impl Evaluate<P>) {
    for seed in 0..500 {
        let naive = random::filling(game, &mut Xoshiro256StarStar::seed_from_u64(seed));
        let (files, ranks) = (game.files, game.ranks);
        same(evaluator, &naive, &image(&naive, |(file, rank)| (files - 1 - file, rank), false));
        if game.rules == Rules::Tablut {
            same(evaluator, &naive, &image(&naive, |(file, rank)| (rank, file), false));
        } else {
            same(evaluator, &naive, &image(&naive, |(file, rank)| (file, ranks - 1 - rank), true));
        }
    }
}

#[test]
fn mirrors_and_colours() {
    images_are_the_same::<gonu::Gonu>(&GAMES[0], &gonu::eval::HandEval);
    images_are_the_same::<tablut::Cross>(&GAMES[1], &tablut::eval::HandEval);
    images_are_the_same::<latrunculi::Eight>(&GAMES[3], &latrunculi::eval::HandEval);
    images_are_the_same::<latrunculi::EightBySeven>(&GAMES[4], &latrunculi::eval::HandEval);
    images_are_the_same::<latrunculi::TwelveByNine>(&GAMES[6], &latrunculi::eval::HandEval);
    images_are_the_same::<latrunculi::NineteenByEleven>(&GAMES[7], &latrunculi::eval::HandEval);
    images_are_the_same::<latrunculi::Conversion>(&GAMES[8], &latrunculi::eval::HandEval);
    images_are_the_same::<sparta::Sparta>(&GAMES[9], &sparta::eval::HandEval);
}
