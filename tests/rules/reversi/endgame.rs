//! The endgame solver against plain minimax, and published endgames.

use std::sync::Mutex;

use petteia::base::bits::{count, ones};
use petteia::game::Notation;
use petteia::games::reversi::Reversi;
use petteia::games::reversi::board::{flips, moves};
use petteia::games::reversi::eval::Learned;
use petteia::games::reversi::solver::{SOLVER_EMPTIES, solve};
use petteia::search::{Control, GameHistory, HashTable, Limits, SearchInfo, SearchOptions, SearchTask, search};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::reversi::random;

/// Plain minimax (Shannon 1950): the final margin under best play.
fn minimax(own: u64, enemy: u64) -> i32 {
    let squares = moves(own, enemy);
    if squares == 0 {
        return if moves(enemy, own) == 0 { count(own) - count(enemy) } else { -minimax(enemy, own) };
    }
    let after = |square| {
        let flipped = flips(own, enemy, square);
        -minimax(enemy ^ flipped, own | flipped | 1 << square)
    };
    ones(squares).map(after).max().expect("a move")
}

/// Positions from the ends of random games, and random positions.
fn late_positions(rng: &mut Xoshiro256StarStar) -> Vec<Reversi> {
    let mut game = random::game(rng);
    game.line.reverse();
    let played = game.line.iter().map(|(position, _)| position.fen());
    let filled = (0..20).map(|_| random::position(rng).fen());
    let read = |fen: String| Reversi::read_fen(&fen).expect("a position");
    played.chain([game.end.fen()]).chain(filled).map(read).filter(|p| p.empties() < SOLVER_EMPTIES).collect()
}

#[test]
fn the_solver_agrees_with_plain_minimax() {
    let mut solved = 0;
    for seed in 0..150 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        for position in late_positions(rng) {
            let (own, enemy) = (position.own(), position.enemy());
            let value = minimax(own, enemy);
            let context = format!("seed {seed}: {}", position.write_fen());
            assert_eq!(solve(own, enemy, -64, 64, &mut 0), value, "{context}");
            for _ in 0..4 {
                let alpha = rng.random_range(-64..64);
                let beta = rng.random_range(alpha + 1..=64);
                let found = solve(own, enemy, alpha, beta, &mut 0);
                let holds = match found {
                    _ if found <= alpha => value <= found,
                    _ if found >= beta => value >= found,
                    _ => value == found,
                };
                assert!(holds, "{alpha} {beta}: found {found}, is {value}, {context}");
            }
            solved += 1;
        }
    }
    assert!(solved > 1_500, "{solved} positions");
}

/// Positions 40 to 44 of the endgame suite of the French federation (FFO), with the final margin of the side to move.
const FFO: [(&str, i32); 5] = [
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12),
    ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14),
];

#[test]
#[ignore = "takes some 20 s"]
fn the_ffo_endgames_are_solved() {
    for (fen, margin) in FFO {
        let root = Reversi::read_fen(fen).expect("a position");
        let task = SearchTask {
            root,
            game_history: GameHistory::default(),
            moves: Vec::new(),
            tablebase: None,
            limits: Limits::default(),
            options: SearchOptions::default(),
        };
        let last = Mutex::new(None);
        let note = |info: SearchInfo<Reversi>| *last.lock().expect("a result") = Some(info);
        search(&task, &Learned, &HashTable::new(64).expect("a table"), &Control::new(), &note);
        let last = last.into_inner().expect("a result").expect("a result");
        assert!(last.proved, "{fen}");
        assert_eq!(last.score.centipieces(), 100 * margin, "{fen}");
    }
}
