//! Saved games: all that a game needs to go on in another process, its secrets among them.

use std::collections::BTreeMap;

use petteia_core::RandomSource;
use petteia_core::options::{OptionConflict, OptionDeclaration, OptionKind};
use petteia_core::words::quoted;
use serde::{Deserialize, Serialize};

use crate::options::{OptionError, reads_file};
use crate::recorded::SEED;
use crate::seats::{NAME_RULE, Seats, is_name};
use crate::session::GameSetup;
use crate::{Engine, EngineError, Variant, options};

/// The version of the structure.
const VERSION: u32 = 1;

/// A game with its secrets, for its referee only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The version of this structure.
    version: u32,
    /// The name of the game.
    variant: String,
    /// The values of the options that the game declares, by name.
    options: BTreeMap<String, String>,
    /// The fingerprints of the files of options, by the name of the option. Games of earlier versions have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, String>,
    /// The value of the option `Seed`.
    seed: u64,
    /// The key that replaces a seed of 0 in games with secrets, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// The position before the first move.
    start: String,
    /// Whether that is the start position of the game.
    from_start: bool,
    /// The moves played.
    moves: Vec<String>,
    /// The choices of a turn that is not played yet, by seat.
    committed: BTreeMap<u32, String>,
    /// The names of seats.
    names: BTreeMap<u32, String>,
    /// The key that the tokens of the seats are made of, if they are switched on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tokens: Option<String>,
}

/// The options that a game declares and that decide how it goes on.
fn own_options(variant: &'static Variant) -> impl Iterator<Item = &'static OptionDeclaration> {
    variant.options.all.iter().filter(|option| !matches!(option.kind, OptionKind::Path { .. }))
}

/// Reads a key.
fn key(text: &str) -> Result<RandomSource, EngineError> {
    RandomSource::parse_key(text)
        .ok_or_else(|| EngineError::Malformed("expected a key of 64 hexadecimal digits, found something else".into()))
}

impl Engine {
    /// The game at the table with all its secrets.
    ///
    /// # Errors
    /// There is no position.
    pub fn save(&self) -> Result<SavedGame, EngineError> {
        let game = self.game()?;
        let mut engine_options = self.options.clone();
        if let Some(options) = game.game_options() {
            // A game in progress can have another deck than the option.
            engine_options.set_values(options.values.clone());
        }
        let variant = engine_options.variant;
        let value = |option: &OptionDeclaration| (option.name.into(), engine_options.text(option));
        let (seed, key) = match self.options.chance() {
            RandomSource::Key(_) => (0, Some(self.options.key.to_string())),
            RandomSource::Seed(_) => (self.options.seed(), None),
        };
        Ok(SavedGame {
            version: VERSION,
            variant: variant.name.into(),
            options: own_options(variant).map(value).collect(),
            files: engine_options.fingerprints(),
            seed,
            key,
            start: game.start_fen(),
            from_start: self.from_start,
            moves: game.played_moves(),
            committed: game.committed_choices().into_iter().collect(),
            names: self.seats.names.clone(),
            tokens: self.seats.token_key.map(|key| key.to_string()),
        })
    }

    /// Sets a saved game in place of the one at the table, with its options, its chance, and the names and tokens of
    /// its seats. It clears the table of the search.
    ///
    /// # Errors
    /// A job is running, or the saved game is none of this engine. Nothing has changed then.
    pub fn restore(&mut self, saved: &SavedGame) -> Result<(), EngineError> {
        self.ensure_idle()?;
        if saved.version != VERSION {
            let found = saved.version;
            return Err(EngineError::Malformed(format!("expected a saved game of version {VERSION}, found {found}")));
        }
        let variant = Variant::find(self.variants, &saved.variant).filter(|variant| variant.name == saved.variant);
        let variant = variant.ok_or_else(|| {
            EngineError::Malformed(format!("expected the name of a game, found {}", quoted(&saved.variant)))
        })?;
        let mut options = self.options_of(variant, saved)?;
        if let Some(text) = &saved.key {
            options.key = key(text)?;
        } else if matches!(options.chance(), RandomSource::Key(_)) {
            return Err(EngineError::Malformed("expected the key of a game with secrets, found none".into()));
        }
        let names_fit = saved.names.iter().all(|(seat, name)| *seat > 0 && is_name(name));
        if !names_fit {
            return Err(EngineError::Malformed(format!("expected {NAME_RULE}")));
        }
        let seats = Seats { names: saved.names.clone(), token_key: saved.tokens.as_deref().map(key).transpose()? };
        let setup = GameSetup { fen: Some(&saved.start), options: &options.game_options() };
        let mut game = (variant.open)(&setup).map_err(EngineError::Fen)?;
        let moves: Vec<&str> = saved.moves.iter().map(String::as_str).collect();
        game.play(&moves)?;
        for (&seat, choice) in &saved.committed {
            game.commit(seat, choice)?;
        }
        if game.committed() != saved.committed.keys().copied().collect::<Vec<_>>() {
            return Err(EngineError::Malformed(
                "expected choices of a turn that is not played yet, found others".into(),
            ));
        }
        self.table.clear();
        (self.options, self.game, self.from_start, self.seats) = (options, Some(game), saved.from_start, seats);
        Ok(())
    }

    /// The options of the engine with those of a saved game.
    fn options_of(&self, variant: &'static Variant, saved: &SavedGame) -> Result<options::EngineOptions, EngineError> {
        let mut options = self.options.clone();
        options.variant = variant;
        let seed = saved.seed.to_string();
        let mut changes = vec![options::read(self.variants, SEED, Some(&seed)).map_err(EngineError::Option)?];
        let named = |name: &str| own_options(variant).any(|option| option.name == name);
        if let Some(name) = saved.options.keys().chain(saved.files.keys()).find(|name| !named(name)) {
            let found = quoted(name);
            return Err(EngineError::Option(OptionError::Name { expected: "an option of the game".into(), found }));
        }
        for option in own_options(variant) {
            let value = saved.options.get(option.name).ok_or_else(|| {
                let expected = format!("a value of the option {}", option.name);
                EngineError::Option(OptionError::Value { expected, found: "none".into() })
            })?;
            let has_file = options.has_file(self.variants, option.name, Some(value));
            if has_file && options.check_file(option, &saved.files).is_ok() {
                continue;
            }
            if reads_file(self.variants, option.name, Some(value)) {
                self.may_read_files()?;
            }
            changes.push(options::read(self.variants, option.name, Some(value)).map_err(EngineError::Option)?);
        }
        for change in &changes {
            options.apply(change.clone());
        }
        options.check_files(&saved.files).map_err(EngineError::Option)?;
        for change in &changes {
            options.check(change, self.variants).map_err(|OptionConflict { expected, found }| {
                let found = found.unwrap_or_else(|| "another value".into());
                EngineError::Option(OptionError::Value { expected, found })
            })?;
        }
        Ok(options)
    }
}
