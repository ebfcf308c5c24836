//! The arguments of the command line: options, subcommands, protocols and lines.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, Parser, value_parser};
use petteia::protocols::{PROTOCOLS, ProtocolKind};
use petteia_core::text::one_line;
use petteia_engine::{CPU_LEVEL, MAX_DEPTH};

use super::{
    analyse, book, convert, draw, dxp, game_names, learning, map, matches, play, shell, tablebase, tune, units,
};

/// The version, and below it what the program was compiled for, as `linux x86_64, x86-64-v3`.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let level = CPU_LEVEL.map_or(String::new(), |level| format!(", {level}"));
    format!("{}\n{} {}{level}", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH)
});

/// A board game engine for UGI and UCI.
#[derive(Debug, Parser)]
#[command(version, long_version = BUILD.as_str())]
pub struct Arguments {
    /// Game to play
    #[arg(long, ignore_case = true, value_parser = game_names())]
    pub game: Option<String>,

    /// Engine protocol [default: detected from the first line, else UGI]
    #[arg(long, alias = "dialect", ignore_case = true, value_name = "NAME", value_parser = protocol_names())]
    pub protocol: Option<String>,

    /// Print name and version first (for perftree)
    #[arg(long)]
    pub banner: bool,

    /// Wait for each go and perft; fail on any error
    #[arg(long)]
    pub batch: bool,

    /// Set an option, as setoption does
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,

    /// Disable commands and options that read files: `check`, `Deck`, `TablebasePath` and `Book File`
    #[arg(long)]
    pub no_files: bool,

    /// Commands to run, after all options [default: read standard input]. The name of a protocol alone, such as hub or
    /// gtp, starts a session in it
    #[arg(trailing_var_arg = true)]
    pub line: Vec<OsString>,

    #[command(subcommand)]
    pub task: Option<Task>,
}

#[derive(Debug, clap::Subcommand)]
pub enum Task {
    /// Check the rules against fixture files
    Check {
        /// Skip deeper perft counts
        #[arg(long)]
        depth: Option<u32>,

        /// The fixture files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Print the bench signature and speed
    Bench {
        /// Depth of the searches, in plies
        #[arg(value_parser = value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
        depth: Option<u32>,
    },
    #[command(flatten)]
    Apart(Subcommand),
}

/// What is no connection.
#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Play a game at the terminal
    Play(play::PlayArguments),
    /// Read one position a line, write one record a line
    Map(Box<map::MapArguments>),
    /// Write the games of a file in another format
    Convert(convert::ConvertArguments),
    /// Analyse the moves of recorded games
    Analyse(analyse::AnalyseArguments),
    /// Draw a position as SVG or PNG
    Draw(draw::DrawArguments),
    /// Play a match between two engines
    Match(Box<matches::MatchArguments>),
    /// Tune options of an engine by SPSA
    Tune(Box<tune::TuneArguments>),
    /// Split a perft into positions for map
    Split(units::SplitArguments),
    /// Add up the counts of all units
    Sum(units::SumArguments),
    /// Generate distinct random openings
    Openings(matches::OpeningsArguments),
    /// Play International draughts against a program that speaks DXP
    Dxp(dxp::DxpArguments),
    /// Build opening books and show them
    Book(Box<book::BookArguments>),
    /// Generate or verify endgame databases
    Tablebase(tablebase::TablebaseArguments),
    /// Add self-play games to a file, as training data for `train`
    Datagen(learning::DatagenArguments),
    /// Train the network of a game on self-play games from `datagen`
    Train(learning::TrainArguments),
    /// Generate shell completions
    Completions(shell::CompletionsArguments),
    /// Write the man pages: one of the program and one of each subcommand
    Man(shell::ManArguments),
}

/// The parser of the name of a protocol.
fn protocol_names() -> PossibleValuesParser {
    PROTOCOLS.each_ref().map(|kind| kind.name).into()
}

/// Reads the command line, whose first word is the name of the program. Upper and lower case are the same in the names of
/// subcommands and protocols.
///
/// # Errors
/// The command line is wrong, or asks for help or the version.
pub fn read(words: Vec<OsString>) -> Result<Arguments, clap::Error> {
    read_words(words).map_err(|mut error| {
        // The advice is to put the word behind `--`, but no line begins as an option.
        error.remove(ContextKind::Suggested);
        error
    })
}

fn read_words(mut words: Vec<OsString>) -> Result<Arguments, clap::Error> {
    let arguments = Arguments::try_parse_from(&words)?;
    let Some(first) = arguments.line.first() else { return Ok(arguments) };
    // The lines are the last words.
    let at = words.len() - arguments.line.len();
    let lower = first.to_ascii_lowercase();
    if Arguments::command().get_subcommands().any(|subcommand| lower == subcommand.get_name()) {
        words[at] = lower;
        return Arguments::try_parse_from(words);
    }
    let kind = lower.to_str().and_then(ProtocolKind::find);
    let Some(ProtocolKind { name: protocol, is_command, .. }) = kind else { return check_order(arguments) };
    let is_followed_by_line = arguments.line.get(1).is_some_and(|word| !is_option(word));
    if is_followed_by_line && *is_command {
        return check_order(arguments);
    }
    if is_followed_by_line {
        return Err(no_line(protocol, &arguments.line[1]));
    }
    words.remove(at);
    let session = Arguments::try_parse_from(words)?;
    match (&session.protocol, session.line.first()) {
        (_, Some(line)) if *is_command => Err(wrong_order(&arguments.line[1], line)),
        (_, Some(line)) => Err(no_line(protocol, line)),
        _ if session.task.is_some() => Err(error(&format!("expected no command after {protocol}, found one"))),
        (Some(other), _) if !other.eq_ignore_ascii_case(protocol) => {
            Err(error(&format!("expected one protocol, found {protocol} and --protocol {other}")))
        }
        _ => Ok(Arguments { protocol: Some((*protocol).into()), ..session }),
    }
}

/// Whether a word is an option. No line of a protocol begins as one.
fn is_option(word: &OsStr) -> bool {
    word.as_encoded_bytes().starts_with(b"-")
}

/// Makes sure that no option stands behind a line.
fn check_order(arguments: Arguments) -> Result<Arguments, clap::Error> {
    let option = arguments.line.iter().find(|word| is_option(word));
    match (option, arguments.line.first()) {
        (Some(option), Some(line)) => Err(wrong_order(option, line)),
        _ => Ok(arguments),
    }
}

fn wrong_order(option: &OsStr, line: &OsStr) -> clap::Error {
    let [option, line] = [option, line].map(OsStr::to_string_lossy);
    error(&format!("expected options before the first line, found '{option}' with the line '{line}'"))
}

fn no_line(protocol: &str, line: &OsStr) -> clap::Error {
    error(&format!("expected no line after {protocol}, which reads standard input, found '{}'", line.to_string_lossy()))
}

/// An error of the command line with a text of one line.
fn error(text: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{}\n", one_line(text)))
}
