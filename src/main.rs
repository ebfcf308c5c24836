//! The command line: arguments, subcommands, pipes and exit codes.

mod commands;
mod platform;

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, IsTerminal, Write};
use std::panic;
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use petteia::exit_status::ExitStatus;
use petteia::protocols;
use petteia::protocols::ugi::Ugi;
use petteia::protocols::{PROTOCOLS, ProtocolKind};
use petteia::server::connection::Protocol;
use petteia::server::{Config, ConnectionError, Server};
use petteia_core::text::panic_message;
use petteia_engine::{CheckRequest, VARIANTS};
use petteia_matches::players::process_groups::{LEADER_ARGUMENT, lead_process_group};
use petteia_ugi::Command;

use commands::arguments::{self, Arguments, Subcommand, Task};
use commands::{
    INTERNAL, REFUSED, USAGE, analyse, book, broken_stdout, chosen, convert, draw, dxp, exit_code, learning, map,
    matches, play, print, progress, say, set_option, shell, tablebase, tune, units,
};

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|word| word == LEADER_ARGUMENT) {
        lead_process_group();
        return ExitCode::SUCCESS;
    }
    let arguments = match arguments::read(std::env::args_os().collect()) {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error),
    };
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    // The session replies to a panic, so the message of the hook goes to the log.
    panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    // An error that ends the process is printed.
    let error = match panic::catch_unwind(|| run(arguments)) {
        Ok(Ok(code)) => return code,
        Ok(Err(error)) => format!("{error:#}"),
        Err(cause) => format!("internal: {}", panic_message(&*cause)),
    };
    say(&format!("error: {error}"));
    INTERNAL.into()
}

/// Prints help, the version or what is wrong with the command line.
fn explain(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // There is no other place for the error if it cannot be written.
        drop(error.print());
        return USAGE.into();
    }
    exit_code(print(&error.render().to_string()))
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    platform::report_file_size_limit().context("signals")?;
    platform::exit_on_abort(INTERNAL.code()).context("signals")?;
    let Arguments { game, protocol, banner, batch, options, no_files, line, task } = arguments;
    let has_lines = !line.is_empty();
    let for_person = task.is_none() && !has_lines && !banner && protocol.is_none() && is_terminal();
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
    let protocol = protocol.as_deref().and_then(ProtocolKind::find);
    let games = protocol.map_or(&[][..], |kind| kind.games);
    let variant = chosen(game.as_deref().or(games.first().copied())).context("there are no games")?;
    if let Some(protocol) = protocol.filter(|_| !games.is_empty() && !games.contains(&variant.name)) {
        let expected = games.join(" or ");
        say(&format!("error: expected the game {expected} with --protocol {}, found {}", protocol.name, variant.name));
        return Ok(USAGE.into());
    }
    let mut output = BufWriter::new(io::stdout());
    if let Err(error) = introduce(&mut output, banner, for_person) {
        return Ok(exit_code(broken_stdout(&error)));
    }
    let started: Box<dyn Protocol> = match first {
        Some(command) => Box::new(Ugi::with_command(command)),
        None => (protocol.unwrap_or(&PROTOCOLS[0]).start)(),
    };
    let mut server = Server::new(Config { variants: VARIANTS, variant, batch, files: !no_files }, started, output)?;
    for (name, value) in protocol.map_or(&[][..], |kind| kind.defaults) {
        server.set_option(name, Some(value)).context("a default")?;
    }
    if protocol.is_none() {
        let is_chosen = game.is_some();
        server.detect(Box::new(move |line, engine| protocols::detect(line, engine, is_chosen)));
    }
    for option in &options {
        if let Err((code, text)) = set_option(option, |name, value| server.set_option(name, value)) {
            say(&format!("error: {text}"));
            return Ok(code.into());
        }
    }
    let shutdown_handle = server.shutdown_handle();
    platform::interrupt_on_signals(move || shutdown_handle.interrupt())?;
    if has_lines {
        server.on_progress(Box::new(progress::watch_counts()));
    } else {
        let watcher = server.shutdown_handle();
        platform::on_closed_output(move || watcher.output_closed())?;
    }
    end_code(server.run(input), batch)
}

