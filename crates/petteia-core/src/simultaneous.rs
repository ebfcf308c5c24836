//! Simultaneous games: two players choose in secret and move at the same time.

use std::hash::Hash;
use std::ops::ControlFlow;

use crate::network::LoadNetwork;
use crate::{IllegalMove, Outcome, Side};

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

    /// The choices of a side, in the order of [`for_each_choice`](Simultaneous::for_each_choice). Empty if the game is
    /// over.
    #[must_use]
    fn legal_choices(&self, side: Side) -> Vec<Self::Choice> {
        let mut choices = Vec::new();
        self.for_each_choice(side, |choice| choices.push(choice));
        choices
    }

    /// The position after a choice of each side, the first player's first.
    ///
    /// # Errors
    /// [`IllegalMove`] if one of them is not legal.
    fn play(mut self, choices: [Self::Choice; 2]) -> Result<Self, IllegalMove> {
        for (side, choice) in Side::BOTH.into_iter().zip(&choices) {
            if !self.legal_choices(side).contains(choice) {
                return Err(IllegalMove);
            }
        }
        self.play_unchecked(choices);
        Ok(self)
    }

    /// The number of choices of a side.
    fn count_choices(&self, side: Side) -> u64;

    /// Plays a legal choice of each side without checking it, the first player's first.
    fn play_unchecked(&mut self, choices: [Self::Choice; 2]);

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
        after.play_unchecked(if side == Side::First { [choice, other] } else { [other, choice] });
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

    /// Whether the game is a draw by the number of turns. The position still has choices, which are counted but not
    /// played.
    fn is_drawn(&self) -> bool {
        false
    }

    /// Whether the game is over, by its rules or as a draw by the number of turns.
    fn is_over(&self) -> bool {
        self.outcome().is_some() || self.is_drawn()
    }

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

    /// The network of the evaluation, which must be loaded before a position is evaluated; `None` for an evaluation
    /// without one.
    #[must_use]
    fn network() -> Option<&'static dyn LoadNetwork> {
        None
    }

    /// Appends the value of the position after `choice` of `side` and each choice of the other side, in the order of
    /// [`for_each_choice`](Simultaneous::for_each_choice). It returns the number of joint turns carried out: a game can
    /// know that some lead to the same position as others.
    fn evaluate_replies(&self, position: &P, side: Side, choice: P::Choice, values: &mut Vec<f32>) -> u64
    where
        P: Simultaneous,
    {
        let before = values.len();
        let _ = position.for_each_after(side, choice, |after| {
            values.push(self.evaluate(after) as f32);
            ControlFlow::Continue(())
        });
        (values.len() - before) as u64
    }
}
