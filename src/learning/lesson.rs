//! A game that can be learnt, spoken to by its name: the games that the engine plays against itself, and the training
//! on them.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::games::{self, Plan};
use super::samples::{self, Sample};
use super::trainer::{Course, error_of, train};
use crate::game::{Evaluate, Learnable};
use crate::network::{self, Network};

/// What is to be trained on, and how.
#[derive(Clone, Debug)]
pub struct Training {
    /// Files of games.
    pub data: Vec<PathBuf>,
    /// The weight of the end of a game in the target of its positions; the rest is that of the search's score.
    pub by_end: f32,
    /// The part of the positions that is taken, from 0 to 1.
    pub share: f64,
    /// How to train.
    pub course: Course,
    /// The state of the program, for the network's file.
    pub commit: String,
}

/// One game in so many is kept for the test.
const TEST: usize = 50;

/// Hears of a number of games.
pub type Progress<'a> = &'a mut dyn FnMut(u64);

/// Hears of each step in a line of text.
pub type Diary<'a> = &'a mut dyn FnMut(&str);

/// A game that can be learnt.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The game's name.
    pub name: &'static str,
    /// Adds games to a file; see [`games::play`].
    pub play: fn(&Path, Plan, Progress) -> io::Result<()>,
    /// Trains a network; returns its file.
    pub train: fn(&Training, Diary) -> io::Result<Vec<u8>>,
}

impl Lesson {
    /// A game that is played with an evaluation and learnt by a network of so many linear and rectified units.
    #[must_use]
    pub const fn of<P, E, const L: usize, const R: usize>(name: &'static str) -> Self
    where
        P: Learnable,
        E: Evaluate<P> + Default,
    {
        Self {
            name,
            play: |file, plan, progress| games::play::<P, E>(file, plan, &E::default(), progress),
            train: |training, diary| file::<P, L, R>(training, diary),
        }
    }

    /// The lesson of a game.
    #[must_use]
    pub fn find(lessons: &'static [Self], name: &str) -> Option<&'static Self> {
        lessons.iter().find(|lesson| lesson.name.eq_ignore_ascii_case(name))
    }
}

fn file<P: Learnable, const L: usize, const R: usize>(training: &Training, diary: Diary) -> io::Result<Vec<u8>> {
    let Training { data, by_end, share, course, commit } = training;
    let (mut samples, test, games) = read::<P>(data, *by_end, *share, course.seed)?;
    diary(&format!("{} positions of {games} games, {} more for the test", samples.len(), test.len()));
    let network: Network<L, R> = train(&mut samples, &test, *course, |epoch, error, test| {
        diary(&format!("epoch {epoch} of {}: squared error {error:.5}, test {test:.5}", course.epochs));
    });
    let names: Vec<_> = data.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy()).collect();
    let Course { epochs, batch, rate, threads, seed } = course;
    Ok(network::write(
        &network,
        &[
            ("data", format!("{games} games of the engine against itself: {}", names.join(", "))),
            ("samples", format!("{}, {share} of the positions, weight of the end {by_end}", samples.len())),
            ("course", format!("{epochs} epochs, batches of {batch}, rate {rate}, {threads} threads")),
            ("seed", seed.to_string()),
            ("commit", commit.clone()),
            ("error", format!("{:.5} on {} positions of other games", error_of(&network, &test), test.len())),
        ],
    ))
}

/// The error with the file that it is about.
fn named(error: &io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The samples for training and test, and the number of games.
type Read<P> = (Vec<Sample<P>>, Vec<Sample<P>>, usize);

fn read<P: Learnable>(data: &[PathBuf], by_end: f32, share: f64, seed: u64) -> io::Result<Read<P>> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut samples, mut test, mut games) = (Vec::new(), Vec::new(), 0);
    for path in data {
        for line in BufReader::new(File::open(path).map_err(|error| named(&error, path))?).lines() {
            let set = if games % TEST == 0 { &mut test } else { &mut samples };
            let keep = |sample| {
                if rng.random_bool(share) {
                    set.push(sample);
                }
            };
            samples::of_game(&line?, by_end, keep)?;
            games += 1;
        }
    }
    Ok((samples, test, games))
}
