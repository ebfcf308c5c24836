//! Fits the levels of strength of a game, and measures them by matches.
//!
//! ```sh
//! cargo run --release --features tools --example ladder -- fit reversi results.tsv
//! cargo run --release --features tools --example ladder -- measure reversi results.tsv
//! ```
//!
//! `fit` plays matches between strengths and prints strengths and ratings for `crates/petteia-engine/src/ladder.rs`.
//! `measure` plays 100 games between each level and the one two below it, and prints the table of docs/play.md.
//! The file has the results; a match that is in it is not played again.

mod fit;
mod games;
mod results;

use anyhow::{Context, bail};
use petteia_engine::ladder::Ladder;
use petteia_engine::{Level, VARIANTS, Variant};

use games::Player;
use results::Results;

/// Games of a match.
const GAMES: usize = 100;

#[expect(clippy::print_stdout, reason = "the program shows its results")]
fn main() -> anyhow::Result<()> {
    env_logger::init();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, game, file] = &arguments[..] else { bail!("expected fit or measure, a game and a file of results") };
    let variant = Variant::find(VARIANTS, game).with_context(|| format!("expected a game, found {game}"))?;
    let mut results = Results::open(variant, file)?;
    // Searches need a larger stack than that of the main thread.
    let run = move || match what.as_str() {
        "fit" => fit::fit(variant, &mut results),
        "measure" => measure(variant, &mut results),
        other => bail!("expected fit or measure, found {other}"),
    };
    let text = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(petteia_engine::STACK_SIZE).spawn_scoped(scope, run)?;
        thread.join().map_err(|_| anyhow::anyhow!("a search panicked"))?
    })?;
    println!("{text}");
    Ok(())
}

/// Matches between levels that differ by two.
fn measure(variant: &'static Variant, results: &mut Results) -> anyhow::Result<String> {
    let ladder = Ladder::of(variant);
    let player = |level: u8| match level {
        Level::HIGHEST => Player::full(),
        level => Player { strength: ladder.strength(level), is_careful: level >= Level::CAREFUL, is_full: false },
    };
    let mut rows = vec![format!("| Level | Rating | {} |", variant.name), "|---|---|---|".into()];
    for level in 0..=Level::HIGHEST {
        let against = if level < 2 {
            String::new()
        } else {
            let counts = results.play(player(level), player(level - 2))?;
            let [score, low, high] = counts.score().context("expected games, found none")?.map(|x| 100.0 * x);
            format!("{score:.0} % ({low:.0} to {high:.0})")
        };
        rows.push(format!("| {level} | {} | {against} |", ladder.rating(level)));
        log::info!("{}", rows.last().map_or("", String::as_str));
    }
    Ok(rows.join("\n"))
}
