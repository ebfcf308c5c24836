//! The command `openings`.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use petteia_engine::{Limits, Variant};
use petteia_matches::openings::{OpeningGenerator, OpeningSettings};
use petteia_matches::players::PlayerScore;

use super::arguments::MAX_COUNT;
use super::run::new_engine;
use crate::commands::{CommandFailure, REFUSED, USAGE, game_names, print};

/// Generate distinct random openings
#[derive(Debug, Args)]
pub struct OpeningsArguments {
    /// The game
    #[arg(ignore_case = true, value_parser = game_names())]
    pub game: String,

    /// Number of random plies
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = RangedU64ValueParser::<usize>::new().range(..=1_000))]
    plies: usize,

    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_COUNT))]
    count: usize,

    /// Largest absolute score of the search in centipieces
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=i64::from(PlayerScore::MATE)))]
    balance: Option<i32>,

    /// Nodes of the search
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs `openings` with these arguments.
pub fn openings(arguments: &OpeningsArguments, variant: &'static Variant) -> Result<(), CommandFailure> {
    let OpeningsArguments { plies, count, balance, nodes, seed, .. } = *arguments;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut maker = OpeningGenerator::new(new_engine(variant)?, OpeningSettings { plies, balance, limits, seed });
    for made in 0..count {
        let opening = maker.next_opening().map_err(|error| (USAGE, format!("{}: {}", variant.name, error.text)))?;
        let Some(opening) = opening else {
            return Err((REFUSED, format!("only {made} of {count} openings found")));
        };
        print(&format!("{opening}\n"))?;
    }
    Ok(())
}
