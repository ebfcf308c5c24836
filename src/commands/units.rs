//! The commands `split` and `sum`.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use petteia_analysis::batch::units::{MAX_SPLIT, Sum, SumError, split};
use petteia_engine::{Engine, VARIANTS, Variant};
use petteia_files::open_input;
use petteia_ugi::parse_position;

use super::{CommandFailure, INTERNAL, REFUSED, UNREADABLE, USAGE, broken_output, print};

/// Split a perft into positions for map
#[derive(Debug, Args)]
pub struct SplitArguments {
    /// The game
    #[arg(ignore_case = true, value_parser = super::game_names())]
    pub game: String,

    /// Plies from the position to the units
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_SPLIT)))]
    plies: u32,

    /// The position, as after position
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    position: String,
}

/// Add the counts of all units up
#[derive(Debug, Args)]
pub struct SumArguments {
    /// Records of map --perft. Without any, standard input is read
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Runs `split` with these arguments.
pub fn split_count(arguments: &SplitArguments, variant: &'static Variant) -> Result<(), CommandFailure> {
    let usage = |text: String| (USAGE, text);
    let engine = Engine::new(VARIANTS, variant);
    let mut engine = engine.map_err(|error| (INTERNAL, error.to_string()))?;
    let (origin, moves) =
        parse_position(&arguments.position).map_err(|error| usage(format!("--position: {}", error.text)))?;
    engine.set_position(origin, &moves).map_err(|error| usage(format!("--position: {error}")))?;
    let lines = split(&mut engine, arguments.plies).map_err(|error| usage(error.to_string()))?;
    let mut output = BufWriter::new(io::stdout());
    let mut write = || -> io::Result<()> {
        for line in &lines {
            writeln!(output, "{}", serde_json::to_string(line)?)?;
        }
        output.flush()
    };
    write().or_else(|error| broken_output(&error))
}

/// Runs `sum` with these arguments.
pub fn sum(arguments: &SumArguments) -> Result<(), CommandFailure> {
    let mut sum = Sum::default();
    let failed = |error: SumError| match error {
        SumError::Unreadable(text) => (UNREADABLE, text),
        SumError::Rejected(text) => (REFUSED, text),
    };
    if arguments.files.is_empty() {
        sum.add("standard input", io::stdin().lock()).map_err(failed)?;
    }
    for path in &arguments.files {
        let name = path.display().to_string();
        let file = open_input(path).map_err(|error| (UNREADABLE, error.to_string()))?;
        sum.add(&name, BufReader::new(file)).map_err(failed)?;
    }
    let total = sum.total().map_err(failed)?;
    print(&format!("perft {} nodes {} units {}\n", total.depth, total.nodes, total.units))
}
