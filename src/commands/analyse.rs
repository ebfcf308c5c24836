//! The command `analyse`: what each move of the games of a file costs.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;
use petteia::archive::{FORMATS, FileFormat, GameAnalysis, analyse as analyse_game, report};
use petteia::batch::search::parse_limits;
use petteia::engine::{Engine, Variant};
use petteia::variants::VARIANTS;

use super::game_files::InputArguments;
use super::progress::Progress;
use super::{CommandFailure, INTERNAL, REFUSED, USAGE};

/// The output for people.
const TEXT: &str = "text";
/// The output for programs.
const JSON: &str = "json";

/// Say what each move of the games of a file costs, by searches before and after it
#[derive(Debug, Args)]
pub struct AnalyseArguments {
    #[command(flatten)]
    input: InputArguments,

    /// Limits of the search of each position, as after go
    #[arg(long, value_name = "LIMITS", default_value = "nodes 100000")]
    go: String,

    /// Output: text for people, json with one object a game, or the games with comments in a format of files
    #[arg(long, value_name = "FORMAT", ignore_case = true, default_value = TEXT, value_parser = outputs())]
    to: String,

    /// File to write; without it, or with -, standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Set an option, as setoption does
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// The outputs: text, JSON, and the formats that have comments.
fn outputs() -> PossibleValuesParser {
    let of_files = FORMATS.iter().filter(|format| format.has_comments).map(|format| format.name);
    [TEXT, JSON].into_iter().chain(of_files.filter(|name| *name != JSON)).collect::<Vec<_>>().into()
}

/// Runs `analyse` with these arguments, and the game and the options that stand before the command.
pub fn analyse(
    arguments: AnalyseArguments,
    game: Option<&str>,
    mut options: Vec<String>,
    files: bool,
) -> Result<(), CommandFailure> {
    let AnalyseArguments { input, go, to, output, options: own } = arguments;
    options.extend(own);
    let to = to.to_ascii_lowercase();
    let go = parse_limits(&go).map_err(|error| {
        let place = error.column.map(|column| format!("column {column}: ")).unwrap_or_default();
        (USAGE, format!("--go: {place}{}", error.text))
    })?;
    let variant = VARIANTS.first().ok_or((USAGE, "there are no games".to_owned()))?;
    let engine = Engine::new(VARIANTS, variant, files, Arc::new(|_| ()));
    let mut engine = engine.map_err(|error| (INTERNAL, error.to_string()))?;
    for option in &options {
        super::set_option(option, |name, value| engine.set_option(name, value))?;
    }
    let mut output = input.output(output.as_deref())?;
    let games = input.read(game)?;
    let progress = Progress::of_steps(0, games.count() as u64, "games");
    let mut is_first = true;
    let replayed = games.for_each_replay(&|line| progress.say(line), |number, replay| {
        let variant = replay.record.variant.and_then(|name| Variant::find(VARIANTS, name));
        let variant = variant.ok_or((INTERNAL, "a game without a variant".to_owned()))?;
        let analysis = analyse_game(replay, variant, &mut engine, &go)
            .map_err(|error| (REFUSED, format!("game {number}: {}", error.text)))?;
        let mut text = written(&to, number, &analysis)?;
        if to != JSON && !is_first {
            text.insert(0, b'\n');
        }
        is_first = false;
        progress.reach(number as u64);
        output.add(&text)
    });
    drop(progress);
    output.finish()?;
    replayed
}

/// An analysis as bytes of the output.
fn written(to: &str, number: usize, analysis: &GameAnalysis) -> Result<Vec<u8>, CommandFailure> {
    match (to, FileFormat::find(to)) {
        (JSON, _) => Ok(format!("{}\n", report::json_line(number, analysis)).into_bytes()),
        (_, Some(format)) => format
            .write(&[report::commented(analysis)])
            .map_err(|why| (REFUSED, format!("--to {}: game {number}: {why}", format.name))),
        _ => Ok(report::text(number, analysis).into_bytes()),
    }
}
