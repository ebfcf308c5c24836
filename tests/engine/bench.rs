//! Node signature of each game: the nodes of the `bench` positions. Only a deliberate change of the search alters it.
//!
//! A commit that changes a signature says `Bench: GAME NODES` and writes the new number here:
//!
//! ```text
//! cargo test --release --test engine bench:: -- --nocapture
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use petteia_core::GameOptions;
use petteia_engine::{GameSetup, JobEvent, SearchRequest, VARIANTS, Variant};
use petteia_search::{Control, HashTable, Limits, SearchOptions};

/// Game, depth in plies, nodes.
const NODES: [(&str, u32, u64); 24] = [
    ("dvonn", 7, 40_524),
    ("reversi", 8, 23_043),
    ("reversi-6x6", 9, 34_006),
    ("checkers", 9, 79_601),
    ("draughts", 8, 112_638),
    ("russian", 9, 51_474),
    ("brazilian", 9, 76_885),
    ("italian", 9, 80_302),
    ("frisian", 8, 89_970),
    ("killer", 8, 127_634),
    ("breakthrough", 8, 91_129),
    ("antidraughts", 8, 62_133),
    ("gonu", 6, 135_788),
    ("tablut", 5, 89_777),
    ("tablut-square", 5, 63_725),
    ("brandub", 6, 147_242),
    ("copenhagen", 4, 60_436),
    ("latrunculi", 5, 52_842),
    ("latrunculi-8x7", 5, 50_597),
    ("latrunculi-12x8", 5, 71_465),
    ("latrunculi-12x9", 5, 82_391),
    ("latrunculi-19x11", 4, 69_412),
    ("latrunculi-conversion", 6, 37_695),
    ("sparta", 5, 196_645),
];

/// Game, endgame position, nodes until it is solved.
const SOLUTIONS: [(&str, &str, u64); 2] = [
    ("dvonn", "..w2w3..w2../.b3bb.bww4../bbbbwb2w.bw2./rw.b4...b4w2w/rr......w b s", 157_359),
    ("reversi", "2XXXX2/O1XXXXXO/OOOOOXXO/OXOXXOXO/OXXOOOXO/OXXOOOOO/2XXXXOO/2X2XO1 b", 5_025),
];

/// Nodes of a search to a depth, or until the position is solved.
fn nodes(variant: &Variant, fen: &str, depth: Option<u32>, table: &Arc<HashTable>) -> u64 {
    let limits = Limits { depth, ..Limits::default() };
    let (options, table) = (SearchOptions::default(), Arc::clone(table));
    let request = SearchRequest { seat: None, moves: &[], limits, options, table, book: None };
    let game = (variant.open)(&GameSetup { fen: Some(fen), options: &GameOptions::default() }).expect(fen);
    let nodes = AtomicU64::new(0);
    game.search(&request).expect(fen)(&Control::new(), &|update| {
        if let JobEvent::Info(info) = update {
            nodes.fetch_max(info.nodes, Ordering::Relaxed);
        }
    });
    nodes.into_inner()
}

fn table() -> Arc<HashTable> {
    Arc::new(HashTable::new(16).expect("16 MiB"))
}

/// Nodes of all positions together, searched one after another in one table, as `bench` does.
fn nodes_of_bench(variant: &Variant, depth: u32) -> u64 {
    let table = table();
    let positions = variant.bench.lines().filter(|line| !line.starts_with('#'));
    positions.map(|fen| nodes(variant, fen, Some(depth), &table)).sum()
}

#[test]
fn solutions_cost_what_is_written() {
    let found = SOLUTIONS.map(|(name, fen, _)| {
        let variant = Variant::find(VARIANTS, name).expect(name);
        (name, fen, nodes(variant, fen, None, &table()))
    });
    assert_eq!(found, SOLUTIONS);
}

#[test]
#[expect(clippy::print_stdout, reason = "the numbers to write here after a change")]
fn nodes_of_bench_are_as_written() {
    // Every sequential game needs an entry.
    let sequential = VARIANTS.iter().filter(|variant| !["epigo", "dixit"].contains(&variant.name));
    assert!(sequential.map(|variant| variant.name).eq(NODES.map(|(name, ..)| name)));
    let mut changed = Vec::new();
    for (name, depth, expected) in NODES {
        let variant = Variant::find(VARIANTS, name).expect(name);
        let found = nodes_of_bench(variant, depth);
        println!("    (\"{name}\", {depth}, {found}),");
        if found != expected {
            changed.push(format!("{name} {found}, not {expected}"));
        }
    }
    assert!(changed.is_empty(), "{changed:?}");
}

#[test]
fn names_are_distinct_and_bench_positions_are_canonical() {
    for (i, variant) in VARIANTS.iter().enumerate() {
        assert!(variant.names().all(|name| Variant::find(&VARIANTS[..i], name).is_none()));
        let options = &GameOptions::default();
        for fen in variant.bench.lines().filter(|line| !line.starts_with('#')) {
            let game = (variant.open)(&GameSetup { fen: Some(fen), options });
            assert_eq!(game.map(|game| game.fen()).as_deref(), Ok(fen), "{}", variant.name);
        }
    }
}
