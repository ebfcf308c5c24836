//! Self-play: games of the engine against itself, in a file with one line per game below a header (`header.rs`).
//!
//! A line lists the moves of a game from its start, or from a FEN in braces before them. A searched move is followed by
//! `:` and its score in centipieces for the side that plays it. The line ends with `=` and the final margin of the first
//! player. In a game that is not won by margin this is 1 for a win, 0 for a draw and -1 for a loss:
//!
//! ```text
//! # petteia games 1: game reversi, nodes 1000, seed 1, engine 0.1.0
//! d3 f5 c4 e6:120 f4:-80 = 12
//! {8/8/3X4/3XX3/3XO3/8/8/8 w} c5:-60 ... = 4
//! ```

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use petteia_core::{Evaluate, Outcome, Side, Trainable};
use petteia_search::{Control, GameHistory, HashTable, Limits, SearchOptions, SearchTask, search};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::error::Error;
use super::files::GameWriter;
use super::header::{Header, Shard};
use super::samples::GameChecks;

/// Options of a self-play run.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayOptions {
    /// Number of games in the file at the end of the run, or of all parts.
    pub games: u64,
    /// Only a part of the games: its number from 0, and the number of parts.
    pub part: Option<[u64; 2]>,
    /// Nodes per searched move.
    pub nodes: u64,
    /// Seed of the run. Together with the number of a game it seeds the random numbers of that game.
    pub seed: u64,
    /// Number of games played at the same time; 0 counts as 1.
    pub threads: usize,
}

impl SelfPlayOptions {
    fn part(&self) -> Option<Shard> {
        self.part.map(|[number, parts]| Shard { number, parts, games: self.games })
    }

    /// The numbers of the games of the file, from 0.
    #[must_use]
    pub fn numbers(&self) -> Range<u64> {
        self.part().map_or(0..self.games, |part| part.numbers())
    }
}

/// Softmax temperatures of opening moves, in centipieces. Each side of each game draws one of them.
const TEMPERATURES: [f64; 6] = [5.0, 15.0, 40.0, 100.0, 250.0, 700.0];
/// Expected cost of an exact solution, as a multiple of the nodes of a search, up to which a position is solved instead.
const SOLVED_COST: u64 = 60;
/// Nodes of such a solution at most, as a multiple of the nodes of a search.
const MAX_SOLUTION_NODES: u64 = 1_000;
/// Size of the transposition table of a thread, in MiB. A search of a few thousand nodes needs no more.
const HASH_MIB: usize = 1;
/// Maximum length of a game, in plies. A game without a result by then is a draw.
const MAX_PLIES: usize = 600;

/// Plays games until the file holds as many as the options ask for. `name` is the name of the game in the header.
/// `progress` is called with the number of games in the file after each new game.
///
/// The file keeps the games that it holds already and loses an incomplete last line. So an interrupted run continues
/// where it ended, and its file is the same as without the interruption.
///
/// # Errors
/// The file cannot be read or written, its header differs, it is not a game file, or another run writes to it. The
/// system has no memory for a transposition table, or cannot start a thread.
pub fn play<P: Trainable, E: Evaluate<P>>(
    file: &Path,
    name: &str,
    options: SelfPlayOptions,
    evaluator: &E,
    progress: impl FnMut(u64),
) -> Result<(), Error> {
    let tables: Vec<HashTable> =
        (0..options.threads.max(1)).map(|_| HashTable::new(HASH_MIB)).collect::<Result<_, _>>()?;
    let play_one = |table: &HashTable, number: u64, is_stopped: &AtomicBool| {
        play_game(number, options, evaluator, table, is_stopped)
    };
    play_games(file, name, options, GameChecks::of::<P>(), &tables, play_one, progress)
}

