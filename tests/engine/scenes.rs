//! Positions as data for programs that draw them.

use std::collections::BTreeSet;

use petteia_core::scene::{Grid, Scene};
use petteia_core::{GameOptions, RandomSource};
use petteia_engine::{GameKind, GameSetup, Session, VARIANTS};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays a random move of any kind of game. Returns whether there was one.
pub(crate) fn play_random(game: &mut dyn Session, rng: &mut Xoshiro256PlusPlus) -> bool {
    let mut choice = |seat: Option<u32>| game.moves(seat).expect("the moves").choose(rng).cloned();
    let word = match game.kind() {
        GameKind::Sequential => choice(None),
        GameKind::Simultaneous => {
            choice(Some(1)).zip(choice(Some(2))).map(|(first, second)| format!("{first}/{second}"))
        }
        GameKind::Party => (1..=4).find_map(|seat| choice(Some(seat))),
    };
    word.is_some_and(|word| game.play(&[&word]).is_ok())
}

/// What is true of the scene of every position.
fn check(scene: &Scene, fen: &str) {
    let keys: Vec<&str> = scene.cells.iter().map(|cell| cell.key.as_str()).filter(|key| !key.is_empty()).collect();
    let distinct: BTreeSet<&str> = keys.iter().copied().collect();
    assert_eq!(distinct.len(), keys.len(), "{fen}");
    for (i, cell) in scene.cells.iter().enumerate() {
        for other in &scene.cells[..i] {
            let [x, y] = [0, 1].map(|axis| cell.centre[axis] - other.centre[axis]);
            assert!(x.hypot(y) > 0.999, "{} and {} overlap", cell.key, other.key);
        }
    }
    let mut taken = BTreeSet::new();
    for piece in &scene.pieces {
        assert!(distinct.contains(piece.at.as_str()) && taken.insert(&piece.at), "{fen}: {piece:?}");
    }
    for piece in scene.pieces.iter().chain(scene.areas.iter().flat_map(|area| &area.pieces)) {
        assert!(piece.height > 0 && !piece.kind.is_empty(), "{fen}: {piece:?}");
    }
    assert_eq!(scene.cells.is_empty(), scene.grid == Grid::None);
}

/// The cells that take part in the moves of the board view have the same pieces there.
fn check_against_the_board_view(game: &dyn Session, scene: &Scene) {
    let Some(view) = game.board_view() else { return };
    for (seat, side) in (1..).zip(petteia_core::Side::BOTH) {
        let found = scene.pieces.iter().filter(|piece| piece.owner == Some(seat)).count();
        assert_eq!(found, view.pieces(side), "{}", game.fen());
    }
    assert!(scene.cells.len() >= view.cells.iter().flatten().count());
}

#[test]
fn scenes_of_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(35);
    for variant in VARIANTS {
        let options = GameOptions { chance: RandomSource::Seed(rng.random()), ..GameOptions::default() };
        let mut game = (variant.open)(&GameSetup { fen: None, options: &options }).expect("a start");
        for _ in 0..40 {
            let scene = game.scene();
            check(&scene, &game.fen());
            check_against_the_board_view(&*game, &scene);
            if !play_random(&mut *game, &mut rng) {
                break;
            }
        }
    }
}

/// The scene of a seat depends on nothing that the seat does not see: it is that of its observation read back.
#[test]
fn scenes_of_seats_have_no_secrets() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(36);
    for variant in VARIANTS.iter().filter(|variant| ["epigo", "dixit"].contains(&variant.name)) {
        let options = GameOptions { chance: RandomSource::Seed(7), ..GameOptions::default() };
        let mut game = (variant.open)(&GameSetup { fen: None, options: &options }).expect("a start");
        let seats = if variant.name == "dixit" { 4 } else { 2 };
        for _ in 0..30 {
            for seat in 1..=seats {
                let fen = game.fen_of_seat(seat).expect("a seat");
                let alone = (variant.open)(&GameSetup { fen: Some(&fen), options: &options }).expect("an observation");
                assert_eq!(game.scene_of_seat(seat), Ok(alone.scene()), "{fen}");
            }
            if !play_random(&mut *game, &mut rng) {
                break;
            }
        }
        assert!(game.scene_of_seat(seats + 1).is_err());
    }
}
