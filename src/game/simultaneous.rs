//! Games of two players who choose in secret and move at the same time.

use crate::core::{Outcome, Side};

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
    type Choice: Copy + Eq + Send + Sync + 'static;

    /// The position at the start of a game.
    fn start() -> Self;

    /// Calls `visit` once for each choice of a side, always in the same order.
    fn for_each_choice(&self, side: Side, visit: impl FnMut(Self::Choice));

    /// The number of choices of a side.
    fn count_choices(&self, side: Side) -> u64;

    /// Carries out a choice of each side, the first player's first.
    fn play(&mut self, choices: [Self::Choice; 2]);

    /// The result, once the game is over by its rules; draws by the number of turns are no part of it.
    fn outcome(&self) -> Option<Outcome>;

    /// The Zobrist key.
    fn key(&self) -> u64;
}