/// Plays games on one thread for each of the `workers` until the file holds as many as the options ask for. `play_one`
/// plays the game with a number and returns its line, or `None` if it is stopped before the game ends.
pub(super) fn play_games<W: Sync>(
    file: &Path,
    name: &str,
    options: SelfPlayOptions,
    checks: GameChecks,
    workers: &[W],
    play_one: impl Fn(&W, u64, &AtomicBool) -> Option<String> + Sync,
    mut progress: impl FnMut(u64),
) -> Result<(), Error> {
    let numbers = options.numbers();
    let header = Header { part: options.part(), ..Header::new(name, options.nodes, options.seed) };
    let mut writer = GameWriter::open(file, &header, checks)?;
    if let (Some(last), Some(worker)) = (writer.games().checked_sub(1), workers.first()) {
        // Equal options and seeds play equal games, so one game tells whether the file is of this run.
        let replayed = play_one(worker, numbers.start + last, &AtomicBool::new(false));
        writer.check_last(&replayed.unwrap_or_default())?;
    }
    if writer.games() >= numbers.end - numbers.start {
        return Ok(());
    }
    let next_number = AtomicU64::new(numbers.start + writer.games());
    let (sender, receiver) = mpsc::sync_channel::<(u64, String)>(1_024);
    let is_stopped = AtomicBool::new(false);
    let write_games = |receiver: mpsc::Receiver<(u64, String)>| {
        // Games are written in the order of their numbers, so that the file does not depend on the threads.
        let mut pending = BTreeMap::new();
        for (number, line) in receiver {
            pending.insert(number, line);
            while let Some(line) = pending.remove(&(numbers.start + writer.games())) {
                writer.add(&line)?;
                progress(writer.games());
            }
        }
        writer.finish()
    };
    thread::scope(|scope| {
        let mut start = |(i, worker)| {
            let (sender, next_number, is_stopped, play_one) = (sender.clone(), &next_number, &is_stopped, &play_one);
            let work = move || {
                loop {
                    let number = next_number.fetch_add(1, Ordering::Relaxed);
                    let play = |number| play_one(worker, number, is_stopped);
                    let Some(line) = (number < numbers.end).then(|| play(number)).flatten() else { return };
                    if sender.send((number, line)).is_err() {
                        return;
                    }
                }
            };
            let error = |error| Error::Thread { number: i + 1, expected: workers.len(), error };
            thread::Builder::new().spawn_scoped(scope, work).map(drop).map_err(error)
        };
        let started = workers.iter().enumerate().try_for_each(&mut start);
        drop(sender);
        let done = started.and_then(|()| write_games(receiver).map_err(Error::from));
        // After an error no game can be written, so the threads stop in mid-game.
        is_stopped.store(true, Ordering::Relaxed);
        done
    })
}

/// Why an attempt at a game has no line.
enum NoGame {
    /// The run stops.
    Stopped,
    /// The score after the opening is beyond [`Trainable::MAX_OPENING_SCORE`].
    Unbalanced,
}

