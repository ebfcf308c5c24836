//! The command `play`: a person plays against the engine, or persons play each other.

mod commands;
mod console;
mod diagram;
mod dixit;
mod hands;
mod host;
mod leaving;
#[cfg_attr(not(unix), path = "mode_other.rs")]
mod mode;
mod opening;
mod painted;
mod recovery;
mod review;
mod rules;
mod saved;
mod seats;
#[cfg(unix)]
mod secret;
mod signals;
mod status;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod thinking;
mod words;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

use clap::{Args, ColorChoice};
use petteia_engine::Level;
use petteia_matches::openings::Opening;

use super::{CommandFailure, INTERNAL, REFUSED, UNREADABLE, USAGE, broken_output, chosen};
use crate::platform;
use console::{Console, Lines};
use diagram::Look;
use host::{Event, GameLoop, HostError};
use recovery::Recovery;
use table::{PlayConfig, PlayState};
use terminal::{Terminal, best_look, has_colours};

/// Exit code when the terminal is gone, as if `SIGHUP` (1) had ended the program.
const HUNG_UP: i32 = 128 + 1;

/// Play a game at the terminal
#[derive(Debug, Args)]
#[command(after_help = "In the game, help lists the commands. Tab completes moves and commands.")]
pub struct PlayArguments {
    /// The game
    #[arg(ignore_case = true, value_parser = super::game_names())]
    pub game: Option<String>,

    /// The sides that you play: first, second, both, none, a colour, or seats such as 1,3 [default: first]
    #[arg(long)]
    side: Option<String>,

    /// The strength of the engine, from 0 to 20 [default: 8]
    #[arg(long, value_name = "N", value_parser = Level::read)]
    level: Option<Level>,

    /// The seed of deals and of the choices of the engine, as --option Seed=N
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    load: Option<PathBuf>,

    /// Begin at an opening of a file, one a line as for match, that is drawn at random
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    openings: Option<PathBuf>,

    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        help = "When to use colours; auto respects NO_COLOR"
    )]
    color: ColorChoice,

    /// No colours, and no characters but ASCII
    #[arg(long)]
    ascii: bool,

    /// Set an option, as setoption does
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// Runs `play`, with the game and the options that stand before the command.
pub fn play(
    arguments: PlayArguments,
    game: Option<&str>,
    mut options: Vec<String>,
    files: bool,
) -> Result<(), CommandFailure> {
    let variant = chosen(arguments.game.as_deref().or(game)).ok_or_else(|| (USAGE, "there are no games".into()))?;
    let PlayArguments { side, level, seed, load, openings, color, ascii, options: own, .. } = arguments;
    options.extend(own);
    options.extend(seed.map(|seed| format!("Seed={seed}")));
    let (sender, events) = channel();
    let job_sender = sender.clone();
    // Nobody receives when the program ends.
    let of_jobs = Arc::new(move |event| drop(job_sender.send(Event::Job(event))));
    let opening = openings.map(|file| opening::draw(&file, variant, seed)).transpose()?.unwrap_or_else(Opening::start);
    let (start, moves) = opening.parts();
    let setup = PlayConfig { variant, options, start: start.map(str::to_owned), files, events: of_jobs };
    let side_word = if load.is_some() { "none" } else { side.as_deref().unwrap_or("first") };
    let mut table = PlayState::open(setup, &moves, side_word, level.unwrap_or_default())?;
    if let Some(file) = &load {
        table = loaded(&table, file, side.as_deref(), level)?;
    }
    let failed = |error: io::Error| (UNREADABLE, format!("the terminal: {error}"));
    let has_colour = !ascii && has_colours(color);
    let terminal = Terminal::open(if has_colour { best_look() } else { Look::Plain }, ascii).map_err(failed)?;
    let thinks = Arc::new(AtomicBool::new(false));
    let is_thinking = Arc::clone(&thinks);
    let interrupt = move || {
        let is_thinking = is_thinking.load(Ordering::SeqCst);
        is_thinking && sender.send(Event::Interrupt).is_ok()
    };
    // Scripts have a copy of their game.
    let recovery = Arc::new(Recovery::new(terminal.is_some() && files));
    let mut console: Box<dyn Console> = if let Some(terminal) = terminal {
        signals::on_panic(&terminal.mode(), &recovery);
        let watched = signals::watch(terminal.mode(), Arc::clone(&recovery), move || {
            interrupt();
        });
        watched.map_err(failed)?;
        Box::new(terminal)
    } else {
        let on_signal = move |signal| {
            if signal != platform::INTERRUPT || !interrupt() {
                std::process::exit(128 + signal);
            }
        };
        platform::on_signals(on_signal).map_err(failed)?;
        Box::new(Lines::new(io::stdin().lock(), io::stdout(), has_colour))
    };
    let ended = GameLoop::new(table, console.as_mut(), events, thinks, Arc::clone(&recovery)).run();
    drop(console);
    recovery.save();
    match ended {
        Ok(()) => Ok(()),
        Err(HostError::Io(error)) if error.kind() == io::ErrorKind::ConnectionAborted => {
            std::process::exit(HUNG_UP);
        }
        Err(HostError::Io(error)) => broken_output(&error),
        Err(HostError::Secrecy(error)) => Err((USAGE, error)),
        Err(error) => Err((INTERNAL, error.to_string())),
    }
}

/// The game of a file, with the side and the level of the command line where they are given.
fn loaded(
    table: &PlayState,
    file: &std::path::Path,
    side: Option<&str>,
    level: Option<Level>,
) -> Result<PlayState, CommandFailure> {
    let is_readable = file.metadata().is_ok_and(|metadata| metadata.is_file());
    let code = if is_readable { REFUSED } else { UNREADABLE };
    let mut loaded = commands::load(table, file).map_err(|error| (code, error))?;
    if let Some(side) = side {
        let persons = seats::HumanSeats::read(side, loaded.seats());
        loaded.persons = persons.map_err(|error| (USAGE, format!("--side: {error}")))?;
    }
    loaded.level = level.unwrap_or(loaded.level);
    Ok(loaded)
}
