//! The command `tune`.

mod values;

use std::path::PathBuf;

use clap::Args;
use petteia_engine::Variant;
use petteia_files::{FileError, is_same_file};
use petteia_matches::openings::{Opening, checksum};
use petteia_matches::players::PlayerSpec;
use petteia_matches::record::Results;
use petteia_matches::schedule::{Match, MatchError};
use petteia_matches::spsa::{Spsa, TunedParameter};

use self::values::{FORMAT, Iterate, TuneHeader, ValueFile};
use super::matches::{Interruption, MAX_COUNT, MatchArguments, play_planned, referee, stop_failure};
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
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10 * MAX_COUNT))]
    iterations: u64,

    /// Seed of the perturbations
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=u64::from(u32::MAX)))]
    seed: u64,

    /// Add the values of each iteration to FILE, and go on behind those that stand there
    #[arg(long, value_name = "FILE")]
    values: PathBuf,

    #[command(flatten)]
    pub games: MatchArguments,
}

fn parameter(text: &str) -> Result<TunedParameter, String> {
    let wrong =
        || format!("expected NAME=START,MIN,MAX,STEP with MIN <= START <= MAX and STEP above 0, found '{text}'");
    let (name, numbers) = text.split_once('=').ok_or_else(wrong)?;
    if name.trim().is_empty() || name.contains(char::is_control) {
        return Err(wrong());
    }
    let numbers: Option<Vec<i32>> = numbers.split(',').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[start, min, max, step]) if min <= start && start <= max && step > 0 => {
            let [start, min, max, step] = [start, min, max, step].map(f64::from);
            Ok(TunedParameter { name: name.into(), start, min, max, step })
        }
        _ => Err(wrong()),
    }
}

/// The options of an engine with these values of the parameters.
fn options(spsa: &Spsa, values: &[i64]) -> Vec<(String, String)> {
    let values = spsa.parameters.iter().zip(values);
    values.map(|(parameter, value)| (parameter.name.clone(), value.to_string())).collect()
}

/// A match between these values.
fn between(tuned_match: &Match, spsa: &Spsa, values: [&[i64]; 2]) -> Match {
    let mut tuned_match = tuned_match.clone();
    for (engine, values) in tuned_match.engines.iter_mut().zip(values) {
        engine.options.extend(options(spsa, values));
    }
    tuned_match
}

/// Runs `tune` with these arguments: the iterations, then a match of the tuned values against those at the start.
pub fn tune(arguments: &TuneArguments, variant: &'static Variant) -> Result<(), CommandFailure> {
    let mut engine = referee(variant)?;
    let tuned_match = arguments.games.to_match(&mut engine)?;
    let spsa =
        Spsa { parameters: arguments.parameters.clone(), iterations: arguments.iterations, seed: arguments.seed };
    arguments.check(&tuned_match, variant)?;
    let failed = |error: FileError| (UNREADABLE, error.to_string());
    let header = arguments.header(&tuned_match, variant, &spsa);
    let interruption = Interruption::watch(&tuned_match.launcher.groups)?;
    let stopped = |error: &MatchError, planned: &Match| {
        interruption.exit_after_signal();
        stop_failure(error, planned)
    };
    // Before the file, so that a wrong parameter makes none.
    check_ranges(&tuned_match, &spsa, variant).map_err(|error| stopped(&error, &tuned_match))?;
    let mut file = ValueFile::open(&arguments.values, header).map_err(failed)?;
    let progress = Progress::of_steps(file.done(), spsa.iterations, "iterations");
    while file.done() < spsa.iterations {
        let iteration = file.done() + 1;
        let [plus, minus] = spsa.perturbed(iteration, file.values());
        let mut pair = between(&tuned_match, &spsa, [&plus, &minus]);
        let opening = (file.done() % tuned_match.openings.len() as u64) as usize;
        (pair.games, pair.sprt, pair.openings) = (2, None, vec![tuned_match.openings[opening].clone()]);
        pair.shard = [0, 1];
        let results = pair.play(&engine, &[].into(), Results::default(), &mut |_, _| Ok(()));
        let results = results.map_err(|why| stopped(&why.error, &pair))?;
        if let Some(forfeits) =
            results.forfeits.iter().flatten().copied().reduce(u64::max).filter(|&forfeits| forfeits > 0)
        {
            progress.say(&format!("iteration {iteration}: {forfeits} games ended by a forfeit"));
        }
        let result: i32 = results.games.iter().map(|[wins, losses, _]| *wins as i32 - *losses as i32).sum();
        let values = spsa.updated(iteration, file.values(), f64::from(result));
        file.append(Iterate { iteration, result, values }).map_err(failed)?;
        progress.reach(iteration);
        if iteration.is_multiple_of(100) {
            let values = text_of(&spsa, file.values());
            progress.say(&format!("{iteration} of {} iterations: {values}", spsa.iterations));
        }
    }
    drop(progress);
    say(&format!("tuned: {}", text_of(&spsa, file.values())));
    let rounded = |values: &[f64]| values.iter().map(|value| value.round() as i64).collect::<Vec<_>>();
    let last = between(&tuned_match, &spsa, [&rounded(file.values()), &rounded(&spsa.start())]);
    play_planned(&arguments.games, &last, &engine, &interruption)
}

