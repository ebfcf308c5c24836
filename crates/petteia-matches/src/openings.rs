//! Openings: read from a file, or made by random moves and balanced by a search.

use std::collections::HashSet;
use std::sync::Mutex;

use petteia_core::RandomSource;
use petteia_core::chance::Purpose;
use petteia_engine::{Engine, EngineError, GameKind, JobEvent, Limits, Origin};
use petteia_ugi::{Error, parse_position};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// An opening, as after `position`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    text: String,
}

impl Opening {
    /// The start of the game.
    #[must_use]
    pub fn start() -> Self {
        Self { text: "startpos".into() }
    }

    /// Reads a line: a FEN, `fen FEN` or `startpos`, each with moves behind it or not, or moves alone, as in the lists of
    /// XOT openings. An engine tries the position.
    ///
    /// # Errors
    /// It is no position.
    pub fn read(line: &str, engine: &mut Engine) -> Result<Self, Error> {
        Self::read_position(line, engine).or_else(|error| {
            let moves: Vec<&str> = line.split_whitespace().collect();
            engine.set_position(Origin::Start, &moves).map_err(|_| error)?;
            Ok(Self { text: format!("startpos moves {}", engine.game()?.played_moves().join(" ")) })
        })
    }

    fn read_position(line: &str, engine: &mut Engine) -> Result<Self, Error> {
        let (origin, moves) = parse_position(line)?;
        engine.set_position(origin, &moves)?;
        let origin = match origin {
            Origin::Fen(fen) => format!("fen {fen}"),
            _ => "startpos".into(),
        };
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        Ok(Self { text: origin + &moves })
    }

    /// The text, as after `position`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The FEN with which the opening begins, or `None` if it is the start of the game, and its moves.
    #[must_use]
    pub fn parts(&self) -> (Option<&str>, Vec<&str>) {
        match parse_position(&self.text) {
            Ok((Origin::Fen(fen), moves)) => (Some(fen), moves),
            Ok((_, moves)) => (None, moves),
            // The text was parsed when the opening was read.
            Err(_) => (None, Vec::new()),
        }
    }

    /// Sets the position of the engine to the opening.
    ///
    /// # Errors
    /// The opening is not a position of its game, and the engine has no position then.
    pub fn set_up(&self, engine: &mut Engine) -> Result<(), EngineError> {
        let parsed = parse_position(&self.text).map_err(|error| EngineError::Internal(error.text));
        let set = parsed.and_then(|(origin, moves)| engine.set_position(origin, &moves));
        set.inspect_err(|_| engine.clear_position())
    }
}

/// An opening that is drawn at random; `None` if there are none.
#[must_use]
pub fn draw(openings: &[Opening], source: RandomSource) -> Option<&Opening> {
    openings.choose(&mut source.stream(Purpose::Draw, 0))
}

/// CRC-32 of openings, each with a line feed, as eight hexadecimal digits.
#[must_use]
pub fn checksum<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = crc32fast::Hasher::new();
    for text in texts {
        hasher.update(text.as_bytes());
        hasher.update(b"\n");
    }
    format!("{:08x}", hasher.finalize())
}

/// How openings are made.
#[derive(Clone, Debug)]
pub struct OpeningSettings {
    /// Number of random plies.
    pub plies: usize,
    /// Largest absolute score in centipieces; `None` for any.
    pub balance: Option<i32>,
    /// Limits of the search that gives the score.
    pub limits: Limits,
    /// Seed of the random moves.
    pub seed: u64,
}

/// Random games that are tried for each opening before the search for another one ends.
const TRIES: usize = 10_000;

/// Makes different openings one after another by random moves, at a game that is not over. `None` when no more are
/// found.
pub struct OpeningGenerator {
    engine: Engine,
    rules: OpeningSettings,
    rng: Xoshiro256PlusPlus,
    known: HashSet<String>,
}

impl OpeningGenerator {
    /// Makes openings with an engine, of the game at its table.
    #[must_use]
    pub fn new(engine: Engine, rules: OpeningSettings) -> Self {
        let rng = Xoshiro256PlusPlus::seed_from_u64(rules.seed);
        Self { engine, rules, rng, known: HashSet::new() }
    }

    /// Plays random moves. Returns the position, unless the game has ended or the position is known.
    fn random_position(&mut self) -> Result<Option<String>, Error> {
        self.engine.set_position(Origin::Start, &[])?;
        for _ in 0..self.rules.plies {
            let game = self.engine.game()?;
            let moves = if game.result().is_some() { Vec::new() } else { random_words(game, &mut self.rng)? };
            if moves.is_empty() {
                return Ok(None);
            }
            self.engine.play(&[&moves.join("/")])?;
        }
        let game = self.engine.game()?;
        let fen = game.fen();
        Ok((game.result().is_none() && self.known.insert(fen.clone())).then_some(fen))
    }

    /// The score of the position at the table.
    fn score(&mut self) -> Result<i32, Error> {
        let score = Mutex::new(0);
        self.engine.clear_table();
        let limits = self.rules.limits.clone();
        self.engine.search_blocking(None, &[], limits, &|update| {
            if let (JobEvent::Info(info), Ok(mut score)) = (update, score.lock()) {
                *score = info.score.mate_plies().map_or(info.score.centipieces(), |plies| plies.signum() * 1_000_000);
            }
        })?;
        Ok(score.into_inner().unwrap_or_default())
    }

    /// The next opening as a FEN.
    ///
    /// # Errors
    /// The game has no moves to choose from, or cannot be searched.
    pub fn next_opening(&mut self) -> Result<Option<String>, Error> {
        for _ in 0..TRIES {
            let Some(fen) = self.random_position()? else { continue };
            let Some(balance) = self.rules.balance else { return Ok(Some(fen)) };
            if self.score()?.abs() <= balance {
                return Ok(Some(fen));
            }
        }
        Ok(None)
    }
}

/// A random move, or a random choice of each seat where both choose at the same time.
fn random_words(game: &dyn petteia_engine::Session, rng: &mut impl Rng) -> Result<Vec<String>, Error> {
    let seats = if game.kind() == GameKind::Simultaneous { vec![Some(1), Some(2)] } else { vec![None] };
    let mut words = Vec::new();
    for seat in seats {
        words.extend(game.moves(seat)?.choose(rng).cloned());
    }
    Ok(words)
}
