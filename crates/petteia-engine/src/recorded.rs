//! The options of a recorded game.

use petteia_core::options::{OptionConflict, OptionKind, OptionValue, OptionValues};
use petteia_core::words::quoted;
use petteia_core::{GameOptions, RandomSource};

use super::options::{EngineOptions, OptionChange, OptionError, is_empty, read};
use super::variant::Variant;

/// The option that all chance comes from.
pub const SEED: &str = "Seed";

/// The options that a game was played with: its seed, and those that it declares. The files of a recorded game are not
/// read, for anybody can have written their names. A game that names the file of an option has that of `given`, if it is
/// there.
///
/// # Errors
/// An option is not one of the game, or does not take its value, or the values do not fit each other.
pub fn recorded_options(
    variants: &'static [Variant],
    variant: &'static Variant,
    recorded: &[(String, String)],
    given: &OptionValues,
) -> Result<GameOptions, OptionError> {
    let mut options = EngineOptions::new(variant, RandomSource::Seed(0));
    let mut names = Vec::new();
    for (name, value) in recorded {
        let declared = variant.options.all.iter().find(|option| option.is_named(name));
        if !name.eq_ignore_ascii_case(SEED) && declared.is_none() {
            return Err(OptionError::Name { expected: "an option of the game".into(), found: quoted(name) });
        }
        let file = declared.filter(|option| matches!(option.kind, OptionKind::File { .. } | OptionKind::Path { .. }));
        match file {
            None => options.apply(read(variants, name, Some(value))?),
            Some(option) if is_empty(value) => options.apply(OptionChange::Value(option.name, OptionValue::File(None))),
            Some(option) => {
                if let Some(value) = given.get(option).cloned() {
                    options.apply(OptionChange::Value(option.name, value));
                }
            }
        }
        names.extend(declared.map(|option| option.name));
    }
    let options = options.game_options();
    for name in names {
        (variant.options.check)(name, &options.values).map_err(|OptionConflict { expected, found }| {
            let own =
                recorded.iter().rfind(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| quoted(value));
            let found = found.or(own).unwrap_or_else(|| "another value".into());
            OptionError::Value { expected: format!("{expected} for {name}"), found }
        })?;
    }
    Ok(options)
}
