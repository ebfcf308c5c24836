//! What settles a node before its moves are searched.

use super::bounds::{Value, Window};
use super::entry::Entry;
use super::node::{Tree, is_longer};
use super::ordering::Place;
use crate::core::Score;
use crate::game::{Evaluate, Searchable};

/// Moves above [`Searchable::SHALLOW`] from which an exact search looks all replies up in the table
/// before it searches one.
const LOOK_UP_ALL: u32 = 4;
/// Plies from the horizon where an estimate far above beta is believed.
pub(super) const FUTILITY_DEPTH: i32 = 4;
/// By how much a ply it must be above, in hundredths of the game's uncertainty.
const FUTILITY_MARGIN: i32 = 55;
/// Plies from the horizon from which on a shallower search is asked first,
const PROBE_DEPTH: i32 = 5;
/// and by how many plies it is shallower. It must be outside the window by the game's uncertainty.
const PROBE_REDUCTION: i32 = 4;

impl<P: Searchable, E: Evaluate<P>> Tree<'_, P, E> {
    /// A draw by the way here. Such a draw proves nothing about the position itself.
    pub(super) fn drawn(&self, position: &P, ply: usize) -> Option<Value> {
        P::QUIET_PLIES?;
        if self.trail.is_repeated() {
            return Some(Value { score: Score::DRAW, proved: false });
        }
        // Wins and losses go before draws.
        self.trail.is_spent::<P>().then(|| match position.outcome() {
            Some(_) => Self::final_value(position, ply),
            None => Value { score: Score::DRAW, proved: false },
        })
    }

    /// What the game itself knows of its end.
    pub(super) fn solved(&mut self, position: &P, window: Window) -> Option<Value> {
        let mut nodes = 0;
        let margin = position.solve(window.alpha.margin_below(), window.beta.margin_above(), &mut nodes)?;
        self.nodes += nodes;
        self.patience = self.patience.saturating_sub(nodes);
        Some(Value { score: Score::margin(margin), proved: true })
    }

    /// What the table knows is enough.
    pub(super) fn settled(&self, entry: Entry, window: Window, depth: i32, ply: usize) -> Option<Value> {
        if !entry.proved && (self.exact || i32::from(entry.depth) < depth || !window.is_null()) {
            return None;
        }
        let score = entry.settles(window.alpha, window.beta, ply as u32)?;
        // A mate that takes longer than a draw without progress is none.
        let plies = score.mate_plies().map_or(0, |plies| (plies.unsigned_abs() as usize).saturating_sub(ply));
        let in_time = P::QUIET_PLIES.is_none_or(|most| self.trail.quiet() + plies <= most);
        in_time.then_some(Value { score, proved: entry.proved })
    }

    /// Reverse futility: far enough above beta that the few plies left will hardly matter.
    pub(super) fn pruned(position: &P, window: Window, depth: i32, estimate: i32) -> Option<Value> {
        let sure = estimate - FUTILITY_MARGIN * depth * P::UNCERTAINTY / 100;
        (depth <= FUTILITY_DEPTH && sure >= window.beta.raw() && position.outcome().is_none())
            .then(|| Value { score: Score::estimate(sure), proved: false })
    }

    /// `ProbCut` (Buro 1995) for both bounds: a shallower search that ends far enough outside the window foretells
    /// the deeper one. Only the bound on whose side the estimate is gets asked.
    pub(super) fn foretold(
        &mut self,
        position: &P,
        window: Window,
        depth: i32,
        place: Place,
        estimate: i32,
    ) -> Option<Value> {
        if depth < PROBE_DEPTH || position.outcome().is_some() {
            return None;
        }
        let high = estimate >= window.beta.raw();
        let bound = if high { window.beta.raw() + P::UNCERTAINTY } else { window.alpha.raw() - P::UNCERTAINTY };
        if Score::from_raw(bound).is_decided() {
            return None;
        }
        let alpha = if high { bound - 1 } else { bound };
        let probe = Window { alpha: Score::from_raw(alpha), beta: Score::from_raw(alpha + 1) };
        self.probing = Some(estimate);
        let value = self.node(position, probe, depth - PROBE_REDUCTION, place.ply, place.previous);
        self.probing = None;
        let score = value.score.raw();
        let foretold = if high { score >= bound } else { score <= bound };
        let towards = if high { -P::UNCERTAINTY } else { P::UNCERTAINTY };
        // A search that is over has no value, but nobody looks at it either.
        (foretold || self.is_over()).then(|| Value { score: Score::estimate(score + towards), proved: false })
    }

    /// Enhanced transposition cutoff: a move whose position the table knows to be good enough.
    pub(super) fn refuted(&self, position: &P, window: Window, first: usize, ply: usize) -> Option<Value> {
        if !self.exact || !is_longer(position, P::SHALLOW + LOOK_UP_ALL) {
            return None;
        }
        self.moves[first..].iter().find_map(|&(m, _)| {
            let entry = self.shared.table.get(position.after(m).key()).and_then(Entry::unpack)?;
            let value = self.settled(entry, window.turned(), 0, ply + 1)?;
            (-value.score >= window.beta).then_some(Value { score: -value.score, proved: true })
        })
    }
}
