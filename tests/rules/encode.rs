//! The laws of positions and moves as numbers, along random games of every game that has them.

use std::collections::HashSet;

use petteia_core::{Encode, Layout, PlaneWriter, Position, Side, Simultaneous};
use petteia_games::{Epigo, Reversi};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256StarStar;

const GAMES: u64 = 4;
const MAX_PLIES: usize = 200;

/// The laws of each line of the registry. A party game has no board.
macro_rules! laws {
    (@of sequential $name:literal $game:ty) => { in_turn::<$game>($name) };
    (@of simultaneous $name:literal $game:ty) => { at_once::<$game>($name) };
    (@of party $name:literal $game:ty) => {};
    ($($kind:ident $name:literal [$($alias:literal),*] $game:ty, $eval:ty $(, $options:path)?;)+) => {
        $(laws!(@of $kind $name $game);)+
    };
}

#[test]
fn laws_hold_for_every_game_with_a_board() {
    petteia_engine::for_each_variant!(laws);
}

fn in_turn<P: Encode<Action = <P as Position>::Move> + Position>(name: &str) {
    for seed in 0..GAMES {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let mut position = P::start();
        for ply in 0..MAX_PLIES {
            let context = format!("{name}, seed {seed}, ply {ply}");
            for side in Side::BOTH {
                planes(&position, side, &context);
            }
            let moves = position.legal_moves();
            numbers::<P>(&moves, &context);
            let Some(&m) = moves.choose(rng) else { break };
            position.play_unchecked(m);
        }
    }
}

fn at_once<P: Encode<Action = <P as Simultaneous>::Choice> + Simultaneous>(name: &str) {
    for seed in 0..GAMES {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let mut position = P::start();
        for turn in 0..10 {
            let context = format!("{name}, seed {seed}, turn {turn}");
            let choices = Side::BOTH.map(|side| {
                planes(&position, side, &context);
                let choices = position.legal_choices(side);
                numbers::<P>(&choices, &context);
                choices.choose(rng).copied()
            });
            let [Some(first), Some(second)] = choices else { break };
            position.play_unchecked([first, second]);
        }
    }
}

/// The numbers of legal actions are different, and below their bound.
fn numbers<P: Encode>(actions: &[P::Action], context: &str) {
    let numbers: HashSet<usize> = actions.iter().map(|&m| P::action(m)).collect();
    assert_eq!(numbers.len(), actions.len(), "{context}");
    assert!(numbers.iter().all(|&number| number < P::ACTIONS), "{context}");
}

/// The planes of a position. Every one is written, and none is written twice.
fn planes<P: Encode>(position: &P, viewer: Side, context: &str) -> Vec<f32> {
    let squares = P::BOARD.files * P::BOARD.ranks;
    let mut values = vec![0.0; P::PLANES.len() * squares];
    let mut writer = PlaneWriter::new(&mut values, P::BOARD);
    position.write_planes(viewer, &mut writer);
    assert_eq!(writer.left(), 0, "{context}");
    let distinct: HashSet<&str> = P::PLANES.iter().copied().collect();
    assert_eq!(distinct.len(), P::PLANES.len(), "{context}");
    values
}

/// The squares of a plane that are not 0, by their names.
fn squares(values: &[f32], plane: usize, board: Layout) -> Vec<String> {
    let size = board.files * board.ranks;
    let plane = &values[plane * size..(plane + 1) * size];
    plane.iter().enumerate().filter(|&(_, &value)| value != 0.0).map(|(square, _)| board.name(square)).collect()
}

#[test]
fn own_pieces_are_those_of_the_viewer() {
    let start = Reversi::start();
    for (viewer, own, enemy) in [(Side::First, ["e4", "d5"], ["d4", "e5"]), (Side::Second, ["d4", "e5"], ["e4", "d5"])]
    {
        let values = planes(&start, viewer, "reversi");
        assert_eq!([0, 1].map(|plane| squares(&values, plane, Reversi::BOARD)), [own, enemy]);
        assert_eq!(squares(&values, 2, Reversi::BOARD).len(), 64);
    }
}

#[test]
fn choices_of_epigo_have_numbers_without_gaps() {
    // Every line-up is legal at the start, so its numbers fill their range.
    let start = Epigo::start();
    let numbers = |position: &Epigo| -> Vec<usize> {
        let mut numbers: Vec<usize> = position.legal_choices(Side::First).into_iter().map(Epigo::action).collect();
        numbers.sort_unstable();
        numbers
    };
    assert!(numbers(&start).into_iter().eq(28 * 28 * 28..Epigo::ACTIONS));
    let [first, second] = Side::BOTH.map(|side| start.legal_choices(side)[0]);
    let plans = numbers(&start.after(Side::First, first, second));
    // Orders to tiles 1, 2 and 3 to the north are digits 0, 4 and 8 to the base 28.
    assert_eq!((plans[0], plans.len()), (4 * 28 + 8, 64 * 7 * 6 * 5));
}
