//! The command `convert`: games of a file in another format.

use std::path::PathBuf;

use clap::Args;
use petteia_analysis::archive::FileFormat;
use petteia_core::options::OptionValues;
use petteia_engine::{Engine, VARIANTS};

use super::game_files::{InputArguments, format_names};
use super::game_output::{GameOutput, Output};
use super::{CommandFailure, INTERNAL, USAGE, say, set_options};

/// Write the games of a file in another format. The rules replay each game; one that they refuse is left out
#[derive(Debug, Args)]
pub struct ConvertArguments {
    #[command(flatten)]
    input: InputArguments,

    /// Format to write
    #[arg(long, value_name = "FORMAT", ignore_case = true, value_parser = format_names())]
    to: String,

    /// File to write; without it, or with -, the games go to standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Set an option, as setoption does: Deck=FILE is the deck of games that name one
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Keep the seed, the hands and the moves of games with secrets that are not over
    #[arg(long)]
    secrets: bool,
}

/// Runs `convert` with these arguments, and the game and the options that stand before the command.
pub fn convert(
    arguments: &ConvertArguments,
    game: Option<&str>,
    mut options: Vec<String>,
    files: bool,
) -> Result<(), CommandFailure> {
    let ConvertArguments { input, to, output, options: own, secrets } = arguments;
    options.extend(own.iter().cloned());
    let given = option_values(&options, files)?;
    let format = FileFormat::find(to).ok_or((USAGE, "--to: no such format".to_owned()))?;
    let mut output = GameOutput::new(format, Output::open(output.as_deref(), &input.input)?);
    let games = input.open(game)?;
    let replayed = games.for_each_replay(&given, &say, |number, _, mut replay| {
        if !secrets && replay.hide_secrets() {
            say(&format!("game {number}: hands and moves are left out without --secrets, since the game is not over"));
        }
        output.add(&replay.for_format(format))
    })?;
    if replayed.has_games() {
        output.finish()?;
    }
    replayed.verdict(input)
}

/// The values of options.
fn option_values(options: &[String], files: bool) -> Result<OptionValues, CommandFailure> {
    let variant = VARIANTS.first().ok_or((USAGE, "there are no games".to_owned()))?;
    let engine = Engine::new(VARIANTS, variant).map(|engine| engine.with_files(files));
    let mut engine = engine.map_err(|error| (INTERNAL, error.to_string()))?;
    set_options(options, &mut engine)?;
    Ok(engine.options().game_options().values)
}
