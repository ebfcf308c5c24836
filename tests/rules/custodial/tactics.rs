//! The search finds the same forced wins as plain minimax, in one or three plies, and avoids moves that lose at once.

use std::sync::Mutex;

use petteia_engine::{Engine, JobEvent, Limits, Origin, VARIANTS, Variant};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::custodial::naive::{GAMES, Game, Naive, Rules, text};
use crate::custodial::random;

fn is_won_by_mover(naive: &Naive, after: &Naive) -> bool {
    after.result() == if naive.mover == naive.first() { "p1win" } else { "p2win" }
}

/// Whether the side to move wins by force within `plies`.
fn wins_in(naive: &Naive, plies: u32) -> bool {
    naive.legal().into_iter().any(|step| {
        let after = naive.play(step);
        is_won_by_mover(naive, &after) || (plies > 2 && after.result() == "none" && loses_in(&after, plies - 1))
    })
}

/// Whether the side to move loses by force within `plies`.
fn loses_in(naive: &Naive, plies: u32) -> bool {
    naive.legal().into_iter().all(|step| {
        let after = naive.play(step);
        !is_won_by_mover(naive, &after) && (after.result() != "none" || wins_in(&after, plies - 1))
    })
}

/// Searches to a depth with an empty table; returns the best move and the distance to mate in plies.
fn search_to_depth(engine: &mut Engine, naive: &Naive, depth: u32) -> (String, Option<i32>) {
    engine.clear_table();
    engine.set_position(Origin::Fen(&naive.fen()), &[]).expect("a position");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let last = Mutex::new(None);
    let report = |event| {
        if let JobEvent::Info(info) = event {
            *last.lock().expect("one thread") = info.score.mate_plies();
        }
    };
    let answer = engine.search_blocking(None, &[], limits, &report).expect("a search");
    (answer.best.expect("a move"), last.into_inner().expect("one thread"))
}

fn finds_tactics(game: &'static Game) {
    let variant = Variant::find(VARIANTS, game.name).expect("a game");
    let engine = &mut Engine::new(VARIANTS, variant).expect("random bytes");
    engine.set_option("Hash", Some("1")).expect("a small table");
    let (mut at_once, mut soon, mut parried) = (0, 0, 0);
    // Plain minimax is slow where there are many moves.
    for seed in 0..if matches!(game.rules, Rules::Sparta) { 2 } else { 16 } {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let (line, _) = random::game(game, rng);
        let fillings = (0..6)
            .map(|_| random::position(game, rng))
            .filter(|filling| filling.result() == "none" && filling.legal().len() < 50);
        // Wins and threats are common near the end of a game.
        let played = line.iter().rev().take(5).map(|&(naive, _)| (naive, true));
        for (naive, is_played) in played.chain(fillings.map(|filling| (filling, false))) {
            let naive = &naive;
            let context = format!("{}, seed {seed}: {}", game.name, naive.fen());
            let expected = if wins_in(naive, 1) {
                at_once += 1;
                Some(1)
            } else {
                let wins_soon = wins_in(naive, 3);
                soon += u32::from(wins_soon);
                wins_soon.then_some(3)
            };
            let (_, mate) = search_to_depth(engine, naive, 4);
            assert_eq!(mate.filter(|plies| (1..=3).contains(plies)), expected, "{context}");
            // A search to depth 1 avoids moves that lose to the next reply. It overlooks only replies that leave no
            // legal move.
            let safe: Vec<String> = naive
                .legal()
                .into_iter()
                .filter(|&step| naive.play(step).result() == "none" && !wins_in(&naive.play(step), 1))
                .map(text)
                .collect();
            if is_played && expected != Some(1) && !safe.is_empty() && safe.len() < naive.legal().len() {
                parried += 1;
                let (best, _) = search_to_depth(engine, naive, 1);
                assert!(safe.contains(&best), "{best}, {context}");
            }
        }
    }
    assert!(at_once > 0 && soon + parried > 0, "{}: {at_once} wins at once, {soon} soon, {parried} parried", game.name);
}

#[test]
fn short_wins_are_found_in_gonu_and_latrunculi() {
    finds_tactics(&GAMES[0]);
    finds_tactics(&GAMES[3]);
    finds_tactics(&GAMES[4]);
    finds_tactics(&GAMES[8]);
}

#[test]
fn short_wins_are_found_in_tablut() {
    finds_tactics(&GAMES[1]);
    finds_tactics(&GAMES[2]);
}

#[test]
fn short_wins_are_found_in_sparta() {
    finds_tactics(&GAMES[9]);
}
