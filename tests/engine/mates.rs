//! The complete line of an announced mate leads to the end of the game in exactly the announced number of plies.

use std::sync::Mutex;

use petteia_core::{Notation, Outcome, Position};
use petteia_engine::{Bound, Engine, JobEvent, Limits, Origin, VARIANTS, Variant};
use petteia_games::gonu::Gonu;
use petteia_games::sparta::Sparta;
use petteia_games::tafl::TablutCross;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The last positions of a random game that ends by its rules.
fn last_positions<P: Position>(seed: u64, count: usize) -> Vec<P> {
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
fn mates<P: Notation>(name: &str, games: u64) -> u32 {
    let engine = &mut Engine::new(VARIANTS, Variant::find(VARIANTS, name).expect(name)).expect("random bytes");
    engine.set_option("Hash", Some("1")).expect("a small table");
    let mut mates = 0;
    for seed in 0..games {
        for position in last_positions::<P>(seed, 6) {
            if position.outcome().is_some() {
                continue;
            }
            engine.clear_table();
            engine.set_position(Origin::Fen(&position.to_fen()), &[]).expect("a position");
            let last = Mutex::new(None);
            let report = |event| {
                if let JobEvent::Info(info) = event {
                    *last.lock().expect("a lock") = Some(info);
                }
            };
            let limits = Limits { depth: Some(4), ..Limits::default() };
            engine.search_blocking(None, &[], limits, &report).expect("a search");
            let info = last.into_inner().expect("a lock").expect("a result");
            let Some(plies) = info.score.mate_plies().filter(|_| info.bound == Bound::Exact) else { continue };
            let context = format!("seed {seed}, {}, mate in {plies} plies", position.to_fen());
            let (line, expected) = (info.pv.len(), plies.unsigned_abs() as usize);
            let end = info
                .pv
                .iter()
                .fold(position, |position, word| position.after(position.parse_move(word).expect("a move")));
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
    let found = [mates::<TablutCross>("tablut", 40), mates::<Gonu>("gonu", 400), mates::<Sparta>("sparta", 200)];
    assert!(found.iter().all(|&mates| mates > 10), "{found:?}");
}
