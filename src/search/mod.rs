//! Searching and counting, for any game: nothing here names one.

pub mod control;
pub mod perft;
pub mod report;
pub mod table;
pub mod task;

pub use control::Control;
pub use report::{Answer, Bound, Info};
pub use table::Table;
pub use task::{Clock, Limits, Settings, Task};

use crate::game::{Evaluate, Searchable};

/// Searches the task's position until one of its limits is reached or `control` says stop, calling
/// `report` with each result on the way.
///
/// With [`Limits::infinite`] it does not return before it is stopped, with [`Limits::ponder`] not
/// before it is stopped or the ponder hit, even when there is nothing left to search.
/// At a finished position it reports depth 0 without a line and the answer holds no move.
pub fn search<P: Searchable, E: Evaluate<P>>(
    task: &Task<P>,
    _evaluator: &E,
    _table: &Table,
    control: &Control,
    _report: &(dyn Fn(Info<P>) + Sync),
) -> Answer<P> {
    let mut best = None;
    task.root.for_each_move(|m| best = best.or(Some(m)));
    if task.limits.infinite {
        control.wait_for_stop();
    }
    Answer { best, ponder: None }
}
