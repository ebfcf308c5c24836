//! Endgame databases in the search: positions below the root, and the moves of a root that a database has.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use petteia_core::sorting::sort_by_key;
use petteia_core::{Evaluate, Outcome, Score, Searchable, TablebaseValue, Wdl};

use super::iterative_deepening::RootMove;
use super::node::SearchThread;
use super::window::Value;

impl<P: Searchable, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// The value of a position below the root by the endgame databases. A win that comes too late for the draw without
    /// progress counts as a draw.
    pub(super) fn probe_tablebase(&self, position: &P, ply: usize) -> Option<Value> {
        let value = self.tablebase?.value(position)?;
        self.shared.tb_hits.fetch_add(1, Ordering::Relaxed);
        let win = Score::won_in_tablebase(ply as u32);
        // It is not proved: a mate is better than a win.
        Some(Value::estimated(match value.wdl_in_time(self.repetitions.halfmove_clock(), P::NO_PROGRESS_LIMIT) {
            Wdl::Loss => -win,
            Wdl::Draw => Score::DRAW,
            Wdl::Win => win,
        }))
    }
}

/// Keeps the moves of the root that keep its result, and returns the result; `None` if the databases lack a position.
///
/// Of the winning moves only those with the smallest distance stay, so that the win makes progress. A move that
/// repeats a position for the third time draws. Losing moves all stay, the longest first.
pub(super) fn keep_best<P: Searchable, E: Evaluate<P>>(
    thread: &mut SearchThread<P, E>,
    moves: &mut Vec<RootMove<P>>,
) -> Option<Wdl> {
    let tablebase = thread.tablebase?;
    let clock = thread.repetitions.halfmove_clock();
    let mut values = Vec::new();
    for root_move in moves.iter() {
        let after = tablebase.value(&root_move.after).or_else(|| finished(&root_move.after))?;
        thread.shared.tb_hits.fetch_add(1, Ordering::Relaxed);
        // The distance counts the move of the root. Progress ends it.
        let plies = after.distance().map_or(0, |plies| if root_move.played.is_progress { 1 } else { plies + 1 });
        let value = TablebaseValue::new(after.wdl().negated(), plies);
        let RootMove { after, played, .. } = root_move;
        thread.repetitions.push(after.key(), played.is_progress, played.is_irreversible);
        let is_drawn = thread.repetitions.is_repetition();
        thread.repetitions.pop();
        let wdl = if is_drawn { Wdl::Draw } else { value.wdl_in_time(clock, P::NO_PROGRESS_LIMIT) };
        values.push((wdl, plies));
    }
    let result = values.iter().map(|&(wdl, _)| wdl).max()?;
    let least = values.iter().filter(|(wdl, _)| *wdl == result).map(|&(_, plies)| plies).min()?;
    let is_kept = |(wdl, plies)| wdl == result && (result != Wdl::Win || plies == least);
    let mut ranked: Vec<_> = values.into_iter().zip(moves.drain(..)).filter(|(value, _)| is_kept(*value)).collect();
    if result == Wdl::Loss {
        sort_by_key(&mut ranked, |((_, plies), _)| Reverse(*plies));
    }
    moves.extend(ranked.into_iter().map(|(_, root_move)| root_move));
    Some(result)
}

/// The value of a finished position, which no database has if a side has no piece left.
fn finished<P: Searchable>(position: &P) -> Option<TablebaseValue> {
    position.outcome().map(|outcome| match outcome {
        Outcome::Win(side) if side == position.side() => TablebaseValue::Win(0),
        Outcome::Win(_) => TablebaseValue::Loss(0),
        Outcome::Draw => TablebaseValue::Draw,
    })
}

/// The score of the root with the result that the databases have. A mate that the search has found stays.
pub(super) fn shown_score(score: Score, known: Option<Wdl>) -> Score {
    let win = Score::won_in_tablebase(0);
    match known {
        Some(Wdl::Win) if score < win => win,
        Some(Wdl::Loss) if score > -win => -win,
        Some(Wdl::Draw) => Score::DRAW,
        _ => score,
    }
}
