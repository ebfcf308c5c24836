//! Counts leaves in each sequential game, and checks the counts. On `wasm32-unknown-unknown`, where nothing is printed,
//! `tests/wasm.mjs` calls its `main`.
//!
//! ```sh
//! cargo run --release -p petteia-games --example perft
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::process::ExitCode;

use petteia_games::{
    Checkers, Dixit, Dvonn, Epigo, GameOptions, Gonu, International, Latrunculi8x8, Latrunculi19x11, Party, Position,
    Reversi, Side, Simultaneous, Sparta, TablutCross,
};

/// Whether a game has this number of leaves.
fn has_leaves<P: Position>(name: &str, depth: u32, expected: u64) -> bool {
    let leaves = P::start().perft(depth);
    println!("{name}: perft {depth} = {leaves}, expected {expected}");
    leaves == expected
}

fn main() -> ExitCode {
    let checks = [
        has_leaves::<Dvonn>("DVONN", 3, 110_544),
        has_leaves::<Reversi>("Reversi", 7, 55_092),
        has_leaves::<Checkers>("English draughts", 7, 179_740),
        has_leaves::<International>("International draughts", 6, 167_140),
        has_leaves::<Gonu>("Palpal Gonu", 3, 112_874),
        has_leaves::<TablutCross>("Tablut", 3, 285_808),
        has_leaves::<Latrunculi8x8>("Latrunculi", 3, 145_394),
        has_leaves::<Latrunculi19x11>("Latrunculi, 19x11", 2, 34_041),
        has_leaves::<Sparta>("Sparta", 3, 339_048),
        Epigo::start().count_choices(Side::First) == 40_320,
        Dixit::deal(&GameOptions::default()).to_string().parse() == Ok(Dixit::deal(&GameOptions::default())),
    ];
    if checks.contains(&false) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
