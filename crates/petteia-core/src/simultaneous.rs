//! Simultaneous games: two players choose in secret and move at the same time.

use std::hash::Hash;
use std::ops::ControlFlow;

use crate::{Outcome, Side};

/// A position of a simultaneous game. It is a small value for copy-make: a search copies it and plays a choice of each
/// side on the copy.
///
/// The tests check these laws for every game:
/// * In a position without an [`outcome`](Simultaneous::outcome), each side has at least one choice. In a finished
///   position, neither side has one.
/// * The choices of a side are distinct, and [`count_choices`](Simultaneous::count_choices) is their number.
/// * [`key`](Simultaneous::key) depends on the position alone and not on the choices that led to it.
pub trait Simultaneous: Copy + Eq + Send + Sync + 'static {
    /// A choice: what one side decides in a turn.
    type Choice: Copy + Eq + Hash + Send + Sync + 'static;

    /// The position at the start of a game.
    fn start() -> Self;

    /// Calls `visit` once for each choice of a side, always in the same order.
    fn for_each_choice(&self, side: Side, visit: impl FnMut(Self::Choice));

    /// The number of choices of a side.
    fn count_choices(&self, side: Side) -> u64;

    /// Plays a choice of each side, the first player's first.
    fn play(&mut self, choices: [Self::Choice; 2]);

    /// Calls `visit` with the position after `choice` of `side` and each choice of the other side, in the order of
    /// [`for_each_choice`](Simultaneous::for_each_choice). It stops when `visit` returns [`ControlFlow::Break`].
    fn for_each_after(
        &self,
        side: Side,
        choice: Self::Choice,
        visit: impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        one_by_one(self, side, choice, visit)
    }

    /// The position after `choice` of `side` and `other` of the other side.
    #[must_use]
    fn after(&self, side: Side, choice: Self::Choice, other: Self::Choice) -> Self {
        let mut after = *self;
        after.play(if side == Side::First { [choice, other] } else { [other, choice] });
        after
    }

    /// The number of pairs of choices in the turn after `choice` of `side`, summed over all choices of the other side.
    fn count_replies(&self, side: Side, choice: Self::Choice) -> u64 {
        let mut count = 0_u64;
        let _ = self.for_each_after(side, choice, |after| {
            count = count.saturating_add(after.count_choices(side).saturating_mul(after.count_choices(!side)));
            ControlFlow::Continue(())
        });
        count
    }

    /// The result of a game that is over by its rules. It does not include draws by the number of turns.
    fn outcome(&self) -> Option<Outcome>;

    /// The Zobrist key.
    fn key(&self) -> u64;

    /// The expected number of turns left: the time on the clock is divided by it.
    fn turns_to_go(&self) -> u32;
}

/// The default of [`Simultaneous::for_each_after`]: it plays each pair of choices separately.
pub fn one_by_one<P: Simultaneous>(
    position: &P,
    side: Side,
    choice: P::Choice,
    mut visit: impl FnMut(&P) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut flow = ControlFlow::Continue(());
    position.for_each_choice(!side, |other| {
        if flow.is_continue() {
            flow = visit(&position.after(side, choice, other));
        }
    });
    flow
}

/// A static evaluation of a simultaneous game.
pub trait EvaluateSimultaneous<P>: Clone + Send + Sync {
    /// The value of a position for the first player, from -1 (lost) to 1 (won).
    fn evaluate(&self, position: &P) -> f64;
}
