//! `bench`: a signature of what the search does, and how fast it does it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::error::{Code, Error};
use super::jobs::{Report, Tell};
use super::reply::{Counted, Reply};
use crate::game::GameOptions;
use crate::search::perft::Counting;
use crate::search::{Control, HashTable, Limits, SearchOptions};
use crate::session::{Request, SearchUpdate, Session, Setup, Variant};

/// Plies to search when nothing is said.
const DEPTH: u32 = 12;
/// MiB; the signature depends on it.
const TABLE: usize = 16;
/// Leaves enough to measure the speed of counting by.
const LEAVES: u64 = 1_000_000;
/// Moves of random games enough to measure the speed of playing by.
const PLAYOUT_MOVES: u64 = 2_000_000;

/// Searches the variant's positions one after another in a table of their own, and counts leaves from
/// one in the middle of the list; then plays random games.
pub(super) fn run(variant: &Variant, depth: Option<u32>, control: &Control, tell: Tell) -> Report {
    let measured = measure(variant, depth.unwrap_or(DEPTH), control, tell);
    match measured {
        _ if control.is_stopped() => Report::aborted("bench"),
        Ok((nodes, time)) => Report::Reply(Reply::Signature(nodes, time)),
        Err(error) => Report::Reply(Reply::Error(error)),
    }
}

fn measure(variant: &Variant, depth: u32, control: &Control, tell: Tell) -> Result<(u64, Duration), Error> {
    let internal = |text: String| Error::new(Code::Internal, text);
    let table = HashTable::new(TABLE).map_err(|e| internal(e.to_string()))?;
    let fens: Vec<&str> = variant.bench.lines().filter(|line| !line.starts_with('#')).collect();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { seat: None, moves: &[], limits, options: SearchOptions::default() };
    let house = &GameOptions::default();
    let open = |fen| (variant.open)(&Setup { fen, house }).map_err(|e| internal(e.to_string()));
    // Without a tree there is nothing to measure.
    drop(open(None)?.perft(0)?);
    let started = Instant::now();
    let mut total = 0;
    for (i, fen) in fens.iter().enumerate() {
        let nodes = AtomicU64::new(0);
        let search = open(Some(fen))?.search(&request)?;
        let answer = search(&table, control, &|news| {
            if let SearchUpdate::Info(info) = news {
                nodes.fetch_max(info.nodes, Ordering::Relaxed);
            }
        });
        if control.is_stopped() {
            break;
        }
        let nodes = nodes.into_inner();
        total += nodes;
        tell(Report::Reply(Reply::Benched { index: i + 1, total: fens.len(), nodes, best: answer.best }));
    }
    let time = started.elapsed();
    count_leaves(&*open(Some(fens[fens.len() / 2]))?, control, tell)?;
    play_random(&*open(None)?, control, tell);
    Ok((total, time))
}

/// The speed of random games from the start, in games that have them.
fn play_random(game: &dyn Session, control: &Control, tell: Tell) {
    let started = Instant::now();
    if let Ok(played) = game.playouts(PLAYOUT_MOVES, 1, control) {
        tell(Report::Reply(Reply::BenchedPlayouts(played, started.elapsed())));
    }
}

/// The speed of counting with and without playing the last ply, at the first depth with enough leaves.
fn count_leaves(game: &dyn Session, control: &Control, tell: Tell) -> Result<(), Error> {
    let counting = Counting { threads: 1, table: None, control };
    for depth in 1..=u32::MAX {
        let started = Instant::now();
        let Ok(nodes) = game.perft(depth)?(&counting) else { break };
        if (1..LEAVES).contains(&nodes) {
            continue;
        }
        let bulk = Counted { depth, nodes, time: started.elapsed() };
        let started = Instant::now();
        let Ok(nodes) = game.perft_played(depth)?(&counting) else { break };
        let played = Counted { depth, nodes, time: started.elapsed() };
        tell(Report::Reply(Reply::BenchedPerft("last ply counted", bulk)));
        tell(Report::Reply(Reply::BenchedPerft("last ply played", played)));
        break;
    }
    Ok(())
}
