//! Measures the engine in the custodial games against a plain alpha-beta player with rules of its own.
//!
//! ```sh
//! cargo build --release && cargo run --release -p petteia-games --example yardstick -- table
//! ```
//!
//! `player` is the plain player, an engine that speaks UGI. `starts GAME COUNT` prints quiet random positions with five men
//! of White against three, the openings `fixtures/openings/GAME-ahead.txt`. `table [GAME...]` plays the matches of
//! docs/custodial.md by `petteia match` and prints their scores.

mod board;
mod player;
mod starts;
mod table;

use anyhow::bail;

#[expect(clippy::print_stdout, reason = "the program shows its results")]
fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["player"] => player::play(),
        ["starts", game, count] => {
            starts::ahead(game, count.parse()?)?.iter().for_each(|fen| println!("{fen}"));
            Ok(())
        }
        ["table", ref games @ ..] => table::print(games),
        _ => bail!("expected player, starts GAME COUNT or table [GAME...]"),
    }
}
