//! Perft: the number of leaves of the tree of legal moves.

pub mod playout;

use std::error::Error;
use std::fmt;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use petteia_core::Position;
use petteia_core::hash::splitmix;

use super::{Control, HashTable};
use crate::helpers::{self, SMALL_STACK};

/// Number of subtrees per thread. Many are needed, because some are a hundred times larger than others.
const SUBTREES_PER_THREAD: usize = 32;
/// Largest number of subtrees for all threads together. More would only cost memory.
const MAX_SUBTREES: usize = 4_096;
/// Least depth in plies of the subtrees that threads share. Shallower ones are counted faster than a thread starts.
const MIN_PARALLEL_DEPTH: u32 = 4;
/// Least depth in plies of the counts in the table. Shallower ones are cheaper to recount than to probe.
const MIN_TABLE_DEPTH: u32 = 3;
/// Least depth in plies from which symmetric positions share a count. Below it the symmetric key costs too much.
const MIN_SYMMETRIC_DEPTH: u32 = 4;

/// Largest count of leaves in the table. Search entries are larger numbers, and no count of a day gets so far.
const MAX_STORED_COUNT: u64 = (1 << 48) - 1;

/// Largest depth in plies. A deeper count is cut to this depth: no deeper tree can be counted to its end, and the bound
/// keeps the stack small.
pub const MAX_DEPTH: u32 = 255;

/// Options of a perft.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions<'a> {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// The table that stores the counts of subtrees.
    pub table: Option<&'a HashTable>,
    /// The signal that stops the count.
    pub control: &'a Control,
}

/// A count stopped before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aborted;

impl fmt::Display for Aborted {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("aborted")
    }
}

impl Error for Aborted {}

/// A subtree to count.
struct Subtree<P> {
    /// Index of the root position that it belongs to.
    root: usize,
    position: P,
}

