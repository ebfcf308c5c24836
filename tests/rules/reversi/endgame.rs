//! The endgame solver against plain minimax, and published endgames.

use std::sync::Mutex;

use petteia_core::bits::{count, ones};
use petteia_core::{Notation, Position};
use petteia_engine::{Engine, JobEvent, Limits, Origin, VARIANTS, Variant};
use petteia_games::reversi::board::{flips, moves};
use petteia_games::reversi::solver::{SOLVER_EMPTIES, Solver};
use petteia_games::reversi::{Reversi, SizedReversi};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::reversi::random;

/// Plain alpha-beta (Knuth and Moore 1975): the final margin under best play, or a bound of it at or outside of the
/// window.
fn alpha_beta<const SIZE: usize>(own: u64, enemy: u64, mut alpha: i32, beta: i32) -> i32 {
    let squares = moves::<SIZE>(own, enemy);
    if squares == 0 {
        let is_over = moves::<SIZE>(enemy, own) == 0;
        return if is_over { count(own) - count(enemy) } else { -alpha_beta::<SIZE>(enemy, own, -beta, -alpha) };
    }
    let mut best = -65;
    for square in ones(squares) {
        let flipped = flips(own, enemy, square);
        best = best.max(-alpha_beta::<SIZE>(enemy ^ flipped, own | flipped | 1 << square, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Positions from the ends of random games, and random positions, with at most this many empty squares.
fn late_positions<const SIZE: usize>(rng: &mut Xoshiro256StarStar, empties: u32) -> Vec<SizedReversi<SIZE>> {
    let mut game = random::game::<SIZE>(rng);
    game.line.reverse();
    let played = game.line.iter().map(|(position, _)| position.fen());
    let filled = (0..20).map(|_| random::position::<SIZE>(rng).fen());
    let read = |fen: String| SizedReversi::parse_fen(&fen).expect("a position");
    played.chain([game.end.fen()]).chain(filled).map(read).filter(|p| p.empties() <= empties).collect()
}

/// Compares the solver with plain alpha-beta; returns how many positions it solved, by empty squares.
fn check_solver<const SIZE: usize>() -> [u32; SOLVER_EMPTIES as usize + 1] {
    let worst = i32::try_from(SIZE * SIZE).expect("a small board");
    let mut checked = [0; SOLVER_EMPTIES as usize + 1];
    let mut solver = Solver::<SIZE>::default();
    for seed in 0..150 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        for position in late_positions::<SIZE>(rng, if seed < 10 { SOLVER_EMPTIES } else { 8 }) {
            let (own, enemy) = (position.own(), position.enemy());
            let value = alpha_beta::<SIZE>(own, enemy, -worst, worst);
            let context = format!("seed {seed}: {}", position.to_fen());
            // The windows come before the exact value, which would answer them all from the table.
            for _ in 0..4 {
                let alpha = rng.random_range(-worst..worst);
                let beta = rng.random_range(alpha + 1..=worst);
                let Some(found) = solver.solve(own, enemy, alpha, beta, &mut { u64::MAX }) else { continue };
                let holds = match found {
                    _ if found <= alpha => value <= found,
                    _ if found >= beta => value >= found,
                    _ => value == found,
                };
                assert!(holds, "{alpha} {beta}: found {found}, is {value}, {context}");
            }
            for solver in [&mut solver, &mut Solver::default()] {
                let found = solver.solve(own, enemy, -worst, worst, &mut { u64::MAX });
                assert!(found.is_none_or(|found| found == value), "{found:?}, is {value}, {context}");
                checked[position.empties() as usize] += u32::from(found.is_some());
            }
        }
    }
    checked
}

#[test]
fn the_solver_agrees_with_plain_alpha_beta() {
    for checked in [check_solver::<8>(), check_solver::<6>()] {
        assert!(
            checked[..=8].iter().sum::<u32>() > 3_000 && checked[9..].iter().all(|&count| count > 15),
            "{checked:?}"
        );
    }
}

/// A solver that is stopped says so, and what it remembers stays true.
#[test]
fn the_solver_keeps_to_its_budget() {
    let mut solver = Solver::<8>::default();
    let mut given_up = 0;
    for seed in 0..10 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        for position in late_positions::<8>(rng, 10) {
            let (own, enemy) = (position.own(), position.enemy());
            let mut budget = rng.random_range(1..2_000);
            let allowed = budget;
            let found = solver.solve(own, enemy, -64, 64, &mut budget);
            assert!(budget <= allowed);
            given_up += u32::from(found.is_none());
            let value = Solver::<8>::default().solve(own, enemy, -64, 64, &mut { u64::MAX });
            assert!(found.is_none() || found == value, "{}", position.to_fen());
        }
    }
    assert!(given_up > 10, "{given_up}");
}

/// Positions 40 to 44 of the endgame suite of the French federation (FFO), with the final margin of the side to move.
const FFO: [(&str, i32); 5] = [
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12),
    ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14),
];

/// The final margin under best play, by a search without limits.
fn searched_margin(root: Reversi) -> i32 {
    let fen = root.to_fen();
    let mut engine =
        Engine::new(VARIANTS, Variant::find(VARIANTS, "reversi").expect("the game")).expect("random bytes");
    engine.set_position(Origin::Fen(&fen), &[]).expect("a position");
    let last = Mutex::new(None);
    let report = |event| {
        if let JobEvent::Info(info) = event {
            *last.lock().expect("a result") = Some(info);
        }
    };
    engine.search_blocking(None, &[], Limits::default(), &report).expect("a search");
    let last = last.into_inner().expect("a result").expect("a result");
    assert!(last.proved, "{fen}");
    assert_eq!(last.score.centipieces() % 100, 0, "{fen}");
    last.score.centipieces() / 100
}

#[test]
#[ignore = "takes some 20 s"]
fn the_ffo_endgames_are_solved() {
    for (fen, margin) in FFO {
        assert_eq!(searched_margin(Reversi::parse_fen(fen).expect("a position")), margin, "{fen}");
    }
}

/// With 17 empty squares selective searches come before the exact one. After a move there are none.
#[test]
fn selective_searches_change_no_result() {
    let mut checked = 0;
    for seed in 0..6 {
        let game = random::game::<8>(&mut Xoshiro256StarStar::seed_from_u64(seed));
        let positions = game.line.iter().map(|(position, _)| Reversi::parse_fen(&position.fen()).expect("a position"));
        for position in positions.filter(|position| position.empties() == 17) {
            let mut best = -64;
            position.for_each_move(|m| best = best.max(-searched_margin(position.after(m))));
            assert_eq!(searched_margin(position), best, "{}", position.to_fen());
            checked += 1;
        }
    }
    assert!(checked >= 6, "{checked}");
}
