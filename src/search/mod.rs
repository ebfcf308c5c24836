//! Searching and counting, for any game: nothing here names one.

mod bounds;
mod clock;
mod cutoffs;
mod entry;
mod meter;
mod node;
mod ordering;
mod picking;
mod quiescence;
mod root;
mod shared;
mod trail;
mod underway;

pub mod control;
pub mod duel;
pub mod perft;
pub mod playout;
pub mod report;
pub mod table;
pub mod task;

pub use control::Control;
pub use report::{Answer, Bound, Info};
pub use table::{OutOfMemory, Table};
pub use task::{Clock, Limits, Past, Settings, Task};

use meter::Meter;
use node::Tree;
use root::Root;
use shared::Shared;

use crate::game::{Evaluate, Searchable};

/// Searches the task's position until one of its limits is reached or `control` says stop, calling
/// `report` with each result on the way.
///
/// With [`Limits::infinite`] it does not return before it is stopped, with [`Limits::ponder`] not
/// before it is stopped or the ponder hit, even when there is nothing left to search.
/// At a finished position it reports depth 0 without a line and the answer holds no move.
pub fn search<P: Searchable, E: Evaluate<P>>(
    task: &Task<P>,
    evaluator: &E,
    table: &Table,
    control: &Control,
    report: &(dyn Fn(Info<P>) + Sync),
) -> Answer<P> {
    let line = if task.root.outcome().is_some() {
        report(finished::<P, E>(&task.root, control));
        Vec::new()
    } else {
        deepen(task, evaluator, table, control, report)
    };
    if task.limits.infinite {
        control.wait_for_stop();
    } else if task.limits.ponder {
        control.wait_for_hit();
    }
    Answer { best: line.first().copied(), ponder: line.get(1).copied() }
}

fn deepen<P: Searchable, E: Evaluate<P>>(
    task: &Task<P>,
    evaluator: &E,
    table: &Table,
    control: &Control,
    report: &(dyn Fn(Info<P>) + Sync),
) -> Vec<P::Move> {
    let budget = clock::budget(&task.limits, &task.settings, task.root.moves_to_go());
    let shared = Shared::new(table, Meter::new(control, &task.limits, budget), task.settings.threads);
    std::thread::scope(|scope| {
        for helper in 1..task.settings.threads {
            let shared = &shared;
            // Helpers fill the table; half of them run one iteration ahead.
            scope.spawn(move || Root::new(task, evaluator, shared, None).deepen(1 + (helper % 2) as u32));
        }
        let line = Root::new(task, evaluator, &shared, Some(report)).deepen(1);
        shared.meter.halt();
        line
    })
}

fn finished<P: Searchable, E: Evaluate<P>>(position: &P, control: &Control) -> Info<P> {
    let value = Tree::<P, E>::final_value(position, 0);
    Info {
        depth: 0,
        sel_depth: 0,
        multi_pv: 1,
        score: value.score,
        bound: Bound::Exact,
        proved: value.proved,
        nodes: 0,
        hash_full: 0,
        time: control.elapsed(),
        pv: Vec::new(),
    }
}
