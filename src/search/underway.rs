//! Which positions some thread is searching right now, so that others turn to something else first.
//!
//! Simplified ABDADA (Kerrigan, "A simple parallel search", after Weill 1996): a thread puts a move off that another
//! one is searching, and finds the result in the transposition table when it comes back to it.

use std::sync::atomic::{AtomicU64, Ordering};

/// More than threads can be at, so that few share a place.
const PLACES: usize = 1 << 14;

/// The positions that are being searched. A place holds one of them; one that is written over is searched twice,
/// which costs time and nothing else.
#[derive(Debug)]
pub struct Underway(Vec<AtomicU64>);

impl Underway {
    /// For this many threads; a thread that is alone never asks.
    pub fn new(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self((0..places).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether there are other threads to look out for.
    pub fn is_shared(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether a thread is at the position.
    pub fn holds(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// A thread goes to the position.
    pub fn enter(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    /// It comes back.
    pub fn leave(&self, key: u64) {
        if self.holds(key) {
            self.place(key).store(0, Ordering::Relaxed);
        }
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % PLACES]
    }
}
