//! Helper threads: as many as there is memory for.

use std::convert::Infallible;
use std::hint::black_box;
use std::sync::mpsc::{self, Sender};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use petteia_platform::HAS_THREADS;

/// Address space that a new thread can take besides its stack, in bytes: glibc reserves an arena for its allocations.
const THREAD_MEMORY: usize = if cfg!(target_env = "gnu") { 64 << 20 } else { 1 << 20 };
/// Memory that remains for all threads once they run, in bytes.
const SPARE_MEMORY: usize = 32 << 20;
/// Stack size of a thread that does not search in depth, in bytes.
pub const SMALL_STACK: usize = 2 << 20;

/// A helper drops this when it has allocated what it works with. The next one starts then.
pub struct Starting(#[expect(dead_code, reason = "it is only dropped")] Sender<Infallible>);

/// Starts `count` helper threads, one after another. If the system refuses a thread, or has no memory left for it, the
/// work goes on with those that have started: an allocation that fails later ends the process.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    stack_size: usize,
    work: &'scope (dyn Fn(usize, Starting) -> T + Sync),
) -> Vec<ScopedJoinHandle<'scope, T>> {
    let count = if HAS_THREADS { count } else { 0 };
    let start = |helper| {
        has_memory(stack_size + THREAD_MEMORY + SPARE_MEMORY).then_some(())?;
        let (starting, started) = mpsc::channel();
        let handle = Builder::new().stack_size(stack_size).spawn_scoped(scope, move || {
            // The first allocation of a thread reserves its arena.
            drop(black_box(Box::new(0_u8)));
            work(helper, Starting(starting))
        });
        let _ = started.recv(); // An error: the sender is dropped.
        handle.ok()
    };
    (1..=count).map_while(start).collect()
}

/// Whether the process can have so many more bytes.
fn has_memory(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    black_box(&mut memory).try_reserve_exact(bytes).is_ok()
}
