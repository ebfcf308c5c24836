//! Alpha-beta below the root: principal variation search, fail-soft, one code for the selective
//! search and the exact one.

use super::bounds::{Value, Window};
use super::cutoffs::FUTILITY_DEPTH;
use super::entry::Entry;
use super::ordering::{Ordering, Place};
use super::report::Bound;
use super::shared::Shared;
use super::task::Task;
use super::trail::Trail;
use crate::core::{Outcome, Score};
use crate::game::{Evaluate, Searchable};

/// No line is longer than this.
pub const MAX_PLY: usize = 246;
/// The depth of a search to the end of the game.
pub const FULL_DEPTH: i32 = 250;

/// What the search keeps of a move that it plays.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// [`Searchable::tag`].
    pub tag: u16,
    /// [`Position::is_progress`](crate::game::Position::is_progress).
    pub progress: bool,
    /// [`Position::is_final`](crate::game::Position::is_final).
    pub is_final: bool,
}

impl Step {
    /// A legal move.
    pub fn of<P: Searchable>(position: &P, m: P::Move) -> Self {
        let progress = P::QUIET_PLIES.is_none() || position.is_progress(m);
        Self { tag: P::tag(m) as u16, progress, is_final: progress && position.is_final(m) }
    }
}

/// A node whose moves are tried.
#[derive(Clone, Copy, Debug)]
struct Node {
    window: Window,
    depth: i32,
    place: Place,
    /// What the position looks worth, where the search is selective and the window a null one.
    estimate: Option<i32>,
    /// The result goes into the table.
    tabled: bool,
}

impl Node {
    /// Futility: so near the horizon, and so far below alpha, that a quiet move will hardly help.
    fn is_hopeless<P: Searchable>(&self, best: Score) -> bool {
        let reach = (HOPE_A_PLY * self.depth + HOPE) * P::UNCERTAINTY / 100;
        let within_reach = |estimate| estimate + reach > self.window.alpha.raw();
        self.depth <= FEW_MOVES_DEPTH
            && !best.is_decided()
            && self.estimate.is_some_and(|estimate| !within_reach(estimate))
    }
}

/// By how much quiet moves may mend an estimate, in hundredths of the game's uncertainty: so much,
const HOPE: i32 = 50;
/// and so much more for each ply that is left.
const HOPE_A_PLY: i32 = 80;
/// Moves of this promise are tried even where quiet ones are hopeless.
const HOPEFUL: i32 = 100;

/// One thread's search of the tree.
pub struct Tree<'a, P: Searchable, E> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) evaluator: &'a E,
    /// Positions visited and not yet reported.
    pub(super) nodes: u64,
    report_at: u64,
    /// The deepest ply reached.
    pub(super) sel_depth: usize,
    /// Search everything to the end of the game: no reductions, no estimates.
    pub(super) exact: bool,
    /// Nodes left to an exact search before it gives up.
    pub(super) patience: u64,
    pub(super) ordering: Ordering,
    pub(super) trail: Trail,
    /// What the position looks worth, if the node about to be searched is looked at for
    /// [`ProbCut`](Tree::foretold), which it is then not to try itself.
    pub(super) probing: Option<i32>,
    /// Moves of all open nodes, with their ranks.
    pub(super) moves: Vec<(P::Move, i32)>,
    /// Moves tried so far at all open nodes.
    tried: Vec<u16>,
    /// The line below each ply.
    pub(super) lines: Vec<Vec<P::Move>>,
}

