//! Fits the weights of a hand-crafted evaluation by logistic regression (Texel's tuning method, Österlund 2014) to the
//! results and scores of self-play games, and prints them as the rows of the game's `weights.rs`.
//!
//! ```sh
//! cargo run --release --features tools --example fit-weights -- gonu --games 2000
//! ```

use std::sync::Mutex;

use clap::Parser;
use petteia_core::{Evaluate, Outcome, Position, RandomSource, Searchable, Side, Simultaneous};
use petteia_games::draughts::Draughts;
use petteia_games::draughts::handcrafted::Handcrafted;
use petteia_games::epigo::Epigo;
use petteia_games::{draughts, epigo, gonu, latrunculi, reversi, sparta, tafl};
use petteia_search::simultaneous::SimultaneousTask;
use petteia_search::{Control, GameHistory, HashTable, Limits, SearchOptions, SearchTask, search, simultaneous};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Fits the weights of a hand-crafted evaluation to self-play games.
#[derive(Debug, Parser)]
struct Arguments {
    /// reversi-6x6, gonu, tablut, brandub, copenhagen, latrunculi, latrunculi-12x8, latrunculi-19x11,
    /// latrunculi-conversion, sparta, epigo, italian, breakthrough or antidraughts
    game: String,
    /// Number of self-play games
    #[arg(long, default_value_t = 2_000)]
    games: u64,
    /// Nodes per move; Epigo needs 30,000 to solve a turn
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Random plies at the start of each game; in Epigo the line-ups are random, and one plan in twelve
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// Weight of the result in the target, from 0 to 1; the rest is the weight of the search score
    #[arg(long, default_value_t = 0.5)]
    wdl_lambda: f64,
    /// Passes over the positions
    #[arg(long, default_value_t = 60)]
    epochs: u32,
    /// Learning rate, in centipieces a step
    #[arg(long, default_value_t = 1.0)]
    learning_rate: f64,
    /// Pull towards the weights at the start, for each pass
    #[arg(long, default_value_t = 0.001)]
    decay: f64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Score at which the winning chance is 73 %, in centipieces.
const SCALE: f64 = 300.0;
/// Maximum length of a game, in plies. A longer game is a draw.
const MAX_PLIES: usize = 400;

/// A position as the regression sees it.
#[derive(Clone, Debug)]
struct Sample {
    terms: Vec<f64>,
    /// Two rows of weights with their shares, which sum to 1.
    rows: [(usize, f64); 2],
    /// Target winning chance of the side for which the terms are positive, from 0 to 1.
    target: f64,
}

/// What the regression needs to know of a game.
struct Fit<P> {
    terms: fn(&P) -> Vec<i32>,
    rows: fn(&P) -> [(usize, f64); 2],
    /// The side for which the terms are positive.
    side: fn(&P) -> Side,
    start: Vec<Vec<i32>>,
}

fn tapered([phase, max_phase]: [i32; 2]) -> [(usize, f64); 2] {
    let high = f64::from(phase.clamp(0, max_phase)) / f64::from(max_phase);
    [(0, 1.0 - high), (1, high)]
}

fn rows<const TERMS: usize>(weights: &[[i32; TERMS]]) -> Vec<Vec<i32>> {
    weights.iter().map(|row| row.to_vec()).collect()
}

macro_rules! two_rows {
    ($game:ty, $room:ident::$eval:ident, $weights:expr, $side:expr) => {
        Fit::<$game> {
            terms: |position| $room::$eval::terms(position).to_vec(),
            rows: |position| tapered($room::$eval::phase(position)),
            side: $side,
            start: rows($weights),
        }
    };
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    match arguments.game.as_str() {
        "reversi-6x6" => fit::<_, reversi::handcrafted::HandcraftedEval>(
            &arguments,
            &Fit::<reversi::Reversi6x6> {
                terms: |position| reversi::handcrafted::terms(position).to_vec(),
                rows: |position| tapered(reversi::handcrafted::phase(position)),
                side: |position| position.side(),
                start: rows(&reversi::weights::WEIGHTS),
            },
        ),
        "gonu" => fit::<_, gonu::handcrafted::HandcraftedEval>(
            &arguments,
            &two_rows!(gonu::Gonu, gonu::handcrafted, &gonu::weights::WEIGHTS, |position| position.side()),
        ),
        "sparta" => fit::<_, sparta::handcrafted::HandcraftedEval>(
            &arguments,
            &two_rows!(sparta::Sparta, sparta::handcrafted, &sparta::weights::WEIGHTS, |position| position.side()),
        ),
        "tablut" => fit_tafl::<tafl::rules::TablutRules<false>, 9, 2>(&arguments),
        "brandub" => fit_tafl::<tafl::rules::BrandubRules, 7, 1>(&arguments),
        "copenhagen" => fit_tafl::<tafl::rules::CopenhagenRules, 11, 2>(&arguments),
        "latrunculi" => fit::<_, latrunculi::handcrafted::HandcraftedEval>(
            &arguments,
            &two_rows!(
                latrunculi::Latrunculi8x8,
                latrunculi::handcrafted,
                latrunculi::weights::weights(8, true),
                |position| { position.side() }
            ),
        ),
        "latrunculi-12x8" => fit::<_, latrunculi::handcrafted::HandcraftedEval>(
            &arguments,
            &two_rows!(
                latrunculi::Latrunculi12x8,
                latrunculi::handcrafted,
                latrunculi::weights::weights(12, true),
                |position| { position.side() }
            ),
        ),
        "latrunculi-19x11" => fit::<_, latrunculi::handcrafted::HandcraftedEval>(
            &arguments,
            &two_rows!(
                latrunculi::Latrunculi19x11,
                latrunculi::handcrafted,
                latrunculi::weights::weights(19, true),
                |position| { position.side() }
            ),
        ),
        "latrunculi-conversion" => fit::<_, latrunculi::handcrafted::HandcraftedEval>(
            &arguments,
            &two_rows!(
                latrunculi::LatrunculiConversion,
                latrunculi::handcrafted,
                latrunculi::weights::weights(8, false),
                |position| { position.side() }
            ),
        ),
        "italian" => fit_draughts::<draughts::ItalianRules>(&arguments),
        "breakthrough" => fit_draughts::<draughts::BreakthroughRules>(&arguments),
        "antidraughts" => fit_draughts::<draughts::AntidraughtsRules>(&arguments),
        "epigo" => {
            fit_epigo(&arguments);
            Ok(())
        }
        other => anyhow::bail!("expected a game with a hand-crafted evaluation, found '{other}'"),
    }
}

/// Fits the weights of a tafl game.
fn fit_tafl<R: tafl::rules::Rules, const SIZE: usize, const WORDS: usize>(arguments: &Arguments) -> anyhow::Result<()> {
    let game = Fit::<tafl::Tafl<R, SIZE, WORDS>> {
        terms: |position| tafl::handcrafted::terms(position).to_vec(),
        rows: |position| tapered(tafl::handcrafted::phase(position)),
        // The terms are those of White, who moves second.
        side: |_| Side::Second,
        start: rows(tafl::weights::weights(SIZE)),
    };
    fit::<_, tafl::handcrafted::HandcraftedEval>(arguments, &game)
}

/// Fits the weights of a game of draughts.
fn fit_draughts<R: Handcrafted>(arguments: &Arguments) -> anyhow::Result<()> {
    let game = Fit::<Draughts<R>> {
        terms: |position| draughts::handcrafted::terms(position).to_vec(),
        rows: |position| tapered(draughts::handcrafted::phase(position)),
        side: |position| position.side(),
        start: rows(R::WEIGHTS),
    };
    fit::<_, draughts::handcrafted::HandcraftedEval>(arguments, &game)
}

/// Fits the weights of a sequential game.
fn fit<P: Searchable, E: Evaluate<P> + Default>(arguments: &Arguments, game: &Fit<P>) -> anyhow::Result<()> {
    const UNIT: f64 = 1.0 / 16.0;
    let table = HashTable::new(1)?;
    let start: Vec<Vec<f64>> =
        game.start.iter().map(|row| row.iter().map(|&weight| f64::from(weight) * UNIT).collect()).collect();
    let weights = fit_to_games(arguments, &start, |rng| play::<P, E>(arguments, game, &table, rng));
    print(&weights, |weight| format!("{:.0}", weight / UNIT));
    Ok(())
}

/// Fits the weights of Epigo.
fn fit_epigo(arguments: &Arguments) {
    // A value v is a winning chance of (1 + v) / 2. The logistic function has slope 1 / (4 SCALE) at 0, so a small value
    // v is 2 SCALE v centipieces.
    const UNIT: f64 = 2.0 * SCALE;
    let start = vec![epigo::weights::WEIGHTS.map(|weight| weight * UNIT).to_vec()];
    let weights = fit_to_games(arguments, &start, |rng| play_epigo(arguments, rng));
    print(&weights, |weight| format!("{:.3}", weight / UNIT));
}

/// Plays the games and fits the weights, which are in centipieces, to their positions.
#[expect(clippy::print_stderr, reason = "how far it is")]
fn fit_to_games(
    arguments: &Arguments,
    start: &[Vec<f64>],
    mut play: impl FnMut(&mut Xoshiro256PlusPlus) -> Vec<Sample>,
) -> Vec<Vec<f64>> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let mut samples = Vec::new();
    for number in 1..=arguments.games {
        samples.extend(play(rng));
        if number % 100 == 0 {
            eprintln!("{number} games, {} positions", samples.len());
        }
    }
    // The last tenth of the positions is the test set.
    let test = samples.split_off(samples.len() * 9 / 10);
    eprintln!("error {:.5}, test {:.5}", error(start, &samples), error(start, &test));
    let weights = regress(arguments, start, &mut samples, rng);
    eprintln!("error {:.5}, test {:.5}", error(&weights, &samples), error(&weights, &test));
    weights
}

