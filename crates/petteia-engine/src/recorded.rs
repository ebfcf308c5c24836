//! The options of a recorded game.

use petteia_core::options::OptionKind;
use petteia_core::words::quoted;
use petteia_core::{GameOptions, RandomSource};

use super::options::{EngineOptions, OptionError, read};
use super::variant::Variant;

/// The option that all chance comes from.
pub const SEED: &str = "Seed";

/// The options that a game was played with: its seed, and those that it declares. The files of a recorded game are not
/// read.
///
/// # Errors
/// An option is not one of the game, or does not take its value.
pub fn recorded_options(
    variants: &'static [Variant],
    variant: &'static Variant,
    recorded: &[(String, String)],
) -> Result<GameOptions, OptionError> {
    let mut options = EngineOptions::new(variant, RandomSource::Seed(0));
    for (name, value) in recorded {
        let declared = variant.options.all.iter().find(|option| option.is_named(name));
        if !name.eq_ignore_ascii_case(SEED) && declared.is_none() {
            return Err(OptionError::Name { expected: "an option of the game".into(), found: quoted(name) });
        }
        let is_file =
            declared.is_some_and(|option| matches!(option.kind, OptionKind::File { .. } | OptionKind::Folder { .. }));
        if !is_file {
            options.apply(read(variants, name, Some(value))?);
        }
    }
    Ok(options.game_options())
}