impl<'a, P: Searchable, E: Evaluate<P>> Tree<'a, P, E> {
    /// Nothing searched yet.
    pub fn new(task: &Task<P>, shared: &'a Shared<'a>, evaluator: &'a E) -> Self {
        Self {
            shared,
            evaluator,
            nodes: 0,
            report_at: shared.meter.nodes_to_report(),
            sel_depth: 0,
            exact: false,
            patience: 0,
            ordering: Ordering::new(P::TAGS, MAX_PLY + 2),
            trail: Trail::new(&task.past, task.root.key()),
            probing: None,
            moves: Vec::new(),
            tried: Vec::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Counts a node, unless the search is over; now and then reports and looks whether it is.
    fn visit(&mut self) -> bool {
        if self.is_over() {
            return true;
        }
        self.nodes += 1;
        if self.exact {
            self.patience = self.patience.saturating_sub(1);
        }
        if self.nodes >= self.report_at {
            self.report_nodes();
        }
        self.is_over()
    }

    /// The search has ended; values that come back from now on mean nothing.
    pub(super) fn is_over(&self) -> bool {
        self.shared.meter.is_halted() || (self.exact && self.patience == 0)
    }

    /// Makes the nodes visited known to the other threads.
    pub(super) fn report_nodes(&mut self) {
        self.shared.meter.count(std::mem::take(&mut self.nodes));
        self.report_at = self.shared.meter.nodes_to_report();
    }

    /// The value of a finished position, `ply` plies from the root.
    pub(super) fn final_value(position: &P, ply: usize) -> Value {
        let score = match position.outcome() {
            Some(_) if P::COUNTED => Score::margin(position.margin()),
            Some(Outcome::Win(side)) if side == position.side() => Score::mate_in(ply as u32),
            Some(Outcome::Win(_)) => Score::mated_in(ply as u32),
            Some(Outcome::Draw) | None => Score::DRAW,
        };
        Value { score, proved: true }
    }

    /// Searches the position after a move: scout first, then in full where the scout says so.
    #[expect(clippy::too_many_arguments, reason = "the arguments of alpha-beta")]
    pub(super) fn child(
        &mut self,
        position: &P,
        step: Step,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
        first: bool,
    ) -> Value {
        let mut search = |window: Window, depth| {
            if P::QUIET_PLIES.is_some() {
                self.trail.push(position.key(), step.progress, step.is_final);
            }
            let value = self.node(position, window.turned(), depth, ply + 1, Some(step.tag));
            if P::QUIET_PLIES.is_some() {
                self.trail.pop();
            }
            Value { score: -value.score, proved: value.proved }
        };
        if first {
            return search(window, depth);
        }
        let mut value = search(window.null(), depth - reduction);
        if reduction > 0 && value.score > window.alpha {
            value = search(window.null(), depth);
        }
        if value.score > window.alpha && value.score < window.beta {
            value = search(window, depth);
        }
        value
    }

    pub(super) fn node(
        &mut self,
        position: &P,
        window: Window,
        depth: i32,
        ply: usize,
        previous: Option<u16>,
    ) -> Value {
        self.lines[ply].clear();
        self.sel_depth = self.sel_depth.max(ply);
        if self.visit() {
            return Value { score: Score::DRAW, proved: false };
        }
        if let Some(value) = self.drawn(position, ply) {
            return value;
        }
        if let Some(m) = position.winning_move() {
            self.lines[ply + 1].clear();
            self.extend_line(ply, m);
            return Value { score: Score::mate_in(ply as u32 + 1), proved: true };
        }
        let near_horizon = (LOWEST_DEPTH..=FUTILITY_DEPTH).contains(&depth);
        let restless = near_horizon && !self.exact && position.is_restless();
        if ply >= MAX_PLY {
            return self.leaf(position, ply);
        }
        if depth <= 0 && !restless && !self.exact {
            return self.quiesce(position, window, depth, ply, previous);
        }
        if self.exact
            && let Some(value) = self.solved(position, window)
        {
            return value;
        }
        let tabled = !self.exact || is_longer(position, P::SHALLOW);
        let entry = if tabled { self.shared.table.get(position.key()).and_then(Entry::unpack) } else { None };
        if let Some(value) = entry.and_then(|entry| self.settled(entry, window, depth, ply)) {
            return value;
        }
        let place = Place { side: position.side(), ply, previous, table: entry.and_then(|entry| entry.tag) };
        let probed = self.probing.take();
        let selective = !self.exact && !restless && window.is_null() && !window.beta.is_decided();
        let estimate = selective.then(|| probed.unwrap_or_else(|| self.evaluator.evaluate(position)));
        if let Some(estimate) = estimate {
            if let Some(value) = Self::pruned(position, window, depth, estimate) {
                return value;
            }
            if probed.is_none()
                && let Some(value) = self.foretold(position, window, depth, place, estimate)
            {
                return value;
            }
        }
        // Internal iterative reduction: without a move from the table the order is poor.
        let depth = if depth >= 5 && place.table.is_none() && !self.exact { depth - 1 } else { depth };
        let first = self.list(position, place);
        let value = if first == self.moves.len() {
            Self::final_value(position, ply)
        } else if let Some(value) = self.refuted(position, window, first, ply) {
            value
        } else {
            self.try_moves(position, Node { window, depth, place, estimate, tabled }, first)
        };
        self.moves.truncate(first);
        value
    }

    fn try_moves(&mut self, position: &P, node: Node, first: usize) -> Value {
        let Node { window, depth, place, tabled, .. } = node;
        let end = self.moves.len();
        let tried = self.tried.len();
        let mut best = Value { score: -Score::INFINITE, proved: true };
        let mut best_tag = None;
        let mut open = window;
        // What the threads find must be in the table for each other.
        let may_share = tabled && depth >= SHARING_DEPTH && self.shared.underway.is_shared();
        // A single reply costs no depth.
        let next_depth = if end - first == 1 && depth > 0 { depth } else { depth - 1 };
        for index in first..end {
            let shared = may_share && index > first;
            if shared {
                self.bring_idle_forward(position, index, end);
            } else {
                self.bring_best_forward(index, end);
            }
            let (m, _) = self.moves[index];
            let step = Step::of(position, m);
            let tag = step.tag;
            if self.is_too_late(window, depth, index - first, best.score) {
                best.proved = false;
                break;
            }
            if index > first && node.is_hopeless::<P>(best.score) && position.promise(m) < HOPEFUL {
                best.proved = false;
                continue;
            }
            let reduction = self.reduction(window, depth, index - first, place, tag);
            let after = position.after(m);
            if shared {
                self.shared.underway.enter(after.key());
            }
            let value = self.child(&after, step, open, next_depth, reduction, place.ply, index == first);
            if shared {
                self.shared.underway.leave(after.key());
            }
            if self.is_over() {
                break;
            }
            let all_proved = best.proved && value.proved;
            best.proved = all_proved;
            if value.score > best.score {
                best.score = value.score;
                if value.score > open.alpha {
                    best_tag = Some(tag);
                    open.alpha = value.score;
                    self.extend_line(place.ply, m);
                }
                if value.score >= window.beta {
                    // A proved refutation needs no proof about its siblings.
                    best.proved = value.proved;
                    self.ordering.reward(place, tag, depth, &self.tried[tried..]);
                    break;
                }
            }
            self.tried.push(tag);
        }
        self.tried.truncate(tried);
        if tabled && !self.is_over() {
            self.remember(position, window, depth, place, best, best_tag);
        }
        best
    }

    /// Late move pruning: so near the horizon the moves from this one on are not looked at.
    fn is_too_late(&self, window: Window, depth: i32, index: usize, best: Score) -> bool {
        let enough = 3 + 2 * depth * depth;
        !self.exact
            && window.is_null()
            && depth <= FEW_MOVES_DEPTH
            && index >= enough.unsigned_abs() as usize
            && !best.is_decided()
    }

    /// Late move reduction, in plies.
    fn reduction(&self, window: Window, depth: i32, index: usize, place: Place, tag: u16) -> i32 {
        if self.exact || depth < 3 || index < 2 {
            return 0;
        }
        let history = self.ordering.history(place.side, tag) / 3_000;
        let reduction = late_reduction(depth, index) - history - i32::from(!window.is_null());
        reduction.clamp(0, depth - 2)
    }

    pub(super) fn extend_line(&mut self, ply: usize, m: P::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(m);
        upper[ply].extend_from_slice(&lower[0]);
    }

    fn remember(&self, position: &P, window: Window, depth: i32, place: Place, best: Value, tag: Option<u16>) {
        let bound = if best.score >= window.beta {
            Bound::Lower
        } else if best.score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            tag: tag.or(place.table),
            score: best.score.to_table(place.ply as u32),
            bound,
            proved: best.proved,
            depth: depth.clamp(0, 255).cast_unsigned() as u8,
            age: self.shared.age,
        };
        self.shared.table.put(position.key(), entry.pack(), |old| Entry::worth(old, self.shared.age));
    }
}

/// Whether the game can go on for more moves than this.
pub(super) fn is_longer<P: Searchable>(position: &P, moves: u32) -> bool {
    position.most_moves().is_none_or(|most| most > moves)
}

/// So far below the horizon the search comes to rest in any case.
pub(super) const LOWEST_DEPTH: i32 = -16;

/// Plies from the horizon from which on threads share the moves of a node between them.
const SHARING_DEPTH: i32 = 6;

/// Plies from the horizon where only the most promising moves are looked at.
const FEW_MOVES_DEPTH: i32 = 4;

/// Late move reduction by depth and number of the move: the product of their logarithms. In whole
/// numbers, so that every machine searches the same tree.
fn late_reduction(depth: i32, index: usize) -> i32 {
    (log16(depth.unsigned_abs()) * log16(index as u32) + 470) / 850
}

/// Sixteen times the binary logarithm, on straight lines between the powers of two.
fn log16(n: u32) -> i32 {
    let n = n.clamp(1, 1 << 16);
    let power = n.ilog2();
    (16 * power + ((n << 4) >> power) - 16).cast_signed()
}
