//! Random games and positions on the naive board.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::custodial::naive::{Game, Naive, Rules, Step, TablutSquare};

/// Limit of plies; a longer game is abandoned.
const MAX_PLIES: usize = 150;

/// A random game: each position with the move played there, and the last position. Half of the games
/// prefer moves that capture, convert, conquer or promote.
pub(crate) fn game(game: &'static Game, rng: &mut impl Rng) -> (Vec<(Naive, Step)>, Naive) {
    let mut end = Naive::start(game);
    let mut line = Vec::new();
    let prefers_noisy: bool = rng.random();
    while line.len() < MAX_PLIES {
        let legal = end.legal();
        let noisy: Vec<Step> = legal.iter().copied().filter(|&step| prefers_noisy && !end.is_quiet(step)).collect();
        let Some(&step) = noisy.choose(rng).or_else(|| legal.choose(rng)) else { break };
        line.push((end, step));
        end = end.play(step);
    }
    (line, end)
}

/// A position that perhaps no game can reach: crowded or nearly empty, perhaps of one colour only, with
/// pieces on squares that the rules close to them.
pub(crate) fn position(game: &'static Game, rng: &mut impl Rng) -> Naive {
    let mut position = Naive::empty(game, if rng.random() { b'w' } else { b'b' });
    let pick = |rng: &mut _, all: &[f64]| *all.choose(rng).expect("not empty");
    let density = pick(rng, &[0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9]);
    let white_fraction = pick(rng, &[0.0, 0.1, 0.2, 0.3, 0.5, 0.5, 0.7, 0.8, 0.9, 1.0]);
    let hero_fraction = pick(rng, &[0.0, 0.1, 0.2, 0.5]);
    let city_density = pick(rng, &[0.0, 0.02, 0.1, 0.3]);
    for square in position.squares() {
        if game.rules == Rules::Sparta && rng.random_bool(city_density) {
            position.set_city(square, if rng.random_bool(white_fraction) { b'w' } else { b'b' });
        }
        if rng.random_bool(density) {
            let hero = game.rules == Rules::Sparta && rng.random_bool(hero_fraction);
            let letters = if game.rules.is_tafl() {
                b"Da"
            } else if hero {
                b"Hh"
            } else {
                b"Pp"
            };
            position.set(square, letters[usize::from(!rng.random_bool(white_fraction))]);
        }
    }
    match game.rules {
        Rules::Tablut | Rules::Brandub | Rules::Copenhagen if rng.random_bool(0.95) => {
            position.set(place(game, rng), b'K');
        }
        Rules::Dux => {
            let white = place(game, rng);
            position.set(white, b'D');
            let black = loop {
                let black = place(game, rng);
                if black != white {
                    break black;
                }
            };
            position.set(black, b'd');
        }
        _ => (),
    }
    position
}

/// A square, often at the edge, in or beside a corner, or in or beside the middle.
fn place(game: &Game, rng: &mut impl Rng) -> TablutSquare {
    let mut along = |length: i32| match rng.random_range(0..8) {
        0 => 0,
        1 => 1,
        2 => length - 1,
        3 => length / 2,
        4 => length / 2 - 1,
        _ => rng.random_range(0..length),
    };
    (along(game.files), along(game.ranks))
}
