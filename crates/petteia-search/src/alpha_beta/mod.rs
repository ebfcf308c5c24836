//! Alpha-beta search of sequential games: iterative deepening, principal variation search, transposition table,
//! pruning, reductions, quiescence and threads. It also finds exact solutions of games that are won by margin.
//!
//! [`search`] starts the threads (`threads.rs`). Each thread runs `iterative_deepening.rs`, which searches the root
//! moves with `node.rs`. `docs/architecture.md` lists the steps of a node.

mod abdada;
mod frontier;
mod history;
mod iterative_deepening;
mod lmr;
mod move_picker;
mod node;
pub mod parameters;
mod pruning;
mod pv;
mod quiescence;
mod repetition;
mod report;
mod solving;
mod stack;
mod table;
mod tablebase;
mod task;
mod threads;
mod time;
mod weakened;
mod window;

pub use repetition::GameHistory;
pub use report::{Bound, SearchInfo, SearchResult};
pub use task::{SearchOptions, SearchTask};
pub use threads::STACK_SIZE;

use petteia_core::{Evaluate, Searchable};

use super::{Control, HashTable};
use node::SearchThread;

/// The longest line, in plies.
const MAX_PLY: usize = 246;
/// The depth of a search to the end of the game, in plies.
const FULL_DEPTH: i32 = 250;

/// Searches a position until one of the limits is reached or `control` stops the search. It calls `report` with each
/// result on the way.
///
/// It returns from an [infinite](super::Limits::infinite) search only after the stop, and from a
/// [ponder](super::Limits::ponder) search only after the stop or the ponder hit, even if there is nothing left to
/// search. At a finished position it reports depth 0 without a line, and the result has no move.
pub fn search<P: Searchable, E: Evaluate<P>>(
    task: &SearchTask<P>,
    evaluator: &E,
    table: &HashTable,
    control: &Control,
    report: &(dyn Fn(SearchInfo<P::Move>) + Sync),
) -> SearchResult<P::Move> {
    let result = if task.root.outcome().is_some() {
        report(finished::<P, E>(&task.root, control));
        SearchResult { best_move: None, ponder: None, threads: task.options.threads, panic: None }
    } else if let Some(skill) = task.options.skill {
        weakened::search(task, skill, evaluator, table, control, report)
    } else {
        threads::search(task, evaluator, table, control, report)
    };
    control.wait_for_answer_time(&task.limits);
    result
}

/// The report of a finished position.
fn finished<P: Searchable, E: Evaluate<P>>(position: &P, control: &Control) -> SearchInfo<P::Move> {
    let value = SearchThread::<P, E>::terminal_value(position, 0);
    SearchInfo {
        depth: 0,
        sel_depth: 0,
        multi_pv: 1,
        score: value.score,
        bound: Bound::Exact,
        proved: value.proved,
        moves_to_end: (P::WON_BY_MARGIN && value.proved).then_some(0),
        nodes: 0,
        hash_full: 0,
        tb_hits: None,
        time: control.elapsed(),
        pv: Vec::new(),
    }
}

#[cfg(test)]
mod tests;
