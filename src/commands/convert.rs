//! The command `convert`: games of a file in another format.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use petteia::archive::FileFormat;
use petteia::formats::record::GameRecord;

use super::game_files::{InputArguments, format_names};
use super::{CommandFailure, REFUSED, USAGE, say};

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
}

/// Runs `convert` with these arguments. `game` is the game that the options before the command name.
pub fn convert(arguments: &ConvertArguments, game: Option<&str>) -> Result<(), CommandFailure> {
    let format = FileFormat::find(&arguments.to).ok_or((USAGE, "--to: no such format".to_owned()))?;
    let mut output = arguments.input.output(arguments.output.as_deref())?;
    let mut games: Vec<GameRecord> = Vec::new();
    let replayed = arguments.input.read(game)?.for_each_replay(&say, |_, replay| {
        games.push(replay.for_format(format));
        Ok(ControlFlow::Continue(()))
    });
    if !games.is_empty() {
        let bytes = format.write(&games).map_err(|why| (REFUSED, format!("--to {}: {why}", format.name)))?;
        // Whether somebody still reads the output makes no difference in the end.
        let _ = output.add(&bytes)?;
        output.finish()?;
    }
    replayed
}