/// Plays a game and returns its line; `None` if the run stops before the game ends.
fn play_game<P: Trainable, E: Evaluate<P>>(
    number: u64,
    options: SelfPlayOptions,
    evaluator: &E,
    table: &HashTable,
    is_stopped: &AtomicBool,
) -> Option<String> {
    let seed = options.seed << 40 ^ number;
    let (start, rng) = (P::training_start(seed), &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    loop {
        match try_game(start, options.nodes, evaluator, table, is_stopped, rng) {
            Ok(line) => return Some(line),
            Err(NoGame::Stopped) => return None,
            Err(NoGame::Unbalanced) => {}
        }
    }
}

/// Plays a game from `start`, unless its opening is unbalanced.
fn try_game<P: Trainable, E: Evaluate<P>>(
    start: P,
    nodes: u64,
    evaluator: &E,
    table: &HashTable,
    is_stopped: &AtomicBool,
    rng: &mut impl Rng,
) -> Result<String, NoGame> {
    let (mut position, mut history) = (start, GameHistory::default());
    let temperatures = [TEMPERATURES[rng.random_range(0..6)], TEMPERATURES[rng.random_range(0..6)]];
    let opening = P::opening(rng.random());
    let mut text = if start == P::start() { String::new() } else { format!("{{{}}} ", start.to_fen()) };
    table.clear();
    let mut plies = 0;
    while !has_ended(&position, &history, plies) {
        if is_stopped.load(Ordering::Relaxed) {
            return Err(NoGame::Stopped);
        }
        let (m, score) = if plies < opening {
            (softmax_move(&position, evaluator, table, temperatures[position.side() as usize], rng), None)
        } else {
            let limits = Limits { nodes: Some(nodes_for(&position, nodes)), ..Limits::default() };
            searched_move(&position, &history, limits, evaluator, table)
        };
        if plies == opening && score.is_some_and(|score| score.abs() > P::MAX_OPENING_SCORE) {
            return Err(NoGame::Unbalanced);
        }
        text.push_str(&position.write_move(m));
        if let Some(score) = score {
            text.push_str(&format!(":{score}"));
        }
        text.push(' ');
        history.push(&position, m);
        position.play_unchecked(m);
        plies += 1;
    }
    Ok(format!("{text}= {}", final_margin(&position)))
}

/// Nodes of the search of a position: `nodes`, or what its exact solution can take.
fn nodes_for<P: Trainable>(position: &P, nodes: u64) -> u64 {
    let is_solved = position.solution_cost().is_some_and(|cost| cost <= SOLVED_COST * nodes);
    if is_solved { MAX_SOLUTION_NODES * nodes } else { nodes }
}

/// Whether a game ends at this position: by its rules, as a draw by its history, or at [`MAX_PLIES`].
pub(super) fn has_ended<P: Trainable>(position: &P, history: &GameHistory, plies: usize) -> bool {
    position.outcome().is_some() || history.ending(position).is_some() || plies >= MAX_PLIES
}

/// The final margin of the first player, at a position where the game has ended.
pub(super) fn final_margin<P: Trainable>(position: &P) -> i32 {
    let for_first = |margin: i32, side: Side| if side == Side::First { margin } else { -margin };
    match position.outcome() {
        Some(_) if P::WON_BY_MARGIN => for_first(position.margin(), position.side()),
        Some(Outcome::Win(side)) => for_first(1, side),
        _ => 0,
    }
}

/// Draws a move from the softmax of the static evaluations after each move, by the Gumbel-max trick (Gumbel 1954).
/// The temperature is in centipieces. A position whose static evaluation is not reliable is searched to depth 1.
fn softmax_move<P: Trainable, E: Evaluate<P>>(
    position: &P,
    evaluator: &E,
    table: &HashTable,
    temperature: f64,
    rng: &mut impl Rng,
) -> P::Move {
    let score_of = |after: &P| {
        if !after.is_unstable() {
            return evaluator.evaluate(after);
        }
        let limits = Limits { depth: Some(1), ..Limits::default() };
        searched_move(after, &GameHistory::default(), limits, evaluator, table).1.unwrap_or_default()
    };
    let mut best = None;
    position.for_each_move(|m| {
        // The move with the largest sum of score and Gumbel noise is a random sample of the softmax.
        let gumbel_noise = -(-rng.random::<f64>().max(1e-300).ln()).ln();
        let score = -f64::from(score_of(&position.after(m))) + temperature * gumbel_noise;
        if best.is_none_or(|(best_score, _)| score > best_score) {
            best = Some((score, m));
        }
    });
    best.expect("a game that goes on has a move").1
}

/// Searches a position; returns the best move and its score in centipieces.
fn searched_move<P: Trainable, E: Evaluate<P>>(
    position: &P,
    history: &GameHistory,
    limits: Limits,
    evaluator: &E,
    table: &HashTable,
) -> (P::Move, Option<i32>) {
    let task = SearchTask {
        root: *position,
        game_history: history.clone(),
        moves: Vec::new(),
        tablebase: None,
        limits,
        options: SearchOptions::default(),
    };
    let score = Mutex::new(None);
    let result = search(&task, evaluator, table, &Control::new(), &|info| {
        *score.lock().expect("nobody fails while holding it") = Some(info.score.centipieces());
    });
    (
        result.best_move.expect("a game that goes on has a move"),
        score.into_inner().expect("nobody fails while holding it"),
    )
}
