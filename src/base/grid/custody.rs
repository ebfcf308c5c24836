//! Custodial capture: one piece between two.

use super::{Direction, Grid, MOST_SQUARES, Squares};

impl<const FILES: usize, const RANKS: usize, const WORDS: usize> Grid<FILES, RANKS, WORDS> {
    /// The squares of `prey` with a piece just moved to `to` on one side and, directly opposite, a square
    /// that is an `anchor` on the other.
    #[inline]
    #[must_use]
    pub fn enclosed(to: usize, prey: Squares<WORDS>, anchor: impl Fn(usize) -> bool) -> Squares<WORDS> {
        let mut enclosed = Squares::EMPTY;
        for (i, near) in Self::NEXT[to % MOST_SQUARES].into_iter().enumerate() {
            // At the edge `near` is `to`, where no prey stands, or `far` is `near`, where no anchor does.
            let near = usize::from(near);
            if prey.has(near) && anchor(Self::NEXT[near % MOST_SQUARES][i].into()) {
                enclosed |= Squares::of(near);
            }
        }
        enclosed
    }

    /// The free squares where a piece arriving would enclose some of `prey` against `anchors`.
    #[inline]
    #[must_use]
    pub fn traps(prey: Squares<WORDS>, anchors: Squares<WORDS>, free: Squares<WORDS>) -> Squares<WORDS> {
        let beyond = |direction| Self::step(Self::step(anchors, direction) & prey, direction);
        Direction::ALL.into_iter().fold(Squares::EMPTY, |all, direction| all | beyond(direction)) & free
    }
}
