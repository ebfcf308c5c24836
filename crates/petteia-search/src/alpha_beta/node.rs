//! A node of the alpha-beta search below the root: principal variation search, fail-soft.
//!
//! The same code searches selectively and, with [`Mode::ToEnd`], to the end of the game. The steps of a
//! node are numbered as in `docs/architecture.md`.

use petteia_core::{BySide, Evaluate, Outcome, Score, Searchable, Side, Tablebase};

use super::frontier::{FRONTIER_DEPTH, FrontierTable};
use super::history::{HistoryTables, NodeContext};
use super::parameters::{ABDADA_DEPTH, IIR_DEPTH, LMR_HISTORY, UNSTABLE_DEPTH};
use super::pruning::{is_futile, is_pruned_as_late, reverse_futility};
use super::quiescence::deepest_quiescence;
use super::repetition::RepetitionStack;
use super::report::Bound;
use super::stack::{StackEntry, new_stack};
use super::table::TtEntry;
use super::task::SearchTask;
use super::threads::Shared;
use super::window::{Value, Window};
use super::{MAX_PLY, lmr};

/// What the search needs to know about a move that it plays.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove {
    /// [`MoveOrdering::move_index`](petteia_core::MoveOrdering::move_index).
    pub index: u16,
    /// [`Position::is_progress`](petteia_core::Position::is_progress).
    pub is_progress: bool,
    /// [`Position::is_irreversible`](petteia_core::Position::is_irreversible).
    pub is_irreversible: bool,
}

impl PlayedMove {
    /// Describes a legal move.
    pub fn of<P: Searchable>(position: &P, m: P::Move) -> Self {
        let is_progress = P::NO_PROGRESS_LIMIT.is_none() || position.is_progress(m);
        let is_irreversible = is_progress && position.is_irreversible(m);
        Self { index: P::move_index(m) as u16, is_progress, is_irreversible }
    }
}

/// How far a thread searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// To a depth, with reductions, pruning, and estimates at the horizon.
    ToDepth,
    /// To the end of the game, without reductions and estimates.
    ToEnd {
        /// Width of ProbCut in a selective search, in percent of the error of the probe. `None` in an exact search.
        probcut_width: Option<i32>,
        /// Nodes left before the search is given up.
        budget: u64,
    },
}

impl Mode {
    #[inline]
    pub(super) fn is_to_end(self) -> bool {
        self != Self::ToDepth
    }
}

/// A node whose moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) context: NodeContext,
    /// The static evaluation. `None` if pruning by it is not allowed.
    pub(super) static_eval: Option<i32>,
    /// The result is stored in the transposition table.
    pub(super) uses_table: bool,
}

/// One thread's search of the tree below the root.
pub struct SearchThread<'a, P: Searchable, E> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) evaluator: &'a E,
    /// The endgame databases that are probed below the root.
    pub(super) tablebase: Option<&'a dyn Tablebase<P>>,
    /// Nodes that are counted but not yet reported.
    pub(super) nodes: u64,
    report_at: u64,
    /// The deepest ply reached.
    pub(super) sel_depth: usize,
    pub(super) mode: Mode,
    /// The transposition table near the horizon.
    frontier: FrontierTable,
    /// The game's own solver.
    pub(super) solver: P::Solver,
    pub(super) history: HistoryTables,
    pub(super) repetitions: RepetitionStack,
    /// The score of a draw by repetition or without progress to each side.
    pub(super) draws: BySide<Score>,
    pub(super) stack: Vec<StackEntry<P>>,
}

