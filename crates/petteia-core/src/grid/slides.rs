//! Rook slides of many pieces at once, by Kogge-Stone fills (chessprogramming.org, "Kogge-Stone Algorithm").

use super::{Direction, Grid, MAX_SQUARES, Squares, Step};

impl<const FILES: usize, const RANKS: usize, const WORDS: usize> Grid<FILES, RANKS, WORDS> {
    /// Kogge-Stone fill (Kogge and Stone, 1973): the free squares that pieces slide to in one direction. No two pieces
    /// reach the same square.
    #[expect(clippy::inline_always, reason = "twice as fast with code of its own for each direction")]
    #[inline(always)]
    #[must_use]
    pub fn slides(pieces: Squares<WORDS>, free: Squares<WORDS>, direction: Direction) -> Squares<WORDS> {
        // The squares that end a row of 1, 2, 4 ... free squares. A step east never ends on the first file and a step
        // west never on the last, so that no slide wraps to another rank.
        let mut passable = match direction {
            Direction::East => free & Self::EAST_ENDS,
            Direction::West => free & Self::WEST_ENDS,
            Direction::North | Direction::South => free,
        };
        let (length, unit) = match direction {
            Direction::East | Direction::West => (FILES, 1),
            Direction::North | Direction::South => (RANKS, FILES),
        };
        let shift = |set: Squares<WORDS>, by| match direction {
            Direction::East | Direction::North => set.up(by),
            Direction::West | Direction::South => set.down(by),
        };
        let mut reached = pieces;
        let mut steps = 1;
        while steps < length {
            reached |= passable & shift(reached, steps * unit);
            passable &= shift(passable, steps * unit);
            steps *= 2;
        }
        reached & free
    }

    /// The free squares that pieces slide to, in the order of [`Direction::ALL`].
    #[inline]
    #[must_use]
    fn all_slides(pieces: Squares<WORDS>, free: Squares<WORDS>) -> [Squares<WORDS>; 4] {
        // No loop, so that the direction is a constant in each call.
        [
            Self::slides(pieces, free, Direction::East),
            Self::slides(pieces, free, Direction::North),
            Self::slides(pieces, free, Direction::West),
            Self::slides(pieces, free, Direction::South),
        ]
    }

    /// The free squares that pieces slide to, and the number of their slides (mobility).
    #[inline]
    #[must_use]
    pub fn reach_and_mobility(pieces: Squares<WORDS>, free: Squares<WORDS>) -> (Squares<WORDS>, i32) {
        let (mut reach, mut mobility) = (Squares::EMPTY, 0);
        for slides in Self::all_slides(pieces, free) {
            reach |= slides;
            mobility += slides.count();
        }
        (reach, mobility)
    }

    /// The free squares that pieces slide to.
    #[inline]
    #[must_use]
    pub fn reach(pieces: Squares<WORDS>, free: Squares<WORDS>) -> Squares<WORDS> {
        Self::reach_and_mobility(pieces, free).0
    }

    /// The number of slides of a piece on one square.
    #[inline]
    #[must_use]
    pub fn count_slides_from(square: usize, free: Squares<WORDS>) -> i32 {
        let mut count = 0;
        for direction in Direction::ALL {
            let mut at = square;
            while let Some(next) = Self::next(at, direction).filter(|&next| free.contains(next)) {
                count += 1;
                at = next;
            }
        }
        count
    }

    /// The number of slides of pieces over free squares that end on one of `targets`.
    #[inline]
    #[must_use]
    pub fn count_slides(pieces: Squares<WORDS>, free: Squares<WORDS>, targets: Squares<WORDS>) -> u64 {
        let mut count = 0;
        for slides in Self::all_slides(pieces, free) {
            count += u64::from((slides & targets).count().cast_unsigned());
        }
        count
    }

    /// Calls `visit` for each slide of pieces over free squares.
    #[inline]
    pub fn for_each_slide(pieces: Squares<WORDS>, free: Squares<WORDS>, mut visit: impl FnMut(Step)) {
        // The start square of the piece that reaches each square. A square gets it from the previous one of the slide,
        // so that squares are visited in the order of the slide.
        let mut origins = [0; MAX_SQUARES];
        pieces.for_each(|square| origins[square % MAX_SQUARES] = square as u8);
        let mut extend = |to: usize, previous: usize| {
            let from = origins[previous % MAX_SQUARES];
            origins[to % MAX_SQUARES] = from;
            visit(Step { from, to: to as u8 });
        };
        Self::slides(pieces, free, Direction::East).for_each(|to| extend(to, to.wrapping_sub(1)));
        Self::slides(pieces, free, Direction::North).for_each(|to| extend(to, to.wrapping_sub(FILES)));
        Self::slides(pieces, free, Direction::West).for_each_down(|to| extend(to, to + 1));
        Self::slides(pieces, free, Direction::South).for_each_down(|to| extend(to, to + FILES));
    }

    /// The first square in a direction that is not free, or `None` if all are free up to the edge.
    #[inline]
    #[must_use]
    pub fn first_blocker(square: usize, direction: Direction, free: Squares<WORDS>) -> Option<usize> {
        let mut at = square;
        loop {
            at = Self::next(at, direction)?;
            if !free.contains(at) {
                return Some(at);
            }
        }
    }

    /// Calls `visit` with the square of each piece that can slide to the free square `to`.
    #[inline]
    pub fn for_each_slider(to: usize, pieces: Squares<WORDS>, free: Squares<WORDS>, mut visit: impl FnMut(usize)) {
        for direction in Direction::ALL {
            if let Some(from) = Self::first_blocker(to, direction, free).filter(|&from| pieces.contains(from)) {
                visit(from);
            }
        }
    }
}
