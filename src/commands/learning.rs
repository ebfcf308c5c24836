//! The commands `datagen` and `train`. They write progress and errors to standard error.

use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::str::FromStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use std::{fs, panic, thread};

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use petteia_core::text::panic_message;
use petteia_files::{FileError, Replacement, is_same_file};
use petteia_learning::files::check_network;
use petteia_learning::self_play::SelfPlayOptions;
use petteia_learning::trainer::TrainingOptions;
use petteia_learning::{TRAINABLE_GAMES, TrainableGame, TrainingTask};

use super::progress::Progress;
use super::{INTERNAL, REFUSED, UNREADABLE, say};
use crate::platform;

/// Adds self-play games to a file, as training data for `train`.
#[derive(Debug, Args)]
pub struct DatagenArguments {
    /// Name of the game
    #[arg(value_parser = trainable_games())]
    game: String,

    /// Game file; an interrupted run continues where it ended
    file: PathBuf,

    /// Number of games in the file at the end of the run, or of all parts
    #[arg(long, default_value_t = 150_000)]
    games: u64,

    /// Play part I of N of the games; the files of all parts, joined by cat, have all games
    #[arg(long, value_name = "I/N", value_parser = super::matches::shard)]
    shard: Option<[usize; 2]>,

    /// Nodes per searched move
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seed of the random numbers in the games
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Number of games played at the same time
    #[arg(long, default_value_t = cores(), value_parser = count(MAX_THREADS))]
    threads: usize,
}

/// Trains the network of a game on self-play games from `datagen`.
#[derive(Debug, Args)]
pub struct TrainArguments {
    /// Name of the game
    #[arg(value_parser = trainable_games())]
    game: String,

    /// Network file to write
    network: PathBuf,

    /// Game files
    #[arg(required = true)]
    data: Vec<PathBuf>,

    /// Weight of the game result in the target, from 0 to 1; the rest is the weight of the search score
    #[arg(long, default_value_t = 0.5, value_parser = from_0_to_1)]
    wdl_lambda: f32,

    /// Fraction of the positions to train and test on, above 0 and at most 1
    #[arg(long, default_value_t = 0.5, value_parser = above_0_to_1::<f64>)]
    sample_fraction: f64,

    /// Number of passes over the positions
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,

    /// Positions per batch
    #[arg(long, default_value_t = 8_192, value_parser = count(1 << 20))]
    batch: usize,

    /// Learning rate at the start, above 0 and at most 1
    #[arg(long, default_value_t = 0.002, value_parser = above_0_to_1::<f32>)]
    learning_rate: f32,

    /// Seed of the initial weights, and of the choice, order and augmentation of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Number of threads that share each batch; the network depends on it
    #[arg(long, default_value_t = 2, value_parser = count(MAX_THREADS))]
    threads: usize,

    /// Commit of the program, recorded in the network file
    #[arg(long, default_value = "unknown", value_parser = without_control_characters)]
    commit: String,
}

/// Maximum number of threads. Few machines have more cores.
const MAX_THREADS: u64 = 512;

/// The file to remove when the program exits early.
static TEMPORARY_FILE: OnceLock<PathBuf> = OnceLock::new();

/// Runs `datagen` with these arguments.
pub fn datagen(arguments: &DatagenArguments) -> ExitCode {
    exit_code(install_handlers().and_then(|()| run_datagen(arguments)))
}

/// Runs `train` with these arguments.
pub fn train(arguments: TrainArguments) -> ExitCode {
    exit_code(install_handlers().and_then(|()| run_train(arguments)))
}

fn run_datagen(arguments: &DatagenArguments) -> anyhow::Result<()> {
    let DatagenArguments { ref game, ref file, games, shard, nodes, seed, threads } = *arguments;
    let part = shard.map(|shard| shard.map(|number| number as u64));
    let options = SelfPlayOptions { games, part, nodes, seed, threads };
    let games = options.numbers().count();
    let started = Instant::now();
    let (mut first, mut bar) = (None, None);
    let mut progress = |done: u64| {
        let before = *first.get_or_insert(done);
        let bar = bar.get_or_insert_with(|| Progress::of_steps(before, games as u64, "games"));
        bar.reach(done);
        if done.is_multiple_of(1_000) || done as usize == games {
            let games_per_second = u128::from(done - before) * 1_000 / started.elapsed().as_millis().max(1);
            bar.say(&format!("{done} of {games} games, {games_per_second} games per second"));
        }
    };
    Ok(trainable_game(game)?.play(file, options, &mut progress)?)
}

