//! Random games and positions on the naive board.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::reversi::naive::{BLACK, EMPTY, SizedNaive, WHITE};

/// A game from the start to the end.
pub(crate) struct Game<const SIZE: usize> {
    /// Each position with the move played there.
    pub(crate) line: Vec<(SizedNaive<SIZE>, String)>,
    pub(crate) end: SizedNaive<SIZE>,
}

pub(crate) fn game<const SIZE: usize>(rng: &mut impl Rng) -> Game<SIZE> {
    let mut end = SizedNaive::start();
    let mut line = Vec::new();
    while let Some(word) = end.moves().choose(rng).cloned() {
        let (after, _) = end.play(&word);
        line.push((end, word));
        end = after;
    }
    Game { line, end }
}

/// A position that perhaps no game can reach: nearly empty or nearly full, of one colour or of both.
pub(crate) fn position<const SIZE: usize>(rng: &mut impl Rng) -> SizedNaive<SIZE> {
    let pick = |rng: &mut _, all: &[f64]| *all.choose(rng).expect("not empty");
    let density = pick(rng, &[0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.0]);
    let black_fraction = pick(rng, &[0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0]);
    let mut position = SizedNaive { mover: if rng.random() { BLACK } else { WHITE }, ..SizedNaive::start() };
    for square in position.board.iter_mut().flatten() {
        let disc = if rng.random_bool(black_fraction) { BLACK } else { WHITE };
        *square = if rng.random_bool(density) { disc } else { EMPTY };
    }
    position
}
