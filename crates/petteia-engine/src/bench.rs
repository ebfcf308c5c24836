//! `bench`: a node signature of the search, and its speed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use petteia_core::GameOptions;
use petteia_platform::Instant;
use petteia_search::perft::PerftOptions;
use petteia_search::{Control, HashTable, Limits, SearchOptions};

use super::error::EngineError;
use super::jobs::{BenchResult, JobEvent, JobResult, PerftCount, Report};
use super::session::{GameSetup, SearchRequest, Session};
use super::variant::Variant;

/// Default depth, in plies.
const DEPTH: u32 = 12;
/// Size of the table in MiB. The signature depends on it.
const TABLE: usize = 16;
/// Least number of leaves for the speed of perft.
const LEAVES: u64 = 1_000_000;
/// Number of moves of random games for the speed of playing.
const PLAYOUT_MOVES: u64 = 2_000_000;

/// Searches the positions of `bench` one after another, with a table of their own. Then it counts leaves from the
/// position in the middle of the list, and plays random games.
pub(super) fn run(variant: &Variant, depth: Option<u32>, control: &Control, report: Report) -> JobResult {
    let measured = measure(variant, depth.unwrap_or(DEPTH), control, report);
    match measured {
        _ if control.is_stopped() => JobResult::Aborted("bench"),
        Ok((nodes, time)) => JobResult::Signature(nodes, time),
        Err(error) => JobResult::Failed(error),
    }
}

fn measure(variant: &Variant, depth: u32, control: &Control, report: Report) -> Result<(u64, Duration), EngineError> {
    let internal = |text: String| EngineError::Internal(text);
    let table = Arc::new(HashTable::new(TABLE).map_err(|e| internal(e.to_string()))?);
    let fens: Vec<&str> = variant.bench.lines().filter(|line| !line.starts_with('#')).collect();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request =
        SearchRequest { seat: None, moves: &[], limits, options: SearchOptions::default(), table, book: None };
    let options = &GameOptions::default();
    let open = |fen| (variant.open)(&GameSetup { fen, options }).map_err(|e| internal(e.to_string()));
    // A game without a tree is refused: there is nothing to measure.
    drop(open(None)?.perft(0)?);
    let started = Instant::now();
    let mut total = 0;
    for (i, fen) in fens.iter().enumerate() {
        let nodes = AtomicU64::new(0);
        let search = open(Some(fen))?.search(&request)?;
        let answer = search(control, &|update| {
            if let JobEvent::Info(info) = update {
                nodes.fetch_max(info.nodes, Ordering::Relaxed);
            }
        });
        if control.is_stopped() {
            break;
        }
        let nodes = nodes.into_inner();
        total += nodes;
        report(JobEvent::Bench(BenchResult::Position {
            index: i + 1,
            total: fens.len(),
            nodes,
            best: answer.into_best_move().best,
        }));
    }
    let time = started.elapsed();
    count_leaves(&*open(Some(fens[fens.len() / 2]))?, control, report)?;
    play_random(&*open(None)?, control, report);
    Ok((total, time))
}

/// Reports the speed of random games from the start position, if the game has random games.
fn play_random(game: &dyn Session, control: &Control, report: Report) {
    let started = Instant::now();
    if let Ok(played) = game.playouts(PLAYOUT_MOVES, 1, control) {
        report(JobEvent::Bench(BenchResult::Playouts(played, started.elapsed())));
    }
}

/// Reports the speed of perft with and without playing the last ply, at the first depth with enough leaves.
fn count_leaves(game: &dyn Session, control: &Control, report: Report) -> Result<(), EngineError> {
    let counting = PerftOptions { threads: 1, table: None, control };
    for depth in 1..=u32::MAX {
        let started = Instant::now();
        let Ok(nodes) = game.perft(depth)?(&counting) else { break };
        if (1..LEAVES).contains(&nodes) {
            continue;
        }
        let bulk = PerftCount { depth, nodes, time: started.elapsed() };
        let started = Instant::now();
        let Ok(nodes) = game.perft_without_bulk_counting(depth)?(&counting) else { break };
        let played = PerftCount { depth, nodes, time: started.elapsed() };
        report(JobEvent::Bench(BenchResult::Perft("bulk counting", bulk)));
        report(JobEvent::Bench(BenchResult::Perft("no bulk counting", played)));
        break;
    }
    Ok(())
}
