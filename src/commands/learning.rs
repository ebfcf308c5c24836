//! `datagen` and `train`. They say on standard error how far they are and what went wrong.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::str::FromStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use std::{fs, panic, thread};

use anyhow::Context;
use clap::Parser;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use petteia::base::text::panic_text;
use petteia::learning::replacement::Replacement;
use petteia::learning::self_play::SelfPlayOptions;
use petteia::learning::trainer::TrainingOptions;
use petteia::learning::{TrainableGame, Training};
use petteia::variants::TRAINABLE_GAMES;
use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use super::{INTERNAL, UNREADABLE, say};

/// Adds games of the engine against itself to a file, as material for `train`.
#[derive(Debug, Parser)]
#[command(name = "petteia datagen", no_binary_name = true)]
struct DatagenArguments {
    /// The game
    #[arg(value_parser = trainable_games())]
    game: String,

    /// The file; an interrupted run goes on where it ended
    file: PathBuf,

    /// Games in the file at the end
    #[arg(long, default_value_t = 150_000)]
    games: u64,

    /// Positions visited for each move
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Decides the games, with their number
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games played at the same time
    #[arg(long, default_value_t = cores(), value_parser = count(MOST_THREADS))]
    threads: usize,
}

/// Trains the network of a game on games that `datagen` has played.
#[derive(Debug, Parser)]
#[command(name = "petteia train", no_binary_name = true)]
struct TrainArguments {
    /// The game
    #[arg(value_parser = trainable_games())]
    game: String,

    /// The network's file, to be written
    network: PathBuf,

    /// Files of games
    #[arg(required = true)]
    data: Vec<PathBuf>,

    /// Weight of the end of a game in what its positions are worth, from 0 to 1; the rest is that of the search
    #[arg(long, default_value_t = 0.5, value_parser = weight)]
    wdl_lambda: f32,

    /// Part of the positions that is taken, above 0 and at most 1
    #[arg(long, default_value_t = 0.5, value_parser = part::<f64>)]
    sample_fraction: f64,

    /// Times that each position is seen
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,

    /// Positions between two changes of the weights
    #[arg(long, default_value_t = 8_192, value_parser = count(1 << 20))]
    batch: usize,

    /// Largest change of a weight at the start, above 0 and at most 1
    #[arg(long, default_value_t = 0.002, value_parser = part::<f32>)]
    learning_rate: f32,

    /// Decides where the weights begin, and the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Threads, each with its part of every batch; the result depends on their number
    #[arg(long, default_value_t = 2, value_parser = count(MOST_THREADS))]
    threads: usize,

    /// The state of the program, to stand in the network's file
    #[arg(long, default_value = "unknown", value_parser = one_line)]
    commit: String,
}

/// More than any machine has cores for.
const MOST_THREADS: u64 = 512;

/// The file that must not stay when the program ends early.
static LEFTOVER: OnceLock<PathBuf> = OnceLock::new();

/// Carries out `datagen` with these arguments.
pub fn datagen(arguments: &[OsString]) -> ExitCode {
    let arguments = DatagenArguments::parse_from(arguments);
    told(prepare().and_then(|()| play(&arguments)))
}

/// Carries out `train` with these arguments.
pub fn train(arguments: &[OsString]) -> ExitCode {
    let arguments = TrainArguments::parse_from(arguments);
    told(prepare().and_then(|()| learn(arguments)))
}

fn play(arguments: &DatagenArguments) -> anyhow::Result<()> {
    let DatagenArguments { ref game, ref file, games, nodes, seed, threads } = *arguments;
    let started = Instant::now();
    let mut first = None;
    let mut progress = |done: u64| {
        let before = *first.get_or_insert(done);
        if done.is_multiple_of(1_000) || done == games {
            let rate = u128::from(done - before) * 1_000 / started.elapsed().as_millis().max(1);
            say(&format!("{done} of {games} games, {rate} a second"));
        }
    };
    let options = SelfPlayOptions { games, nodes, seed, threads };
    Ok(trainable_game(game)?.play(file, options, &mut progress)?)
}

