//! The options that games are played with.

use petteia_core::RandomSource;
use petteia_engine::options::OptionChange;
use petteia_engine::{Engine, EngineError, EngineOptions, GameSetup, Session, VARIANTS, Variant, new_key, options};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::position;
use crate::errors::{bad_fen, exception, refuse};

/// The options of games, such as the seats of Dixit.
#[pyclass(subclass, frozen, module = "petteia._petteia")]
pub struct RulesCore {
    options: EngineOptions,
    /// The options as they were given, each with its value.
    given: Vec<(String, Option<String>)>,
}

#[pymethods]
impl RulesCore {
    #[new]
    fn new(py: Python, given: Vec<(String, Option<String>)>) -> PyResult<Self> {
        let refuse = |error: EngineError, line: &str| exception(py, error, line);
        let engine = Engine::new(VARIANTS, &VARIANTS[0]).map_err(|error| refuse(error.into(), ""))?;
        let mut engine = engine.without_jobs().with_files(true);
        for (name, value) in &given {
            let changed = engine.set_option(name, value.as_deref());
            changed.map_err(|error| refuse(error, &format!("{name}={}", value.as_deref().unwrap_or_default())))?;
        }
        Ok(Self { options: engine.options().clone(), given })
    }

    /// The options as they were given.
    #[getter]
    fn given(&self) -> Vec<(String, Option<String>)> {
        self.given.clone()
    }
}

/// Where a game begins.
pub struct Opening<'a, 'py> {
    /// The position; without it, the start of the game.
    pub fen: Option<&'a Bound<'py, PyAny>>,
    /// The moves from there.
    pub moves: &'a [String],
    /// The seed or the key of all chance; without it, that of the options, or a new key.
    pub chance: Option<&'a str>,
}

impl RulesCore {
    /// Opens the game with a name. Returns the source of its chance too.
    ///
    /// # Errors
    /// There is no such game, or it refuses the position or a move.
    pub fn open(
        &self,
        py: Python,
        name: &str,
        opening: &Opening,
    ) -> PyResult<(&'static Variant, Box<dyn Session>, RandomSource)> {
        let variant = find_variant(name).map_err(|error| exception(py, error, name))?;
        let mut options = self.options.clone();
        options.variant = variant;
        options.key = new_key().map_err(|error| exception(py, EngineError::from(error), name))?;
        let mut options = options.game_options();
        if let Some(text) = opening.chance {
            options.chance = read_chance(text).ok_or_else(|| PyValueError::new_err("expected a seed or a key"))?;
        }
        let fen = opening.fen.map(position).transpose()?;
        let session = (variant.open)(&GameSetup { fen: fen.as_deref(), options: &options });
        let mut session = session.map_err(|error| bad_fen(py, &error, fen.as_deref().unwrap_or_default()))?;
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        session.play(&moves).map_err(refuse(py, &moves.join(" ")))?;
        Ok((variant, session, options.chance))
    }
}

/// Reads what the source of chance writes: a seed or a key.
fn read_chance(text: &str) -> Option<RandomSource> {
    RandomSource::parse_key(text).or_else(|| text.parse().ok().map(RandomSource::Seed))
}

/// The game with a name.
///
/// # Errors
/// There is no such game.
pub fn find_variant(game: &str) -> Result<&'static Variant, EngineError> {
    match options::read(VARIANTS, "UCI_Variant", Some(game)).map_err(EngineError::Option)? {
        OptionChange::Variant(variant) => Ok(variant),
        _ => Err(EngineError::Internal("expected a game".into())),
    }
}
