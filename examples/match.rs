//! Plays a game of Tablut in code: 2,000 nodes a move against 200.
//!
//! ```sh
//! cargo run --release --example match
//! ```

use petteia_core::{Notation, Position, Side};
use petteia_games::tafl::TablutCross;
use petteia_games::tafl::handcrafted::HandcraftedEval;
use petteia_search::{Control, GameHistory, HashTable, Limits, SearchTask, search};

#[expect(clippy::print_stdout, reason = "an example shows its results")]
fn main() -> anyhow::Result<()> {
    let (mut position, mut history) = (TablutCross::start(), GameHistory::default());
    let table = HashTable::new(4)?;
    while position.outcome().is_none() && history.ending(&position).is_none() {
        let nodes = if position.side() == Side::First { 2_000 } else { 200 };
        let mut task = SearchTask::new(position, Limits { nodes: Some(nodes), ..Limits::default() });
        task.game_history = history.clone();
        let result = search(&task, &HandcraftedEval, &table, &Control::new(), &|_| ());
        let Some(m) = result.best_move else { break };
        println!("{} {}", position.side_name(), position.write_move(m));
        history.push(&position, m);
        position.play_unchecked(m);
    }
    println!("{}{:?}", position.diagram(), position.outcome());
    Ok(())
}
