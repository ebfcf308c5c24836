//! Retrograde analysis of a slice and its twin, for games in which a move leaves them only if it is progress or ends the
//! game.
//!
//! Each position first gets what these moves decide; those that are progress lead to smaller slices. Then losses and wins
//! are taken back ply by ply, with a count of the moves that are still open (Thompson, "Retrograde analysis of certain
//! endgames", 1986). A pass over all positions finds those that the pass before has solved.
//!
//! Positions that differ by a symmetry of the board share one number. The fewer of them are different, the more
//! symmetries keep each of them. So moves can be more or fewer forwards than backwards: the moves from a position to all
//! positions of another number are `p / q` times the moves back from one of those, if `p` symmetries keep the position
//! before the move and `q` the one after it.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use petteia_core::{TablebaseValue, Wdl};

use super::counts::{Counts, SolvedSlice};
use super::endgames::{Endgames, Material, SliceIndex};
use super::value::{MAX_DISTANCE, NO_VALUE, from_byte, resolve, to_byte};

/// A game whose slices are solved by [`solve`].
pub trait Retrograde: Endgames {
    /// Calls `visit` with the position after each move that is progress or ends the game, until it answers false. Returns
    /// the number of the other moves, fewer than 250, which all stay in the slice and its twin.
    fn for_each_progress(placement: Self::Placement, visit: impl FnMut(Self) -> bool) -> u8;

    /// Calls `visit` with each position from which a move that is no progress leads to this one. No game has ended in it.
    fn for_each_move_back(placement: Self::Placement, visit: impl FnMut(Self::Placement));

    /// The number of a position, and the number of symmetries of the board that keep the position.
    fn number_and_symmetries(index: &Self::Index, placement: Self::Placement) -> (u64, u8);
}

/// Number of positions that a thread takes at a time.
const RANGE: u64 = 1 << 14;
/// A position that is solved and taken back, or a number without a position.
const DONE: u8 = 253;
/// Positions that are solved with an even distance and not yet taken back. Those with an odd one have the next number.
const SOLVED: u8 = 254;

/// The mark of positions that have just been solved with this distance.
fn solved_mark(distance: u32) -> u8 {
    SOLVED + (distance % 2) as u8
}

/// The positions of one slice while they are solved.
struct View<P: Endgames> {
    index: P::Index,
    /// The value of each position, as the file has it.
    values: Vec<AtomicU8>,
    /// The moves of each position that may still save it: those that are no progress and whose result is open, and 1
    /// more if a move that is progress draws. Below [`DONE`] unless the position is solved.
    open: Vec<AtomicU8>,
}

impl<P: Retrograde> View<P> {
    fn new(slice: P::Slice) -> Self {
        let index = P::Index::new(slice);
        let fill = |byte| std::iter::repeat_with(move || AtomicU8::new(byte)).take(index.size() as usize).collect();
        Self { index, values: fill(NO_VALUE), open: fill(DONE) }
    }

    /// Sets the state of each position with these numbers from its moves that are progress.
    fn begin(&self, numbers: Range<u64>, known: &impl Fn(P::Placement) -> Option<Wdl>) {
        for number in numbers {
            let Some(placement) = self.index.placement(number) else { continue };
            let (mut best, mut has_progress) = (Wdl::Loss, false);
            let open = P::for_each_progress(placement, |after| {
                has_progress = true;
                best = best.max(resolve(&after, known).map_or(Wdl::Draw, Wdl::negated));
                best != Wdl::Win
            });
            let number = number as usize;
            match (best, open) {
                (Wdl::Win, _) => self.set(number, Wdl::Win, 1),
                (Wdl::Loss, 0) => self.set(number, Wdl::Loss, u32::from(has_progress)),
                (best, open) => {
                    self.values[number].store(to_byte(TablebaseValue::Draw), Ordering::Relaxed);
                    self.open[number].store(open + u8::from(best == Wdl::Draw), Ordering::Relaxed);
                }
            }
        }
    }

    /// Sets the value of a position that has just been solved.
    fn set(&self, number: usize, wdl: Wdl, distance: u32) {
        let plies = distance.min(u32::from(MAX_DISTANCE)) as u8;
        self.values[number].store(to_byte(TablebaseValue::new(wdl, plies)), Ordering::Relaxed);
        self.open[number].store(solved_mark(distance), Ordering::Relaxed);
    }

    /// A move of this position wins. Returns whether that solves it.
    fn win(&self, number: usize, distance: u32) -> bool {
        let is_open = self.open[number].load(Ordering::Relaxed) < DONE;
        if is_open {
            self.set(number, Wdl::Win, distance);
        }
        is_open
    }

