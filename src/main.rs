//! The command line: who speaks, through which pipes, and with which exit code.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use std::{panic, thread};

use anyhow::Context;
use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser};
use petteia::learning::games::Plan;
use petteia::learning::trainer::Course;
use petteia::learning::{Lesson, Training};
use petteia::protocol::command::{Check, Command};
use petteia::protocol::serve::{Config, Interrupter, Outcome, Server};
use petteia::session::Variant;
use petteia::variants::{LESSONS, VARIANTS};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// An engine for a family of board games, spoken to in lines of text (UCI, UGI).
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// The game to begin with
    #[arg(long, ignore_case = true, value_parser = games())]
    game: Option<String>,

    /// Wait for the end of each go and perft, and let every error count in the exit code
    #[arg(long)]
    batch: bool,

    /// Lines of the protocol, carried out one after another; or `check`, `bench`, `datagen` or `train` with its
    /// arguments. Without any, standard input is read
    #[arg(trailing_var_arg = true)]
    line: Vec<OsString>,
}

/// Holds the engine to fixture files.
#[derive(Debug, Parser)]
#[command(name = "petteia check", no_binary_name = true)]
struct CheckArguments {
    /// Skip perft counts that are deeper
    #[arg(long)]
    depth: Option<u32>,

    /// The fixture files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Measures the engine.
#[derive(Debug, Parser)]
#[command(name = "petteia bench", no_binary_name = true)]
struct BenchArguments {
    /// How deep to search, in plies
    depth: Option<u32>,
}

/// Adds games of the engine against itself to a file, as material for `train`.
#[derive(Debug, Parser)]
#[command(name = "petteia datagen", no_binary_name = true)]
struct DatagenArguments {
    /// The game
    #[arg(value_parser = lessons())]
    game: String,

    /// The file; an interrupted run goes on where it ended
    file: PathBuf,

    /// Games in the file at the end
    #[arg(long, default_value_t = 150_000)]
    games: u64,

    /// Positions visited for each move
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,

    /// Decides the games, with their number
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games played at the same time
    #[arg(long, default_value_t = cores())]
    threads: usize,
}

/// Trains the network of a game on games that `datagen` has played.
#[derive(Debug, Parser)]
#[command(name = "petteia train", no_binary_name = true)]
struct TrainArguments {
    /// The game
    #[arg(value_parser = lessons())]
    game: String,

    /// The network's file, to be written
    network: PathBuf,

    /// Files of games
    #[arg(required = true)]
    data: Vec<PathBuf>,

    /// Weight of the end of a game in what its positions are worth, from 0 to 1; the rest is that of the search
    #[arg(long, default_value_t = 0.5)]
    by_end: f32,

    /// Part of the positions that is taken
    #[arg(long, default_value_t = 0.5)]
    share: f64,

    /// Times that each position is seen
    #[arg(long, default_value_t = 10)]
    epochs: u32,

    /// Positions between two changes of the weights
    #[arg(long, default_value_t = 8_192)]
    batch: usize,

    /// Largest change of a weight at the start
    #[arg(long, default_value_t = 0.002)]
    rate: f32,

    /// Decides where the weights begin, and the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Threads, each with its part of every batch; the result depends on their number
    #[arg(long, default_value_t = 2)]
    threads: usize,

    /// The state of the program, to stand in the network's file
    #[arg(long, default_value = "unknown")]
    commit: String,
}

/// The exit code for a fault of the engine, `EX_SOFTWARE` of `sysexits.h`.
const INTERNAL: u8 = 70;
/// The exit code for a file that cannot be read or written.
const UNREADABLE: u8 = 4;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    // A panic is answered on the protocol; what the default hook prints belongs in the log.
    panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            log::error!("{error:#}");
            INTERNAL.into()
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match arguments.line.split_first() {
        Some((first, rest)) if first.eq_ignore_ascii_case("datagen") => {
            Ok(told(datagen(&DatagenArguments::parse_from(rest))))
        }
        Some((first, rest)) if first.eq_ignore_ascii_case("train") => Ok(told(train(TrainArguments::parse_from(rest)))),
        _ => serve(arguments),
    }
}

