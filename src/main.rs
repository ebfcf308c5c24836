//! The command line: arguments, subcommands, pipes and exit codes.

mod commands;
mod platform;

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, IsTerminal, Write};
use std::panic;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, Parser, Subcommand};
use commands::{
    INTERNAL, REFUSED, USAGE, analyse, chosen, convert, dxp, exit_code, game_names, learning, map, matches, play,
    progress, say, set_option, shell, tablebase, tune, units,
};
use petteia::base::ExitStatus;
use petteia::base::text::panic_text;
use petteia::dialects::{self, OtherLanguage};
use petteia::engine::CheckRequest;
use petteia::protocol::command::Command;
use petteia::protocol::server::{Config, ConversationError, Server};
use petteia::variants::VARIANTS;

/// An engine for a family of board games that speaks UGI and UCI.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// The game to begin with
    #[arg(long, ignore_case = true, value_parser = game_names())]
    game: Option<String>,

    /// The language of the lines: that of the first line, which is UGI where it can be, unless told otherwise
    #[arg(long, ignore_case = true, value_name = "NAME", value_parser = dialect_names())]
    dialect: Option<String>,

    /// Print a line with name and version first, as programs do that perftree drives
    #[arg(long)]
    banner: bool,

    /// Wait for the end of each go and perft, and let every error count in the exit code
    #[arg(long)]
    batch: bool,

    /// Set an option, as setoption does
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Read no file that a line names: neither fixtures nor decks
    #[arg(long)]
    no_files: bool,

    /// Lines of the protocol, carried out one after another. Without any, standard input is read
    #[arg(trailing_var_arg = true)]
    line: Vec<OsString>,

    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Hold the engine to fixture files
    Check {
        /// Leave out perft counts that are deeper
        #[arg(long)]
        depth: Option<u32>,

        /// The fixture files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Measure the engine: nodes of fixed positions, and speed
    Bench {
        /// Depth of the searches, in plies
        depth: Option<u32>,
    },
    #[command(flatten)]
    Apart(TaskApart),
}

/// What is no conversation.
#[derive(Debug, Subcommand)]
enum TaskApart {
    /// Play a game at the terminal
    Play(play::PlayArguments),
    /// Read one position a line, write one record a line
    Map(map::MapArguments),
    /// Write the games of a file in another format
    Convert(convert::ConvertArguments),
    /// Say what each move of the games of a file costs, by searches before and after it
    Analyse(analyse::AnalyseArguments),
    /// Play a match between two engines
    Match(Box<matches::MatchArguments>),
    /// Tune options of an engine by SPSA
    Tune(Box<tune::TuneArguments>),
    /// Write the positions some plies below a position as lines for map
    Split(units::SplitArguments),
    /// Add the counts of all units up
    Sum(units::SumArguments),
    /// Make different openings by random moves
    Openings(matches::OpeningsArguments),
    /// Play International draughts against a program that speaks DXP
    Dxp(dxp::DxpArguments),
    /// Make the endgame databases of a game, or check them
    Tablebase(tablebase::TablebaseArguments),
    /// Add self-play games to a file, as training data for `train`
    Datagen(learning::DatagenArguments),
    /// Train the network of a game on self-play games from `datagen`
    Train(learning::TrainArguments),
    /// Write what a shell needs to complete command lines
    Completions(shell::CompletionsArguments),
    /// Write the man pages: one of the program and one of each subcommand
    Man(shell::ManArguments),
}

fn main() -> ExitCode {
    let arguments = parse();
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    // The conversation replies to a panic, so the message of the hook goes to the log.
    panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    // An error that ends the process is printed.
    let fault = match panic::catch_unwind(|| run(arguments)) {
        Ok(Ok(code)) => return code,
        Ok(Err(error)) => format!("{error:#}"),
        Err(cause) => format!("internal: {}", panic_text(&*cause)),
    };
    say(&format!("error: {fault}"));
    INTERNAL.into()
}

/// Reads the command line. Upper and lower case are the same in the name of a subcommand.
fn parse() -> Arguments {
    let arguments = Arguments::parse();
    let lower = arguments.line.first().map(|word| word.to_ascii_lowercase()).unwrap_or_default();
    if !Arguments::command().get_subcommands().any(|subcommand| lower == subcommand.get_name()) {
        return arguments;
    }
    // The lines are the last words.
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let at = words.len() - arguments.line.len();
    words[at] = lower;
    Arguments::parse_from(words)
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { game, dialect, banner, batch, options, no_files, line, task } = arguments;
    let has_lines = !line.is_empty();
    let for_person = task.is_none() && !has_lines && !banner && dialect.is_none() && is_terminal();
    let input: Box<dyn BufRead + Send>;
    let (is_batch, first) = match task {
        Some(Task::Apart(task)) => return run_apart(task, game.as_deref(), options, !no_files),
        Some(Task::Check { depth, files }) => {
            input = Box::new(io::empty());
            (true, Some(Command::Check(CheckRequest { depth, files })))
        }
        Some(Task::Bench { depth }) => {
            input = Box::new(io::empty());
            (true, Some(Command::Bench(depth)))
        }
        None if !line.is_empty() => {
            input = Box::new(Cursor::new(script(&line)));
            (true, None)
        }
        None => {
            let is_script = platform::is_regular_file(&io::stdin());
            input = Box::new(BufReader::new(io::stdin()));
            (is_script, None)
        }
    };
    let batch = batch || is_batch;
    let dialect_is_open = dialect.is_none();
    let language = dialect.and_then(|name| OtherLanguage::find(&name));
    let only_game = language.and_then(OtherLanguage::only_game);
    if let (Some(language), Some(only), Some(game)) = (language, only_game, &game)
        && !only.eq_ignore_ascii_case(game)
    {
        say(&format!("error: wanted the game {only} with --dialect {}, found {game}", language.name()));
        return Ok(USAGE.into());
    }
    let variant = chosen(only_game.or(game.as_deref())).context("there are no games")?;
    let mut output = BufWriter::new(io::stdout());
    introduce(&mut output, banner, for_person).context("standard output")?;
    let mut server = Server::new(Config { variants: VARIANTS, variant, batch, files: !no_files }, output)?;
    match language {
        Some(language) => {
            server.speak(language.language());
            for (name, value) in language.defaults() {
                server.set_option(name, Some(value)).context("a default")?;
            }
        }
        None if dialect_is_open => {
            let is_chosen = game.is_some();
            server.recognise(Box::new(move |line, engine| dialects::recognise(line, engine, is_chosen)));
        }
        None => {}
    }
    for option in &options {
        if let Err((code, text)) = set_option(option, |name, value| server.set_option(name, value)) {
            say(&format!("error: {text}"));
            return Ok(code.into());
        }
    }
    if has_lines {
        server.watch_steps(Box::new(progress::watch_counts()));
    }
    let interrupter = server.interrupter();
    platform::interrupt_on_signals(move || interrupter.interrupt())?;
    end_code(server.run(first, input), batch)
}

