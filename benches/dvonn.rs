//! Speed of the rules and of the search of DVONN.
//!
//! ```text
//! cargo bench --manifest-path benches/Cargo.toml --target-dir target/benches --bench dvonn
//! ```

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use petteia_core::Position;
use petteia_games::dvonn::eval::NeuralEval;
use petteia_games::dvonn::{Dvonn, Move};

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
    POSITIONS.into_iter().map(|(name, fens)| (name, common::positions(fens)))
}

fn moves(position: &Dvonn) -> Vec<Move> {
    position.legal_moves()
}

/// Measures playing moves that remove pieces.
fn removal(criterion: &mut Criterion) {
    let cutting =
        |position: &Dvonn| moves(position).into_iter().filter(|&m| !position.removed_by(m).is_empty()).collect();
    let fens = [
        "..w2w3..w2../bw2bb.bwb3../bbbbwb2wwbw2./rw.b4...b4w2w/rr......w b s",
        "bbb.w2b2.../bbww2.r.w2../wb2r.bwbW6b2../.w2.b2ww.bw2./bb3....b.b2 w s",
        "bb.bww.../bwb5.b2w2.w3w./bwb...bb4b../rwb.b2www.w2/rrbb.bwww3 b s",
    ];
    let positions = common::positions(fens).into_iter();
    let lines: Vec<(Dvonn, Vec<Move>)> = positions.map(|position| (position, cutting(&position))).collect();
    let mut group = criterion.benchmark_group("rules/removal");
    group.throughput(Throughput::Elements(lines.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function("play", |bencher| bencher.iter(|| play_all(&lines)));
}

fn play_all(lines: &[(Dvonn, Vec<Move>)]) {
    for (position, moves) in lines {
        for &m in moves {
            let mut after = *black_box(position);
            after.play_unchecked(m);
            black_box(&after);
        }
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    removal(&mut criterion);
    for (name, positions) in positions() {
        common::rules(&mut criterion, name, &positions);
        common::perft(&mut criterion, name, &positions[0], 4);
        common::fixed_depth(&mut criterion, name, &positions[0], &NeuralEval, 6);
    }
    criterion.final_summary();
}
