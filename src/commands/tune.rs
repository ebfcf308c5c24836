//! The command `tune`.

use std::path::{Path, PathBuf};

use clap::Args;
use petteia::base::FileError;
use petteia::base::append_file::{AppendFile, FileLine, can_begin_with};
use petteia::engine::Variant;
use petteia::matches::record::Results;
use petteia::matches::schedule::Match;
use petteia::matches::spsa::{Spsa, TunedParameter};
use serde::{Deserialize, Serialize};

use super::matches::{MatchArguments, print_summary, referee};
use super::progress::Progress;
use super::{CommandFailure, UNREADABLE, USAGE, say};

/// Tune options of an engine by SPSA
#[derive(Debug, Args)]
#[command(after_help = "A build with --features tune has the parameters of the search as options: \
                        cargo build --release --features tune")]
pub struct TuneArguments {
    /// An option to tune: its value at the start, its range, and a change that matters
    #[arg(long = "parameter", value_name = "NAME=START,MIN,MAX,STEP", required = true, value_parser = parameter)]
    parameters: Vec<TunedParameter>,

    /// Number of pairs of games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,

    /// Seed of the perturbations
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Add the values of each iteration to FILE, and go on behind those that stand there
    #[arg(long, value_name = "FILE")]
    values: PathBuf,

    #[command(flatten)]
    pub games: MatchArguments,
}

fn parameter(text: &str) -> Result<TunedParameter, String> {
    let wrong = || format!("wanted NAME=START,MIN,MAX,STEP with MIN <= START <= MAX and STEP above 0, found '{text}'");
    let (name, numbers) = text.split_once('=').ok_or_else(wrong)?;
    let numbers: Option<Vec<i32>> = numbers.split(',').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[start, min, max, step]) if min <= start && start <= max && step > 0 => {
            let [start, min, max, step] = [start, min, max, step].map(f64::from);
            Ok(TunedParameter { name: name.into(), start, min, max, step })
        }
        _ => Err(wrong()),
    }
}

/// The first line of a file of values.
#[derive(PartialEq, Serialize, Deserialize)]
struct TuneHeader {
    tune: Spsa,
    engine: String,
    variant: String,
    pace: String,
}

/// An iteration.
#[derive(Serialize, Deserialize)]
struct Iterate {
    iteration: u64,
    /// Wins of the values with the perturbation added, minus its losses.
    result: i32,
    /// The values after the iteration.
    values: Vec<f64>,
}

/// Runs `tune` with these arguments: the iterations, then a match of the tuned values against those at the start.
pub fn tune(arguments: &TuneArguments, variant: &'static Variant) -> Result<(), CommandFailure> {
    let mut engine = referee(variant)?;
    let mut tuned_match = arguments.games.to_match(&mut engine)?;
    if tuned_match.engines[0] != tuned_match.engines[1] {
        return Err((USAGE, "wanted the same engine for --a and --b, found two".into()));
    }
    let spsa =
        Spsa { parameters: arguments.parameters.clone(), iterations: arguments.iterations, seed: arguments.seed };
    let header = TuneHeader {
        engine: tuned_match.engines[0].to_string(),
        variant: variant.name.into(),
        pace: format!("{:?}", tuned_match.rules.paces[0]),
        tune: spsa,
    };
    let failed = |error: FileError| (UNREADABLE, error.to_string());
    let (mut file, mut done, mut values) = open(&arguments.values, &header).map_err(failed)?;
    let spsa = &header.tune;
    let options = |side: &[i64]| {
        let values = spsa.parameters.iter().zip(side);
        values.map(|(parameter, value)| (parameter.name.clone(), value.to_string())).collect::<Vec<_>>()
    };
    let with_values = |tuned_match: &Match, [a, b]: [&[i64]; 2]| {
        let mut tuned_match = tuned_match.clone();
        tuned_match.engines[0].options.extend(options(a));
        tuned_match.engines[1].options.extend(options(b));
        tuned_match
    };
    let progress = Progress::of_steps(done, spsa.iterations, "iterations");
    while done < spsa.iterations {
        let iteration = done + 1;
        let [plus, minus] = spsa.perturbed(iteration, &values);
        let mut pair = with_values(&tuned_match, [&plus, &minus]);
        let opening = (done % tuned_match.openings.len() as u64) as usize;
        (pair.games, pair.sprt, pair.openings) = (2, None, vec![tuned_match.openings[opening].clone()]);
        let results = pair.play(&engine, &[].into(), Results::default(), &mut |_, _| Ok(()));
        let results = results.map_err(|error| (UNREADABLE, error))?;
        if let Some(faults) = results.faults.iter().flatten().copied().reduce(u64::max).filter(|&faults| faults > 0) {
            progress.say(&format!("iteration {iteration}: {faults} games ended by a fault"));
        }
        let result: i32 = results.games.iter().map(|[wins, losses, _]| *wins as i32 - *losses as i32).sum();
        values = spsa.updated(iteration, &values, f64::from(result));
        done = iteration;
        progress.reach(done);
        file.append_json(&Iterate { iteration, result, values: values.clone() }).map_err(failed)?;
        if done.is_multiple_of(100) {
            progress.say(&format!("{done} of {} iterations: {}", spsa.iterations, text_of(spsa, &values)));
        }
    }
    drop(progress);
    say(&format!("tuned: {}", text_of(spsa, &values)));
    let rounded = |values: &[f64]| values.iter().map(|value| value.round() as i64).collect::<Vec<_>>();
    tuned_match = with_values(&tuned_match, [&rounded(&values), &rounded(&spsa.start())]);
    print_summary(&arguments.games, &tuned_match, &engine)
}

fn text_of(spsa: &Spsa, values: &[f64]) -> String {
    let values = spsa.parameters.iter().zip(values);
    values.map(|(parameter, value)| format!("{}={value:.1}", parameter.name)).collect::<Vec<_>>().join(" ")
}

/// Opens a file of values. Returns the number of iterations in it, and the last values. A last line without its end is
/// cut off; a file of anything else is not changed.
fn open(path: &Path, header: &TuneHeader) -> Result<(AppendFile, u64, Vec<f64>), FileError> {
    let mut file = AppendFile::open(path, "run")?;
    let (mut done, mut values) = (0, header.tune.start());
    file.check(|number, line| {
        let is_right = match line {
            FileLine::Incomplete(text) => {
                can_begin_with(text, if number == 1 { b"{\"tune\":{" } else { b"{\"iteration\":" })
            }
            FileLine::Complete(text) if number == 1 => {
                serde_json::from_slice::<TuneHeader>(text).is_ok_and(|found| found == *header)
            }
            FileLine::Complete(text) => {
                let iterate = serde_json::from_slice::<Iterate>(text).ok();
                let right =
                    iterate.filter(|iterate| iterate.iteration + 1 == number && iterate.values.len() == values.len());
                right.is_some_and(|iterate| {
                    (done, values) = (iterate.iteration, iterate.values);
                    true
                })
            }
        };
        let wrong = || FileError::in_line(path, number, "values of this run", "something else");
        if is_right { Ok(()) } else { Err(wrong()) }
    })?;
    if file.is_empty() {
        file.append_json(header)?;
    }
    Ok((file, done, values))
}
