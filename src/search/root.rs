//! Iterative deepening at the root: aspiration windows, several best lines, attempts at an exact
//! solution.

use super::bounds::{Value, Window};
use super::entry::{AGES, Entry};
use super::node::{FULL_DEPTH, MAX_PLY, Step, Tree};
use super::report::{Bound, Info};
use super::shared::Shared;
use super::task::Task;
use crate::core::Score;
use crate::game::{Evaluate, Searchable};

/// Half the first aspiration window, in centipieces.
const ASPIRATION: i32 = 40;
/// The same when the final margin is sought.
const EXACT_ASPIRATION: i32 = 100;
/// The first depth with an aspiration window.
const ASPIRATION_DEPTH: u32 = 4;
/// An exact solution is attempted when the search has cost this part of what the solution may cost,
const EXACT_SHARE: u64 = 24;
/// and given up when it has cost so many times as much.
const EXACT_PATIENCE: u64 = 15;

/// A move at the root with what is known of it.
#[derive(Clone, Debug)]
struct RootMove<P: Searchable> {
    m: P::Move,
    step: Step,
    after: P,
    /// Of the last search in which it was among the best lines, else below everything.
    value: Value,
    line: Vec<P::Move>,
}

/// One thread's work on a task.
pub struct Root<'a, P: Searchable, E> {
    task: &'a Task<P>,
    tree: Tree<'a, P, E>,
    shared: &'a Shared<'a>,
    moves: Vec<RootMove<P>>,
    /// Where results go; only the first thread reports.
    report: Option<&'a (dyn Fn(Info<P>) + Sync)>,
    /// Nodes of all threads after which an exact solution is attempted.
    attempt_at: u64,
    /// Iterations of several lines that have been completed.
    iterations: u32,
    /// The first move of the best line in the last report.
    told: Option<P::Move>,
}

impl<'a, P: Searchable, E: Evaluate<P>> Root<'a, P, E> {
    /// Ready to search the task.
    pub fn new(
        task: &'a Task<P>,
        evaluator: &'a E,
        shared: &'a Shared<'a>,
        report: Option<&'a (dyn Fn(Info<P>) + Sync)>,
    ) -> Self {
        let mut moves = Vec::new();
        task.root.for_each_move(|m| {
            if task.moves.is_empty() || task.moves.contains(&m) {
                moves.push(RootMove {
                    m,
                    step: Step::of(&task.root, m),
                    after: task.root.after(m),
                    value: Value { score: -Score::INFINITE, proved: false },
                    line: vec![m],
                });
            }
        });
        moves.sort_by_key(|rm| -task.root.promise(rm.m));
        let attempt_at = task.root.solution_cost().map_or(u64::MAX, |cost| cost / EXACT_SHARE);
        Self {
            task,
            tree: Tree::new(task, shared, evaluator),
            shared,
            moves,
            report,
            attempt_at,
            iterations: 0,
            told: None,
        }
    }

    /// Searches deeper and deeper until the search is over or there is nothing left to find out;
    /// returns the best line.
    pub fn deepen(mut self, first_depth: u32) -> Vec<P::Move> {
        let limits = &self.task.limits;
        let most = MAX_PLY as u32 - 1;
        let bounded = limits.depth.is_some() || limits.mate.is_some() || limits.infinite || limits.ponder;
        let most = if bounded { most } else { self.task.root.deepest().map_or(most, |deepest| deepest.min(most)) };
        let last = limits.depth.unwrap_or(most).min(limits.mate.unwrap_or(most)).clamp(1, most);
        let (mut stable, mut reached) = (0, 1);
        for depth in first_depth.min(last)..=last {
            reached = depth;
            let best = self.moves[0].step.tag;
            let solved = self.iterate(depth) || (limits.depth.is_none() && self.attempt_exact());
            stable = if self.moves[0].step.tag == best { stable + 1 } else { 0 };
            if self.shared.meter.is_halted() || solved || self.is_enough(stable) {
                break;
            }
        }
        if self.told != Some(self.moves[0].m) {
            self.say_unfinished(reached);
        }
        self.tree.report_nodes();
        std::mem::take(&mut self.moves[0].line)
    }

    /// The last word where the last iteration was not finished, but found a better move: it is worth no less. Where not
    /// even one was finished, the evaluation has it.
    fn say_unfinished(&mut self, depth: u32) {
        let Self { tree, task, .. } = self;
        let value = &mut self.moves[0].value;
        if value.score == -Score::INFINITE {
            *value = Value { score: Score::estimate(tree.evaluator.evaluate(&task.root)), proved: false };
        }
        self.say(depth, 0, Bound::Lower);
    }

