//! Speed of the rules and of the search of English and International draughts.
//!
//! ```text
//! cargo bench --manifest-path benches/Cargo.toml --target-dir target/benches --bench draughts
//! ```

mod common;

use criterion::Criterion;
use petteia_games::draughts::eval::{Learned, NeuralEval};
use petteia_games::draughts::{Draughts, EnglishRules, InternationalRules};

fn game<R: Learned>(criterion: &mut Criterion, name: &str, file: &str, perft_depth: u32) {
    let positions: Vec<Draughts<R>> = common::positions(file.lines());
    common::rules(criterion, name, &positions);
    common::perft(criterion, name, &positions[0], perft_depth);
    for (stage, at) in [("opening", 1), ("middle", 4), ("kings", 9)] {
        common::fixed_depth(criterion, &format!("{name}, {stage}"), &positions[at], &NeuralEval, 10);
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let (checkers, draughts) = (
        include_str!("../crates/petteia-engine/bench/checkers.txt"),
        include_str!("../crates/petteia-engine/bench/draughts.txt"),
    );
    game::<EnglishRules>(&mut criterion, "checkers", checkers, 9);
    game::<InternationalRules>(&mut criterion, "draughts", draughts, 7);
    criterion.final_summary();
}
