//! Games of two players who choose in secret and move at the same time.

use std::hash::Hash;
use std::ops::ControlFlow;

use crate::base::{Outcome, Side};

/// A position of a simultaneous game: a small value, copied and then changed by a pair of choices.
///
/// Laws, which the tests hold every game to:
/// * without an [`outcome`](Simultaneous::outcome) each side has at least one choice, in a finished
///   position neither has one;
/// * the choices of a side are distinct, and [`count_choices`](Simultaneous::count_choices) is their
///   number;
/// * [`key`](Simultaneous::key) depends on the position alone and not on the way to it.
pub trait Simultaneous: Copy + Eq + Send + Sync + 'static {
    /// What one side decides on in a turn.
    type Choice: Copy + Eq + Hash + Send + Sync + 'static;

    /// The position at the start of a game.
    fn start() -> Self;

    /// Calls `visit` once for each choice of a side, always in the same order.
    fn for_each_choice(&self, side: Side, visit: impl FnMut(Self::Choice));

    /// The number of choices of a side.
    fn count_choices(&self, side: Side) -> u64;

    /// Carries out a choice of each side, the first player's first.
    fn play(&mut self, choices: [Self::Choice; 2]);

    /// Calls `visit` with the position after `choice` of `side` and each choice of the other side, in the
    /// order of [`for_each_choice`](Simultaneous::for_each_choice), until it breaks off.
    fn for_each_after(
        &self,
        side: Side,
        choice: Self::Choice,
        visit: impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        one_by_one(self, side, choice, visit)
    }

    /// The position after `choice` of `side` and a choice of the other.
    #[must_use]
    fn after(&self, side: Side, choice: Self::Choice, other: Self::Choice) -> Self {
        let mut after = *self;
        after.play(if side == Side::First { [choice, other] } else { [other, choice] });
        after
    }

    /// The number of joint turns that can follow `choice` of `side`, whatever the other side does.
    fn count_replies(&self, side: Side, choice: Self::Choice) -> u64 {
        let mut count = 0_u64;
        let _ = self.for_each_after(side, choice, |after| {
            count = count.saturating_add(after.count_choices(side).saturating_mul(after.count_choices(!side)));
            ControlFlow::Continue(())
        });
        count
    }

    /// The result, once the game is over by its rules; draws by the number of turns are no part of it.
    fn outcome(&self) -> Option<Outcome>;

    /// The Zobrist key.
    fn key(&self) -> u64;

    /// The number of turns, as long as this one, that the rest of the clock is to be divided by.
    fn turns_to_go(&self) -> u32;
}

/// [`Simultaneous::for_each_after`] where nothing is shared between the positions.
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

/// Beliefs about positions of a simultaneous game.
pub trait EvaluateSimultaneous<P>: Clone + Send + Sync {
    /// The value to the first player, from -1 for a game that is lost to 1 for one that is won.
    fn evaluate(&self, position: &P) -> f64;
}
