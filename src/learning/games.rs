//! Games of the engine against itself, one line of text each.
//!
//! A line holds the moves of a game from its start, each that was searched followed by `:` and its score in
//! centipieces for the player who made it, then `=` and the first player's final margin (in a game that is
//! not counted 1, 0 or -1):
//!
//! ```text
//! d3 f5 c4 e6:120 f4:-80 = 12
//! ```

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::core::{Outcome, Side};
use crate::game::{Evaluate, Learnable};
use crate::search::{Control, Limits, Past, Settings, Table, Task, search};

/// How games are to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games in the file at the end.
    pub games: u64,
    /// Positions visited for each move.
    pub nodes: u64,
    /// With the number of a game it decides everything that is left to chance in it.
    pub seed: u64,
    /// Games played at the same time.
    pub threads: usize,
}

/// Temperatures of the opening in centipieces: each side of each game plays its own at one of them.
const TEMPERATURES: [f64; 6] = [5.0, 15.0, 40.0, 100.0, 250.0, 700.0];
/// The table's size in MiB; a search of some thousand positions needs no more.
const TABLE: usize = 1;
/// No game is longer.
const MAX_PLIES: usize = 600;

/// Plays games until the file holds as many as planned. What it holds already is kept, but for a last line that is
/// not complete, so that an interrupted run goes on where it ended, with the same games as without the interruption.
/// `progress` hears of the number of games in the file.
///
/// # Errors
/// The file cannot be read or written.
pub fn play<P: Learnable, E: Evaluate<P>>(
    file: &Path,
    plan: Plan,
    evaluator: &E,
    mut progress: impl FnMut(u64),
) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(file)?;
    let (done, length) = complete_lines(BufReader::new(&file))?;
    file.set_len(length)?;
    file.seek(io::SeekFrom::End(0))?;
    let mut out = BufWriter::new(file);
    let next = AtomicU64::new(done);
    let tables: Result<Vec<Table>, _> = (0..plan.threads).map(|_| Table::new(TABLE)).collect();
    let tables = tables.map_err(io::Error::other)?;
    let (sender, receiver) = mpsc::sync_channel::<(u64, String)>(1_024);
    thread::scope(|scope| {
        for table in &tables {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games || sender.send((number, game(number, plan, evaluator, table))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // In order, so that the file depends on nothing but the plan.
        let mut early = BTreeMap::new();
        let mut written = done;
        for (number, line) in receiver {
            early.insert(number, line);
            while let Some(line) = early.remove(&written) {
                writeln!(out, "{line}")?;
                written += 1;
                progress(written);
            }
        }
        out.flush()
    })
}

/// The number of complete lines, and their length in bytes.
fn complete_lines(mut input: impl BufRead) -> io::Result<(u64, u64)> {
    let (mut lines, mut length, mut line) = (0, 0, Vec::new());
    while input.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        lines += 1;
        length += line.len() as u64;
        line.clear();
    }
    Ok((lines, length))
}

/// A game as a line of text.
fn game<P: Learnable, E: Evaluate<P>>(number: u64, plan: Plan, evaluator: &E, table: &Table) -> String {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(plan.seed << 40 ^ number);
    let (mut position, mut past) = (P::start(), Past::default());
    let temperatures = [TEMPERATURES[rng.random_range(0..6)], TEMPERATURES[rng.random_range(0..6)]];
    let opening = P::opening(rng.random());
    let mut text = String::new();
    table.clear();
    let mut plies = 0;
    while position.outcome().is_none() && past.draw_reason(&position).is_none() && plies < MAX_PLIES {
        let (m, score) = if plies < opening {
            (tempered(&position, evaluator, temperatures[position.side() as usize], rng), None)
        } else {
            searched(&position, &past, plan.nodes, evaluator, table)
        };
        text.push_str(&position.write_move(m));
        if let Some(score) = score {
            text.push_str(&format!(":{score}"));
        }
        text.push(' ');
        past.go_on(&position, m);
        position.play(m);
        plies += 1;
    }
    format!("{text}= {}", margin(&position))
}

/// The first player's margin in a position where a game has ended.
fn margin<P: Learnable>(position: &P) -> i32 {
    let by_first = |lead: i32, side: Side| if side == Side::First { lead } else { -lead };
    match position.outcome() {
        Some(_) if P::COUNTED => by_first(position.margin(), position.side()),
        Some(Outcome::Win(side)) => by_first(1, side),
        _ => 0,
    }
}

/// A move drawn by what the evaluation says of the position after it, softened by a temperature.
fn tempered<P: Learnable, E: Evaluate<P>>(
    position: &P,
    evaluator: &E,
    temperature: f64,
    rng: &mut impl Rng,
) -> P::Move {
    let mut best = None;
    position.for_each_move(|m| {
        // The largest of the values, each with noise of Gumbel's distribution, is a draw from their softmax.
        let noise = -(-rng.random::<f64>().max(1e-300).ln()).ln();
        let value = -f64::from(evaluator.evaluate(&position.after(m))) + temperature * noise;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, m));
        }
    });
    best.expect("a game that goes on has a move").1
}

/// The move that a search finds, and its score.
fn searched<P: Learnable, E: Evaluate<P>>(
    position: &P,
    past: &Past,
    nodes: u64,
    evaluator: &E,
    table: &Table,
) -> (P::Move, Option<i32>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let task = Task { root: *position, past: past.clone(), moves: Vec::new(), limits, settings: Settings::default() };
    let score = Mutex::new(None);
    let answer = search(&task, evaluator, table, &Control::new(), &|info| {
        *score.lock().expect("nobody fails while holding it") = Some(info.score.centipieces());
    });
    (answer.best.expect("a game that goes on has a move"), score.into_inner().expect("nobody fails while holding it"))
}