/// Runs what is no conversation, with the game and the options that stand before its name.
fn run_apart(task: TaskApart, game: Option<&str>, mut options: Vec<String>, files: bool) -> anyhow::Result<ExitCode> {
    let variant = |own: Option<&str>| chosen(own.or(game)).context("there are no games");
    match task {
        TaskApart::Datagen(arguments) => Ok(learning::datagen(&arguments)),
        TaskApart::Train(arguments) => Ok(learning::train(arguments)),
        TaskApart::Tablebase(arguments) => Ok(exit_code(tablebase::tablebase(&arguments))),
        TaskApart::Completions(arguments) => Ok(exit_code(shell::completions(&arguments, Arguments::command()))),
        TaskApart::Man(arguments) => Ok(exit_code(shell::man(&arguments, Arguments::command()))),
        TaskApart::Map(mut arguments) => {
            let variant = variant(arguments.game.as_deref())?;
            options.append(&mut arguments.options);
            Ok(map::map(arguments, variant, &options, files))
        }
        TaskApart::Convert(arguments) => Ok(exit_code(convert::convert(&arguments, game))),
        TaskApart::Analyse(arguments) => Ok(exit_code(analyse::analyse(arguments, game, options, files))),
        TaskApart::Match(arguments) => {
            let variant = variant(arguments.game.as_deref())?;
            Ok(exit_code(matches::play_match(&arguments, variant)))
        }
        TaskApart::Tune(arguments) => {
            let variant = variant(arguments.games.game.as_deref())?;
            Ok(exit_code(tune::tune(&arguments, variant)))
        }
        TaskApart::Split(arguments) => {
            let variant = variant(Some(&arguments.game))?;
            Ok(exit_code(units::split_count(&arguments, variant)))
        }
        TaskApart::Sum(arguments) => Ok(exit_code(units::sum(&arguments))),
        TaskApart::Openings(arguments) => {
            let variant = variant(Some(&arguments.game))?;
            Ok(exit_code(matches::openings(&arguments, variant)))
        }
        TaskApart::Dxp(arguments) => {
            let variant = chosen(game.or(Some(dxp::GAME))).context("there are no games")?;
            Ok(exit_code(dxp::dxp(arguments, variant, options, files)))
        }
        TaskApart::Play(arguments) => Ok(exit_code(play::play(arguments, game, options, files))),
    }
}

/// The exit code at the end of a conversation.
fn end_code(end: Result<ExitStatus, ConversationError>, batch: bool) -> anyhow::Result<ExitCode> {
    match end {
        Ok(status) => Ok(status_code(status, batch)),
        // The reader of the output has closed it.
        Err(ConversationError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(ConversationError::Io(error)) => Err(error).context("standard output"),
        Err(ConversationError::Refused(why)) => {
            say(&format!("error: {why}"));
            Ok(REFUSED.into())
        }
    }
}

/// Whether a person talks to the engine and no program.
fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Says name and version as a banner, or to a person, who is also told how to go on.
fn introduce(output: &mut impl Write, banner: bool, for_person: bool) -> io::Result<()> {
    let [name, version] = [env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")];
    if banner {
        writeln!(output, "{name} {version}")?;
    }
    if for_person {
        writeln!(output, "{name} {version}: type help for the commands, quit to end; {name} play plays a game")?;
        output.flush()?;
    }
    Ok(())
}

/// The parser of the name of a dialect.
fn dialect_names() -> PossibleValuesParser {
    let others = OtherLanguage::ALL.into_iter().map(|(name, _)| name);
    ["ugi"].into_iter().chain(others).collect::<Vec<_>>().into()
}

/// Joins arguments to the lines of a script. They need not be UTF-8.
fn script(lines: &[OsString]) -> Vec<u8> {
    let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_encoded_bytes()).collect();
    lines.join(&b'\n')
}

/// The exit code for the replies of a conversation. Most errors count in batches only.
fn status_code(status: ExitStatus, batch: bool) -> ExitCode {
    if batch || status == ExitStatus::Internal { status.into() } else { ExitCode::SUCCESS }
}
