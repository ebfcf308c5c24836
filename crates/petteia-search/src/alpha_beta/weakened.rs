//! Search below full strength: few nodes, and a random choice among the moves that it finds good.
//!
//! The method is that of `Skill Level` in Stockfish: a `MultiPV` search gives each move a score, and a move is drawn
//! with a probability that falls with what it loses. The probabilities here are a softmax over the losses.

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

use petteia_core::chance::{Purpose, gumbel};
use petteia_core::sorting::sort_by_key;
use petteia_core::{Evaluate, Outcome, Position, Score, Searchable};
use rand::Rng;

use super::threads;
use super::{Bound, SearchInfo, SearchResult, SearchTask};
use crate::{Control, HashTable, Limits, Skill};

/// The greatest loss of a move, in temperatures.
const MAX_LOSS: f64 = 4.0;
/// What a decided game counts in a draw, in centipieces.
const DECIDED: i32 = 10_000;

/// Searches a position that is not finished at a skill. It reports as many lines as the task asks for; the best move
/// need not begin the first one.
pub(super) fn search<P: Searchable, E: Evaluate<P>>(
    task: &SearchTask<P>,
    skill: Skill,
    evaluator: &E,
    table: &HashTable,
    control: &Control,
    report: &(dyn Fn(SearchInfo<P::Move>) + Sync),
) -> SearchResult<P::Move> {
    let own_lines = task.options.multi_pv;
    let found = Mutex::new(Vec::new());
    let mut weak = task.clone();
    weak.options.multi_pv = own_lines.max(skill.lines);
    weak.options.skill = None;
    let run = |weak: &SearchTask<P>, least_depth: u32| {
        threads::search(weak, evaluator, table, control, &|info| {
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            // A search that ends in its first iteration reports a bound of one move.
            if info.bound == Bound::Exact {
                if info.multi_pv == 1 {
                    found.clear();
                }
                found.extend(info.pv.first().map(|&m| (m, info.score)));
            }
            if info.multi_pv <= own_lines && info.depth >= least_depth {
                report(info);
            }
        })
    };
    let depth = task.limits.depth.map_or(skill.depth, |depth| depth.min(skill.depth));
    let is_shallow = depth <= 1;
    // A draw needs a score of depth 1 for every move, however few nodes the skill has.
    let first = (is_shallow || skill.lines > 1).then(|| {
        weak.limits = Limits { depth: Some(1), ponder: false, infinite: false, ..Limits::default() };
        run(&weak, 0)
    });
    let least_depth = if first.is_some() { 2 } else { 0 };
    let result = first.filter(|_| is_shallow || control.is_stopped()).unwrap_or_else(|| {
        weak.limits = Limits { depth: Some(depth), ..skill.limit(&task.limits) };
        run(&weak, least_depth)
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let best = choose(task, skill, result.best_move, found);
    let ponder = result.ponder.filter(|_| best == result.best_move);
    SearchResult { best_move: best, ponder, ..result }
}

/// Chooses among the moves of a task, of which `found` have scores.
fn choose<P: Searchable>(
    task: &SearchTask<P>,
    skill: Skill,
    best: Option<P::Move>,
    found: Vec<(P::Move, Score)>,
) -> Option<P::Move> {
    let rng = &mut task.options.chance.stream(Purpose::Skill, task.root.key());
    let mut order = if skill.lines > 1 { by_lot::<P>(found, skill.temperature, rng) } else { Vec::new() };
    order.extend(best);
    if !skill.is_careful {
        return order.first().copied();
    }
    let allowed = if task.moves.is_empty() { task.root.legal_moves() } else { task.moves.clone() };
    if let Some(&winning) = allowed.iter().find(|&&m| has_won(&task.root.after(m), &task.root)) {
        return Some(winning);
    }
    order.extend(allowed);
    order.iter().find(|&&m| !can_be_won_at_once(&task.root.after(m), &task.root)).or(order.first()).copied()
}

/// The moves in the order in which they are drawn, without replacement, by a softmax over what they lose. Those that
/// lose too much are left out.
fn by_lot<P: Searchable>(found: Vec<(P::Move, Score)>, temperature: f64, rng: &mut impl Rng) -> Vec<P::Move> {
    let is_mate = |score: Score| score.is_decided() && !P::WON_BY_MARGIN;
    let worth = |score: Score| if is_mate(score) { DECIDED * score.raw().signum() } else { score.centipieces() };
    let best = found.iter().map(|&(_, score)| worth(score)).max().unwrap_or(0);
    // The Gumbel-max trick: the order of the weights' logarithms plus Gumbel noise is such a draw.
    let mut keyed: Vec<(f64, P::Move)> = Vec::new();
    for (m, score) in found {
        let loss = f64::from(best - worth(score)) / temperature;
        let noise = gumbel(rng);
        if loss <= MAX_LOSS {
            keyed.push((noise - loss, m));
        }
    }
    sort_by_key(&mut keyed, |&(key, _)| Reverse(rounded(key)));
    keyed.into_iter().map(|(_, m)| m).collect()
}

/// A key in millionths.
#[expect(clippy::cast_possible_truncation, reason = "keys are small")]
fn rounded(key: f64) -> i64 {
    (key * 1e6).round() as i64
}

/// Whether the side to move at `before` has won at `after`.
fn has_won<P: Position>(after: &P, before: &P) -> bool {
    after.outcome() == Some(Outcome::Win(before.side()))
}

/// Whether the opponent of the side to move at `before` has won at `after`, or can win with its next move.
fn can_be_won_at_once<P: Position>(after: &P, before: &P) -> bool {
    let lost = Some(Outcome::Win(!before.side()));
    if after.outcome().is_some() {
        return after.outcome() == lost;
    }
    after.side() != before.side() && after.legal_moves().into_iter().any(|m| after.after(m).outcome() == lost)
}
