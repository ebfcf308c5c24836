//! Speed of DVONN's rules and of the search on them.
//!
//! ```text
//! cargo bench --bench dvonn
//! ```

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput};
use petteia::game::{Notation, Position};
use petteia::games::dvonn::eval::HandEval;
use petteia::games::dvonn::{Dvonn, Move};
use petteia::search::perft::Counting;
use petteia::search::{Control, Limits, Settings, Table, Task, search};

/// Full boards, where only singles on the rim move, and middle games with stacks and gaps.
const POSITIONS: [(&str, [&str; 2]); 2] = [
    (
        "full",
        [
            "wwwbbwbwb/wbbwwwwrwb/wbbrbwwbwbw/bwbbbbwbbw/bwwbwbwbr w s",
            "wwbbwbbwb/bwbbwrbbbw/bwrwbbwbrbb/wbwwwbwwwb/wwbwwbwbw w s",
        ],
    ),
    (
        "middle",
        [
            ".wwwb2.ww./bb2bwbbrww2./wbrwwbw4wb3../wb2wbbbww2rb/.bbbbw... w s",
            "......w2b./..w2w3b3wwrww2/.r.b2wbbbww2b/...b3wb4wb.b2/.wbwW2.bb. b s",
        ],
    ),
];

fn positions() -> impl Iterator<Item = (&'static str, Vec<Dvonn>)> {
    POSITIONS.into_iter().map(|(name, fens)| {
        (name, fens.iter().map(|fen| Dvonn::read_fen(fen).expect("a FEN of the benchmark")).collect())
    })
}

fn moves(position: &Dvonn) -> Vec<Move> {
    let mut moves = Vec::new();
    position.for_each_move(|m| moves.push(m));
    moves
}

/// Listing, counting and playing the moves of a position.
fn rules(criterion: &mut Criterion) {
    for (name, positions) in positions() {
        let mut group = criterion.benchmark_group(format!("rules/{name}"));
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
        let lines: Vec<(Dvonn, Vec<Move>)> = positions.iter().map(|p| (*p, moves(p))).collect();
        group.bench_function("play", |bencher| bencher.iter(|| play_all(&lines)));
    }
}

/// Playing only moves that remove something.
fn removal(criterion: &mut Criterion) {
    let cutting =
        |position: &Dvonn| moves(position).into_iter().filter(|&m| !position.removed_by(m).is_empty()).collect();
    let fens = [
        "..w2w3..w2../bw2bb.bwb3../bbbbwb2wwbw2./rw.b4...b4w2w/rr......w b s",
        "bbb.w2b2.../bbww2.r.w2../wb2r.bwbW6b2../.w2.b2ww.bw2./bb3....b.b2 w s",
        "bb.bww.../bwb5.b2w2.w3w./bwb...bb4b../rwb.b2www.w2/rrbb.bwww3 b s",
    ];
    let lines: Vec<(Dvonn, Vec<Move>)> = fens
        .iter()
        .map(|fen| Dvonn::read_fen(fen).expect("a FEN of the benchmark"))
        .map(|position| (position, cutting(&position)))
        .collect();
    let mut group = criterion.benchmark_group("rules/removal");
    group.throughput(Throughput::Elements(lines.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function("play", |bencher| bencher.iter(|| play_all(&lines)));
}

fn play_all(lines: &[(Dvonn, Vec<Move>)]) {
    for (position, moves) in lines {
        for &m in moves {
            let mut after = *black_box(position);
            after.play(m);
            black_box(&after);
        }
    }
}

fn perft(criterion: &mut Criterion) {
    const DEPTH: u32 = 4;
    let control = Control::new();
    let counting = Counting { threads: 1, table: None, control: &control };
    for (name, positions) in positions() {
        let mut group = criterion.benchmark_group(format!("perft/{name}"));
        let root = positions[0];
        group.throughput(Throughput::Elements(counting.perft(&root, DEPTH).expect("never told to end")));
        group.sample_size(20);
        group.bench_function("bulk", |bencher| bencher.iter(|| counting.perft(black_box(&root), DEPTH)));
        group.bench_function("played", |bencher| bencher.iter(|| counting.perft_played(black_box(&root), DEPTH)));
    }
}

fn fixed_depth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for (name, positions) in positions() {
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let task =
            Task { root: positions[0], history: Vec::new(), moves: Vec::new(), limits, settings: Settings::default() };
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
    rules(&mut criterion);
    removal(&mut criterion);
    perft(&mut criterion);
    fixed_depth(&mut criterion);
    criterion.final_summary();
}
