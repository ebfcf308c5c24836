//! The threads of a search: a main thread that reports, and helpers that fill the transposition table (Lazy SMP with
//! ABDADA).

use std::any::Any;
use std::sync::atomic::AtomicU64;
use std::thread;

use petteia_core::text::panic_message;
use petteia_core::{Evaluate, Searchable};

use super::abdada::Abdada;
use super::iterative_deepening::IterativeDeepening;
use super::report::{SearchInfo, SearchResult};
use super::task::SearchTask;
use crate::helpers::{self, Starting};
use crate::limits::SearchLimits;
use crate::{Control, HashTable, time};

/// Stack size of a search thread in bytes. A ply takes about 2 KiB without optimisation, and the longest line has 246
/// plies.
pub const STACK_SIZE: usize = 16 << 20;

/// What the threads of one search share.
#[derive(Debug)]
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a HashTable,
    /// Number of this search, for the age of table entries.
    pub age: u8,
    /// The positions that threads are searching.
    pub abdada: Abdada,
    /// When the search ends.
    pub limits: SearchLimits<'a>,
    /// Number of positions that all threads have found in endgame databases.
    pub tb_hits: AtomicU64,
}

impl<'a> Shared<'a> {
    /// The shared state of a search that is about to begin.
    pub fn new(table: &'a HashTable, limits: SearchLimits<'a>, threads: usize) -> Self {
        Self { table, age: table.next_age(), abdada: Abdada::new(threads), limits, tb_hits: AtomicU64::new(0) }
    }
}

/// Searches on all threads.
#[inline(never)] // It is called from several places, and large.
pub(super) fn search<P: Searchable, E: Evaluate<P>>(
    task: &SearchTask<P>,
    evaluator: &E,
    table: &HashTable,
    control: &Control,
    report: &(dyn Fn(SearchInfo<P::Move>) + Sync),
) -> SearchResult<P::Move> {
    let budget = time::budget(&task.limits, &task.options, task.root.moves_to_go());
    let limits = SearchLimits::new(control, &task.limits, budget);
    let shared = &Shared::new(table, limits, task.options.threads);
    // Memory for this thread and the evaluation comes first. What is left decides how many helpers start.
    let main = IterativeDeepening::new(task, evaluator, shared, Some(report));
    evaluator.evaluate(&task.root);
    let help = |helper: usize, starting: Starting| {
        let _guard = HaltOnPanic(&shared.limits);
        let thread = IterativeDeepening::new(task, evaluator, shared, None);
        drop(starting);
        // Half of the helpers run one iteration ahead.
        thread.run(1 + (helper % 2) as u32);
    };
    thread::scope(|scope| {
        let helpers = helpers::start(scope, task.options.threads - 1, STACK_SIZE, &help);
        let threads = 1 + helpers.len();
        let pv = main.run(1);
        shared.limits.halt();
        // Every helper is joined, because the scope panics if a thread that is not joined has panicked.
        let panics: Vec<Box<dyn Any + Send>> = helpers.into_iter().filter_map(|helper| helper.join().err()).collect();
        let panic = panics.first().map(|panic| panic_message(&**panic).to_owned());
        SearchResult { best_move: pv.first().copied(), ponder: pv.get(1).copied(), threads, panic }
    })
}

/// Ends the search when a helper thread panics. The main thread then answers with the results so far.
struct HaltOnPanic<'a>(&'a SearchLimits<'a>);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.halt();
        }
    }
}