/// Runs a command that is not a session, with the game and the options that stand before its name.
fn run_apart(task: Subcommand, game: Option<&str>, mut options: Vec<String>, files: bool) -> anyhow::Result<ExitCode> {
    let variant = |own: Option<&str>| chosen(own.or(game)).context("there are no games");
    match task {
        Subcommand::Datagen(arguments) => Ok(learning::datagen(&arguments)),
        Subcommand::Train(arguments) => Ok(learning::train(arguments)),
        Subcommand::Book(arguments) => Ok(exit_code(book::book(&arguments, game))),
        Subcommand::Tablebase(arguments) => Ok(exit_code(tablebase::tablebase(&arguments))),
        Subcommand::Completions(arguments) => Ok(exit_code(shell::completions(&arguments, Arguments::command()))),
        Subcommand::Man(arguments) => Ok(exit_code(shell::man(&arguments, Arguments::command()))),
        Subcommand::Map(mut arguments) => {
            let variant = variant(arguments.game.as_deref())?;
            options.append(&mut arguments.options);
            Ok(map::map(*arguments, variant, &options, files))
        }
        Subcommand::Convert(arguments) => Ok(exit_code(convert::convert(&arguments, game, options, files))),
        Subcommand::Analyse(arguments) => Ok(exit_code(analyse::analyse(arguments, game, options, files))),
        Subcommand::Draw(mut arguments) => {
            let variant = variant(arguments.game.as_deref())?;
            options.append(&mut arguments.options);
            Ok(exit_code(draw::draw(&arguments, variant, &options, files)))
        }
        Subcommand::Match(arguments) => {
            let variant = variant(arguments.game.as_deref())?;
            Ok(exit_code(matches::play_match(&arguments, variant)))
        }
        Subcommand::Tune(arguments) => {
            let variant = variant(arguments.games.game.as_deref())?;
            Ok(exit_code(tune::tune(&arguments, variant)))
        }
        Subcommand::Split(arguments) => {
            let variant = variant(Some(&arguments.game))?;
            Ok(exit_code(units::split_count(&arguments, variant)))
        }
        Subcommand::Sum(arguments) => Ok(exit_code(units::sum(&arguments))),
        Subcommand::Openings(arguments) => {
            let variant = variant(Some(&arguments.game))?;
            Ok(exit_code(matches::openings(&arguments, variant)))
        }
        Subcommand::Dxp(arguments) => {
            let variant = chosen(game.or(Some(dxp::GAME))).context("there are no games")?;
            Ok(exit_code(dxp::dxp(arguments, variant, options, files)))
        }
        Subcommand::Play(arguments) => Ok(exit_code(play::play(arguments, game, options, files))),
    }
}

/// The exit code at the end of a connection.
fn end_code(end: Result<ExitStatus, ConnectionError>, batch: bool) -> anyhow::Result<ExitCode> {
    match end {
        Ok(status) => Ok(status_code(status, batch)),
        Err(ConnectionError::Output(error)) => Ok(exit_code(broken_stdout(&error))),
        Err(error @ ConnectionError::Thread(_)) => Err(error.into()),
        Err(ConnectionError::Aborted(why)) => {
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
    }
    output.flush()
}

/// Joins arguments to the lines of a script. They need not be UTF-8.
fn script(lines: &[OsString]) -> Vec<u8> {
    let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_encoded_bytes()).collect();
    lines.join(&b'\n')
}

/// The exit code for the replies of a connection. Most errors count in batches only.
fn status_code(status: ExitStatus, batch: bool) -> ExitCode {
    if batch || status == ExitStatus::Internal { status.into() } else { ExitCode::SUCCESS }
}