/// Prints one row of weights a line.
#[expect(clippy::print_stdout, reason = "the result")]
fn print(weights: &[Vec<f64>], write: impl Fn(f64) -> String) {
    for row in weights {
        println!("[{}],", row.iter().map(|&weight| write(weight)).collect::<Vec<_>>().join(", "));
    }
}

/// A game of Epigo from random line-ups: its positions after the first turn.
fn play_epigo(arguments: &Arguments, rng: &mut impl Rng) -> Vec<Sample> {
    let mut position = Epigo::start();
    let mut searched: Vec<(Epigo, f64)> = Vec::new();
    while !position.is_over() {
        let is_lineup = position.turn() == 0;
        let mut values = Vec::new();
        let mut choose = |side| {
            if is_lineup || rng.random_ratio(1, 12) {
                let choices = position.legal_choices(side);
                return choices.choose(rng).copied();
            }
            let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
            let options = SearchOptions { chance: RandomSource::Seed(rng.random()), ..SearchOptions::default() };
            let task = SimultaneousTask { root: position, side, choices: Vec::new(), limits, options };
            let (info, choice) =
                simultaneous::search(&task, &epigo::handcrafted::HandcraftedEval, &Control::new(), &mut |_| ());
            values.push(if side == Side::First { info.value } else { -info.value });
            choice
        };
        let [Some(first), Some(second)] = Side::BOTH.map(&mut choose) else { break };
        if let (Some(first), Some(last)) = (values.first(), values.last()) {
            searched.push((position, f64::midpoint(*first, *last)));
        }
        position.play_unchecked([first, second]);
    }
    let result = match position.outcome() {
        Some(Outcome::Win(side)) => f64::from(u8::from(side == Side::First)),
        Some(Outcome::Draw) | None => 0.5,
    };
    let sample = |(position, value): &(Epigo, f64)| Sample {
        terms: epigo::handcrafted::terms(position).to_vec(),
        rows: [(0, 1.0), (0, 0.0)],
        target: arguments.wdl_lambda * result + (1.0 - arguments.wdl_lambda) * f64::midpoint(1.0, *value),
    };
    searched.iter().map(sample).collect()
}