    /// Enough time has been used, or a forced win as short as asked for has been found.
    fn is_enough(&self, stable: u32) -> bool {
        if self.shared.meter.is_pondering() {
            return false;
        }
        let limits = &self.task.limits;
        let mate = limits.mate.is_some() && self.moves[0].value.score.is_decided();
        // A best move that keeps changing deserves more time.
        let share = match stable {
            0 => 1.6,
            1 | 2 => 1.2,
            3..=5 => 1.0,
            _ => 0.8,
        };
        let forced = self.moves.len() == 1 && limits.clock.is_some();
        mate || self.shared.meter.used().is_some_and(|used| used >= share || forced)
    }

    /// One iteration; true when all lines are the values of the game.
    fn iterate(&mut self, depth: u32) -> bool {
        self.tree.sel_depth = 0;
        if self.is_one_line() {
            let expected = self.moves[0].value.score;
            self.aspire(depth, 0, expected);
            return !self.tree.is_over() && self.moves[0].value.proved;
        }
        let lines = self.task.settings.multi_pv.min(self.moves.len());
        let before = (self.iterations > 0).then(|| self.moves.clone());
        let expected: Vec<Score> = self.moves[..lines].iter().map(|rm| rm.value.score).collect();
        for (index, expected) in expected.into_iter().enumerate() {
            self.aspire(depth, index, expected);
            if self.tree.is_over() {
                // Lines of different depths cannot be put in order.
                if let Some(before) = before {
                    self.moves = before;
                }
                return false;
            }
        }
        // A later line may have turned out better than those before it.
        self.moves[..lines].sort_by_key(|rm| std::cmp::Reverse(rm.value.score));
        self.iterations += 1;
        (0..lines).for_each(|index| self.say(depth, index, Bound::Exact));
        self.moves[..lines].iter().all(|rm| rm.value.proved)
    }

    /// Tries to solve the game when that looks cheap beside what the search has cost so far.
    fn attempt_exact(&mut self) -> bool {
        self.tree.report_nodes();
        if self.shared.meter.nodes() < self.attempt_at || self.shared.meter.is_halted() {
            return false;
        }
        let before = self.moves.clone();
        let cost = self.task.root.solution_cost().unwrap_or(0);
        self.tree.patience = cost.max(self.shared.meter.nodes()).saturating_mul(EXACT_PATIENCE);
        self.tree.exact = true;
        let solved = self.iterate(FULL_DEPTH.cast_unsigned());
        self.tree.exact = false;
        self.tree.report_nodes();
        if !solved {
            self.moves = before;
            self.attempt_at = 2 * self.shared.meter.nodes();
        }
        solved
    }

