//! Trainable games, chosen by name: self-play, and the training of a network on its games.

use std::fmt;
use std::path::{Path, PathBuf};

use petteia_core::network::{Network, Row, SumRows};
use petteia_core::{Evaluate, EvaluateSimultaneous, Learnable, SimultaneousNotation, Trainable, network};
use petteia_files::FileError;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::error::Error;
use super::files::{GameReader, GameSection, game_error};
use super::header::Header;
use super::samples::{self, GameError, Sample};
use super::self_play::{self, SelfPlayOptions};
use super::simultaneous;
use super::trainer::{TrainingOptions, network_error, train};

/// A training run: its data and its options.
#[derive(Clone, Debug)]
pub struct TrainingTask {
    /// Paths of the game files.
    pub data: Vec<PathBuf>,
    /// Weight of the game result in the target, from 0 to 1; see [`samples::of_game`].
    pub wdl_lambda: f32,
    /// Fraction of the positions that become samples, from 0 to 1.
    pub sample_fraction: f64,
    /// Options of the trainer.
    pub options: TrainingOptions,
    /// Commit of the program, for the network file.
    pub commit: String,
}

/// Interval between test games, in games. Test games are held out of training.
const TEST_INTERVAL: u64 = 50;

/// Callback with the number of games in the file.
pub type Progress<'a> = &'a mut dyn FnMut(u64);

/// Callback with one line of the training log.
pub type Log<'a> = &'a mut dyn FnMut(&str);

/// Reads the samples of a game from its line, with this weight of the result.
type SamplesOfGame<P> = fn(&str, f32, &mut dyn FnMut(Sample<P>)) -> Result<(), GameError>;

/// A game whose evaluation is a network that the engine can train.
#[derive(Clone, Copy, Debug)]
pub struct TrainableGame {
    /// Name of the game.
    pub name: &'static str,
    play: fn(&Path, &str, SelfPlayOptions, Progress) -> Result<(), Error>,
    train: fn(&TrainingTask, &str, Log) -> Result<Vec<u8>, Error>,
}

