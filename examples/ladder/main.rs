//! Fits the levels of strength of a game, and measures them by matches.
//!
//! ```sh
//! cargo run --release --features tools --example ladder -- fit reversi results.tsv
//! cargo run --release --features tools --example ladder -- measure reversi results.tsv
//! ```
//!
//! `fit` plays matches between strengths, prints strengths and ratings for `crates/petteia-engine/src/ladder.rs`, and
//! measures these levels. `measure` plays 100 games between each level and the one two below it, and prints the table of
//! docs/play.md. The file has the results; a match that is in it is not played again. Remove the lines of
//! a game when its range of strengths changes.

mod fit;
mod games;
mod measure;
mod results;

use anyhow::{Context, bail};
use petteia_engine::{VARIANTS, Variant};

use measure::Levels;
use results::Results;

/// Games of a match.
const GAMES: u16 = 100;

#[expect(clippy::print_stdout, reason = "the program shows its results")]
fn main() -> anyhow::Result<()> {
    env_logger::init();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, game, file] = &arguments[..] else { bail!("expected fit or measure, a game and a file of results") };
    let variant = Variant::find(VARIANTS, game).with_context(|| format!("expected a game, found {game}"))?;
    let mut results = Results::open(variant, file)?;
    // Searches need a larger stack than that of the main thread.
    let run = move || {
        let levels = match what.as_str() {
            "fit" => fit::fit(&mut results)?,
            "measure" => Levels::of(variant),
            other => bail!("expected fit or measure, found {other}"),
        };
        Ok(format!("{levels}\n\n{}", measure::measure(variant, &levels, &mut results)?))
    };
    let text = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(petteia_engine::STACK_SIZE).spawn_scoped(scope, run)?;
        thread.join().map_err(|_| anyhow::anyhow!("a search panicked"))?
    })?;
    println!("{text}");
    Ok(())
}
