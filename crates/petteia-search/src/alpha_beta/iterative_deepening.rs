//! Iterative deepening at the root: aspiration windows, MultiPV, attempts at an exact solution.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use petteia_core::sorting::sort_by_key;
use petteia_core::{Evaluate, Score, Searchable, Wdl};

use super::node::{PlayedMove, SearchThread};
use super::parameters::{
    ASPIRATION_DEPTH, ASPIRATION_EXACT_WINDOW, ASPIRATION_GROWTH, ASPIRATION_LIMIT, ASPIRATION_WINDOW, ROOT_LMR_DEPTH,
    ROOT_LMR_MOVES,
};
use super::pv::{complete_pv, moves_to_end};
use super::report::{Bound, SearchInfo};
use super::table::{AGES, TtEntry};
use super::tablebase::{keep_best, shown_score};
use super::task::SearchTask;
use super::threads::Shared;
use super::window::{Value, Window};
use super::{MAX_PLY, solving, time};

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove<P: Searchable> {
    pub(super) m: P::Move,
    pub(super) played: PlayedMove,
    pub(super) after: P,
    /// Its value, if it came first or raised alpha in the last search. Otherwise the score is minus infinity.
    pub(super) value: Value,
    pv: Vec<P::Move>,
}

/// The iterations of one thread.
pub struct IterativeDeepening<'a, P: Searchable, E> {
    pub(super) task: &'a SearchTask<P>,
    pub(super) thread: SearchThread<'a, P, E>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) moves: Vec<RootMove<P>>,
    /// Receives the results. `None` for a helper thread.
    report: Option<&'a (dyn Fn(SearchInfo<P::Move>) + Sync)>,
    /// Nodes of all threads after which an exact solution is attempted.
    pub(super) solve_at: u64,
    /// Number of complete MultiPV iterations.
    complete_iterations: u32,
    /// The result by the endgame databases. The moves are then those that keep it, and the search does not probe.
    known: Option<Wdl>,
    /// First move of the best line in the last report.
    reported: Option<P::Move>,
}

impl<'a, P: Searchable, E: Evaluate<P>> IterativeDeepening<'a, P, E> {
    /// A thread that is ready to search the task.
    pub fn new(
        task: &'a SearchTask<P>,
        evaluator: &'a E,
        shared: &'a Shared<'a>,
        report: Option<&'a (dyn Fn(SearchInfo<P::Move>) + Sync)>,
    ) -> Self {
        let mut moves = Vec::new();
        for m in task.root.legal_moves() {
            if task.moves.is_empty() || task.moves.contains(&m) {
                moves.push(RootMove {
                    m,
                    played: PlayedMove::of(&task.root, m),
                    after: task.root.after(m),
                    value: Value::estimated(-Score::INFINITE),
                    pv: vec![m],
                });
            }
        }
        sort_by_key(&mut moves, |rm| Reverse(task.root.ordering_score(rm.m)));
        let mut thread = SearchThread::new(task, shared, evaluator);
        let known = keep_best(&mut thread, &mut moves);
        if known.is_some() {
            thread.tablebase = None;
        }
        let solve_at = solving::first_attempt(&task.root);
        Self { task, thread, shared, moves, report, solve_at, complete_iterations: 0, known, reported: None }
    }

    /// Runs iterations of increasing depth until the search is over or the game is solved. Returns the principal
    /// variation.
    pub fn run(mut self, first_depth: u32) -> Vec<P::Move> {
        let limits = &self.task.limits;
        let last = self.last_depth();
        let (mut stable_iterations, mut reached) = (0, 1);
        for depth in first_depth.min(last)..=last {
            reached = depth;
            let best = self.moves[0].played.index;
            let solved = self.iterate(depth) || (limits.depth.is_none() && self.attempt_to_solve());
            stable_iterations = if self.moves[0].played.index == best { stable_iterations + 1 } else { 0 };
            if self.shared.limits.is_halted() || solved || self.is_enough(stable_iterations) {
                break;
            }
        }
        if self.reported != Some(self.moves[0].m) {
            self.report_unfinished(reached);
        }
        self.thread.report_nodes();
        std::mem::take(&mut self.moves[0].pv)
    }

