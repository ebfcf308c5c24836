//! Custodial capture: a single piece between two pieces of the enemy is captured.

use super::{Direction, Grid, MAX_SQUARES, Squares};

impl<const FILES: usize, const RANKS: usize, const WORDS: usize> Grid<FILES, RANKS, WORDS> {
    /// The `targets` next to `to` that a piece just moved there encloses: on the opposite side of such a target is a
    /// square for which `is_anchor` holds.
    ///
    /// `to` must not be one of the `targets`, and no target may be an anchor.
    #[inline]
    #[must_use]
    pub fn enclosed(to: usize, targets: Squares<WORDS>, is_anchor: impl Fn(usize) -> bool) -> Squares<WORDS> {
        let mut enclosed = Squares::EMPTY;
        for (i, near) in Self::NEXT[to % MAX_SQUARES].into_iter().enumerate() {
            // At the edge `near` equals `to`, which is no target, or the next square equals `near`, which is no anchor.
            let near = usize::from(near);
            if targets.contains(near) && is_anchor(Self::NEXT[near % MAX_SQUARES][i].into()) {
                enclosed |= Squares::of(near);
            }
        }
        enclosed
    }

    /// The free squares where an arriving piece encloses one of `targets` between itself and one of `anchors`.
    #[inline]
    #[must_use]
    pub fn enclosing_squares(targets: Squares<WORDS>, anchors: Squares<WORDS>, free: Squares<WORDS>) -> Squares<WORDS> {
        let behind = |direction| Self::step(Self::step(anchors, direction) & targets, direction);
        Direction::ALL.into_iter().fold(Squares::EMPTY, |all, direction| all | behind(direction)) & free
    }
}