impl PerftOptions<'_> {
    /// The number of leaves `depth` plies below the position, at most [`u64::MAX`]. Depth 0 has one leaf.
    ///
    /// # Errors
    /// [`Aborted`] when the count is stopped.
    pub fn perft<P: Position>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        match depth {
            0 => Ok(1),
            1 => Ok(position.count_moves()),
            _ => Ok(self.divide(position, depth)?.iter().fold(0, |sum: u64, (_, count)| sum.saturating_add(*count))),
        }
    }

    /// The number of leaves below each move, in the order of move generation. `depth` is at least 1 and includes the
    /// move.
    ///
    /// # Errors
    /// [`Aborted`] when the count is stopped.
    #[inline(never)] // It is called from several places, and large.
    pub fn divide<P: Position>(&self, position: &P, depth: u32) -> Result<Vec<(P::Move, u64)>, Aborted> {
        let moves = position.legal_moves();
        let roots = moves.iter().map(|&m| position.after(m)).collect();
        let counts = self.count_each(roots, depth.min(MAX_DEPTH).saturating_sub(1))?;
        Ok(moves.into_iter().zip(counts).collect())
    }

    /// The same number as [`perft`](PerftOptions::perft), on one thread, without the table and with every leaf played.
    /// It measures the speed of the rules.
    ///
    /// # Errors
    /// [`Aborted`] when the count is stopped.
    pub fn perft_without_bulk_counting<P: Position>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        match depth.min(MAX_DEPTH) {
            0 => Ok(1),
            2.. if self.control.is_stopped() => Err(Aborted),
            depth => sum_over_moves(position, |after| self.perft_without_bulk_counting(after, depth - 1)),
        }
    }

    /// The number of leaves `depth` plies below each of the positions.
    fn count_each<P: Position>(&self, roots: Vec<P>, depth: u32) -> Result<Vec<u64>, Aborted> {
        let root_count = roots.len();
        let subtrees = roots.into_iter().enumerate().map(|(root, position)| Subtree { root, position }).collect();
        let (subtrees, depth) = self.split(subtrees, depth);
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || self.count_subtrees(&subtrees, depth, [&next, &done], root_count);
        let help = |_, starting| {
            drop(starting);
            work()
        };
        let helpers = if depth < MIN_PARALLEL_DEPTH { 0 } else { self.threads.min(subtrees.len()).saturating_sub(1) };
        thread::scope(|scope| {
            let helpers = helpers::start(scope, helpers, SMALL_STACK, &help);
            let mut counts = work()?;
            for helper in helpers {
                let part = helper.join().unwrap_or_else(|panic| resume_unwind(panic))?;
                counts.iter_mut().zip(part).for_each(|(count, more)| *count = count.saturating_add(more));
            }
            Ok(counts)
        })
    }

    /// Replaces subtrees by their children until there are enough to keep every thread busy, or to report the progress.
    /// Returns them and their depth.
    fn split<P: Position>(&self, mut subtrees: Vec<Subtree<P>>, mut depth: u32) -> (Vec<Subtree<P>>, u32) {
        let is_split = self.threads > 1 || self.control.has_steps();
        let target = if is_split { self.threads.saturating_mul(SUBTREES_PER_THREAD).min(MAX_SUBTREES) } else { 1 };
        while depth > MIN_PARALLEL_DEPTH && (1..target).contains(&subtrees.len()) {
            let mut children = Vec::new();
            for Subtree { root, position } in subtrees {
                let after = |m| Subtree { root, position: position.after(m) };
                children.extend(position.legal_moves().into_iter().map(after));
            }
            (subtrees, depth) = (children, depth - 1);
        }
        (subtrees, depth)
    }

    /// Counts one subtree after another, from the shared index `next`, until none is left. `done` is the number of
    /// subtrees that all threads have counted. Returns the number of leaves that this thread has counted below each
    /// root.
    fn count_subtrees<P: Position>(
        &self,
        subtrees: &[Subtree<P>],
        depth: u32,
        [next, done]: [&AtomicUsize; 2],
        roots: usize,
    ) -> Result<Vec<u64>, Aborted> {
        let mut counts = vec![0_u64; roots];
        while let Some(subtree) = subtrees.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = self.leaves(&subtree.position, depth)?;
            counts[subtree.root] = counts[subtree.root].saturating_add(count);
            if depth >= MIN_PARALLEL_DEPTH {
                self.control.step(done.fetch_add(1, Ordering::Relaxed) + 1, subtrees.len());
            }
        }
        Ok(counts)
    }

    fn leaves<P: Position>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        match depth {
            0 => Ok(1),
            1 => Ok(position.count_moves()),
            // A check of the stop flag for every hundred leaves or more takes no measurable time.
            _ if self.control.is_stopped() => Err(Aborted),
            _ => match self.table.filter(|_| depth >= MIN_TABLE_DEPTH) {
                Some(table) => self.leaves_with_table(table, position, depth),
                None => self.leaves_without_table(position, depth),
            },
        }
    }

    fn leaves_without_table<P: Position>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        match depth {
            2 => Ok(position.count_replies()),
            _ => sum_over_moves(position, |after| self.leaves(after, depth - 1)),
        }
    }

    fn leaves_with_table<P: Position>(&self, table: &HashTable, position: &P, depth: u32) -> Result<u64, Aborted> {
        let position_key = if depth < MIN_SYMMETRIC_DEPTH { position.key() } else { position.symmetric_key() };
        let key = position_key ^ depth_key(depth);
        if let Some(count) = table.get(key) {
            return Ok(count);
        }
        let count = self.leaves_without_table(position, depth)?;
        if count <= MAX_STORED_COUNT {
            table.put(key, count, replacement_score);
        }
        Ok(count)
    }
}

/// The work that a stored count saves, on a logarithmic scale. Larger data are the entry of a search, which has the
/// lowest score.
fn replacement_score(data: u64) -> i32 {
    if data <= MAX_STORED_COUNT { u64::BITS.cast_signed() - data.leading_zeros().cast_signed() } else { -1 }
}

