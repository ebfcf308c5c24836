//! Random games and positions on the naive board.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::draughts::books::{Book, Winner};
use crate::draughts::naive::{Naive, Step};

/// Limit of plies; a longer game is abandoned.
const MAX_PLIES: usize = 200;

/// A random game: each position with the move played there, and the last position.
pub(crate) fn game(book: &'static Book, rng: &mut impl Rng) -> (Vec<(Naive, Step)>, Naive) {
    let mut end = Naive::start(book);
    let mut line = Vec::new();
    while line.len() < MAX_PLIES {
        let Some(step) = end.legal().choose(rng).cloned() else { break };
        let after = end.play(&step).after;
        line.push((end, step));
        end = after;
    }
    (line, end)
}

/// A position that perhaps no game can reach: crowded or nearly empty, with many kings or none, perhaps
/// of one colour only.
pub(crate) fn position(book: &'static Book, rng: &mut impl Rng) -> Naive {
    let mut position = Naive::empty(book, if rng.random() { 'W' } else { 'B' });
    let pick = |rng: &mut _, all: &[f64]| *all.choose(rng).expect("not empty");
    let density = pick(rng, &[0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.9]);
    let white_fraction = pick(rng, &[0.0, 0.1, 0.2, 0.3, 0.5, 0.5, 0.7, 0.8, 0.9, 1.0]);
    // Where a king wins, most positions have none.
    let with_kings = book.winner != Winner::FirstKing || rng.random_ratio(1, 20);
    let king_fraction = if with_kings { pick(rng, &[0.0, 0.05, 0.1, 0.2, 0.5]) } else { 0.0 };
    for number in 1..=position.squares() {
        if !rng.random_bool(density) {
            continue;
        }
        let player = if rng.random_bool(white_fraction) { 'W' } else { 'B' };
        let cell = position.cell(number);
        let is_far = cell.0 == position.far_row(player);
        if is_far && !with_kings {
            continue;
        }
        let king = rng.random_bool(king_fraction) || is_far;
        position.set(cell, if king { player } else { player.to_ascii_lowercase() });
    }
    position
}
