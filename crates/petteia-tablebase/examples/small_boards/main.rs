//! Solves Palpal Gonu and the conversion game of Latrunculi on small boards, from the start, by retrograde analysis.
//!
//! ```sh
//! cargo run --release -p petteia-tablebase --example small_boards -- gonu 4x4
//! cargo run --release -p petteia-tablebase --example small_boards -- conversion 3x4 1 --verify
//! ```
//!
//! The arguments are the game, the numbers of files and ranks, and the number of full rows of men on each side, 1 by
//! default. Draws by repetition and without progress are left out, as in the endgame databases: a position that neither
//! side can force is a draw. `--verify` is a second pass over all positions, with move generation of its own.

mod board;
mod index;
mod plain;
mod solve;

#[cfg(test)]
mod tests;

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use board::{Board, GAMES, Game, MAX_SQUARES, size};
use petteia_tablebase::Counts;
use solve::{Solution, Value};

/// Greatest number of positions, each of which takes two bytes of memory.
const MAX_POSITIONS: usize = 1 << 31;

/// What the command line asks for.
#[derive(Debug)]
struct Arguments {
    game: &'static Game,
    files: usize,
    ranks: usize,
    rows: usize,
    verify: bool,
}

impl Arguments {
    /// Reads the arguments.
    ///
    /// # Errors
    /// What was expected, and what was found.
    fn parse(words: &[String]) -> Result<Self, String> {
        let (options, words): (Vec<&str>, Vec<&str>) =
            words.iter().map(String::as_str).partition(|word| word.starts_with('-'));
        if let Some(option) = options.iter().find(|option| **option != "--verify") {
            return Err(format!("expected the option --verify, found '{option}'"));
        }
        let (name, board, rows) = match words[..] {
            [name, board] => (name, board, "1"),
            [name, board, rows] => (name, board, rows),
            _ => return Err(format!("expected GAME FILESxRANKS [ROWS], found {} words", words.len())),
        };
        let game = GAMES.iter().find(|game| game.name == name);
        let game = game.ok_or_else(|| format!("expected gonu or conversion, found '{name}'"))?;
        let numbers = board.split_once('x').and_then(|(files, ranks)| files.parse().ok().zip(ranks.parse().ok()));
        let (files, ranks): (usize, usize) =
            numbers.ok_or_else(|| format!("expected a board such as 4x5, found '{board}'"))?;
        let is_small = files.checked_mul(ranks).is_some_and(|squares| squares <= MAX_SQUARES);
        if files < 2 || ranks < 3 || !is_small {
            let limits = format!("at least 2 files and 3 ranks and at most {MAX_SQUARES} squares");
            return Err(format!("expected a board with {limits}, found '{board}'"));
        }
        let max_rows = (ranks - 1) / 2;
        let number = rows.parse().ok().filter(|rows| (1..=max_rows).contains(rows));
        let rows = number.ok_or_else(|| format!("expected 1 to {max_rows} rows of men, found '{rows}'"))?;
        Ok(Self { game, files, ranks, rows, verify: !options.is_empty() })
    }
}

/// Writes a line to standard error.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// What the value of the start means.
fn result(value: Option<Value>) -> String {
    match value {
        Some(Value::Win(plies)) => format!("the first player wins, distance {plies} plies"),
        Some(Value::Loss(plies)) => format!("the second player wins, distance {plies} plies"),
        Some(Value::Draw) | None => "a draw".into(),
    }
}

#[expect(clippy::print_stdout, reason = "the program shows its results")]
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let begin = Instant::now();
    let solved = Arguments::parse(&words).and_then(|arguments| {
        let board = Board::new(arguments.game, arguments.files, arguments.ranks);
        let start = board.start(arguments.rows);
        let solution = Solution::new(board, size(start.own), MAX_POSITIONS, |line| say(&line))?;
        Ok((arguments, start, solution))
    });
    let (Arguments { game, files, ranks, rows, verify }, start, solution) = match solved {
        Ok(solved) => solved,
        Err(error) => {
            say(&format!("error: {error}"));
            return ExitCode::from(2);
        }
    };
    let mut counts = Counts::default();
    solution.index.slices().for_each(|slice| counts.merge(solution.counts(slice)));
    println!("{} {files}x{ranks}, rows of men {rows}: {}", game.name, result(solution.value(start)));
    println!("{} positions: {counts}", counts.positions());
    println!("solved in {:.1} s", begin.elapsed().as_secs_f64());
    if verify {
        let begin = Instant::now();
        if let Err(error) = plain::verify(&solution) {
            say(&format!("error: {error}"));
            return ExitCode::FAILURE;
        }
        println!("verified in {:.1} s", begin.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}
