//! Perft: counting the leaves of the game tree.

pub mod playout;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{Control, HashTable};
use crate::base::hash::splitmix;
use crate::game::Position;

/// Subtrees dealt out for each thread; many, because some are a hundred times larger than others.
const JOBS_A_THREAD: usize = 32;
/// As many are enough for any number of threads; more would only cost memory.
const ENOUGH_JOBS: usize = 4_096;
/// Below this many plies a subtree is counted sooner than another thread is told of it.
const LEAST_SHARED: u32 = 4;
/// Counts to less than this depth are had sooner than looked up.
const LEAST_TABLED: u32 = 3;

/// The deepest count; whoever asks for more gets this. No tree that is deeper can be counted to the
/// end, and the bound keeps the stack small.
pub const MAX_DEPTH: u32 = 255;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct Counting<'a> {
    /// Threads, at least 1.
    pub threads: usize,
    /// Remember subtrees here.
    pub table: Option<&'a HashTable>,
    /// Tells the count to end.
    pub control: &'a Control,
}

/// A count was told to end before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("aborted")]
pub struct Aborted;

/// A subtree to count.
struct Job<P> {
    /// Which move of the root it belongs to.
    root: usize,
    position: P,
}

impl Counting<'_> {
    /// The number of leaves `depth` plies below the position; 1 for depth 0, [`u64::MAX`] when there
    /// are more than that.
    ///
    /// # Errors
    /// [`Aborted`] when told to end.
    pub fn perft<P: Position>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        match depth {
            0 => Ok(1),
            1 => Ok(position.count_moves()),
            _ => Ok(self.divide(position, depth)?.iter().fold(0, |sum: u64, (_, count)| sum.saturating_add(*count))),
        }
    }

    /// The leaves below each move, in the order of the game's own list; `depth` counts the move and is
    /// at least 1.
    ///
    /// # Errors
    /// [`Aborted`] when told to end.
    pub fn divide<P: Position>(&self, position: &P, depth: u32) -> Result<Vec<(P::Move, u64)>, Aborted> {
        let mut moves = Vec::new();
        position.for_each_move(|m| moves.push(m));
        let roots = moves.iter().map(|&m| position.after(m)).collect();
        let counts = self.count_each(roots, depth.min(MAX_DEPTH).saturating_sub(1))?;
        Ok(moves.into_iter().zip(counts).collect())
    }

    /// The same number as [`perft`](Counting::perft), but on one thread, without the table and with
    /// every leaf played: a measure of the speed of the rules.
    ///
    /// # Errors
    /// [`Aborted`] when told to end.
    pub fn perft_played<P: Position>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        match depth.min(MAX_DEPTH) {
            0 => Ok(1),
            2.. if self.control.is_stopped() => Err(Aborted),
            depth => sum_over_moves(position, |after| self.perft_played(after, depth - 1)),
        }
    }

    /// The leaves `depth` plies below each of the positions.
    fn count_each<P: Position>(&self, roots: Vec<P>, depth: u32) -> Result<Vec<u64>, Aborted> {
        let root_count = roots.len();
        let jobs = roots.into_iter().enumerate().map(|(root, position)| Job { root, position }).collect();
        let (jobs, depth) = self.split(jobs, depth);
        let next = AtomicUsize::new(0);
        let work = || self.work(&jobs, depth, &next, root_count);
        let helpers = if depth < LEAST_SHARED { 0 } else { self.threads.min(jobs.len()).saturating_sub(1) };
        thread::scope(|scope| {
            // A machine that gives no more threads has the work done by those that it gave.
            let helpers: Vec<_> =
                (0..helpers).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
            let mut counts = work()?;
            for helper in helpers {
                let part = helper.join().unwrap_or_else(|panic| resume_unwind(panic))?;
                counts.iter_mut().zip(part).for_each(|(count, more)| *count = count.saturating_add(more));
            }
            Ok(counts)
        })
    }

    /// Replaces jobs by their children until there are enough to keep every thread busy.
    fn split<P: Position>(&self, mut jobs: Vec<Job<P>>, mut depth: u32) -> (Vec<Job<P>>, u32) {
        let enough = if self.threads > 1 { self.threads.saturating_mul(JOBS_A_THREAD).min(ENOUGH_JOBS) } else { 1 };
        while depth > LEAST_SHARED && (1..enough).contains(&jobs.len()) {
            let mut children = Vec::new();
            for Job { root, position } in jobs {
                position.for_each_move(|m| children.push(Job { root, position: position.after(m) }));
            }
            (jobs, depth) = (children, depth - 1);
        }
        (jobs, depth)
    }

    /// Takes one job after the other until none is left; the leaves of those taken, by root.
    fn work<P: Position>(
        &self,
        jobs: &[Job<P>],
        depth: u32,
        next: &AtomicUsize,
        roots: usize,
    ) -> Result<Vec<u64>, Aborted> {
        let mut counts = vec![0_u64; roots];
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = self.leaves(&job.position, depth)?;
            counts[job.root] = counts[job.root].saturating_add(count);
        }
        Ok(counts)
    }

    fn leaves<P: Position>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        match depth {
            0 => Ok(1),
            1 => Ok(position.count_moves()),
            // One look at the flag for at least a hundred leaves: soon enough, and not felt.
            _ if self.control.is_stopped() => Err(Aborted),
            _ => match self.table.filter(|_| depth >= LEAST_TABLED) {
                Some(table) => self.remembered(table, position, depth),
                None => self.counted(position, depth),
            },
        }
    }

    fn counted<P: Position>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        match depth {
            2 => Ok(position.count_replies()),
            _ => sum_over_moves(position, |after| self.leaves(after, depth - 1)),
        }
    }

    fn remembered<P: Position>(&self, table: &HashTable, position: &P, depth: u32) -> Result<u64, Aborted> {
        let key = position.key() ^ depth_key(depth);
        // Inverted, because counts of 0 are common at the end of a game and the table keeps no 0.
        if let Some(data) = table.get(key) {
            return Ok(!data);
        }
        let count = self.counted(position, depth)?;
        if count != u64::MAX {
            table.put(key, !count, |data| worth(!data));
        }
        Ok(count)
    }
}

