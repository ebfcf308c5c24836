//! Measures the solver and the evaluation of Epigo on the positions of a file, one FEN on each line.
//!
//! ```sh
//! cargo run --release --features tools --example epigo -- gaps fixtures/bench/epigo-turns.txt
//! cargo run --release --features tools --example epigo -- evaluation fixtures/bench/epigo-turns.txt
//! cargo run --release --features tools --example epigo -- positions games.txt
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use clap::{Parser, Subcommand};
use petteia_core::{EvaluateSimultaneous, Side, Simultaneous, SimultaneousNotation};
use petteia_games::Epigo;
use petteia_games::epigo::eval::NeuralEval;
use petteia_games::epigo::handcrafted::HandcraftedEval;
use petteia_search::simultaneous::{SimultaneousTask, search, solve};
use petteia_search::{Control, Limits, SearchOptions};

/// Measures the solver and the evaluation of Epigo.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    measure: Measure,
}

#[derive(Debug, Subcommand)]
enum Measure {
    /// The gap between the bounds after 300,000, 1,000,000 and 3,000,000 joint turns, and after a second
    Gaps { positions: PathBuf },
    /// How far the evaluations are from the solution of the next turn
    Evaluation { positions: PathBuf },
    /// Takes positions from a file of `petteia datagen epigo`: every 50th one
    Positions { games: PathBuf },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().measure {
        Measure::Gaps { positions } => gaps(&read(&positions)?),
        Measure::Evaluation { positions } => {
            let positions = read(&positions)?;
            errors("learned", &positions, &NeuralEval);
            errors("hand-crafted", &positions, &HandcraftedEval);
        }
        Measure::Positions { games } => print_positions(&fs::read_to_string(games)?)?,
    }
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Vec<Epigo>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let fens = text.lines().filter(|line| !line.starts_with('#'));
    fens.map(|fen| Epigo::parse_fen(fen).map_err(|error| anyhow::anyhow!("{fen}: {error}"))).collect()
}

/// Mean and standard deviation.
fn moments(numbers: &[f64]) -> [f64; 2] {
    let count: f64 = numbers.iter().map(|_| 1.0).sum();
    let mean = numbers.iter().sum::<f64>() / count;
    [mean, (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt()]
}

#[expect(clippy::print_stdout, reason = "the result")]
fn gaps(positions: &[Epigo]) {
    let second = Limits { move_time: Some(std::time::Duration::from_secs(1)), ..Limits::default() };
    let by_nodes = [300_000, 1_000_000, 3_000_000].map(|nodes| Limits { nodes: Some(nodes), ..Limits::default() });
    for limits in by_nodes.into_iter().chain([second]) {
        let limits = Limits { depth: Some(1), ..limits };
        let start = Instant::now();
        let mut nodes = 0;
        let gap = |root: &Epigo| {
            let (options, choices) = (SearchOptions::default(), Vec::new());
            let task = SimultaneousTask { root: *root, side: Side::First, choices, limits: limits.clone(), options };
            let (info, _) = search(&task, &NeuralEval, &Control::new(), &mut |_| ());
            nodes += info.nodes;
            info.gap
        };
        let gaps: Vec<f64> = positions.iter().map(gap).collect();
        let [mean, _] = moments(&gaps);
        let worst = gaps.iter().copied().fold(0.0, f64::max);
        let name = limits.nodes.map_or("1 s".into(), |nodes| format!("{nodes} joint turns"));
        let speed = u128::from(nodes) / start.elapsed().as_millis().max(1);
        println!("{name}: gap {mean:.4}, at most {worst:.4}; {speed} thousand joint turns a second");
    }
}

#[expect(clippy::print_stdout, reason = "the result")]
fn errors<E: EvaluateSimultaneous<Epigo>>(name: &str, positions: &[Epigo], evaluator: &E) {
    let error = |position: &Epigo| evaluator.evaluate(position) - solve(position, evaluator, 0.001, None).value;
    let errors: Vec<f64> = positions.iter().map(error).collect();
    let [mean, deviation] = moments(&errors);
    println!("{name}: error {mean:.3} +- {deviation:.3} of {} positions", positions.len());
}

#[expect(clippy::print_stdout, reason = "the result")]
fn print_positions(games: &str) -> anyhow::Result<()> {
    let mut count = 0_u32;
    for line in games.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Epigo::start();
        for turn in line.split(' ').take_while(|word| *word != "=") {
            if position.turn() > 0 {
                count += 1;
                if count.is_multiple_of(50) {
                    println!("{}", position.to_fen());
                }
            }
            let turn = turn.split_once(':').map_or(turn, |(turn, _)| turn);
            let (first, second) = turn.split_once('/').context("expected the choices of both sides")?;
            let read = |side, word| position.read_choice(side, word).map_err(|error| anyhow::anyhow!("{error:?}"));
            let choices = [read(Side::First, first)?, read(Side::Second, second)?];
            position.play_unchecked(choices);
        }
    }
    Ok(())
}
