//! A game that can be learnt, spoken to by its name: the games that the engine plays against itself, and the training
//! on them.

use std::fmt;
use std::path::{Path, PathBuf};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::error::Error;
use super::files::Lines;
use super::header::Header;
use super::samples::{self, Sample};
use super::self_play::{self, SelfPlayOptions};
use super::trainer::{TrainingOptions, error_of, train};
use crate::game::{Evaluate, Learnable};
use crate::network::{self, Network};

/// What is to be trained on, and how.
#[derive(Clone, Debug)]
pub struct Training {
    /// Files of games.
    pub data: Vec<PathBuf>,
    /// The weight of the end of a game in the target of its positions, from 0 to 1; the rest is that of the search's
    /// score.
    pub wdl_lambda: f32,
    /// The part of the positions that is taken, from 0 to 1.
    pub sample_fraction: f64,
    /// How to train.
    pub options: TrainingOptions,
    /// The state of the program, for the network's file.
    pub commit: String,
}

/// One game in so many is kept for the test.
const TEST: u64 = 50;

/// Hears of a number of games.
pub type Progress<'a> = &'a mut dyn FnMut(u64);

/// Hears of each step in a line of text.
pub type Log<'a> = &'a mut dyn FnMut(&str);

/// A game that can be learnt.
#[derive(Clone, Copy, Debug)]
pub struct TrainableGame {
    /// The game's name.
    pub name: &'static str,
    play: fn(&Path, &str, SelfPlayOptions, Progress) -> Result<(), Error>,
    train: fn(&Training, &str, Log) -> Result<Vec<u8>, Error>,
}

impl TrainableGame {
    /// A game that is played with an evaluation and learnt by a network of so many linear and screlu units.
    #[must_use]
    pub const fn of<P, E, const L: usize, const R: usize>(name: &'static str) -> Self
    where
        P: Learnable,
        E: Evaluate<P> + Default,
    {
        Self {
            name,
            play: |file, name, options, progress| self_play::play::<P, E>(file, name, options, &E::default(), progress),
            train: network_file::<P, L, R>,
        }
    }

    /// Adds games to a file; see [`self_play::play`].
    ///
    /// # Errors
    /// Those of [`self_play::play`].
    pub fn play(&self, file: &Path, options: SelfPlayOptions, progress: Progress) -> Result<(), Error> {
        (self.play)(file, self.name, options, progress)
    }

    /// Trains a network; returns its file.
    ///
    /// # Errors
    /// The files cannot be read or hold something else than games of this kind, there are too few of them, or the
    /// training leads nowhere.
    pub fn train(&self, training: &Training, log: Log) -> Result<Vec<u8>, Error> {
        (self.train)(training, self.name, log)
    }

    /// The trainable game of this name.
    #[must_use]
    pub fn find(trainable_games: &'static [Self], name: &str) -> Option<&'static Self> {
        trainable_games.iter().find(|trainable_game| trainable_game.name.eq_ignore_ascii_case(name))
    }
}

/// Trains a network on games of this name.
fn network_file<P: Learnable, const L: usize, const R: usize>(
    training: &Training,
    name: &str,
    log: Log,
) -> Result<Vec<u8>, Error> {
    let Training { wdl_lambda, sample_fraction, options, commit, .. } = training;
    let Material { mut samples, test, sources } = Material::<P>::read(training, name)?;
    let games: u64 = sources.iter().map(|source| source.games).sum();
    log(&format!("{} positions of {games} games, {} more for the test", samples.len(), test.len()));
    let network: Network<L, R> = train(&mut samples, &test, *options, |epoch, error, test| {
        log(&format!("epoch {epoch} of {}: squared error {error:.5}, test {test:.5}", options.epochs));
    })?;
    let TrainingOptions { epochs, batch, learning_rate, threads, seed } = options;
    let mut provenance = vec![("data", format!("{games} games of the engine against itself"))];
    provenance.extend(sources.iter().map(|source| ("games", source.to_string())));
    provenance.extend([
        ("samples", format!("{}, {sample_fraction} of the positions, WDL lambda {wdl_lambda}", samples.len())),
        ("options", format!("{epochs} epochs, batches of {batch}, learning rate {learning_rate}, {threads} threads")),
        ("seed", seed.to_string()),
        ("commit", commit.clone()),
        ("error", format!("{:.5} on {} positions of other games", error_of(&network, &test), test.len())),
    ]);
    Ok(network::write(&network, &provenance))
}

/// A file that was learnt from.
struct Source {
    name: String,
    games: u64,
    header: Header,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { name, games, header: Header { nodes, seed, engine, .. } } = self;
        write!(f, "{games} with nodes {nodes}, seed {seed}, engine {engine}, from {name}")
    }
}

/// What there is to learn from.
struct Material<P> {
    samples: Vec<Sample<P>>,
    test: Vec<Sample<P>>,
    sources: Vec<Source>,
}

impl<P: Learnable> Material<P> {
    fn read(training: &Training, name: &str) -> Result<Self, Error> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(training.options.seed);
        let mut material = Self { samples: Vec::new(), test: Vec::new(), sources: Vec::new() };
        let mut games = 0;
        for path in &training.data {
            let (mut lines, header) = Lines::open(path)?;
            if header.game != name {
                return Err(Error::of_line(path, 1, format!("games of {name}"), format!("games of {}", header.game)));
            }
            let before = games;
            while let Some((number, line)) = lines.next_line()? {
                let set = if games % TEST == 0 { &mut material.test } else { &mut material.samples };
                let keep = |sample| {
                    if rng.random_bool(training.sample_fraction) {
                        set.push(sample);
                    }
                };
                samples::of_game(line, training.wdl_lambda, keep)
                    .map_err(|error| Error::of_game(path, number, error))?;
                games += 1;
            }
            lines.is_whole()?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            material.sources.push(Source { name, games: games - before, header });
        }
        material.enough(games, training)
    }

    /// The material, if there is something for the training and for the test.
    fn enough(self, games: u64, training: &Training) -> Result<Self, Error> {
        if !self.samples.is_empty() && !self.test.is_empty() {
            return Ok(self);
        }
        let files: Vec<_> = training.data.iter().map(|path| path.display().to_string()).collect();
        Err(Error::Wrong {
            place: files.join(", "),
            wanted: "positions for the training and for the test".into(),
            found: format!("{} and {} in {games} games", self.samples.len(), self.test.len()),
        })
    }
}
