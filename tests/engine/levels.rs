//! Levels of strength: what a level never does, and how levels and ratings are ordered.

use std::thread;

use petteia_core::{GameResult, Outcome, Side};
use petteia_engine::ladder::Ladder;
use petteia_engine::{
    Engine, GameKind, Level, Limits, Origin, STACK_SIZE, Session, ToMove, VARIANTS, Variant, skill_at_rating,
};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions of each kind and game.
const POSITIONS: usize = 80;
/// Games after which the search for positions ends, and plies of a game.
const GAMES: usize = 100_000;
const PLIES: usize = 400;
/// Plies at the end of a game that are looked at.
const LAST_PLIES: usize = 6;

/// The games whose random games end.
const ENDS_AT_RANDOM: [&str; 12] = [
    "dvonn",
    "reversi",
    "reversi-6x6",
    "checkers",
    "draughts",
    "russian",
    "brazilian",
    "italian",
    "frisian",
    "killer",
    "breakthrough",
    "antidraughts",
];

/// Runs a test on a stack for searches.
fn with_stack(test: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, test).expect("a thread");
        thread.join().expect("no panic");
    });
}

fn sequential() -> impl Iterator<Item = &'static Variant> {
    VARIANTS.iter().filter(|variant| engine(variant).game().is_ok_and(|game| game.kind() == GameKind::Sequential))
}

fn engine(variant: &'static Variant) -> Engine {
    Engine::new(VARIANTS, variant).expect("random bytes")
}

fn side(game: &dyn Session) -> Side {
    match game.turn() {
        ToMove::Side(side) => side,
        other => panic!("expected a side, found {other:?}"),
    }
}

/// The moves after which a side has won.
fn wins(game: &dyn Session, side: Side) -> Vec<String> {
    let moves = game.moves(None).expect("moves");
    let has_won = |word: &String| {
        let effects = game.effects(word).expect("a legal move");
        effects.result == Some(GameResult::Sides(Outcome::Win(side)))
    };
    moves.into_iter().filter(has_won).collect()
}

/// The moves after which the opponent has won or can win at once.
fn losing(engine: &mut Engine, own: Side) -> Vec<String> {
    let moves = engine.game().and_then(|game| Ok(game.moves(None)?)).expect("moves");
    let mut found = Vec::new();
    for word in moves {
        engine.play(&[&word]).expect("a legal move");
        let game = engine.game().expect("a position");
        let is_lost = match game.result() {
            Some(result) => result == GameResult::Sides(Outcome::Win(!own)),
            None => side(game) != own && !wins(game, !own).is_empty(),
        };
        engine.undo(1).expect("a move to take back");
        found.extend(is_lost.then_some(word));
    }
    found
}

/// Plays random moves to the end of a game. One side may play well: random games of some games do not end.
fn play_out(engine: &mut Engine, strong: Option<Side>, rng: &mut impl Rng) {
    engine.set_position(Origin::Start, &[]).expect("the start");
    engine.set_option("Skill Level", Some("20")).expect("a level");
    for _ in 0..PLIES {
        let game = engine.game().expect("a position");
        if game.result().is_some() {
            break;
        }
        let is_random = strong != Some(side(game)) || rng.random_ratio(1, 4);
        let mut word = game.moves(None).expect("moves").choose(rng).cloned();
        if !is_random {
            let limits = Limits { nodes: Some(200), ..Limits::default() };
            word = engine.search_blocking(None, &[], limits, &|_| ()).expect("a search").best;
        }
        engine.play(&[&word.expect("a move")]).expect("a legal move");
    }
}

/// The move of a level.
fn best(engine: &mut Engine, level: u8) -> String {
    engine.set_option("Skill Level", Some(&level.to_string())).expect("a level");
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    engine.search_blocking(None, &[], limits, &|_| ()).expect("a search").best.expect("a move")
}

#[test]
fn immediate_wins_and_losses_are_seen_from_level_5_on() {
    with_stack(|| {
        for variant in sequential() {
            let mut engine = engine(variant);
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
            let ends_at_random = ENDS_AT_RANDOM.contains(&variant.name);
            // In antidraughts a player wins who cannot move, so no own move wins.
            let winnable = if variant.name == "antidraughts" { 0 } else { POSITIONS };
            let (mut won, mut lost) = (0, 0);
            for number in 0..GAMES {
                if won >= winnable && lost >= POSITIONS {
                    break;
                }
                play_out(&mut engine, (!ends_at_random).then_some(Side::BOTH[number % 2]), rng);
                for _ in 0..LAST_PLIES {
                    if engine.undo(1).is_err() {
                        break;
                    }
                    let game = engine.game().expect("a position");
                    let own = side(game);
                    let (count, winning) = (game.moves(None).expect("moves").len(), wins(game, own));
                    let place = format!("{}: {}", variant.name, game.fen());
                    let level = rng.random_range(Level::CAREFUL..Level::HIGHEST);
                    if !winning.is_empty() {
                        if won < winnable && winning.len() < count {
                            won += 1;
                            let word = best(&mut engine, level);
                            assert!(winning.contains(&word), "{place}: level {level} plays {word}, not {winning:?}");
                        }
                    } else if lost < POSITIONS {
                        let bad = losing(&mut engine, own);
                        if !bad.is_empty() && bad.len() < count {
                            lost += 1;
                            let word = best(&mut engine, level);
                            assert!(!bad.contains(&word), "{place}: level {level} plays {word}, one of {bad:?}");
                        }
                    }
                }
            }
            assert!(won >= winnable && lost >= POSITIONS, "{}: {won} and {lost} positions", variant.name);
        }
    });
}

#[test]
fn levels_and_ratings_are_in_order() {
    for variant in VARIANTS {
        let ladder = Ladder::of(variant);
        for level in 1..Level::HIGHEST {
            assert!(ladder.strength(level) >= ladder.strength(level - 1), "{} {level}", variant.name);
        }
        for level in 1..=Level::HIGHEST {
            assert!(ladder.rating(level) >= ladder.rating(level - 1), "{} {level}", variant.name);
        }
        let lowest = Level::new(0).and_then(|level| level.skill(variant)).expect("a weak level");
        assert_eq!(skill_at_rating(variant, 0), Some(lowest), "{}", variant.name);
        assert_eq!(skill_at_rating(variant, u64::from(ladder.rating(Level::HIGHEST))), None, "{}", variant.name);
        assert_eq!(Level::FULL.skill(variant), None);
    }
}

#[test]
fn a_seed_repeats_the_choices_and_games_differ_without_one() {
    with_stack(|| {
        let play = |seed: &str| {
            let mut engine = engine(&VARIANTS[1]);
            engine.set_option("Seed", Some(seed)).expect("a seed");
            for _ in 0..12 {
                let word = best(&mut engine, 1);
                engine.play(&[&word]).expect("a legal move");
            }
            engine.game().expect("a position").played_moves()
        };
        assert_eq!(play("3"), play("3"));
        assert_ne!(play("3"), play("4"));
        assert_ne!(play("0"), play("0"));
    });
}
