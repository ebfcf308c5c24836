//! Retrograde analysis of one slice of draughts and its mirror image.
//!
//! Men never move back. So the positions with the same men are solved together, those with the farthest men first
//! (Lake, Schaeffer and Lu 1994): a man's move leads to a part that is solved already, a capture or a crowning to a
//! slice that is solved already, and only kings' moves stay in the part. Within the part, losses and wins are taken
//! back ply by ply (Thompson 1986), with a count of the moves that are still open.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::thread;

use petteia_core::bits::ones;
use petteia_core::{TablebaseValue, Wdl};
use petteia_games::draughts::board::{row, rows, turn};
use petteia_games::draughts::rules::Rules;

use super::index::{SliceIndex, enemy_men_squares, own_men_squares};
use super::material::{Placement, Slice};
use super::part::PartSolver;
use crate::combinations::{sets, size};
use crate::counts::{Counts, SolvedSlice};
use crate::endgames::{Material, SliceIndex as _};
use crate::value::{NO_VALUE, from_byte};

/// The values of the two slices that are being solved. Threads write to different parts.
pub(super) struct Pair<R> {
    /// The slice and its mirror image. If the slice is its own mirror there is only one.
    indices: [SliceIndex<R>; 2],
    bytes: [Vec<AtomicU8>; 2],
    is_symmetric: bool,
}

impl<R: Rules> Pair<R> {
    fn new(slice: Slice) -> Self {
        let indices = [slice, slice.turned()].map(SliceIndex::new);
        let is_symmetric = slice == slice.turned();
        let bytes = [indices[0].size(), if is_symmetric { 0 } else { indices[1].size() }];
        let fresh = |size| std::iter::repeat_with(|| AtomicU8::new(NO_VALUE)).take(size as usize).collect();
        Self { indices, bytes: bytes.map(fresh), is_symmetric }
    }

    /// Whether the slice is its own mirror.
    #[inline]
    pub(super) fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// Which of the two slices this is.
    #[inline]
    fn place(&self, slice: Slice) -> Option<usize> {
        if slice == self.indices[0].slice { Some(0) } else { (slice == self.indices[1].slice).then_some(1) }
    }

    /// The index of the slice, or of its mirror.
    pub(super) fn index(&self, mirror: bool) -> &SliceIndex<R> {
        &self.indices[usize::from(mirror)]
    }

    /// The result of a position without captures that is solved already; `None` if it is of another slice.
    #[inline]
    pub(super) fn result(&self, placement: Placement) -> Option<Wdl> {
        let place = self.place(placement.slice())?;
        let byte = &self.bytes[place][self.indices[place].number(placement) as usize];
        Some(from_byte(byte.load(Ordering::Relaxed)).map_or(Wdl::Draw, TablebaseValue::wdl))
    }

    /// The bytes of the positions with these men, from the view of the slice or of its mirror.
    pub(super) fn part(&self, mirror: bool, own_men: u64, enemy_men: u64) -> &[AtomicU8] {
        let index = self.index(mirror);
        let first = index.first_with_men(own_men, enemy_men) as usize;
        let bytes = &self.bytes[usize::from(mirror && !self.is_symmetric)];
        &bytes[first..first + index.placements_of_kings() as usize]
    }
}

/// Solves a slice and its mirror. `known` gives the results of positions without captures of all slices that captures and
/// crownings lead to. Returns the slice, and its mirror if that is another one.
pub fn solve<R: Rules>(
    slice: Slice,
    known: &(impl Fn(Placement) -> Option<Wdl> + Sync),
    threads: usize,
) -> Vec<SolvedSlice<Slice>> {
    let pair = Pair::<R>::new(slice);
    let own_sets = MenByAdvance::new(own_men_squares::<R>(), slice.own.men, advance::<R>);
    let enemy_sets = MenByAdvance::new(enemy_men_squares::<R>(), slice.enemy.men, |set| advance::<R>(turn::<R>(set)));
    let mut counts = [Counts::default(); 2];
    let mut workers: Vec<_> = (0..threads).map(|_| PartSolver::new(&pair, known)).collect();
    for level in (0..=own_sets.greatest() + enemy_sets.greatest()).rev() {
        let next = AtomicUsize::new(0);
        let work = |worker: &mut PartSolver<R, _>| {
            loop {
                // A worker takes the parts of some sets of own men at a time.
                let first = next.fetch_add(SETS_AT_A_TIME, Ordering::Relaxed);
                if first >= own_sets.all.len() {
                    return;
                }
                for &(own, own_advance) in own_sets.all.iter().skip(first).take(SETS_AT_A_TIME) {
                    let Some(enemies) = level.checked_sub(own_advance) else { continue };
                    for &enemy in enemy_sets.with_advance(enemies) {
                        let is_done = pair.is_symmetric && (turn::<R>(enemy), turn::<R>(own)) < (own, enemy);
                        if own & enemy == 0 && !is_done {
                            worker.solve(own, enemy);
                        }
                    }
                }
            }
        };
        thread::scope(|scope| {
            let (first, others) = workers.split_at_mut(1);
            for worker in others {
                scope.spawn(|| work(worker));
            }
            work(&mut first[0]);
        });
    }
    for worker in &workers {
        worker.counts.iter().zip(&mut counts).for_each(|(found, all)| all.merge(*found));
    }
    drop(workers);
    let Pair { indices, bytes, is_symmetric } = pair;
    let solved = indices.into_iter().zip(bytes).zip(counts).map(|((index, bytes), counts)| SolvedSlice {
        slice: index.slice,
        counts,
        bytes: bytes.into_iter().map(AtomicU8::into_inner).collect(),
    });
    solved.take(if is_symmetric { 1 } else { 2 }).collect()
}

/// Sets of own men that a worker takes at a time.
const SETS_AT_A_TIME: usize = 4;

/// The rows that men moving up have advanced, all together.
fn advance<R: Rules>(set: u64) -> usize {
    let last = rows::<R>() - 1;
    (0..=last).map(|rank| (last - rank) as usize * size(set & row::<R>(rank))).sum()
}

/// Sets of men by the rows that they have advanced.
struct MenByAdvance {
    /// Every set, with the rows.
    all: Vec<(u64, usize)>,
    by_advance: Vec<Vec<u64>>,
}

impl MenByAdvance {
    fn new(squares: u64, men: usize, advance: impl Fn(u64) -> usize) -> Self {
        let bits: Vec<usize> = ones(squares).collect();
        let spread = |dense| ones(dense).fold(0, |set, bit| set | 1 << bits[bit]);
        let all: Vec<_> = sets(bits.len(), men).map(spread).map(|set| (set, advance(set))).collect();
        let greatest = all.iter().map(|&(_, advance)| advance).max().unwrap_or(0);
        let mut by_advance = vec![Vec::new(); greatest + 1];
        for &(set, advance) in &all {
            by_advance[advance].push(set);
        }
        Self { all, by_advance }
    }

    fn greatest(&self) -> usize {
        self.by_advance.len() - 1
    }

    fn with_advance(&self, advance: usize) -> &[u64] {
        self.by_advance.get(advance).map_or(&[], Vec::as_slice)
    }
}