impl<'a, P: Searchable, E: Evaluate<P>> SearchThread<'a, P, E> {
    /// A thread that has searched nothing yet.
    pub fn new(task: &'a SearchTask<P>, shared: &'a Shared<'a>, evaluator: &'a E) -> Self {
        let contempt = task.options.contempt;
        Self {
            shared,
            evaluator,
            tablebase: task.tablebase.as_deref().filter(|_| task.limits.mate.is_none()),
            nodes: 0,
            report_at: shared.limits.nodes_to_report(),
            sel_depth: 0,
            mode: Mode::ToDepth,
            frontier: FrontierTable::new(),
            solver: P::Solver::default(),
            history: HistoryTables::new(P::MOVE_INDICES, MAX_PLY + 2),
            repetitions: RepetitionStack::new(&task.game_history, task.root.key()),
            draws: BySide(Side::BOTH.map(|side| if side == task.root.side() { -contempt } else { contempt })),
            stack: new_stack(),
        }
    }

    /// Counts a node, and returns whether the search is over.
    fn count_node(&mut self) -> bool {
        if self.is_over() {
            return true;
        }
        self.nodes += 1;
        if let Mode::ToEnd { budget, .. } = &mut self.mode {
            *budget = budget.saturating_sub(1);
        }
        if self.nodes >= self.report_at {
            self.report_nodes();
        }
        self.is_over()
    }

    /// Whether the search is over. The values that it returns from then on have no meaning.
    pub(super) fn is_over(&self) -> bool {
        self.shared.limits.is_halted() || matches!(self.mode, Mode::ToEnd { budget: 0, .. })
    }

    /// Adds the nodes of this thread to the count of all threads.
    pub(super) fn report_nodes(&mut self) {
        self.shared.limits.count(std::mem::take(&mut self.nodes));
        self.report_at = self.shared.limits.nodes_to_report();
    }

    /// The value of a finished position, `ply` plies from the root.
    pub(super) fn terminal_value(position: &P, ply: usize) -> Value {
        let score = match position.outcome() {
            Some(_) if P::WON_BY_MARGIN => Score::margin(position.margin()),
            Some(Outcome::Win(side)) if side == position.side() => Score::mate_in(ply as u32),
            Some(Outcome::Win(_)) => Score::mated_in(ply as u32),
            Some(Outcome::Draw) | None => Score::DRAW,
        };
        Value { score, proved: true }
    }

    /// Principal variation search of one move of the node at `ply`. `position` is the position after the move. The
    /// first move is searched with the full window. A later move is searched with a zero window and reduced depth, and
    /// again if that fails high.
    #[expect(clippy::too_many_arguments, reason = "the arguments of alpha-beta")]
    pub(super) fn search_move(
        &mut self,
        position: &P,
        played: PlayedMove,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
        is_first: bool,
    ) -> Value {
        self.stack[ply].current_move = Some(played.index);
        if P::NO_PROGRESS_LIMIT.is_some() {
            self.repetitions.push(position.key(), played.is_progress, played.is_irreversible);
        }
        let mut search = |window: Window, depth| -self.node(position, window.negated(), depth, ply + 1);
        let value = if is_first {
            search(window, depth)
        } else {
            let mut value = search(window.zero_window(), depth - reduction);
            if reduction > 0 && value.score > window.alpha {
                value = search(window.zero_window(), depth);
            }
            if value.score > window.alpha && value.score < window.beta {
                value = search(window, depth);
            }
            value
        };
        if P::NO_PROGRESS_LIMIT.is_some() {
            self.repetitions.pop();
        }
        value
    }

