//! Random games and positions on the naive board.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::dvonn::naive::{Naive, Piece, cells};

/// A game from the empty board to the end.
pub(crate) struct Game {
    /// Each position with the move played there.
    pub(crate) line: Vec<(Naive, String)>,
    pub(crate) end: Naive,
}

/// A random game that begins with these moves.
pub(crate) fn game(opening: &[&str], rng: &mut impl Rng) -> Game {
    let mut end = Naive::start();
    let mut line = Vec::new();
    loop {
        let word = match opening.get(line.len()) {
            Some(&word) => word.to_owned(),
            None => match end.moves().choose(rng) {
                Some(word) => word.clone(),
                None => return Game { line, end },
            },
        };
        let (after, _) = end.play(&word);
        line.push((end, word));
        end = after;
    }
}

/// A legal position of the stacking phase that perhaps no game can reach: any density, any heights,
/// perhaps one colour only, with one to three stacks with red.
pub(crate) fn stacking(rng: &mut impl Rng) -> Naive {
    let density = rng.random_range(0.05..1.0);
    let tallest = *[1, 2, 4, 13, 30].choose(rng).expect("not empty");
    let palette: &[Piece] = [&[Piece::White, Piece::Black][..], &[Piece::White], &[Piece::Black]]
        [rng.random_range(0..6_usize).saturating_sub(3)];
    let reds = rng.random_range(1..=3);
    let mover = *[Piece::White, Piece::Black].choose(rng).expect("not empty");
    let mut position = Naive { mover, stacking: true, ..Naive::start() };
    let mut cells = cells();
    cells.shuffle(rng);
    let mut left = 49;
    for (number, cell) in cells.into_iter().enumerate() {
        if left == 0 || (number >= reds && !rng.random_bool(density)) {
            continue;
        }
        let height = rng.random_range(1..=tallest.min(left));
        left -= height;
        let mut stack = vec![*palette.choose(rng).expect("not empty"); height];
        if number < reds {
            stack[0] = Piece::Red;
        }
        position.stacks.insert(cell, stack);
    }
    position.remove_cut_off();
    position
}