    /// The depth of the last iteration.
    pub(super) fn last_depth(&self) -> u32 {
        let limits = &self.task.limits;
        let longest = MAX_PLY as u32 - 1;
        let is_asked_for = limits.depth.is_some() || limits.mate.is_some() || limits.infinite || limits.ponder;
        let cap =
            if is_asked_for { longest } else { self.task.root.depth_cap().map_or(longest, |cap| cap.min(longest)) };
        limits.depth.unwrap_or(cap).min(limits.mate.unwrap_or(cap)).clamp(1, cap)
    }

    /// Reports the line of a better move that an unfinished iteration has found. Its score is a lower bound. If no
    /// search of a move has finished, the score is the static evaluation.
    pub(super) fn report_unfinished(&mut self, depth: u32) {
        let Self { thread, task, .. } = self;
        let value = &mut self.moves[0].value;
        if value.score == -Score::INFINITE {
            *value = Value::estimated(Score::estimate(thread.evaluator.evaluate(&task.root)));
        }
        self.report(depth, 0, Bound::Lower);
    }

    /// Whether the search can end between two iterations: it has used enough time, or a search for a mate has found a
    /// decided score.
    pub(super) fn is_enough(&self, stable_iterations: u32) -> bool {
        if self.shared.limits.is_pondering() {
            return false;
        }
        let limits = &self.task.limits;
        let mate = limits.mate.is_some() && self.moves[0].value.score.is_decided();
        let forced = self.moves.len() == 1 && limits.clock.is_some();
        mate || self.shared.limits.used().is_some_and(|used| forced || used >= time::soft_share(stable_iterations))
    }

    /// Runs one iteration. Returns whether the values of all lines are proved.
    pub(super) fn iterate(&mut self, depth: u32) -> bool {
        self.thread.sel_depth = 0;
        if self.is_one_line() {
            let expected = self.moves[0].value.score;
            self.search_with_aspiration(depth, 0, expected);
            return !self.thread.is_over() && self.moves[0].value.proved;
        }
        let lines = self.task.options.multi_pv.min(self.moves.len());
        let before = (self.complete_iterations > 0).then(|| self.moves.clone());
        let expected: Vec<Score> = self.moves[..lines].iter().map(|rm| rm.value.score).collect();
        for (index, expected) in expected.into_iter().enumerate() {
            self.search_with_aspiration(depth, index, expected);
            if self.thread.is_over() {
                // Lines of different depths cannot be sorted, so the lines of the last complete iteration stay.
                if let Some(before) = before {
                    self.moves = before;
                }
                return false;
            }
        }
        // A later line can have a higher score than an earlier one.
        sort_by_key(&mut self.moves[..lines], |rm| Reverse(rm.value.score.raw()));
        self.complete_iterations += 1;
        (0..lines).for_each(|index| self.report(depth, index, Bound::Exact));
        self.moves[..lines].iter().all(|rm| rm.value.proved)
    }