    /// Searches a position at least one ply from the root.
    pub(super) fn node(&mut self, position: &P, window: Window, depth: i32, ply: usize) -> Value {
        // 1. Limits.
        self.stack[ply].pv.clear();
        self.sel_depth = self.sel_depth.max(ply);
        if self.count_node() {
            return Value::estimated(Score::DRAW);
        }
        // 2. Ends by repetition and without progress.
        if let Some(value) = self.end_by_history(position, ply) {
            return value;
        }
        // 3. A move that wins at once, and endgame databases.
        if let Some(m) = position.winning_move() {
            self.stack[ply + 1].pv.clear();
            self.update_pv(ply, m);
            return Value { score: Score::mate_in(ply as u32 + 1), proved: true };
        }
        if let Some(value) = self.probe_tablebase(position, ply) {
            return value;
        }
        // 4. Quiescence at the horizon, unless the position is unstable.
        let near_horizon = (deepest_quiescence()..=UNSTABLE_DEPTH.get()).contains(&depth);
        let to_end = self.mode.is_to_end();
        let is_unstable = near_horizon && !to_end && position.is_unstable();
        if ply >= MAX_PLY {
            return self.static_value(position, ply);
        }
        if depth <= 0 && !is_unstable && !to_end {
            return self.quiescence(position, window, depth, ply);
        }
        // 5. The game's own solver.
        if let Some(value) = self.solve(position, window) {
            return value;
        }
        // 6. Transposition table.
        let uses_table = !to_end || has_more_plies(position, P::PLIES_WITHOUT_TT);
        let entry = if uses_table { self.tt_entry(position, depth) } else { None };
        if let Some(value) = entry.and_then(|entry| self.tt_cutoff(entry, window, depth, ply)) {
            return value;
        }
        let tt_move = entry.and_then(|entry| entry.best_move);
        let context = NodeContext { side: position.side(), ply, previous: self.stack[ply - 1].current_move, tt_move };
        // 7. Static evaluation.
        let of_probcut = self.stack[ply].probcut_eval.take();
        let may_prune = !to_end && !is_unstable && window.is_zero_window() && !window.beta.is_decided();
        let static_eval = may_prune.then(|| of_probcut.unwrap_or_else(|| self.evaluator.evaluate(position)));
        if let Some(eval) = static_eval {
            // 8. Reverse futility pruning.
            if let Some(value) = reverse_futility(position, window, depth, eval) {
                return value;
            }
            // 9. ProbCut.
            if of_probcut.is_none()
                && let Some(value) = self.probcut(position, window, depth, ply, eval)
            {
                return value;
            }
        }
        if let Some(value) = self.probcut_to_end(position, window, ply) {
            return value;
        }
        // 10. Internal iterative reduction: without a move from the transposition table, the move order is poor. The
        // reduced depth is the depth of the node from here on.
        let depth = if depth >= IIR_DEPTH.get() && tt_move.is_none() && !to_end { depth - 1 } else { depth };
        self.list_moves(position, context);
        if self.stack[ply].picker.is_empty() {
            return Self::terminal_value(position, ply);
        }
        // 11. Enhanced transposition cutoff.
        if let Some(value) = self.enhanced_tt_cutoff(position, window, depth, ply) {
            return value;
        }
        self.search_moves(position, Node { window, depth, context, static_eval, uses_table })
    }

    /// Searches the moves of a node, which its move picker already holds.
    fn search_moves(&mut self, position: &P, node: Node) -> Value {
        let Node { window, depth, context, uses_table, .. } = node;
        let ply = context.ply;
        let mut best = Value { score: -Score::INFINITE, proved: true };
        let mut best_move = None;
        let mut open = window;
        // A deferred move saves time only if its result is in the table later.
        let defers = uses_table && depth >= ABDADA_DEPTH.get() && self.shared.abdada.is_active();
        // One-reply extension: the only legal move costs no depth.
        let next_depth = if self.stack[ply].picker.len() == 1 && depth > 0 { depth } else { depth - 1 };
        let mut move_count = 0;
        // 12. Move picker.
        while let Some(m) = self.pick_move(position, ply, defers && move_count > 0) {
            let played = PlayedMove::of(position, m);
            // 13. Late move pruning.
            if !self.mode.is_to_end() && is_pruned_as_late(window, depth, move_count, best.score) {
                best.proved = false;
                break;
            }
            // 14. Futility pruning.
            if move_count > 0 && is_futile(position, m, &node, best.score) {
                best.proved = false;
                move_count += 1;
                continue;
            }
            // 15. Late move reduction, then the search of the move.
            let reduction = self.late_move_reduction(&node, move_count, played.index);
            let after = position.after(m);
            let is_entered = defers && move_count > 0;
            if is_entered {
                self.shared.abdada.enter(after.key());
            }
            let value = self.search_move(&after, played, open, next_depth, reduction, ply, move_count == 0);
            if is_entered {
                self.shared.abdada.leave(after.key());
            }
            if self.is_over() {
                break;
            }
            // 16. Best move and beta cutoff.
            let all_proved = best.proved && value.proved;
            best.proved = all_proved;
            if value.score > best.score {
                best.score = value.score;
                if value.score > open.alpha {
                    best_move = Some(played.index);
                    open.alpha = value.score;
                    self.update_pv(ply, m);
                }
                if value.score >= window.beta {
                    // If a proved value causes the cutoff, the other moves need no proof.
                    best.proved = value.proved;
                    self.history.update(context, played.index, depth, &self.stack[ply].searched);
                    break;
                }
            }
            self.stack[ply].searched.push(played.index);
            move_count += 1;
        }
        // 17. Store in the transposition table.
        if uses_table && !self.is_over() {
            self.store(position, &node, best, best_move);
        }
        best
    }

