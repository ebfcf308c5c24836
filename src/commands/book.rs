//! The command `book`: builds and shows opening books.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use clap::{Args, Subcommand};
use petteia_book::{Book, BookGame, BuildError, Builder, Deviation, GameLine, Shown};
use petteia_core::options::OptionValues;
use petteia_engine::BOOK_GAMES;
use petteia_files::{FileError, FileLock, regular_file_metadata};

use super::game_files::InputArguments;
use super::progress::Progress;
use super::{CommandFailure, INTERNAL, REFUSED, UNREADABLE, USAGE, print, say};
use crate::platform;

/// Build opening books and show them
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub struct BookArguments {
    #[command(subcommand)]
    task: BookTask,
}

#[derive(Debug, Subcommand)]
enum BookTask {
    /// Add the best lines of play by searches
    Build(BuildArguments),
    /// Add the positions of games and search them
    Add(AddArguments),
    /// Add the positions of games and count their results
    Learn(LearnArguments),
    /// Print the tree of moves
    Show(ShowArguments),
}

#[derive(Debug, Args)]
struct BuildArguments {
    /// File of the book, made where there is none; a run that was interrupted continues where it ended
    book: PathBuf,

    /// The game of a new book
    #[arg(long, ignore_case = true, value_parser = games())]
    game: Option<String>,

    /// Number of positions of the book at the end of the run
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = count(4_000_000))]
    positions: usize,

    /// Put every position of the first N plies into the book, and what follows each, however bad the moves are
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = full_width())]
    full_width: usize,

    #[command(flatten)]
    search: SearchArguments,
}

/// When a book is large enough.
#[derive(Clone, Copy)]
struct Size {
    positions: usize,
    full_width: usize,
}

#[derive(Debug, Args)]
struct SearchArguments {
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Number of searches at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count(512))]
    threads: usize,

    /// MiB of the transposition table of each thread
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = count(65_536))]
    hash: usize,
}

#[derive(Debug, Args)]
struct AddArguments {
    /// File of the book, made where there is none
    book: PathBuf,

    #[command(flatten)]
    games: InputArguments,

    /// Plies of each game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = count(1_000))]
    plies: usize,

    #[command(flatten)]
    search: SearchArguments,
}

#[derive(Debug, Args)]
struct LearnArguments {
    /// File of the book, made where there is none
    book: PathBuf,

    #[command(flatten)]
    games: InputArguments,

    /// Plies of each game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = count(1_000))]
    plies: usize,
}

#[derive(Debug, Args)]
struct ShowArguments {
    /// File of the book
    book: PathBuf,

    /// Moves from the start of the game to the position that is shown
    moves: Vec<String>,

    /// Plies behind the position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = count(1_000))]
    plies: usize,

    /// Moves of each position, the best ones
    #[arg(long = "multipv", value_name = "N", default_value_t = 3, value_parser = count(1_000))]
    multi_pv: usize,
}

/// Runs `book` with these arguments, and the game that stands before the command.
pub fn book(arguments: &BookArguments, game: Option<&str>) -> Result<(), CommandFailure> {
    match &arguments.task {
        BookTask::Build(arguments) => {
            let (lock, known, book) = open_or_new(&arguments.book, arguments.game.as_deref().or(game))?;
            let size = Size { positions: arguments.positions, full_width: arguments.full_width };
            build(known, book, &arguments.book, lock, Some(size), &arguments.search, (&[], 0))
        }
        BookTask::Add(AddArguments { book: path, games, plies, search }) => {
            let (lock, known, book) = open_or_new(path, games.game().or(game))?;
            let mut lines = Vec::new();
            let verdict = for_each_game(games, known, |line| {
                lines.push(line);
                Ok(())
            })?;
            build(known, book, path, lock, None, search, (&lines, *plies))?;
            verdict
        }
        BookTask::Learn(LearnArguments { book: path, games, plies }) => {
            let (_lock, known, mut book) = open_or_new(path, games.game().or(game))?;
            let verdict = for_each_game(games, known, |line| {
                known.learn(&mut book, &line, *plies).map_err(|error| (INTERNAL, error.to_string()))
            })?;
            petteia_book::write(path, &book).map_err(|error| (UNREADABLE, error.to_string()))?;
            verdict
        }
        BookTask::Show(arguments) => show(arguments),
    }
}

/// The book of a file and its game, or a new book where there is no file. No other command writes the book as long as
/// the lock exists.
fn open_or_new(path: &Path, game: Option<&str>) -> Result<(FileLock, &'static BookGame, Book), CommandFailure> {
    let unreadable = |error: FileError| (UNREADABLE, error.to_string());
    let exists = regular_file_metadata(path).map_err(unreadable)?.is_some();
    let lock = FileLock::new(path, "command").map_err(unreadable)?;
    if !exists {
        let game = game.ok_or_else(|| (USAGE, format!("{}: a new book needs --game", path.display())))?;
        let found = || (USAGE, format!("--game: expected a game of perfect information, found '{game}'"));
        let known = find(game).ok_or_else(found)?;
        return Ok((lock, known, (known.empty)(known.name)));
    }
    let (known, book) = open(path)?;
    match game {
        Some(game)
            if !game.eq_ignore_ascii_case(known.name) && find(game).is_none_or(|game| game.name != known.name) =>
        {
            Err((REFUSED, format!("{}: expected a book of {game}, found one of {}", path.display(), known.name)))
        }
        _ => Ok((lock, known, book)),
    }
}

