//! The window of a search and the value that it returns.

use petteia_core::Score;

/// The fail-soft result of a search. The score is a lower bound at or above beta, an upper bound at or below alpha, and
/// exact in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The score for the side to move.
    pub score: Score,
    /// The bound holds for the game itself and not only at the depth searched.
    pub proved: bool,
}

impl Value {
    /// A value that is not proved.
    pub(super) fn estimated(score: Score) -> Self {
        Self { score, proved: false }
    }
}

impl std::ops::Neg for Value {
    type Output = Self;

    /// The value for the opponent.
    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// The alpha-beta window.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Scores at or below it are of no interest.
    pub alpha: Score,
    /// Scores at or above it end the search of the node.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// From `reach` below a score to `reach` above it, in centipieces.
    pub(super) fn around(score: Score, reach: i32) -> Self {
        let limit = Score::INFINITE.raw();
        let [alpha, beta] =
            [-reach, reach].map(|distance| Score::from_raw((score.raw() + distance).clamp(-limit, limit)));
        Self { alpha, beta }
    }

    /// From `reach` pieces below a margin to `reach` pieces above it.
    pub(super) fn around_margin(margin: Score, reach: i32) -> Self {
        let [alpha, beta] = [-reach, reach].map(|distance| Score::margin(margin.centipieces() / 100 + distance));
        Self { alpha, beta }
    }

    /// The window for the opponent.
    pub(super) fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The zero window just above alpha.
    pub(super) fn zero_window(self) -> Self {
        Self { alpha: self.alpha, beta: Score::from_raw(self.alpha.raw() + 1) }
    }

    /// Whether no score lies between the bounds.
    pub(super) fn is_zero_window(self) -> bool {
        self.beta.raw() - self.alpha.raw() <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_around_margins_reach_over_the_draw() {
        let window = Window::around_margin(Score::margin(2), 4);
        assert_eq!([window.alpha, window.beta], [-2, 6].map(Score::margin));
        let window = Window::around_margin(Score::DRAW, 1);
        assert_eq!([window.alpha, window.beta], [-1, 1].map(Score::margin));
        let window = Window::around(Score::INFINITE, 40);
        assert_eq!(window.alpha.raw(), Score::INFINITE.raw() - 40);
        assert_eq!(window.beta, Score::INFINITE);
    }
}