/// Learning speaks no protocol: what went wrong with its files is told on standard error.
fn told(done: anyhow::Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            UNREADABLE.into()
        }
    }
}

fn datagen(arguments: &DatagenArguments) -> anyhow::Result<()> {
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
    let plan = Plan { games, nodes, seed, threads };
    (lesson(game)?.play)(file, plan, &mut progress).with_context(|| file.display().to_string())
}

fn train(arguments: TrainArguments) -> anyhow::Result<()> {
    let TrainArguments { game, network, data, by_end, share, epochs, batch, rate, seed, threads, commit } = arguments;
    let course = Course { epochs, batch, rate, threads, seed };
    let training = Training { data, by_end, share, course, commit };
    let bytes = (lesson(&game)?.train)(&training, &mut |line| say(line)).context("training")?;
    std::fs::write(&network, bytes).with_context(|| network.display().to_string())
}

fn lesson(game: &str) -> anyhow::Result<&'static Lesson> {
    Lesson::find(LESSONS, game).context("the game has no lesson")
}

/// Progress is for people, so it goes to standard error; that nobody listens is no fault.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn lessons() -> PossibleValuesParser {
    LESSONS.iter().map(|lesson| lesson.name).into()
}

fn serve(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let batch = arguments.batch || !arguments.line.is_empty() || is_script(&io::stdin());
    let variant = chosen(arguments.game.as_deref()).context("there are no games")?;
    let output = BufWriter::new(io::stdout());
    let server = Server::new(Config { variants: VARIANTS, variant, batch }, output)?;
    interrupt_on_signals(server.interrupter())?;
    let first = first_command(&arguments.line);
    let input: Box<dyn BufRead + Send> = match (&first, arguments.line.is_empty()) {
        (Some(_), _) => Box::new(io::empty()),
        (None, false) => Box::new(Cursor::new(script(&arguments.line))),
        (None, true) => Box::new(BufReader::new(io::stdin())),
    };
    match server.run(first, input) {
        Ok(outcome) => Ok(exit_code(outcome, batch)),
        // Whoever reads has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error).context("standard output"),
    }
}

/// `check` and `bench` take the rest of the command line as theirs.
fn first_command(words: &[OsString]) -> Option<Command<'static>> {
    let (first, rest) = words.split_first()?;
    if first.eq_ignore_ascii_case("check") {
        let CheckArguments { depth, files } = CheckArguments::parse_from(rest);
        Some(Command::Check(Check { depth, files }))
    } else if first.eq_ignore_ascii_case("bench") {
        Some(Command::Bench(BenchArguments::parse_from(rest).depth))
    } else {
        None
    }
}

fn games() -> PossibleValuesParser {
    VARIANTS.iter().map(|variant| PossibleValue::new(variant.name).aliases(variant.aliases)).into()
}

fn chosen(game: Option<&str>) -> Option<&'static Variant> {
    match game {
        Some(name) => Variant::find(VARIANTS, name),
        None => VARIANTS.first(),
    }
}

/// Arguments as the lines of a script; they need be no text.
fn script(lines: &[OsString]) -> Vec<u8> {
    let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_encoded_bytes()).collect();
    lines.join(&b'\n')
}

/// A file has no eyes to read the answer to one command before it gives the next.
fn is_script(input: &io::Stdin) -> bool {
    let file = input.as_fd().try_clone_to_owned().map(File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|metadata| metadata.is_file())
}

fn interrupt_on_signals(interrupter: Interrupter) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let wait = move || signals.forever().for_each(|_| interrupter.interrupt());
    thread::Builder::new().name("signals".into()).spawn(wait)?;
    Ok(())
}

fn exit_code(outcome: Outcome, batch: bool) -> ExitCode {
    match outcome {
        Outcome::Internal => INTERNAL.into(),
        _ if !batch => ExitCode::SUCCESS,
        Outcome::Unreadable => UNREADABLE.into(),
        Outcome::Mismatch => 1.into(),
        Outcome::Error => 3.into(),
        Outcome::Fine => ExitCode::SUCCESS,
    }
}
