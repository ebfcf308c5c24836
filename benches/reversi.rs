//! Speed of the rules and of the search of Reversi.
//!
//! ```text
//! cargo bench --manifest-path benches/Cargo.toml --target-dir target/benches --bench reversi
//! ```

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use petteia_core::Position;
use petteia_core::bits::ones;
use petteia_games::reversi::Reversi;
use petteia_games::reversi::board::{Rows, flips, moves};
use petteia_games::reversi::eval::NeuralEval;

/// The positions of `bench`, from the start to the ending.
const POSITIONS: &str = include_str!("../crates/petteia-engine/bench/reversi.txt");

fn positions() -> Vec<Reversi> {
    common::positions(POSITIONS.lines())
}

/// Every placement of every position.
fn placements() -> Vec<(u64, u64, usize)> {
    let all = |position: &Reversi| {
        let (own, enemy) = (position.own(), position.enemy());
        ones(position.placements()).map(move |square| (own, enemy, square)).collect::<Vec<_>>()
    };
    positions().iter().flat_map(all).collect()
}

/// Measures move generation and flips on bitboards.
fn board(criterion: &mut Criterion) {
    let (positions, placements) = (positions(), placements());
    let mut group = criterion.benchmark_group("board");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("moves", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(moves::<8>(position.own(), position.enemy()));
            }
        });
    });
    group.throughput(Throughput::Elements(placements.len() as u64));
    group.bench_function("flips", |bencher| {
        bencher.iter(|| {
            for &(own, enemy, square) in &placements {
                black_box(flips(own, enemy, square));
            }
        });
    });
    group.bench_function("moves and flips of each", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                let rows = Rows::new(position.own(), position.enemy());
                for square in ones(rows.ends() & !(position.own() | position.enemy())) {
                    black_box(rows.flips(square));
                }
            }
        });
    });
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let positions = positions();
    board(&mut criterion);
    common::rules(&mut criterion, "reversi", &positions);
    common::perft(&mut criterion, "reversi", &Reversi::start(), 9);
    for (stage, at) in [("opening", 2), ("middle", 5), ("ending", 8)] {
        common::fixed_depth(&mut criterion, stage, &positions[at], &NeuralEval, 8);
    }
    criterion.final_summary();
}
