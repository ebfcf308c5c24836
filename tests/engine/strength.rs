//! Matches against a greedy opponent: it searches one ply, counts the pieces and picks at random among the best
//! moves. They show that an evaluation fits its game, not how well the engine plays.
//!
//! ```text
//! cargo test --release --test engine -- --ignored --nocapture --test-threads 2 strength::
//! ```

use std::time::Duration;

use petteia_core::{Notation, Outcome, Scoring, Side};
use petteia_engine::{Engine, Limits, VARIANTS, Variant};
use petteia_games::{gonu, latrunculi, sparta, tafl};
use petteia_search::GameHistory;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

const GAMES: u64 = 100;
/// Games that the engine must win, of [`GAMES`].
const MIN_WINS: u64 = 95;
const MOVE_TIME: Duration = Duration::from_millis(50);

/// One-ply greedy search: a winning move, else a random move among those with the best margin in pieces.
fn one_ply<P: Scoring>(position: &P, rng: &mut impl Rng) -> P::Move {
    let value = |m: P::Move| match position.after(m).outcome() {
        Some(Outcome::Win(side)) if side == position.side() => i32::MAX,
        Some(Outcome::Win(_)) => i32::MIN,
        Some(Outcome::Draw) => 0,
        None => -position.after(m).margin(),
    };
    let mut moves = Vec::new();
    position.for_each_move(|m| moves.push((value(m), m)));
    let best = moves.iter().map(|&(value, _)| value).max();
    moves.retain(|&(value, _)| Some(value) == best);
    moves.choose(rng).expect("a game that goes on has a move").1
}

fn draw_is_due<P: Notation>(position: &P, history: &GameHistory) -> bool {
    let occurred = history.keys.iter().filter(|&&key| key == position.key()).count();
    occurred >= 2 || P::NO_PROGRESS_LIMIT.is_some_and(|most| history.halfmove_clock >= most)
}

/// Plays a game; returns the winner and the number of plies.
fn play<P: Scoring + Notation>(side: Side, engine: &mut Engine, seed: u64) -> (Option<Side>, u32) {
    let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
    let (mut position, mut history) = (P::start(), GameHistory::default());
    for ply in 0.. {
        if let Some(outcome) = position.outcome() {
            let Outcome::Win(side) = outcome else { return (None, ply) };
            return (Some(side), ply);
        }
        if draw_is_due(&position, &history) {
            return (None, ply);
        }
        let m = if position.side() == side {
            let limits = Limits { move_time: Some(MOVE_TIME), ..Limits::default() };
            let answer = engine.search_blocking(None, &[], limits, &|_| ()).expect("a search");
            position.parse_move(&answer.best.expect("a move")).expect("a legal move")
        } else {
            one_ply(&position, rng)
        };
        engine.play(&[&position.write_move(m)]).expect("a legal move");
        history.push(&position, m);
        position.play_unchecked(m);
    }
    unreachable!("a game ends")
}

#[expect(clippy::print_stdout, reason = "the score of the match is what it is for")]
fn play_match<P: Scoring + Notation>(name: &str) {
    let variant = Variant::find(VARIANTS, &name.replace('_', "-")).expect(name);
    let engine = &mut Engine::new(VARIANTS, variant).expect("random bytes");
    engine.set_option("Hash", Some("16")).expect("a table");
    engine.set_option("Move Overhead", Some("0")).expect("a time");
    let (mut won, mut drawn, mut plies) = (0, 0, 0);
    for game in 0..GAMES {
        let side = Side::BOTH[(game % 2) as usize];
        engine.new_game().expect("no job");
        let (winner, length) = play::<P>(side, engine, game);
        won += u64::from(winner == Some(side));
        drawn += u64::from(winner.is_none());
        plies += length;
    }
    println!("{name}: {won} of {GAMES} won, {drawn} drawn, {} plies a game", plies / GAMES as u32);
    assert!(won >= MIN_WINS, "{name}: {won} of {GAMES} won, {drawn} drawn");
}

macro_rules! matches {
    ($($name:ident $game:ty;)*) => {
        $(#[test]
        #[ignore = "takes minutes"]
        fn $name() {
            play_match::<$game>(stringify!($name));
        })*
    };
}

matches! {
    gonu gonu::Gonu;
    tablut tafl::TablutCross;
    tablut_square tafl::TablutSquare;
    brandub tafl::Brandub;
    copenhagen tafl::Copenhagen;
    latrunculi latrunculi::Latrunculi8x8;
    latrunculi_8x7 latrunculi::Latrunculi8x7;
    latrunculi_12x8 latrunculi::Latrunculi12x8;
    latrunculi_12x9 latrunculi::Latrunculi12x9;
    latrunculi_19x11 latrunculi::Latrunculi19x11;
    latrunculi_conversion latrunculi::LatrunculiConversion;
    sparta sparta::Sparta;
}
