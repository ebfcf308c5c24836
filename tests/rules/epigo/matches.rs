//! Matches against test opponents, 500 ms a turn for the engine:
//!
//! * random: any line-up and any plan;
//! * greedy: any line-up; the plan with the best mean value against 32 random plans of the opponent, by the evaluation
//!   of the engine.
//!
//! ```text
//! cargo test --release --test rules -- --ignored --nocapture epigo:: --test-threads 2
//! ```

use std::ops::ControlFlow;
use std::time::Duration;

use petteia_core::{EvaluateSimultaneous, Outcome, RandomSource, Side, Simultaneous};
use petteia_games::epigo::handcrafted::HandcraftedEval;
use petteia_games::epigo::{Choice, Epigo};
use petteia_search::simultaneous::{SimultaneousTask, search};
use petteia_search::{Control, Limits, SearchOptions};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

const GAMES: u64 = 100;
const TURN_TIME: Duration = Duration::from_millis(500);
const SAMPLE: usize = 32;

type Opponent = fn(&Epigo, Side, &mut Xoshiro256StarStar) -> Choice;

fn random(position: &Epigo, side: Side, rng: &mut Xoshiro256StarStar) -> Choice {
    *position.legal_choices(side).choose(rng).expect("a game that goes on has choices")
}

fn greedy(position: &Epigo, side: Side, rng: &mut Xoshiro256StarStar) -> Choice {
    if position.turn() == 0 {
        return random(position, side, rng);
    }
    let own = position.legal_choices(side);
    let sign = if side == Side::First { 1.0 } else { -1.0 };
    let mut sums = vec![0.0; own.len()];
    let others = position.legal_choices(!side);
    for _ in 0..SAMPLE {
        let other = others.choose(rng).expect("a game that goes on has choices");
        let mut sum = sums.iter_mut();
        let _ = position.for_each_after(!side, *other, |after| {
            *sum.next().expect("a sum for each choice") += sign * HandcraftedEval.evaluate(after);
            ControlFlow::Continue(())
        });
    }
    let best = (0..own.len()).max_by(|&a, &b| sums[a].total_cmp(&sums[b]));
    own[best.expect("a game that goes on has choices")]
}

fn engine(position: &Epigo, side: Side, seed: u64) -> Choice {
    let limits = Limits { move_time: Some(TURN_TIME), ..Limits::default() };
    let options =
        SearchOptions { move_overhead: Duration::ZERO, chance: RandomSource::Seed(seed), ..SearchOptions::default() };
    let task = SimultaneousTask { root: *position, side, choices: Vec::new(), limits, options };
    search(&task, &HandcraftedEval, &Control::new(), &mut |_| ()).1.expect("a game that goes on has choices")
}

#[expect(clippy::print_stdout, reason = "the score of the match is what it is for")]
fn play(name: &str, opponent: Opponent, expected: u64) {
    let (mut won, mut drawn, mut turns) = (0, 0, 0);
    for seed in 0..GAMES {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let own = Side::BOTH[(seed % 2) as usize];
        let mut position = Epigo::start();
        while !position.is_over() {
            let choice = engine(&position, own, rng.random());
            let other = opponent(&position, !own, rng);
            position = position.after(own, choice, other);
            turns += 1;
        }
        won += u64::from(position.outcome() == Some(Outcome::Win(own)));
        drawn += u64::from(position.outcome().is_none());
    }
    println!("{name}: {won} of {GAMES} won, {drawn} drawn, {} turns a game", turns / GAMES);
    assert!(won >= expected, "{name}: {won} of {GAMES} won, {drawn} drawn");
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn against_random_plans() {
    play("random", random, 99);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn against_greedy_plans() {
    play("greedy", greedy, 80);
}
