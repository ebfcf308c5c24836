//! Speed of the rules and of the search of Palpal Gonu, Tablut, Ludus latrunculorum and Sparta. Perft is also measured
//! on a plain mailbox board.
//!
//! ```text
//! cargo bench --manifest-path benches/Cargo.toml --target-dir target/benches --bench custodial
//! ```

mod common;
#[path = "../tests/rules/custodial/naive/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod naive;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use petteia_core::{Evaluate, Notation, Searchable};
use petteia_games::{gonu, latrunculi, sparta, tafl};

use naive::{GAMES, Naive};

/// Measures perft from the start position on the mailbox board, with bulk counting of the last ply.
fn mailbox(criterion: &mut Criterion, name: &str, depth: u32) {
    let game = GAMES.iter().find(|game| game.name == name).expect("a game");
    let start = Naive::start(game);
    let mut group = criterion.benchmark_group(format!("perft/{name}"));
    group.throughput(Throughput::Elements(start.perft(depth)));
    group.sample_size(20);
    group.bench_function("mailbox", |bencher| bencher.iter(|| black_box(start).perft(depth)));
}

fn game<P: Searchable + Notation>(
    criterion: &mut Criterion,
    name: &str,
    file: &str,
    perft_depth: u32,
    evaluator: &impl Evaluate<P>,
) {
    let positions: Vec<P> = common::positions(file.lines());
    common::rules(criterion, name, &positions);
    common::perft(criterion, name, &positions[0], perft_depth);
    mailbox(criterion, name, perft_depth);
    for (stage, at) in [("opening", 1), ("middle", 4), ("end", 8)] {
        common::fixed_depth(criterion, &format!("{name}, {stage}"), &positions[at], evaluator, 7);
    }
}

macro_rules! games {
    ($criterion:ident; $($name:literal $game:ty, $room:ident::$eval:ident, $depth:literal;)*) => {
        $(game::<$game>(
            &mut $criterion,
            $name,
            include_str!(concat!("../crates/petteia-engine/bench/", $name, ".txt")),
            $depth,
            &$room::$eval::HandcraftedEval,
        );)*
    };
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    games! { criterion;
        "gonu" gonu::Gonu, gonu::handcrafted, 4;
        "tablut" tafl::TablutCross, tafl::handcrafted, 3;
        "tablut-square" tafl::TablutSquare, tafl::handcrafted, 4;
        "brandub" tafl::Brandub, tafl::handcrafted, 4;
        "copenhagen" tafl::Copenhagen, tafl::handcrafted, 3;
        "latrunculi" latrunculi::Latrunculi8x8, latrunculi::handcrafted, 4;
        "latrunculi-8x7" latrunculi::Latrunculi8x7, latrunculi::handcrafted, 4;
        "latrunculi-12x8" latrunculi::Latrunculi12x8, latrunculi::handcrafted, 3;
        "latrunculi-12x9" latrunculi::Latrunculi12x9, latrunculi::handcrafted, 3;
        "latrunculi-19x11" latrunculi::Latrunculi19x11, latrunculi::handcrafted, 3;
        "latrunculi-conversion" latrunculi::LatrunculiConversion, latrunculi::handcrafted, 6;
        "sparta" sparta::Sparta, sparta::handcrafted, 4;
    }
    criterion.final_summary();
}