impl TuneArguments {
    /// Refuses what cannot be tuned.
    fn check(&self, tuned_match: &Match, variant: &'static Variant) -> Result<(), CommandFailure> {
        let [a, b] = &tuned_match.engines;
        if a != b {
            return Err((USAGE, "expected the same engine for --a and --b, found two".into()));
        }
        a.player(variant.name, &tuned_match.launcher).map_err(|error| (USAGE, format!("{a}: {error}")))?;
        let names: Vec<String> = self.parameters.iter().map(|parameter| parameter.name.to_ascii_lowercase()).collect();
        if let Some(i) = (1..names.len()).find(|&i| names[..i].contains(&names[i])) {
            return Err((USAGE, format!("expected each parameter once, found {} again", self.parameters[i].name)));
        }
        self.games.check_output(&self.values)?;
        let is_second_output = |other: &PathBuf| *other == self.values || is_same_file(other, &self.values);
        if self.games.resume.as_ref().is_some_and(is_second_output) {
            return Err((UNREADABLE, format!("{}: expected another file than --resume", self.values.display())));
        }
        Ok(())
    }

    fn header(&self, tuned_match: &Match, variant: &Variant, spsa: &Spsa) -> TuneHeader {
        TuneHeader {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            variant: variant.name.into(),
            engine: tuned_match.engines[0].to_string(),
            paces: tuned_match.rules.paces.map(|pace| pace.to_string()),
            rules: self.games.rules_text(),
            openings_crc32: checksum(tuned_match.openings.iter().map(Opening::text)),
            spsa: spsa.clone(),
        }
    }
}

/// Checks that the engine offers the parameters with the ends of their ranges.
fn check_ranges(tuned_match: &Match, spsa: &Spsa, variant: &'static Variant) -> Result<(), MatchError> {
    let ends = |end: fn(&TunedParameter) -> f64| {
        options(spsa, &spsa.parameters.iter().map(|parameter| end(parameter) as i64).collect::<Vec<_>>())
    };
    let engine = &tuned_match.engines[0];
    let checked = [engine.options.clone(), ends(|parameter| parameter.min), ends(|parameter| parameter.max)].concat();
    PlayerSpec { options: checked, ..engine.clone() }
        .check(variant.name, &tuned_match.launcher)
        .map_err(|error| MatchError::Engine(0, error))
}

fn text_of(spsa: &Spsa, values: &[f64]) -> String {
    let values = spsa.parameters.iter().zip(values);
    values.map(|(parameter, value)| format!("{}={value:.1}", parameter.name)).collect::<Vec<_>>().join(" ")
}