fn learn(arguments: TrainArguments) -> anyhow::Result<()> {
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
    // First of all, since a place that cannot be written should not cost hours.
    let replacement = Replacement::begin(&network)?;
    LEFTOVER.get_or_init(|| replacement.temporary().into());
    let options = TrainingOptions { epochs, batch, learning_rate, threads, seed };
    let training = Training { data, wdl_lambda, sample_fraction, options, commit };
    let bytes = trainable_game(&game)?.train(&training, &mut |line| say(line))?;
    Ok(replacement.finish(&bytes)?)
}

fn trainable_game(game: &str) -> anyhow::Result<&'static TrainableGame> {
    TrainableGame::find(TRAINABLE_GAMES, game).context("the game has no trainable_game")
}

/// Learning speaks no protocol: what went wrong is told on standard error.
fn told(done: anyhow::Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            UNREADABLE.into()
        }
    }
}

/// Sees to it that a panic and a signal end the program at once and properly, whatever other threads do.
fn prepare() -> anyhow::Result<()> {
    end_with_a_word_at_a_panic();
    // A file that may not grow further is told by the error of the write, once this signal does not end the program.
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGXFSZ]).context("signals")?;
    let wait = move || {
        if let Some(signal) = signals.forever().find(|&signal| signal != SIGXFSZ) {
            say("interrupted");
            end(128 + signal);
        }
    };
    thread::Builder::new().name("signals".into()).spawn(wait).context("the thread for signals")?;
    Ok(())
}

fn end_with_a_word_at_a_panic() {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    panic::set_hook(Box::new(|panic| {
        log::error!("{panic}");
        while IS_TOLD.swap(true, Ordering::Relaxed) {
            // The first thread that panics ends the program.
            thread::park();
        }
        let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
        say(&format!("error: internal: {}{place}", panic_text(panic.payload())));
        end(INTERNAL.into());
    }));
}

/// Ends the program in the middle of its work.
fn end(code: i32) -> ! {
    if let Some(file) = LEFTOVER.get() {
        // Perhaps it has its name already.
        let _ = fs::remove_file(file);
    }
    process::exit(code)
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS as usize)
}

fn trainable_games() -> PossibleValuesParser {
    TRAINABLE_GAMES.iter().map(|trainable_game| trainable_game.name).into()
}

fn count(most: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=most)
}

/// A number from 0 to 1, which not-a-number is not.
fn weight(text: &str) -> Result<f32, &'static str> {
    text.parse().ok().filter(|number| (0.0..=1.0).contains(number)).ok_or("wanted a number from 0 to 1")
}

/// A number above 0 and at most 1.
fn part<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, &'static str> {
    let fits = |number: &T| *number > T::from(0) && *number <= T::from(1);
    text.parse().ok().filter(fits).ok_or("wanted a number above 0 and at most 1")
}

/// A text that stays in its line.
fn one_line(text: &str) -> Result<String, String> {
    match text.chars().find(|c| c.is_control()) {
        Some(c) => Err(format!("wanted a text without control characters, found '{}'", c.escape_default())),
        None => Ok(text.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::thread;

    use super::end_with_a_word_at_a_panic;

    /// Set where the test runs as the program that is to end.
    const ROLE: &str = "PETTEIA_TEST_PANICS";

    #[test]
    fn a_panic_of_any_thread_ends_the_program_with_a_line() {
        if std::env::var_os(ROLE).is_some() {
            end_with_a_word_at_a_panic();
            let worker = thread::spawn(|| panic!("not thought\nthrough"));
            // The main thread waits for something else.
            thread::sleep(std::time::Duration::from_secs(60));
            drop(worker);
        }
        let name = "a_panic_of_any_thread_ends_the_program_with_a_line";
        let tests = std::env::current_exe().expect("this program");
        let output = Command::new(tests).args([name, "--nocapture"]).env(ROLE, "1").output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(70), "{told}");
        assert!(told.starts_with("error: internal: not thought\\nthrough at src/"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}
