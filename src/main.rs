//! The command line: who speaks, through which pipes, and with which exit code.

mod commands;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{panic, thread};

use anyhow::Context;
use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser};
use commands::{INTERNAL, UNREADABLE, learning, say};
use petteia::base::text::panic_text;
use petteia::protocol::command::{Check, Command};
use petteia::protocol::serve::{Config, Interrupter, Outcome, Server};
use petteia::session::Variant;
use petteia::variants::VARIANTS;
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

    /// Read no file that a line names: neither fixtures nor decks
    #[arg(long)]
    no_files: bool,

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

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    // A panic is answered on the protocol; what the default hook prints belongs in the log.
    panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    // Whatever ends the process says so.
    let fault = match panic::catch_unwind(|| run(&arguments)) {
        Ok(Ok(code)) => return code,
        Ok(Err(error)) => format!("{error:#}"),
        Err(cause) => format!("internal: {}", panic_text(&*cause)),
    };
    say(&format!("error: {fault}"));
    INTERNAL.into()
}

fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match arguments.line.split_first() {
        Some((first, rest)) if first.eq_ignore_ascii_case("datagen") => Ok(learning::datagen(rest)),
        Some((first, rest)) if first.eq_ignore_ascii_case("train") => Ok(learning::train(rest)),
        _ => serve(arguments),
    }
}

fn serve(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let batch = arguments.batch || !arguments.line.is_empty() || is_script(&io::stdin());
    let variant = chosen(arguments.game.as_deref()).context("there are no games")?;
    let output = BufWriter::new(io::stdout());
    let server = Server::new(Config { variants: VARIANTS, variant, batch, files: !arguments.no_files }, output)?;
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
    let wait = move || {
        for (number, signal) in signals.forever().enumerate() {
            if number > 0 {
                // Whoever asks twice does not want to wait.
                std::process::exit(128 + signal);
            }
            interrupter.interrupt();
        }
    };
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