/// The sum of `count` over the positions after each move.
fn sum_over_moves<P: Position>(
    position: &P,
    mut count: impl FnMut(&P) -> Result<u64, Aborted>,
) -> Result<u64, Aborted> {
    let mut sum = Ok(0_u64);
    position.for_each_move(|m| {
        // `Position::after` makes one more copy, which takes a tenth of the time here.
        let mut after = *position;
        after.play_unchecked(m);
        sum = sum.and_then(|so_far| Ok(so_far.saturating_add(count(&after)?)));
    });
    sum
}

/// A number to combine with the key of a position. It separates counts to different depths from each other and from the
/// entries of a search, which uses the key alone.
fn depth_key(depth: u32) -> u64 {
    splitmix(u64::from(depth)).1
}

#[cfg(test)]
mod tests {
    use petteia_core::{Outcome, Side};

    use super::*;

    /// A subtraction game: a move takes 1 to 3 of the rest, and the game ends when nothing is left. It has subtrees of
    /// different sizes and many transpositions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Nim(u8);

    impl Position for Nim {
        type Move = u8;

        fn start() -> Self {
            Self(11)
        }

        fn side(&self) -> Side {
            Side::First
        }

        fn for_each_move(&self, visit: impl FnMut(u8)) {
            (1..=self.0.min(3)).for_each(visit);
        }

        fn play_unchecked(&mut self, m: u8) {
            self.0 -= m;
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.0 == 0).then_some(Outcome::Draw)
        }

        fn key(&self) -> u64 {
            depth_key(self.0.into()).rotate_left(7)
        }
    }

    fn naive_perft(position: Nim, depth: u32) -> u64 {
        let mut count = u64::from(depth == 0);
        if depth > 0 {
            position.for_each_move(|m| count += naive_perft(position.after(m), depth - 1));
        }
        count
    }

    #[test]
    fn equals_naive_recursion() {
        let control = Control::new();
        let table = HashTable::new(1).expect("a small table");
        for depth in 0..=12 {
            let expected = naive_perft(Nim::start(), depth);
            for threads in 1..=4 {
                for table in [None, Some(&table)] {
                    let counting = PerftOptions { threads, table, control: &control };
                    let with = format!("depth {depth}, {threads} threads, table {}", table.is_some());
                    assert_eq!(counting.perft(&Nim::start(), depth), Ok(expected), "{with}");
                    assert_eq!(counting.perft_without_bulk_counting(&Nim::start(), depth), Ok(expected), "{with}");
                }
            }
        }
    }

    #[test]
    fn divide_counts_each_move() {
        let control = Control::new();
        let counting = PerftOptions { threads: 3, table: None, control: &control };
        for depth in 1..=11 {
            let expected = (1..=3).map(|m| (m, naive_perft(Nim(11 - m), depth - 1))).collect();
            assert_eq!(counting.divide(&Nim::start(), depth), Ok(expected), "depth {depth}");
        }
    }

    #[test]
    fn reports_every_step() {
        use std::sync::{Arc, Mutex};

        for threads in [1, 3] {
            let reports = Arc::new(Mutex::new(Vec::new()));
            let log = Arc::clone(&reports);
            let control = Control::with_steps(Box::new(move |steps| log.lock().expect("no panic").push(steps)));
            let counting = PerftOptions { threads, table: None, control: &control };
            assert_eq!(counting.perft(&Nim::start(), 9), Ok(naive_perft(Nim::start(), 9)));
            let mut reports = reports.lock().expect("no panic").clone();
            reports.sort_unstable();
            let all = reports.len();
            assert!(all >= SUBTREES_PER_THREAD, "{all} subtrees");
            assert_eq!(reports, (1..=all).map(|done| [done, all]).collect::<Vec<_>>());
        }
    }

    #[test]
    fn stops_on_signal() {
        let control = Control::new();
        control.stop();
        let counting = PerftOptions { threads: 2, table: None, control: &control };
        assert_eq!(counting.perft(&Nim::start(), 9), Err(Aborted));
        assert_eq!(counting.perft_without_bulk_counting(&Nim::start(), 9), Err(Aborted));
    }
}
