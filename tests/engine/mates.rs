//! The complete line of an announced mate leads to the end of the game in exactly the announced number of plies.

use std::sync::Mutex;

use petteia_core::{Evaluate, Notation, Outcome, Searchable};
use petteia_games::gonu::Gonu;
use petteia_games::sparta::Sparta;
use petteia_games::tablut::TablutCross;
use petteia_games::{gonu, sparta, tablut};
use petteia_search::{Bound, Control, HashTable, Limits, SearchInfo, SearchTask, search};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The last positions of a random game that ends by its rules.
fn last_positions<P: Searchable>(seed: u64, count: usize) -> Vec<P> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = vec![P::start()];
    for _ in 0..400 {
        let position = positions[positions.len() - 1];
        let moves = position.legal_moves();
        let Some(&m) = moves.choose(rng) else { break };
        positions.push(position.after(m));
    }
    let is_over = positions.last().is_some_and(|position| position.outcome().is_some());
    if is_over { positions.split_off(positions.len().saturating_sub(count)) } else { Vec::new() }
}

/// Searches the last positions of random games; returns the number of announced mates with a complete line.
fn mates<P: Searchable + Notation, E: Evaluate<P> + Default>(games: u64) -> u32 {
    let mut mates = 0;
    for seed in 0..games {
        for position in last_positions::<P>(seed, 6) {
            if position.outcome().is_some() {
                continue;
            }
            let task = SearchTask::new(position, Limits { depth: Some(4), ..Limits::default() });
            let last: Mutex<Option<SearchInfo<P::Move>>> = Mutex::new(None);
            let table = HashTable::new(1).expect("1 MiB");
            search(&task, &E::default(), &table, &Control::new(), &|info| *last.lock().expect("a lock") = Some(info));
            let info = last.into_inner().expect("a lock").expect("a result");
            let Some(plies) = info.score.mate_plies().filter(|_| info.bound == Bound::Exact) else { continue };
            let context = format!("seed {seed}, {}, mate in {plies} plies", position.to_fen());
            let (line, expected) = (info.pv.len(), plies.unsigned_abs() as usize);
            let end = info.pv.iter().fold(position, |position, &m| position.after(m));
            let winner = if plies > 0 { position.side() } else { !position.side() };
            // A cutoff of the transposition table may end the line early.
            let is_end = (line == expected).then_some(Outcome::Win(winner));
            assert!(line <= expected && end.outcome() == is_end, "{context}: a line of {line} plies");
            mates += u32::from(line == expected);
        }
    }
    mates
}

#[test]
fn an_announced_mate_leads_to_the_end_of_the_game() {
    let found = [
        mates::<TablutCross, tablut::eval::HandcraftedEval>(40),
        mates::<Gonu, gonu::eval::HandcraftedEval>(400),
        mates::<Sparta, sparta::eval::HandcraftedEval>(200),
    ];
    assert!(found.iter().all(|&mates| mates > 10), "{found:?}");
}