/// Plays a game of self-play; returns a sample for each searched position that is not unstable.
fn play<P: Searchable, E: Evaluate<P> + Default>(
    arguments: &Arguments,
    game: &Fit<P>,
    table: &HashTable,
    rng: &mut impl Rng,
) -> Vec<Sample> {
    let (mut position, mut history) = (P::start(), GameHistory::default());
    let mut searched: Vec<(P, f64)> = Vec::new();
    table.clear();
    for ply in 0..MAX_PLIES {
        if position.outcome().is_some() || history.ending(&position).is_some() {
            break;
        }
        let moves = position.legal_moves();
        let random = moves.choose(rng).copied();
        let m = if ply < arguments.random_plies {
            random
        } else {
            let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
            let task = SearchTask { game_history: history.clone(), ..SearchTask::new(position, limits) };
            let score = Mutex::new(0);
            let result = search(&task, &E::default(), table, &Control::new(), &|info| {
                *score.lock().expect("no panic while it is held") = info.score.centipieces();
            });
            let score = score.into_inner().expect("no panic while it was held");
            if !position.is_unstable() {
                searched.push((position, f64::from(score)));
            }
            result.best_move
        };
        let Some(m) = m else { break };
        history.push(&position, m);
        position.play_unchecked(m);
    }
    let outcome = position.outcome().or_else(|| history.ending(&position).map(|(outcome, _)| outcome));
    let winner = match outcome {
        Some(Outcome::Win(side)) => Some(side),
        Some(Outcome::Draw) | None => None,
    };
    let sample = |(position, score): &(P, f64)| {
        let side = (game.side)(position);
        let score = if side == position.side() { *score } else { -score };
        let result = winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        Sample {
            terms: (game.terms)(position).into_iter().map(f64::from).collect(),
            rows: (game.rows)(position),
            target: arguments.wdl_lambda * result + (1.0 - arguments.wdl_lambda) * chance(score),
        }
    };
    searched.iter().map(sample).collect()
}

