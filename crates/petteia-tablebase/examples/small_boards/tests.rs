//! The solver against plain value iteration, and the plain rules against those of the engine.

use std::collections::HashMap;

use petteia_core::grid::Squares;
use petteia_core::{Position as Engine, Side, hash};
use petteia_games::{Gonu, LatrunculiConversion};

use crate::board::{Board, GAMES, Game, Men, size};
use crate::plain::{Position, verify};
use crate::solve::{Solution, Value};
use crate::{Arguments, MAX_POSITIONS};

/// All positions of a board with so many men, at least `min` and at most `max` of each side.
fn positions(squares: usize, men: usize, [min, max]: [usize; 2]) -> Vec<Men> {
    let occupied = (0..1_u64 << squares).filter(|&set| size(set) == men);
    let subsets =
        |set: u64| (0..=set).filter(move |own| own & set == *own).map(move |own| Men { own, enemy: set ^ own });
    let is_allowed = |men: &Men| [men.own, men.enemy].iter().all(|&set| (min..=max).contains(&size(set)));
    occupied.flat_map(subsets).filter(is_allowed).collect()
}

/// The values of all positions by plain iteration, without symmetries.
fn naive_values(game: &'static Game, board: [usize; 2], men_at_start: usize) -> HashMap<Men, Value> {
    let (slices, max) = if game.converts {
        (2 * men_at_start..=2 * men_at_start, 2 * men_at_start)
    } else {
        (2 * game.min_men..=2 * men_at_start, men_at_start)
    };
    let mut values: HashMap<Men, Value> = HashMap::new();
    for men in slices {
        let mut open = positions(board[0] * board[1], men, [game.min_men, max]);
        values.extend(open.iter().map(|&men| (men, Value::Draw)));
        for plies in 0.. {
            let value = |men: &Men| Position::new(game, board, *men).value_by_moves(|men| values[&men]);
            let found: Vec<(Men, Value)> = open.iter().map(|men| (*men, value(men))).collect();
            let is_new = |value: Value| matches!(value, Value::Win(at) | Value::Loss(at) if at == plies);
            let new: Vec<(Men, Value)> = found.into_iter().filter(|&(_, value)| is_new(value)).collect();
            if plies > 1 && new.is_empty() {
                break;
            }
            values.extend(new);
            open.retain(|men| values[men] == Value::Draw);
        }
    }
    values
}

#[test]
fn values_are_those_of_plain_iteration() {
    for (game, [files, ranks], men) in
        [(&GAMES[0], [3, 3], 3), (&GAMES[0], [2, 4], 2), (&GAMES[1], [3, 3], 3), (&GAMES[1], [3, 4], 3)]
    {
        let solution =
            Solution::new(Board::new(game, files, ranks), men, MAX_POSITIONS, |_| ()).expect("a small board");
        let naive = naive_values(game, [files, ranks], men);
        for (&men, &value) in &naive {
            assert_eq!(solution.value(men), Some(value), "{} {files}x{ranks} {men:x?}", game.name);
        }
        assert_eq!(verify(&solution), Ok(()));
        let images = solution.index.slices().flat_map(|slice| {
            let index = &solution.index;
            (0..index.size(slice)).filter_map(move |number| Some(index.position(slice, number)?.images))
        });
        assert_eq!(images.map(usize::from).sum::<usize>(), naive.len(), "{} {files}x{ranks}", game.name);
    }
}

#[test]
fn plain_rules_are_those_of_the_engine() {
    /// Compares the numbers of lines of three plies.
    fn compare(game: &'static Game, position: impl Engine, men: Men) {
        assert_eq!(Position::new(game, [8, 8], men).perft(3), position.perft(3), "{} {men:x?}", game.name);
    }
    for [a, b, c, d, e] in [hash::keys(1), hash::keys(2), hash::keys(3), hash::keys(4)] {
        let men = Men { own: a & b & c, enemy: d & e & !(a & b & c) };
        let sets = [men.own, men.enemy].map(Squares::from_bits);
        compare(&GAMES[0], Gonu::of_men(sets, Side::First), men);
        let no_duxes = [Squares::EMPTY; 2];
        compare(&GAMES[1], LatrunculiConversion::of_pieces(no_duxes, sets, Side::First), men);
    }
}

#[test]
fn bad_arguments_are_refused() {
    let parse = |line: &str| Arguments::parse(&line.split(' ').map(String::from).collect::<Vec<_>>());
    for good in ["gonu 5x5", "conversion 3x4 1", "conversion 4x6 2 --verify"] {
        assert!(parse(good).is_ok(), "{good}");
    }
    for bad in
        ["", "gonu", "chess 4x4", "gonu 4", "gonu 6x6", "gonu 1x9", "gonu 4x4 2", "conversion 4x6 0", "gonu 4x4 --x"]
    {
        assert!(parse(bad).is_err_and(|error| error.starts_with("expected ")), "{bad}");
    }
}
