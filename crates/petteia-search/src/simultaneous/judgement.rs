//! What the choices of a turn cost, measured against the equilibrium.

use petteia_core::{EvaluateSimultaneous, Simultaneous};

use super::TARGET_GAP;
use super::double_oracle::DoubleOracle;
use crate::limits::SearchLimits;
use crate::{Control, Limits, SearchOptions, time};

/// The value of a turn and what its choices cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement<C> {
    /// The value of the turn to p1, from -1 to 1.
    pub value: f64,
    /// The distance between the bounds on the value.
    pub gap: f64,
    /// What each side's choice gets less than the best reply to the mixed strategy of the other side, p1 first.
    pub losses: [f64; 2],
    /// The best reply of each side to the mixed strategy of the other side.
    pub best: [C; 2],
}

/// Judges the choices of a turn, p1's first. `None` if the position is finished or the limits end the search before
/// there are bounds on the value.
#[must_use]
pub fn judge<P: Simultaneous, E: EvaluateSimultaneous<P>>(
    position: &P,
    played: [P::Choice; 2],
    evaluator: &E,
    (limits, options): (&Limits, &SearchOptions),
    control: &Control,
) -> Option<Judgement<P::Choice>> {
    if position.is_over() {
        return None;
    }
    let search_limits = SearchLimits::new(control, limits, time::budget(limits, options, position.turns_to_go()));
    let mut oracle = DoubleOracle::new(*position, None, evaluator, &search_limits, options.threads);
    oracle.solve(TARGET_GAP, &mut |_| ());
    if !oracle.gap().is_finite() {
        return None;
    }
    let mixes = oracle.best.mixes.clone();
    let costs = [0, 1].map(|side| {
        let payoffs = oracle.payoffs_against(side, &mixes[1 - side]);
        let (best, value) = oracle.best_allowed(side, &payoffs);
        let own = oracle.all[side].iter().position(|choice| *choice == played[side])?;
        Some((oracle.all[side][best], (value - payoffs[own]).abs()))
    });
    let [(first, first_loss), (second, second_loss)] = [costs[0]?, costs[1]?];
    Some(Judgement {
        value: oracle.value(),
        gap: oracle.gap(),
        losses: [first_loss, second_loss],
        best: [first, second],
    })
}