/// The winning chance at a score in centipieces.
fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

fn predicted(weights: &[Vec<f64>], sample: &Sample) -> f64 {
    let row = |(row, part): (usize, f64)| {
        part * weights[row].iter().zip(&sample.terms).map(|(weight, term)| weight * term).sum::<f64>()
    };
    chance(sample.rows.into_iter().map(row).sum())
}

/// The mean squared error.
fn error(weights: &[Vec<f64>], samples: &[Sample]) -> f64 {
    let sum: f64 = samples.iter().map(|sample| (predicted(weights, sample) - sample.target).powi(2)).sum();
    sum / samples.iter().map(|_| 1.0).sum::<f64>().max(1.0)
}

/// Adam (Kingma and Ba 2015) without bias correction, on the cross entropy, in batches.
fn regress(arguments: &Arguments, start: &[Vec<f64>], samples: &mut [Sample], rng: &mut impl Rng) -> Vec<Vec<f64>> {
    const BATCH: usize = 1_024;
    let mut weights = start.to_vec();
    let zeros: Vec<Vec<f64>> = start.iter().map(|row| vec![0.0; row.len()]).collect();
    let (mut mean, mut square) = (zeros.clone(), zeros.clone());
    for epoch in 0..arguments.epochs {
        let rate = arguments.learning_rate * (1.0 - f64::from(epoch) / f64::from(arguments.epochs));
        samples.shuffle(rng);
        for batch in samples.chunks(BATCH) {
            let mut gradient = zeros.clone();
            for sample in batch {
                let slope = predicted(&weights, sample) - sample.target;
                for (row, part) in sample.rows {
                    for (sum, term) in gradient[row].iter_mut().zip(&sample.terms) {
                        *sum += slope * part * term;
                    }
                }
            }
            for row in 0..weights.len() {
                for term in 0..weights[row].len() {
                    let slope = gradient[row][term];
                    let (mean, square) = (&mut mean[row][term], &mut square[row][term]);
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.999 * *square + 0.001 * slope * slope;
                    weights[row][term] -= rate * *mean / (square.sqrt() + 1e-9);
                }
            }
        }
        for (weights, start) in weights.iter_mut().zip(start) {
            for (weight, start) in weights.iter_mut().zip(start) {
                *weight += arguments.decay * (start - *weight);
            }
        }
    }
    weights
}
