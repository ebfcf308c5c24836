//! The commands `split` and `sum`.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use petteia::batch::units::{Sum, split};
use petteia::engine::{Engine, EngineError, Variant};
use petteia::protocol::parse::parse_position;
use petteia::variants::VARIANTS;

use super::{INTERNAL, UNREADABLE, USAGE, exit_code};

/// Write the positions some plies below a position as lines for map
#[derive(Debug, Args)]
pub struct SplitArguments {
    /// The game
    #[arg(ignore_case = true, value_parser = super::game_names())]
    pub game: String,

    /// Plies from the position to the units
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=64))]
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
pub fn split_count(arguments: &SplitArguments, variant: &'static Variant) -> ExitCode {
    let usage = |text: String| (USAGE, text);
    let lines = Engine::new(VARIANTS, variant, false, Arc::new(|_| ()))
        .map_err(|error| (INTERNAL, error.to_string()))
        .and_then(|mut engine| {
            let (origin, moves) =
                parse_position(&arguments.position).map_err(|error| usage(format!("--position: {}", error.text)))?;
            let named = |error: EngineError| usage(format!("--position: {error}"));
            engine.set_position(origin, &moves).map_err(named)?;
            split(&mut engine, arguments.plies).map_err(|error| usage(error.to_string()))
        });
    let written = lines.and_then(|lines| {
        let mut output = BufWriter::new(io::stdout());
        let mut write = || -> io::Result<()> {
            for line in &lines {
                writeln!(output, "{}", serde_json::to_string(line)?)?;
            }
            output.flush()
        };
        match write() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err((UNREADABLE, format!("the output: {error}")))
            }
            _ => Ok(()),
        }
    });
    exit_code(written)
}

/// Runs `sum` with these arguments.
pub fn sum(arguments: &SumArguments) -> ExitCode {
    let mut sum = Sum::default();
    let added = if arguments.files.is_empty() {
        sum.add("standard input", io::stdin().lock())
    } else {
        arguments.files.iter().try_for_each(|path| {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
            sum.add(&name, BufReader::new(file))
        })
    };
    let result = added.map_err(|error| (UNREADABLE, error)).and_then(|()| sum.total().map_err(|error| (3, error)));
    exit_code(result.and_then(|total| {
        let line = format!("perft {} nodes {} units {}\n", total.depth, total.nodes, total.units);
        io::stdout().write_all(line.as_bytes()).map_err(|error| (UNREADABLE, format!("the output: {error}")))
    }))
}
