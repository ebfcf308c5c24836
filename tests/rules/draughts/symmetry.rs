//! A position rotated by half a turn with exchanged colours is equivalent.

use petteia_core::{Evaluate, Notation};
use petteia_games::draughts::eval::NeuralEval;
use petteia_games::draughts::{Checkers, International};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::draughts::books::{Book, ENGLISH, INTERNATIONAL};
use crate::draughts::naive::{Naive, other};
use crate::draughts::random;

fn rotated(naive: &Naive) -> Naive {
    let mut rotated = Naive::empty(naive.book, other(naive.mover));
    for number in 1..=naive.squares() {
        let piece = match naive.piece(number) {
            'w' => 'b',
            'b' => 'w',
            'W' => 'B',
            'B' => 'W',
            piece => piece,
        };
        rotated.set(rotated.cell(naive.squares() + 1 - number), piece);
    }
    rotated
}

fn rotation_changes_nothing<P: Notation>(book: &'static Book)
where
    NeuralEval: Evaluate<P>,
{
    for seed in 0..3_000 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let naive = random::position(book, rng);
        let read = |naive: &Naive| P::parse_fen(&naive.fen()).expect("a position");
        let (here, there) = (read(&naive), read(&rotated(&naive)));
        assert_eq!(here.count_moves(), there.count_moves(), "{}", naive.fen());
        assert_eq!(here.count_replies(), there.count_replies(), "{}", naive.fen());
        assert_eq!(here.outcome().is_some(), there.outcome().is_some(), "{}", naive.fen());
        assert_eq!(NeuralEval.evaluate(&here), NeuralEval.evaluate(&there), "{}", naive.fen());
    }
}

#[test]
fn rotated_positions_with_exchanged_colours_are_equivalent() {
    rotation_changes_nothing::<Checkers>(&ENGLISH);
    rotation_changes_nothing::<International>(&INTERNATIONAL);
}