/// The larger the count, the more work it saves; but what looks larger than any count that ends
/// within a day was left by a search.
fn worth(count: u64) -> i32 {
    if count >> 48 == 0 { u64::BITS.cast_signed() - count.leading_zeros().cast_signed() } else { -1 }
}

fn sum_over_moves<P: Position>(
    position: &P,
    mut count: impl FnMut(&P) -> Result<u64, Aborted>,
) -> Result<u64, Aborted> {
    let mut sum = Ok(0_u64);
    position.for_each_move(|m| {
        // Played in place: `Position::after` hands over one more copy, a tenth of the time here.
        let mut after = *position;
        after.play(m);
        sum = sum.and_then(|so_far| Ok(so_far.saturating_add(count(&after)?)));
    });
    sum
}

/// Sets the counts of one position for different depths apart, and all of them from what a search
/// stores under the bare key.
fn depth_key(depth: u32) -> u64 {
    splitmix(u64::from(depth)).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Outcome, Side};

    /// A game of subtraction in which long and short subtrees mix and many positions meet again:
    /// take 1 to 3 of what is left, at the last one the game is over.
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

        fn play(&mut self, m: u8) {
            self.0 -= m;
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.0 == 0).then_some(Outcome::Draw)
        }

        fn key(&self) -> u64 {
            depth_key(self.0.into()).rotate_left(7)
        }
    }

    fn simple(position: Nim, depth: u32) -> u64 {
        let mut count = u64::from(depth == 0);
        if depth > 0 {
            position.for_each_move(|m| count += simple(position.after(m), depth - 1));
        }
        count
    }

    #[test]
    fn equals_simple_recursion() {
        let control = Control::new();
        let table = HashTable::new(1).expect("a small table");
        for depth in 0..=12 {
            let expected = simple(Nim::start(), depth);
            for threads in 1..=4 {
                for table in [None, Some(&table)] {
                    let counting = Counting { threads, table, control: &control };
                    let with = format!("depth {depth}, {threads} threads, table {}", table.is_some());
                    assert_eq!(counting.perft(&Nim::start(), depth), Ok(expected), "{with}");
                    assert_eq!(counting.perft_played(&Nim::start(), depth), Ok(expected), "{with}");
                }
            }
        }
    }

    #[test]
    fn divides_by_move() {
        let control = Control::new();
        let counting = Counting { threads: 3, table: None, control: &control };
        for depth in 1..=11 {
            let expected = (1..=3).map(|m| (m, simple(Nim(11 - m), depth - 1))).collect();
            assert_eq!(counting.divide(&Nim::start(), depth), Ok(expected), "depth {depth}");
        }
    }

    #[test]
    fn ends_when_told() {
        let control = Control::new();
        control.stop();
        let counting = Counting { threads: 2, table: None, control: &control };
        assert_eq!(counting.perft(&Nim::start(), 9), Err(Aborted));
        assert_eq!(counting.perft_played(&Nim::start(), 9), Err(Aborted));
    }
}
