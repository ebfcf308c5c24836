//! Games of the engine against itself, one line of text each, below a [header](super::header).
//!
//! A line holds the moves of a game from its start, each that was searched followed by `:` and its score in
//! centipieces for the player who made it, then `=` and the first player's final margin (in a game that is
//! not counted 1, 0 or -1):
//!
//! ```text
//! # petteia games 1: game reversi, nodes 1000, seed 1, engine 0.1.0
//! d3 f5 c4 e6:120 f4:-80 = 12
//! ```

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::error::Error;
use super::files::Writer;
use super::header::Header;
use crate::base::{Outcome, Side};
use crate::game::{Evaluate, Learnable};
use crate::search::{Control, GameHistory, HashTable, Limits, SearchOptions, SearchTask, search};

/// How games are to be played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayOptions {
    /// Games in the file at the end.
    pub games: u64,
    /// Positions visited for each move.
    pub nodes: u64,
    /// With the number of a game it decides everything that is left to chance in it.
    pub seed: u64,
    /// Games played at the same time, at least 1.
    pub threads: usize,
}

/// Temperatures of the opening in centipieces: each side of each game plays its own at one of them.
const TEMPERATURES: [f64; 6] = [5.0, 15.0, 40.0, 100.0, 250.0, 700.0];
/// The table's size in MiB; a search of some thousand positions needs no more.
const TABLE: usize = 1;
/// No game is longer.
const MAX_PLIES: usize = 600;

/// Plays games of this name until the file holds as many as planned. What it holds already is kept, but for a last line
/// that is not complete, so that an interrupted run goes on where it ended, with the same games as without the
/// interruption. `progress` hears of the number of games in the file.
///
/// # Errors
/// The file cannot be read or written, holds other games than these or something else, or another run writes to it;
/// or the system has no memory or thread to spare.
pub fn play<P: Learnable, E: Evaluate<P>>(
    file: &Path,
    name: &str,
    options: SelfPlayOptions,
    evaluator: &E,
    mut progress: impl FnMut(u64),
) -> Result<(), Error> {
    let mut writer = Writer::open(file, &Header::new(name, options.nodes, options.seed))?;
    if writer.games() >= options.games {
        return Ok(());
    }
    let next = AtomicU64::new(writer.games());
    let tables: Vec<HashTable> =
        (0..options.threads.max(1)).map(|_| HashTable::new(TABLE)).collect::<Result<_, _>>()?;
    let (sender, receiver) = mpsc::sync_channel::<(u64, String)>(1_024);
    let is_over = AtomicBool::new(false);
    let record = |receiver: mpsc::Receiver<(u64, String)>| {
        // In order, so that the file depends on nothing but the options.
        let mut early = BTreeMap::new();
        for (number, line) in receiver {
            early.insert(number, line);
            while let Some(line) = early.remove(&writer.games()) {
                writer.add(&line)?;
                progress(writer.games());
            }
        }
        writer.finish()
    };
    thread::scope(|scope| {
        let mut start = |(i, table)| {
            let (sender, next, is_over) = (sender.clone(), &next, &is_over);
            let work = move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let game = |number| game(number, options, evaluator, table, is_over);
                    let Some(line) = (number < options.games).then(|| game(number)).flatten() else { return };
                    if sender.send((number, line)).is_err() {
                        return;
                    }
                }
            };
            let error = |error| Error::Thread { number: i + 1, wanted: tables.len(), error };
            thread::Builder::new().spawn_scoped(scope, work).map(drop).map_err(error)
        };
        let started = tables.iter().enumerate().try_for_each(&mut start);
        drop(sender);
        let done = started.and_then(|()| record(receiver));
        // Games that nobody can write down any more need no end.
        is_over.store(true, Ordering::Relaxed);
        done
    })
}

/// A game as a line of text; `None` if the run is over before.
fn game<P: Learnable, E: Evaluate<P>>(
    number: u64,
    options: SelfPlayOptions,
    evaluator: &E,
    table: &HashTable,
    is_over: &AtomicBool,
) -> Option<String> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(options.seed << 40 ^ number);
    let (mut position, mut history) = (P::start(), GameHistory::default());
    let temperatures = [TEMPERATURES[rng.random_range(0..6)], TEMPERATURES[rng.random_range(0..6)]];
    let opening = P::opening(rng.random());
    let mut text = String::new();
    table.clear();
    let mut plies = 0;
    while !has_ended(&position, &history, plies) {
        if is_over.load(Ordering::Relaxed) {
            return None;
        }
        let (m, score) = if plies < opening {
            (tempered(&position, evaluator, temperatures[position.side() as usize], rng), None)
        } else {
            searched(&position, &history, options.nodes, evaluator, table)
        };
        text.push_str(&position.write_move(m));
        if let Some(score) = score {
            text.push_str(&format!(":{score}"));
        }
        text.push(' ');
        history.push(&position, m);
        position.play(m);
        plies += 1;
    }
    Some(format!("{text}= {}", margin(&position)))
}

/// Whether a game ends here: by its rules, as a draw by the way here, or because it is too long.
pub(super) fn has_ended<P: Learnable>(position: &P, history: &GameHistory, plies: usize) -> bool {
    position.outcome().is_some() || history.draw_reason(position).is_some() || plies >= MAX_PLIES
}

/// The first player's margin in a position where a game has ended.
pub(super) fn margin<P: Learnable>(position: &P) -> i32 {
    let by_first = |lead: i32, side: Side| if side == Side::First { lead } else { -lead };
    match position.outcome() {
        Some(_) if P::WON_BY_MARGIN => by_first(position.margin(), position.side()),
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
    history: &GameHistory,
    nodes: u64,
    evaluator: &E,
    table: &HashTable,
) -> (P::Move, Option<i32>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let task = SearchTask {
        root: *position,
        game_history: history.clone(),
        moves: Vec::new(),
        limits,
        options: SearchOptions::default(),
    };
    let score = Mutex::new(None);
    let answer = search(&task, evaluator, table, &Control::new(), &|info| {
        *score.lock().expect("nobody fails while holding it") = Some(info.score.centipieces());
    });
    (
        answer.best_move.expect("a game that goes on has a move"),
        score.into_inner().expect("nobody fails while holding it"),
    )
}