impl TrainableGame {
    /// A game with the evaluator `E` in self-play. Training makes a network of `U` units, the first `L` linear, for each
    /// of `P` perspectives, which are those of the features.
    #[must_use]
    pub const fn of<G, E, const L: usize, const U: usize, const P: usize>(name: &'static str) -> Self
    where
        G: Trainable,
        E: Evaluate<G> + Default,
        Row<U>: SumRows,
    {
        const { assert!(P == G::PERSPECTIVES, "the perspectives of the features") };
        Self {
            name,
            play: |file, name, options, progress| self_play::play::<G, E>(file, name, options, &E::default(), progress),
            train: |task, name, log| {
                trained_network_file::<G, L, U, P>(
                    task,
                    name,
                    |line, lambda, visit| samples::of_game(line, lambda, visit),
                    log,
                )
            },
        }
    }

    /// A simultaneous game with the evaluator `E` in self-play, as [`of`](Self::of) a sequential game. The features have
    /// two perspectives, p1's first, and the network is antisymmetric: what is good for one side is as bad for the other.
    #[must_use]
    pub const fn simultaneous<G, E, const L: usize, const U: usize>(name: &'static str) -> Self
    where
        G: SimultaneousNotation + Learnable,
        E: EvaluateSimultaneous<G> + Default,
        Row<U>: SumRows,
    {
        const { assert!(G::PERSPECTIVES == 2, "a perspective of each side") };
        Self {
            name,
            play: |file, name, options, progress| {
                simultaneous::play::<G, E>(file, name, options, &E::default(), progress)
            },
            train: |task, name, log| trained_network_file::<G, L, U, 2>(task, name, simultaneous::of_game::<G>, log),
        }
    }

    /// Adds self-play games to a file; see [`self_play::play`].
    ///
    /// # Errors
    /// Those of [`self_play::play`].
    pub fn play(&self, file: &Path, options: SelfPlayOptions, progress: Progress) -> Result<(), Error> {
        (self.play)(file, self.name, options, progress)
    }

    /// Trains a network; returns the bytes of its file.
    ///
    /// # Errors
    /// A game file cannot be read or has other content than games of this name, the training set or the test set is
    /// empty, or the training fails.
    pub fn train(&self, task: &TrainingTask, log: Log) -> Result<Vec<u8>, Error> {
        (self.train)(task, self.name, log)
    }

    /// The trainable game of this name, in upper or lower case.
    #[must_use]
    pub fn find(trainable_games: &'static [Self], name: &str) -> Option<&'static Self> {
        trainable_games.iter().find(|trainable_game| trainable_game.name.eq_ignore_ascii_case(name))
    }
}

/// Trains a network on games of this name; returns the bytes of its file.
fn trained_network_file<G: Learnable, const L: usize, const U: usize, const P: usize>(
    task: &TrainingTask,
    name: &str,
    samples_of_game: SamplesOfGame<G>,
    log: Log,
) -> Result<Vec<u8>, Error>
where
    Row<U>: SumRows,
{
    let TrainingTask { wdl_lambda, sample_fraction, options, commit, .. } = task;
    let Dataset { mut training, test, sources, .. } = Dataset::<G>::read(task, name, samples_of_game)?;
    let games: u64 = sources.iter().map(|source| source.games).sum();
    log(&format!("{} training positions and {} test positions of {games} games", training.len(), test.len()));
    let network: Network<L, U, P> = train(&mut training, &test, *options, |epoch, training_error, test_error| {
        let epochs = options.epochs;
        log(&format!("epoch {epoch} of {epochs}: mean squared error {training_error:.5}, test {test_error:.5}"));
    })?;
    let TrainingOptions { epochs, batch, learning_rate, threads, seed } = options;
    let mut provenance = vec![("data", format!("{games} games of the engine against itself"))];
    provenance.extend(sources.iter().map(|source| ("games", source.to_string())));
    provenance.extend([
        ("samples", format!("{}, {sample_fraction} of the positions, WDL lambda {wdl_lambda}", training.len())),
        ("options", format!("{epochs} epochs, batches of {batch}, learning rate {learning_rate}, {threads} threads")),
        ("seed", seed.to_string()),
        ("commit", commit.clone()),
        ("error", format!("{:.5} on {} positions of other games", network_error(&network, &test), test.len())),
    ]);
    Ok(network::write(&network, &provenance))
}

/// A game file, as the network file records it.
struct Source {
    /// File name without its folder.
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

/// The samples of a training run.
struct Dataset<P> {
    training: Vec<Sample<P>>,
    /// Samples of games that are not in the training set.
    test: Vec<Sample<P>>,
    sources: Vec<Source>,
    sections: Vec<GameSection>,
}

impl<P: Learnable> Dataset<P> {
    /// Reads the samples from games of this name.
    fn read(task: &TrainingTask, name: &str, samples_of_game: SamplesOfGame<P>) -> Result<Self, Error> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(task.options.seed);
        let mut dataset = Self { training: Vec::new(), test: Vec::new(), sources: Vec::new(), sections: Vec::new() };
        let mut games = 0;
        for path in &task.data {
            let (mut reader, header) = GameReader::open(path)?;
            if header.game != name {
                let (expected, found) = (format!("games of {name}"), format!("games of {}", header.game));
                return Err(Error::Content(FileError::in_line(path, 1, expected, found)));
            }
            let games_before = games;
            while let Some((number, line)) = reader.next_line()? {
                let set = if games % TEST_INTERVAL == 0 { &mut dataset.test } else { &mut dataset.training };
                let mut keep = |sample| {
                    if rng.random_bool(task.sample_fraction) {
                        set.push(sample);
                    }
                };
                samples_of_game(line, task.wdl_lambda, &mut keep)
                    .map_err(|error| Error::Content(game_error(path, number, error)))?;
                games += 1;
            }
            reader.check_complete()?;
            dataset.add_sections(reader.sections())?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            dataset.sources.push(Source { name, games: games - games_before, header });
        }
        dataset.check_not_empty(games, task)
    }

    /// Checks that the games are in no other section: the same run has played the same games.
    fn add_sections(&mut self, sections: &[GameSection]) -> Result<(), Error> {
        for section in sections {
            if let Some(other) = self.sections.iter().find(|other| other.overlaps(section)) {
                let place = section.place.clone();
                let (expected, found) = ("each game once".into(), format!("games of {} again", other.place));
                return Err(Error::Content(FileError::Unexpected { place, expected, found }));
            }
            self.sections.push(section.clone());
        }
        Ok(())
    }

    /// Checks that neither the training set nor the test set is empty.
    fn check_not_empty(self, games: u64, task: &TrainingTask) -> Result<Self, Error> {
        if !self.training.is_empty() && !self.test.is_empty() {
            return Ok(self);
        }
        let files: Vec<_> = task.data.iter().map(|path| path.display().to_string()).collect();
        let error = FileError::Unexpected {
            place: files.join(", "),
            expected: "positions for the training and for the test".into(),
            found: format!("{} and {} in {games} games", self.training.len(), self.test.len()),
        };
        Err(Error::Content(error))
    }
}
