//! The command `tablebase`: makes and checks endgame databases.

use std::path::PathBuf;
use std::process;

use clap::Args;
use clap::builder::PossibleValuesParser;
use petteia_tablebase::{TABLEBASE_GAMES, TablebaseGame};

use super::progress::Progress;
use super::{CommandFailure, INTERNAL, UNREADABLE, USAGE, say};
use crate::platform;

/// Generate or verify endgame databases. Progress goes to standard error
#[derive(Debug, Args)]
pub struct TablebaseArguments {
    /// The game
    #[arg(ignore_case = true, value_parser = games())]
    game: String,

    /// Folder of the files; a run that was interrupted continues with the next slice
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[arg(long, value_name = "N", help = pieces_help())]
    pieces: u8,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,

    /// Check that each value follows from the values one ply later, and make nothing
    #[arg(long)]
    verify: bool,
}

/// Runs `tablebase` with these arguments.
pub fn tablebase(arguments: &TablebaseArguments) -> Result<(), CommandFailure> {
    let TablebaseArguments { game, folder, pieces, threads, verify } = arguments;
    let found = TABLEBASE_GAMES.iter().find(|known| known.name.eq_ignore_ascii_case(game));
    let game = found.ok_or((INTERNAL, "no such game".to_owned()))?;
    let (pieces, threads) = (usize::from(*pieces), usize::from(*threads));
    if !game.pieces.contains(&pieces) {
        let (fewest, most) = (game.pieces.start(), game.pieces.end());
        return Err((USAGE, format!("--pieces: expected a number from {fewest} to {most}, found {pieces}")));
    }
    // What a signal leaves unfinished is removed by the next run.
    let interrupted = |signal| {
        say("interrupted");
        process::exit(128 + signal)
    };
    platform::on_signals(interrupted).map_err(|error| (INTERNAL, format!("signals: {error}")))?;
    let progress = Progress::of_time();
    let log = &mut |line: &str| progress.say(line);
    let done =
        if *verify { game.verify(pieces, threads, folder, log) } else { game.generate(pieces, threads, folder, log) };
    done.map_err(|error| (UNREADABLE, error.to_string()))
}

/// The names of the games.
fn games() -> PossibleValuesParser {
    TABLEBASE_GAMES.iter().map(|game| game.name).into()
}

/// What the option `--pieces` means, with the numbers of each game.
fn pieces_help() -> String {
    let range = |game: &TablebaseGame| format!("{} {} to {}", game.name, game.pieces.start(), game.pieces.end());
    let ranges: Vec<String> = TABLEBASE_GAMES.iter().map(range).collect();
    format!("Greatest number of pieces on the board: {}", ranges.join(", "))
}
