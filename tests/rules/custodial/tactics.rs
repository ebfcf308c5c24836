//! The search finds the same forced wins as plain minimax, in one or three plies, and avoids moves that lose at once.

use petteia_core::{Evaluate, Notation, Searchable};
use petteia_games::{gonu, latrunculi, sparta, tablut};
use petteia_search::{Control, GameHistory, HashTable, Limits, SearchInfo, SearchOptions, SearchTask, search};
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

/// Searches to a depth; returns the best move and the distance to mate in plies.
fn search_to_depth<P: Searchable + Notation>(
    naive: &Naive,
    depth: u32,
    evaluator: &impl Evaluate<P>,
) -> (String, Option<i32>) {
    let root = P::parse_fen(&naive.fen()).expect("a position");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let task = SearchTask {
        root,
        game_history: GameHistory::default(),
        moves: Vec::new(),
        tablebase: None,
        limits,
        options: SearchOptions::default(),
    };
    let last = std::sync::Mutex::new(None);
    let table = HashTable::new(1).expect("1 MiB");
    let answer = search(&task, evaluator, &table, &Control::new(), &|info: SearchInfo<P::Move>| {
        *last.lock().expect("one thread") = info.score.mate_plies();
    });
    (root.write_move(answer.best_move.expect("a move")), last.into_inner().expect("one thread"))
}

fn finds_tactics<P: Searchable + Notation>(game: &'static Game, evaluator: &impl Evaluate<P>) {
    let (mut at_once, mut soon, mut parried) = (0, 0, 0);
    // Plain minimax is slow where there are many moves.
    for seed in 0..if matches!(game.rules, Rules::Sparta) { 4 } else { 16 } {
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
            let (_, mate) = search_to_depth::<P>(naive, 4, evaluator);
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
                let (best, _) = search_to_depth::<P>(naive, 1, evaluator);
                assert!(safe.contains(&best), "{best}, {context}");
            }
        }
    }
    assert!(at_once > 0 && soon + parried > 0, "{}: {at_once} wins at once, {soon} soon, {parried} parried", game.name);
}

#[test]
fn short_wins_are_found_in_gonu_and_latrunculi() {
    finds_tactics::<gonu::Gonu>(&GAMES[0], &gonu::eval::HandcraftedEval);
    finds_tactics::<latrunculi::Latrunculi8x8>(&GAMES[3], &latrunculi::eval::HandcraftedEval);
    finds_tactics::<latrunculi::Latrunculi8x7>(&GAMES[4], &latrunculi::eval::HandcraftedEval);
    finds_tactics::<latrunculi::LatrunculiConversion>(&GAMES[8], &latrunculi::eval::HandcraftedEval);
}

#[test]
fn short_wins_are_found_in_tablut() {
    finds_tactics::<tablut::TablutCross>(&GAMES[1], &tablut::eval::HandcraftedEval);
    finds_tactics::<tablut::TablutSquare>(&GAMES[2], &tablut::eval::HandcraftedEval);
}

#[test]
fn short_wins_are_found_in_sparta() {
    finds_tactics::<sparta::Sparta>(&GAMES[9], &sparta::eval::HandcraftedEval);
}