fn run_train(arguments: TrainArguments) -> anyhow::Result<()> {
    let TrainArguments {
        game,
        network,
        data,
        wdl_lambda,
        sample_fraction,
        epochs,
        batch,
        learning_rate,
        seed,
        threads,
        commit,
    } = arguments;
    check_paths(&network, &data)?;
    // Training takes hours, so this checks first that the network file can be written.
    let mut replacement = Replacement::begin_checked(&network, |file| check_network(&network, file))?;
    TEMPORARY_FILE.get_or_init(|| replacement.temporary_path().into());
    let options = TrainingOptions { epochs, batch, learning_rate, threads, seed };
    let task = TrainingTask { data, wdl_lambda, sample_fraction, options, commit };
    let progress = Progress::of_time();
    let bytes = trainable_game(&game)?.train(&task, &mut |line| progress.say(line))?;
    replacement.add(&bytes)?;
    Ok(replacement.finish()?)
}

/// Checks that all paths lead to different files, by whatever names and links.
fn check_paths(network: &Path, data: &[PathBuf]) -> Result<(), FileError> {
    if let Some(path) = data.iter().find(|path| is_same_file(network, path)) {
        let found = format!("the games {}", path.display());
        return Err(FileError::in_file(network, "a network, or no file", found));
    }
    for (index, path) in data.iter().enumerate() {
        if let Some(other) = data[..index].iter().find(|other| is_same_file(path, other)) {
            return Err(FileError::in_file(path, "each file of games once", format!("{} again", other.display())));
        }
    }
    Ok(())
}

fn trainable_game(game: &str) -> anyhow::Result<&'static TrainableGame> {
    TrainableGame::find(TRAINABLE_GAMES, game).context("the game is not trainable")
}

/// The exit code of a command, after its error has been written to standard error.
fn exit_code(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            let is_content = matches!(error.downcast_ref(), Some(petteia_learning::Error::Content(_)));
            if is_content { REFUSED.into() } else { UNREADABLE.into() }
        }
    }
}

/// Installs handlers for panics in any thread and for signals. Both end the program at once, with one line on standard
/// error.
fn install_handlers() -> anyhow::Result<()> {
    exit_on_panic();
    platform::on_signals(|signal| {
        say("interrupted");
        exit(128 + signal);
    })
    .context("signals")
}

fn exit_on_panic() {
    static IS_EXITING: AtomicBool = AtomicBool::new(false);
    panic::set_hook(Box::new(|panic| {
        log::error!("{panic}");
        while IS_EXITING.swap(true, Ordering::Relaxed) {
            // Another thread has panicked first and ends the program.
            thread::park();
        }
        let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
        say(&format!("error: internal: {}{place}", panic_message(panic.payload())));
        exit(INTERNAL.into());
    }));
}

/// Removes the temporary file and exits.
fn exit(code: i32) -> ! {
    if let Some(file) = TEMPORARY_FILE.get() {
        // This fails if the file has been renamed already.
        let _ = fs::remove_file(file);
    }
    process::exit(code)
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS as usize)
}

fn trainable_games() -> PossibleValuesParser {
    TRAINABLE_GAMES.iter().map(|trainable_game| trainable_game.name).into()
}

/// Parses an integer from 1 to a maximum.
fn count(max: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=max)
}

/// Parses a number from 0 to 1; NaN is refused.
fn from_0_to_1(text: &str) -> Result<f32, &'static str> {
    text.parse().ok().filter(|number| (0.0..=1.0).contains(number)).ok_or("expected a number from 0 to 1")
}

/// Parses a number above 0 and at most 1; NaN is refused.
fn above_0_to_1<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, &'static str> {
    let is_in_range = |number: &T| *number > T::from(0) && *number <= T::from(1);
    text.parse().ok().filter(is_in_range).ok_or("expected a number above 0 and at most 1")
}

/// Parses a text that fits on one line.
fn without_control_characters(text: &str) -> Result<String, String> {
    match text.chars().find(|c| c.is_control()) {
        Some(c) => Err(format!("expected a text without control characters, found '{}'", c.escape_default())),
        None => Ok(text.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::thread;

    use super::exit_on_panic;

    /// Environment variable of the child process, in which the test panics.
    const CHILD_VARIABLE: &str = "PETTEIA_TEST_PANICS";

    #[test]
    fn a_panic_in_any_thread_exits_with_one_line() {
        if std::env::var_os(CHILD_VARIABLE).is_some() {
            exit_on_panic();
            let worker = thread::spawn(|| panic!("not thought\nthrough"));
            // The main thread is busy when the worker panics.
            thread::sleep(std::time::Duration::from_secs(60));
            drop(worker);
        }
        let name = "a_panic_in_any_thread_exits_with_one_line";
        let tests = std::env::current_exe().expect("this program");
        let output =
            Command::new(tests).args([name, "--nocapture"]).env(CHILD_VARIABLE, "1").output().expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(70), "{stderr}");
        assert!(stderr.starts_with("error: internal: not thought\\nthrough at src/"), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}
