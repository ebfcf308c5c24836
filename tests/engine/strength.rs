//! Matches against a greedy opponent: it searches one ply, counts the pieces and picks at random among the best
//! moves. They show that an evaluation fits its game, not how well the engine plays.
//!
//! ```text
//! cargo test --release --test engine -- --ignored --nocapture --test-threads 2 strength::
//! ```

use std::time::Duration;

use petteia_core::{Evaluate, Notation, Outcome, Searchable, Side};
use petteia_games::{gonu, latrunculi, sparta, tablut};
use petteia_search::{Control, GameHistory, HashTable, Limits, SearchOptions, SearchTask, search};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

const GAMES: u64 = 100;
/// Games that the engine must win, of [`GAMES`].
const MIN_WINS: u64 = 95;
const MOVE_TIME: Duration = Duration::from_millis(50);

/// One-ply greedy search: a winning move, else a random move among those with the best margin in pieces.
fn one_ply<P: Searchable>(position: &P, rng: &mut impl Rng) -> P::Move {
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

fn draw_is_due<P: Searchable>(position: &P, history: &GameHistory) -> bool {
    let occurred = history.keys.iter().filter(|&&key| key == position.key()).count();
    occurred >= 2 || P::NO_PROGRESS_LIMIT.is_some_and(|most| history.halfmove_clock >= most)
}

/// Plays a game; returns the winner and the number of plies.
fn play<P: Searchable>(
    engine: Side,
    evaluator: &impl Evaluate<P>,
    table: &HashTable,
    seed: u64,
) -> (Option<Side>, u32) {
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
        let m = if position.side() == engine {
            let limits = Limits { move_time: Some(MOVE_TIME), ..Limits::default() };
            let options = SearchOptions { move_overhead: Duration::ZERO, ..SearchOptions::default() };
            let game_history = history.clone();
            let task = SearchTask { game_history, options, ..SearchTask::new(position, limits) };
            search(&task, evaluator, table, &Control::new(), &|_| ()).best_move.expect("a move")
        } else {
            one_ply(&position, rng)
        };
        history.push(&position, m);
        position.play_unchecked(m);
    }
    unreachable!("a game ends")
}

#[expect(clippy::print_stdout, reason = "the score of the match is what it is for")]
fn play_match<P: Searchable + Notation>(name: &str, evaluator: &impl Evaluate<P>) {
    let (mut won, mut drawn, mut plies) = (0, 0, 0);
    for game in 0..GAMES {
        let engine = Side::BOTH[(game % 2) as usize];
        let table = HashTable::new(16).expect("16 MiB");
        let (winner, length) = play::<P>(engine, evaluator, &table, game);
        won += u64::from(winner == Some(engine));
        drawn += u64::from(winner.is_none());
        plies += length;
    }
    println!("{name}: {won} of {GAMES} won, {drawn} drawn, {} plies a game", plies / GAMES as u32);
    assert!(won >= MIN_WINS, "{name}: {won} of {GAMES} won, {drawn} drawn");
}

macro_rules! matches {
    ($($name:ident $game:ty, $room:ident;)*) => {
        $(#[test]
        #[ignore = "takes minutes"]
        fn $name() {
            play_match::<$game>(stringify!($name), &$room::eval::HandcraftedEval);
        })*
    };
}

matches! {
    gonu gonu::Gonu, gonu;
    tablut tablut::TablutCross, tablut;
    tablut_square tablut::TablutSquare, tablut;
    latrunculi latrunculi::Latrunculi8x8, latrunculi;
    latrunculi_8x7 latrunculi::Latrunculi8x7, latrunculi;
    latrunculi_12x8 latrunculi::Latrunculi12x8, latrunculi;
    latrunculi_12x9 latrunculi::Latrunculi12x9, latrunculi;
    latrunculi_19x11 latrunculi::Latrunculi19x11, latrunculi;
    latrunculi_conversion latrunculi::LatrunculiConversion, latrunculi;
    sparta sparta::Sparta, sparta;
}