    /// So many moves of this position lose. Returns whether that solves it.
    fn lose_moves(&self, number: usize, moves: u8, distance: u32) -> bool {
        let subtract = |open: u8| (open < DONE).then(|| open.saturating_sub(moves));
        let before = self.open[number].fetch_update(Ordering::Relaxed, Ordering::Relaxed, subtract);
        let is_lost = before.is_ok_and(|open| open <= moves);
        if is_lost {
            self.set(number, Wdl::Loss, distance);
        }
        is_lost
    }

    /// Takes back the moves to the positions with these numbers that have just been solved with this distance. `before`
    /// has the positions before the moves. Returns whether that solves any.
    fn take_back(&self, before: &Self, numbers: Range<u64>, distance: u32) -> bool {
        let mut is_any_solved = false;
        let mut found = Vec::new();
        for number in numbers {
            let open = &self.open[number as usize];
            if open.load(Ordering::Relaxed) != solved_mark(distance) {
                continue;
            }
            open.store(DONE, Ordering::Relaxed);
            let Some(placement) = self.index.placement(number) else { continue };
            let value = from_byte(self.values[number as usize].load(Ordering::Relaxed));
            if value.map(TablebaseValue::wdl) == Some(Wdl::Loss) {
                P::for_each_move_back(placement, |placement| {
                    let number = before.index.number(placement) as usize;
                    is_any_solved |= before.win(number, distance + 1);
                });
                continue;
            }
            let (_, symmetries) = P::number_and_symmetries(&self.index, placement);
            P::for_each_move_back(placement, |placement| {
                let (number, symmetries_before) = P::number_and_symmetries(&before.index, placement);
                if symmetries == 1 {
                    is_any_solved |= before.lose_moves(number as usize, symmetries_before, distance + 1);
                } else {
                    found.push((number as usize, symmetries_before));
                }
            });
            found.sort_unstable();
            for same in found.chunk_by(|one, other| one == other) {
                let (number, symmetries_before) = same[0];
                let moves = same.len() * usize::from(symmetries_before) / usize::from(symmetries);
                is_any_solved |= before.lose_moves(number, moves as u8, distance + 1);
            }
            found.clear();
        }
        is_any_solved
    }

    /// Counts the values.
    fn count(&self, numbers: Range<u64>) -> Counts {
        let mut counts = Counts::default();
        for value in &self.values[numbers.start as usize..numbers.end as usize] {
            if let Some(value) = from_byte(value.load(Ordering::Relaxed)) {
                counts.add(value.wdl(), value.distance().map_or(0, u64::from));
            }
        }
        counts
    }
}

/// Solves a slice and its twin, as [`Endgames::solve`] describes.
pub fn solve<P: Retrograde>(
    slice: P::Slice,
    known: &(impl Fn(P::Placement) -> Option<Wdl> + Sync),
    threads: usize,
) -> Vec<SolvedSlice<P::Slice>> {
    let views: Vec<View<P>> = slice.with_twin().map(View::new).collect();
    // The moves to the positions of a slice come from its twin.
    let pairs = || views.iter().zip(views.iter().rev());
    for (view, _) in pairs() {
        in_ranges(view.index.size(), threads, |numbers| view.begin(numbers, known));
    }
    let mut distance = 0;
    loop {
        let is_any_solved = AtomicBool::new(false);
        for (view, before) in pairs() {
            in_ranges(view.index.size(), threads, |numbers| {
                if view.take_back(before, numbers, distance) {
                    is_any_solved.store(true, Ordering::Relaxed);
                }
            });
        }
        // Progress has solved positions with the distances 0 and 1.
        if distance > 0 && !is_any_solved.into_inner() {
            break;
        }
        distance += 1;
    }
    let finish = |view: View<P>| {
        let counts = Mutex::new(Counts::default());
        in_ranges(view.index.size(), threads, |numbers| {
            let found = view.count(numbers);
            counts.lock().unwrap_or_else(PoisonError::into_inner).merge(found);
        });
        SolvedSlice {
            slice: view.index.slice(),
            counts: counts.into_inner().unwrap_or_else(PoisonError::into_inner),
            bytes: view.values.into_iter().map(AtomicU8::into_inner).collect(),
        }
    };
    views.into_iter().map(finish).collect()
}

/// Does some work for all numbers below `size`, on some threads.
fn in_ranges(size: u64, threads: usize, work: impl Fn(Range<u64>) + Sync) {
    let next = AtomicU64::new(0);
    let all = || loop {
        let first = next.fetch_add(RANGE, Ordering::Relaxed);
        if first >= size {
            return;
        }
        work(first..size.min(first + RANGE));
    };
    thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(all)));
        all();
    });
}