/// The book of a file, and its game.
fn open(path: &Path) -> Result<(&'static BookGame, Book), CommandFailure> {
    let refuse = |why: String| (REFUSED, format!("{}: {why}", path.display()));
    let book = petteia_book::open(path).map_err(|error| (UNREADABLE, error.to_string()))?;
    let no_game = || refuse(format!("expected a book of a game of perfect information, found one of {}", book.game));
    let known = find(&book.game).ok_or_else(no_game)?;
    (known.check)(&book, known.name).map_err(refuse)?;
    Ok((known, book))
}

/// Hands the games of a file to `each`. Returns the failure of the command if some of them are refused.
fn for_each_game(
    input: &InputArguments,
    known: &BookGame,
    mut each: impl FnMut(GameLine) -> Result<(), CommandFailure>,
) -> Result<Result<(), CommandFailure>, CommandFailure> {
    let games = input.open(Some(known.name))?;
    let replayed = games.for_each_replay(&OptionValues::default(), &say, |_, _, replay| {
        let record = replay.record;
        let outcome = record.outcome();
        let moves = record.moves.into_iter().map(|played| played.word).collect();
        each(GameLine { start: record.start, moves, outcome })?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(replayed.verdict(input))
}

/// Builds a book up to this size; without one only what is there and the games are searched.
fn build(
    known: &BookGame,
    book: Book,
    path: &Path,
    lock: FileLock,
    size: Option<Size>,
    search: &SearchArguments,
    lines: (&[GameLine], usize),
) -> Result<(), CommandFailure> {
    let SearchArguments { nodes, threads, hash } = *search;
    let stop = Arc::new(AtomicBool::new(false));
    let signal = Arc::new(AtomicI32::new(0));
    let (flag, received) = (Arc::clone(&stop), Arc::clone(&signal));
    let interrupt = move |number| {
        if flag.swap(true, Ordering::Relaxed) {
            process::exit(128 + number);
        }
        received.store(number, Ordering::Relaxed);
    };
    platform::on_signals(interrupt).map_err(|error| (INTERNAL, format!("signals: {error}")))?;
    let progress = size.map_or_else(Progress::of_time, |Size { positions, .. }| {
        Progress::of_steps(book.entries.len() as u64, positions as u64, "positions")
    });
    let mut last = None;
    let Size { positions, full_width } = size.unwrap_or(Size { positions: 0, full_width: 0 });
    let builder = Builder { positions, full_width, nodes, threads, hash, stop };
    let save = &mut |book: &Book| petteia_book::write(path, book);
    let built = known.build(&builder, book, lines, save, &mut |now| {
        progress.reach(now.positions as u64);
        last = Some(now);
    });
    drop(progress);
    built.map_err(|error| match error {
        BuildError::File(error) => (UNREADABLE, error.to_string()),
        error => (INTERNAL, error.to_string()),
    })?;
    if let Some(last) = last {
        let score = last.score.map_or(0.0, |score| f64::from(score.centipieces()) / 100.0);
        say(&format!("{} positions, {} searches, the start is worth {score:+.2}", last.positions, last.searches));
    }
    match signal.load(Ordering::Relaxed) {
        0 => Ok(()),
        number => {
            say("interrupted");
            drop(lock);
            process::exit(128 + number)
        }
    }
}

fn show(arguments: &ShowArguments) -> Result<(), CommandFailure> {
    let ShowArguments { book: path, moves, plies, multi_pv } = arguments;
    let (known, book) = open(path)?;
    let shown = Shown { plies: *plies, moves: *multi_pv };
    let tree = known.show(&book, &shown, moves).map_err(|error| (REFUSED, error.to_string()))?;
    let searched = book.entries.values().filter(|entry| entry.deviation != Deviation::Unsearched).count();
    print(&format!("{}: {} positions, {searched} searched\n{tree}", known.name, book.entries.len()))
}

/// The game with this name.
fn find(name: &str) -> Option<&'static BookGame> {
    let name = super::chosen(Some(name))?.name;
    BOOK_GAMES.iter().flatten().find(|game| game.name == name)
}

/// The names of the games.
fn games() -> PossibleValuesParser {
    BOOK_GAMES.iter().flatten().map(|game| game.name).collect::<Vec<_>>().into()
}

/// Parses a number of plies: more would be a book of bad moves.
fn full_width() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=4)
}

/// Parses a number from 1 to a maximum.
fn count(max: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=max)
}
