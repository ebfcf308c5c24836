//! Speed of Reversi's rules and of the search on them.
//!
//! ```text
//! cargo bench --bench reversi
//! ```

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput};
use petteia::core::bits::ones;
use petteia::game::{Notation, Position};
use petteia::games::reversi::board::{Rows, flips, moves};
use petteia::games::reversi::eval::HandEval;
use petteia::games::reversi::{Move, Reversi};
use petteia::search::perft::Counting;
use petteia::search::{Control, Limits, Settings, Table, Task, search};

/// The positions of `bench`, from the start to the ending.
const POSITIONS: &str = include_str!("../fixtures/bench/reversi.txt");

fn positions() -> Vec<Reversi> {
    let fens = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    fens.map(|fen| Reversi::read_fen(fen).expect("a FEN of the benchmark")).collect()
}

/// Every placement of every position.
fn placements() -> Vec<(u64, u64, usize)> {
    let all = |position: &Reversi| {
        let (own, enemy) = (position.own(), position.enemy());
        ones(position.placements()).map(move |square| (own, enemy, square)).collect::<Vec<_>>()
    };
    positions().iter().flat_map(all).collect()
}

/// The pure functions on two words.
fn board(criterion: &mut Criterion) {
    let (positions, placements) = (positions(), placements());
    let mut group = criterion.benchmark_group("board");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("moves", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(moves(position.own(), position.enemy()));
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

/// Listing, counting and playing the moves of a position.
fn rules(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("rules");
    group.throughput(Throughput::Elements(positions.iter().map(Position::count_moves).sum()));
    group.bench_function("generate", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(position).for_each_move(|m| _ = black_box(m));
            }
        });
    });
    group.bench_function("count", |bencher| {
        bencher.iter(|| positions.iter().map(|position| black_box(position).count_moves()).sum::<u64>());
    });
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                position.for_each_move(|m: Move| _ = black_box(black_box(position).after(m)));
            }
        });
    });
    group.throughput(Throughput::Elements(positions.iter().map(Position::count_replies).sum()));
    group.bench_function("count replies", |bencher| {
        bencher.iter(|| positions.iter().map(|position| black_box(position).count_replies()).sum::<u64>());
    });
}

fn perft(criterion: &mut Criterion) {
    const DEPTH: u32 = 9;
    let control = Control::new();
    let counting = Counting { threads: 1, table: None, control: &control };
    let root = Reversi::start();
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(counting.perft(&root, DEPTH).expect("never told to end")));
    group.sample_size(20);
    group.bench_function("bulk", |bencher| bencher.iter(|| counting.perft(black_box(&root), DEPTH)));
    group.bench_function("played", |bencher| bencher.iter(|| counting.perft_played(black_box(&root), DEPTH)));
}

fn fixed_depth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    let positions = positions();
    for (name, at) in [("opening", 2), ("middle", 5), ("ending", 8)] {
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let task =
            Task { root: positions[at], history: Vec::new(), moves: Vec::new(), limits, settings: Settings::default() };
        group.bench_function(name, |bencher| {
            bencher.iter_batched_ref(
                || Table::new(16).expect("16 MiB"),
                |table| search(&task, &HandEval, table, &Control::new(), &|_| ()),
                BatchSize::PerIteration,
            );
        });
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    board(&mut criterion);
    rules(&mut criterion);
    perft(&mut criterion);
    fixed_depth(&mut criterion);
    criterion.final_summary();
}
