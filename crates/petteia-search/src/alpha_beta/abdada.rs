//! Simplified ABDADA (Kerrigan, "A simple parallel search", after Weill 1996).
//!
//! A thread defers a move that another thread is searching. When it searches the move later, the result is usually in
//! the transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

/// Number of slots: many more than the positions that the threads search at one time.
const SLOTS: usize = 1 << 14;

/// The keys of the positions that are being searched, one in each slot. If two positions share a slot, one of them may
/// be searched twice. This only costs time.
#[derive(Debug)]
pub struct Abdada(Vec<AtomicU64>);

impl Abdada {
    /// The slots for a number of threads. A single thread needs none.
    pub fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether there are several threads.
    pub fn is_active(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether a thread is searching the position.
    pub fn is_searched(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Notes that a thread begins to search the position.
    pub fn enter(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    /// Notes that the thread has searched the position.
    pub fn leave(&self, key: u64) {
        if self.is_searched(key) {
            self.slot(key).store(0, Ordering::Relaxed);
        }
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_searched_until_its_thread_leaves_it() {
        let abdada = Abdada::new(2);
        assert!(abdada.is_active() && !Abdada::new(1).is_active());
        let (position, same_slot, other) = (7, 7 + SLOTS as u64, 8);
        abdada.enter(position);
        assert_eq!([position, same_slot, other].map(|key| abdada.is_searched(key)), [true, false, false]);
        abdada.enter(same_slot);
        // The slot belongs to the later position.
        abdada.leave(position);
        assert_eq!([position, same_slot, other].map(|key| abdada.is_searched(key)), [false, true, false]);
        abdada.leave(same_slot);
        assert!(!abdada.is_searched(same_slot));
    }
}