    /// Searches line number `index`, from 0, with an aspiration window around the expected score.
    fn search_with_aspiration(&mut self, depth: u32, index: usize, expected: Score) {
        let known = depth >= ASPIRATION_DEPTH.get().unsigned_abs() && expected > -Score::INFINITE;
        let (expected, mut reach) = self.expectation(expected);
        let mut window = if known { self.around(expected, reach) } else { Window::FULL };
        loop {
            let score = self.search_moves(window, depth, index);
            sort_by_key(&mut self.moves[index..], |rm| Reverse(rm.value.score.raw()));
            if self.thread.is_over() {
                return;
            }
            reach *= ASPIRATION_GROWTH.get();
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                self.report_bound(depth, index, Bound::Upper);
                window.alpha = self.around(score, reach).alpha;
            } else if score >= window.beta && window.beta < Score::INFINITE {
                self.report_bound(depth, index, Bound::Lower);
                window.beta = self.around(score, reach).beta;
            } else {
                // `iterate` sorts several lines and reports them together.
                if self.is_one_line() {
                    self.report(depth, index, Bound::Exact);
                }
                return;
            }
        }
    }

    /// The centre of the aspiration window for an expected score, and half the width of the window. An exact search of
    /// a game won by margin expects a margin, that which is nearest to an estimate.
    fn expectation(&self, score: Score) -> (Score, i32) {
        if self.thread.mode.is_to_end() && P::WON_BY_MARGIN {
            (Score::margin((score.centipieces() + 50).div_euclid(100)), ASPIRATION_EXACT_WINDOW.get())
        } else {
            (score, ASPIRATION_WINDOW.get())
        }
    }

    /// The aspiration window from `reach` below a score to `reach` above it. Beyond [`ASPIRATION_LIMIT`] it is the full
    /// window. In an exact search of a game won by margin its bounds are margins too.
    fn around(&self, score: Score, reach: i32) -> Window {
        match reach {
            reach if reach > ASPIRATION_LIMIT.get() => Window::FULL,
            reach if self.thread.mode.is_to_end() && P::WON_BY_MARGIN => Window::around_margin(score, reach / 100),
            reach => Window::around(score, reach),
        }
    }

    /// Principal variation search of the moves from `index` on; returns the best score.
    fn search_moves(&mut self, window: Window, depth: u32, index: usize) -> Score {
        let depth = depth.cast_signed() - 1;
        let mut open = window;
        let mut best = -Score::INFINITE;
        let mut proved = true;
        for i in index..self.moves.len() {
            let rm = &self.moves[i];
            let is_late = i - index >= ROOT_LMR_MOVES.get().unsigned_abs() as usize && depth >= ROOT_LMR_DEPTH.get();
            let reduction = i32::from(is_late && !self.thread.mode.is_to_end());
            let value = self.thread.search_move(&rm.after, rm.played, open, depth, reduction, 0, i == index);
            if self.thread.is_over() {
                break;
            }
            proved &= value.proved;
            let rm = &mut self.moves[i];
            if i == index || value.score > open.alpha {
                rm.value = value;
                rm.pv.clear();
                rm.pv.push(rm.m);
                rm.pv.extend_from_slice(&self.thread.stack[1].pv);
            } else {
                rm.value = Value::estimated(-Score::INFINITE);
            }
            best = best.max(value.score);
            open.alpha = open.alpha.max(value.score);
            if value.score >= window.beta {
                break;
            }
        }
        // The value of the best move is proved only if the values of the other moves are proved too.
        if let Some(rm) = self.moves[index..].iter_mut().max_by_key(|rm| rm.value.score) {
            rm.value.proved &= proved;
        }
        best
    }

    fn is_one_line(&self) -> bool {
        self.task.options.multi_pv == 1 || self.moves.len() == 1
    }

    /// Reports a fail high or a fail low after the first second of a search. A MultiPV search does not report it,
    /// because a bound cannot be sorted among several lines.
    fn report_bound(&mut self, depth: u32, index: usize, bound: Bound) {
        if self.is_one_line() && self.shared.limits.elapsed().as_secs() >= 1 {
            self.report(depth, index, bound);
        }
    }

    fn report(&mut self, depth: u32, index: usize, bound: Bound) {
        self.thread.report_nodes();
        let Some(report) = self.report else { return };
        let value = self.shown_value(index);
        if index == 0 {
            self.reported = Some(self.moves[0].m);
        }
        self.complete_pv(index);
        let (proved, pv) = (value.proved && bound == Bound::Exact, self.moves[index].pv.clone());
        let is_margin = P::WON_BY_MARGIN && proved;
        report(SearchInfo {
            depth: depth.min(self.thread.sel_depth.max(1) as u32),
            sel_depth: self.thread.sel_depth as u32,
            multi_pv: index + 1,
            score: shown_score(value.score, self.known),
            bound,
            proved,
            moves_to_end: is_margin.then(|| moves_to_end(self.task.root, &pv)),
            nodes: self.shared.limits.nodes(),
            hash_full: hash_full(self.shared),
            tb_hits: self.task.tablebase.as_ref().map(|_| self.shared.tb_hits.load(Ordering::Relaxed)),
            time: self.shared.limits.elapsed(),
            pv,
        });
    }

    fn complete_pv(&mut self, index: usize) {
        let Self { task, shared, thread, moves, .. } = self;
        let RootMove { pv, value, .. } = &mut moves[index];
        complete_pv(&task.root, pv, value.proved, thread.sel_depth, shared.table, &mut thread.solver);
    }
}

/// Share of the table entries that this search has stored, in thousandths.
pub(super) fn hash_full(shared: &Shared) -> u32 {
    let (mut used, mut all) = (0, 0);
    for data in shared.table.sample() {
        all += 1;
        used += u32::from(data.and_then(TtEntry::unpack).is_some_and(|entry| entry.age == shared.age % AGES));
    }
    (1_000 * used).checked_div(all).unwrap_or(0)
}
