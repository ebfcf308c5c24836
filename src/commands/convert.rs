//! The command `convert`: games of a file in another format.

use std::path::PathBuf;

use clap::Args;
use petteia_analysis::archive::FileFormat;

use super::game_files::{InputArguments, format_names};
use super::game_output::{GameOutput, Output};
use super::{CommandFailure, USAGE, say};

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

    /// Keep the seed, the hands and the moves of games with secrets that are not over
    #[arg(long)]
    secrets: bool,
}

/// Runs `convert` with these arguments. `game` is the game that the options before the command name.
pub fn convert(arguments: &ConvertArguments, game: Option<&str>) -> Result<(), CommandFailure> {
    let ConvertArguments { input, to, output, secrets } = arguments;
    let format = FileFormat::find(to).ok_or((USAGE, "--to: no such format".to_owned()))?;
    let mut output = GameOutput::new(format, Output::open(output.as_deref(), &input.input)?);
    let games = input.open(game)?;
    let replayed = games.for_each_replay(&say, |number, _, mut replay| {
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