    fn pick_move(&mut self, position: &P, ply: usize, defers: bool) -> Option<P::Move> {
        let picker = &mut self.stack[ply].picker;
        if defers {
            picker.next_idle(|m| self.shared.abdada.is_searched(position.after(m).key()))
        } else {
            picker.next_best()
        }
    }

    /// Late move reduction in plies. It applies to every late move, captures and killers included. A good history score
    /// lowers the base of the reduction, and a bad one raises it. A node whose window is not a zero window reduces by
    /// one ply less. The reduced depth is at least 1.
    fn late_move_reduction(&self, node: &Node, move_count: usize, index: u16) -> i32 {
        if self.mode.is_to_end() || !lmr::applies(node.depth, move_count) {
            return 0;
        }
        let history = self.history.score(node.context.side, index) / LMR_HISTORY.get();
        let reduction = lmr::reduction(node.depth, move_count) - history - i32::from(!node.window.is_zero_window());
        reduction.clamp(0, node.depth - 2)
    }

    /// Sets the principal variation of a ply to a move and the line of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, m: P::Move) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        let pv = &mut upper[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&lower[0].pv);
    }

    /// Whether a node of this depth uses the table of this thread in place of the shared one.
    fn is_at_frontier(&self, depth: i32) -> bool {
        !self.mode.is_to_end() && depth <= FRONTIER_DEPTH
    }

    /// The key of a position in the transposition table.
    pub(super) fn tt_key(&self, position: &P) -> u64 {
        position.key() ^ self.repetitions.clock_key(position)
    }

    fn tt_entry(&self, position: &P, depth: i32) -> Option<TtEntry> {
        let key = self.tt_key(position);
        if self.is_at_frontier(depth) {
            self.frontier.get(key)
        } else {
            self.shared.table.get(key).and_then(TtEntry::unpack)
        }
    }

    fn store(&mut self, position: &P, node: &Node, best: Value, best_move: Option<u16>) {
        let bound = if best.score >= node.window.beta {
            Bound::Lower
        } else if best.score > node.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TtEntry {
            best_move: best_move.or(node.context.tt_move),
            score: best.score.to_tt(node.context.ply as u32),
            bound,
            proved: best.proved,
            depth: node.depth.clamp(0, 255).cast_unsigned() as u8,
            age: self.shared.age,
        };
        let (key, age) = (self.tt_key(position), self.shared.age);
        let is_at_frontier = self.is_at_frontier(node.depth);
        if is_at_frontier {
            self.frontier.put(key, entry);
        }
        // A proved move is true at any depth, and completes the line that is shown.
        if !is_at_frontier || (entry.proved && entry.best_move.is_some()) {
            self.shared.table.put(key, entry.pack(), |old| TtEntry::replacement_value(old, age));
        }
    }
}

/// Whether the rest of the game can have more plies than this.
pub(super) fn has_more_plies<P: Searchable>(position: &P, plies: u32) -> bool {
    position.plies_left_bound().is_none_or(|bound| bound > plies)
}
