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

    /// How near pieces are to the enemy, from 0 for none of them within `STEPS` steps to `STEPS` for each that stands
    /// beside an enemy.
    #[inline]
    #[must_use]
    pub fn closeness<const STEPS: usize>(pieces: Squares<WORDS>, enemies: Squares<WORDS>) -> i32 {
        let (mut near, mut closeness) = (enemies, 0);
        for _ in 0..STEPS {
            near |= Self::around(near);
            closeness += (pieces & near).count();
        }
        closeness
    }
}