    /// Searches for the line of this rank with a window round the score expected.
    fn aspire(&mut self, depth: u32, index: usize, expected: Score) {
        let (expected, mut reach) = self.expectation(expected);
        let known = depth >= ASPIRATION_DEPTH && expected > -Score::INFINITE;
        let mut window = if known { around(expected, reach) } else { Window::FULL };
        loop {
            let score = self.search_moves(window, depth, index);
            self.moves[index..].sort_by_key(|rm| std::cmp::Reverse(rm.value.score));
            if self.tree.is_over() {
                return;
            }
            reach *= 4;
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                self.say_bound(depth, index, Bound::Upper);
                window.alpha = around(score, reach).alpha;
            } else if score >= window.beta && window.beta < Score::INFINITE {
                self.say_bound(depth, index, Bound::Lower);
                window.beta = around(score, reach).beta;
            } else {
                // Several lines are told together, in order.
                if self.is_one_line() {
                    self.say(depth, index, Bound::Exact);
                }
                return;
            }
        }
    }

    /// The score to look for after this one, and how far round it: an exact search of a counted game
    /// looks for the margin that an estimate amounts to.
    fn expectation(&self, score: Score) -> (Score, i32) {
        if self.tree.exact && P::COUNTED && score.raw().abs() <= Score::ESTIMATE_MAX {
            (Score::margin((score.raw() + 50).div_euclid(100)), EXACT_ASPIRATION)
        } else {
            (score, ASPIRATION)
        }
    }

    /// Alpha-beta over the moves from `index` on; returns the best score.
    fn search_moves(&mut self, window: Window, depth: u32, index: usize) -> Score {
        let depth = depth.cast_signed() - 1;
        let mut open = window;
        let mut best = -Score::INFINITE;
        let mut proved = true;
        for i in index..self.moves.len() {
            let rm = &self.moves[i];
            let reduction = i32::from(!self.tree.exact && i >= index + 4 && depth >= 3);
            let value = self.tree.child(&rm.after, rm.step, open, depth, reduction, 0, i == index);
            if self.tree.is_over() {
                break;
            }
            proved &= value.proved;
            let rm = &mut self.moves[i];
            if i == index || value.score > open.alpha {
                rm.value = value;
                rm.line.clear();
                rm.line.push(rm.m);
                rm.line.extend_from_slice(&self.tree.lines[1]);
            } else {
                rm.value = Value { score: -Score::INFINITE, proved: false };
            }
            best = best.max(value.score);
            open.alpha = open.alpha.max(value.score);
            if value.score >= window.beta {
                break;
            }
        }
        // The best is proved best only when nothing is left open about the others.
        if let Some(rm) = self.moves[index..].iter_mut().max_by_key(|rm| rm.value.score) {
            rm.value.proved &= proved;
        }
        best
    }

    fn is_one_line(&self) -> bool {
        self.task.settings.multi_pv == 1 || self.moves.len() == 1
    }

    /// Bounds are of interest only to people who wait, and stand in the way of several lines in order.
    fn say_bound(&mut self, depth: u32, index: usize, bound: Bound) {
        if self.is_one_line() && self.shared.meter.elapsed().as_secs() >= 1 {
            self.say(depth, index, bound);
        }
    }

    fn say(&mut self, depth: u32, index: usize, bound: Bound) {
        self.tree.report_nodes();
        let Some(report) = self.report else { return };
        let value = self.moves[index].value;
        if index == 0 {
            self.told = Some(self.moves[0].m);
        }
        self.complete_line(index);
        report(Info {
            depth: depth.min(self.tree.sel_depth.max(1) as u32),
            sel_depth: self.tree.sel_depth as u32,
            multi_pv: index + 1,
            score: value.score,
            bound,
            proved: value.proved && bound == Bound::Exact,
            nodes: self.shared.meter.nodes(),
            hash_full: hash_full(self.shared),
            time: self.shared.meter.elapsed(),
            pv: self.moves[index].line.clone(),
        });
    }

    /// Carries a line that a table entry has cut short on with the moves that the table holds, and a proved one on to
    /// the end of the game where the game solves its last moves itself.
    fn complete_line(&mut self, index: usize) {
        let RootMove { line, value, .. } = &mut self.moves[index];
        let mut position = line.iter().fold(self.task.root, |position, &m| position.after(m));
        let from_table = |position: &P| {
            let tag = self.shared.table.get(position.key()).and_then(Entry::unpack).and_then(|entry| entry.tag)?;
            let mut next = None;
            position.for_each_move(|m| {
                if P::tag(m) as u16 == tag {
                    next = Some(m);
                }
            });
            next
        };
        while line.len() < MAX_PLY {
            let known = if line.len() < self.tree.sel_depth { from_table(&position) } else { None };
            let solved = || if value.proved && P::COUNTED { solved_move(&position) } else { None };
            let Some(m) = known.or_else(solved) else { break };
            line.push(m);
            position.play(m);
        }
    }
}

/// The best move of a position whose last moves the game solves itself.
fn solved_move<P: Searchable>(position: &P) -> Option<P::Move> {
    let most = Score::INFINITE.margin_below();
    let mut best = None;
    let mut all_solved = true;
    position.for_each_move(|m| {
        let after = position.after(m);
        let margin = match after.outcome() {
            Some(_) => Some(after.margin()),
            None => after.solve(-most, most, &mut 0),
        };
        match margin {
            Some(margin) if best.is_none_or(|(least, _)| margin < least) => best = Some((margin, m)),
            Some(_) => {}
            None => all_solved = false,
        }
    });
    best.filter(|_| all_solved).map(|(_, m)| m)
}

fn around(score: Score, reach: i32) -> Window {
    let limit = Score::INFINITE.raw();
    // Past a few pieces the window is opened altogether.
    let (low, high) =
        if reach > 16 * ASPIRATION { (-limit, limit) } else { (score.raw() - reach, score.raw() + reach) };
    Window { alpha: Score::from_raw(low.max(-limit)), beta: Score::from_raw(high.min(limit)) }
}

/// The share of entries of this search, in thousandths.
fn hash_full(shared: &Shared) -> u32 {
    let (mut used, mut all) = (0, 0);
    for word in shared.table.sample() {
        all += 1;
        used += u32::from(Entry::unpack(word).is_some_and(|entry| entry.age == shared.age % AGES));
    }
    (1_000 * used).checked_div(all).unwrap_or(0)
}
