//! Searches a position and prints what it finds.
//!
//! ```sh
//! cargo run --release --example search
//! ```

use petteia_core::{Notation, Position};
use petteia_games::reversi::Reversi;
use petteia_games::reversi::eval::NeuralEval;
use petteia_search::{Control, HashTable, Limits, SearchTask, search};

#[expect(clippy::print_stdout, reason = "an example shows its results")]
fn main() -> anyhow::Result<()> {
    let mut position = Reversi::start();
    for word in ["d3", "c3", "c4"] {
        let m = position.parse_move(word)?;
        position.play_unchecked(m);
    }
    print!("{}", position.diagram());
    let task = SearchTask::new(position, Limits { depth: Some(12), ..Limits::default() });
    let result = search(&task, &NeuralEval, &HashTable::new(16)?, &Control::new(), &|info| {
        println!("depth {}, {} centipieces, {} nodes", info.depth, info.score.centipieces(), info.nodes);
    });
    if let Some(m) = result.best_move {
        println!("best move {}", position.write_move(m));
    }
    Ok(())
}
