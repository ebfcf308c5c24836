//! The opening at which a game begins.

use std::path::Path;

use petteia_core::RandomSource;
use petteia_engine::{Engine, EntropyError, VARIANTS, Variant, new_key};
use petteia_matches::openings::{self, Opening};

use crate::commands::matches::read_openings;
use crate::commands::{CommandFailure, INTERNAL};

/// Draws an opening of a file at random, or by a seed.
pub fn draw(file: &Path, variant: &'static Variant, seed: Option<u64>) -> Result<Opening, CommandFailure> {
    let internal = |error: EntropyError| (INTERNAL, error.to_string());
    let mut engine = Engine::new(VARIANTS, variant).map_err(internal)?;
    let openings = read_openings(file, &mut engine)?;
    let source = seed.map_or_else(new_key, |seed| Ok(RandomSource::Seed(seed))).map_err(internal)?;
    Ok(openings::draw(&openings, source).cloned().unwrap_or_else(Opening::start))
}
