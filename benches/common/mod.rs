//! Benchmarks common to all games.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput};
use petteia_core::{Evaluate, Notation, Position, Searchable};
use petteia_search::perft::PerftOptions;
use petteia_search::{Control, GameHistory, HashTable, Limits, SearchOptions, SearchTask, search};

/// Reads the positions of FEN lines; skips comments.
pub(crate) fn positions<'a, P: Notation>(lines: impl IntoIterator<Item = &'a str>) -> Vec<P> {
    let fens = lines.into_iter().filter(|line| !line.starts_with('#'));
    fens.map(|fen| P::parse_fen(fen).expect("a FEN of the benchmark")).collect()
}

/// Measures move generation, counting and playing of moves.
pub(crate) fn rules<P: Position>(criterion: &mut Criterion, name: &str, positions: &[P]) {
    let mut group = criterion.benchmark_group(format!("rules/{name}"));
    group.throughput(Throughput::Elements(positions.iter().map(Position::count_moves).sum()));
    group.bench_function("generate", |bencher| {
        bencher.iter(|| {
            for position in positions {
                black_box(position).for_each_move(|m| _ = black_box(m));
            }
        });
    });
    group.bench_function("count", |bencher| {
        bencher.iter(|| positions.iter().map(|position| black_box(position).count_moves()).sum::<u64>());
    });
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            for position in positions {
                position.for_each_move(|m| _ = black_box(black_box(position).after(m)));
            }
        });
    });
    group.throughput(Throughput::Elements(positions.iter().map(Position::count_replies).sum()));
    group.bench_function("count replies", |bencher| {
        bencher.iter(|| positions.iter().map(|position| black_box(position).count_replies()).sum::<u64>());
    });
}

/// Measures perft with bulk counting, and with every leaf played.
pub(crate) fn perft<P: Position>(criterion: &mut Criterion, name: &str, root: &P, depth: u32) {
    let control = Control::new();
    let counting = PerftOptions { threads: 1, table: None, control: &control };
    let mut group = criterion.benchmark_group(format!("perft/{name}"));
    group.throughput(Throughput::Elements(counting.perft(root, depth).expect("never told to end")));
    group.sample_size(20);
    group.bench_function("bulk", |bencher| bencher.iter(|| counting.perft(black_box(root), depth)));
    group.bench_function("played", |bencher| {
        bencher.iter(|| counting.perft_without_bulk_counting(black_box(root), depth));
    });
}

/// Measures a search to a fixed depth with an empty table.
pub(crate) fn fixed_depth<P: Searchable>(
    criterion: &mut Criterion,
    name: &str,
    root: &P,
    evaluator: &impl Evaluate<P>,
    depth: u32,
) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let task = SearchTask {
        root: *root,
        game_history: GameHistory::default(),
        moves: Vec::new(),
        tablebase: None,
        limits,
        options: SearchOptions::default(),
    };
    group.bench_function(name, |bencher| {
        bencher.iter_batched_ref(
            || HashTable::new(16).expect("16 MiB"),
            |table| search(&task, evaluator, table, &Control::new(), &|_| ()),
            BatchSize::PerIteration,
        );
    });
}
