//! Rook slides of many pieces at once.

use super::{Direction, Grid, MOST_SQUARES, Squares, Step};

impl<const FILES: usize, const RANKS: usize, const WORDS: usize> Grid<FILES, RANKS, WORDS> {
    /// The free squares that pieces slide to in one direction. No two pieces reach the same one.
    ///
    /// Parallel prefix (Kogge and Stone): `passable` are in turn the squares that begin one, two, four ...
    /// free squares in a row.
    #[expect(clippy::inline_always, reason = "each direction is to have code of its own, half as fast without")]
    #[inline(always)]
    #[must_use]
    pub fn slides(pieces: Squares<WORDS>, free: Squares<WORDS>, direction: Direction) -> Squares<WORDS> {
        // What is entered from the west is not on the first file; so nothing wraps round.
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

    /// The same in each direction.
    #[inline]
    #[must_use]
    fn all_slides(pieces: Squares<WORDS>, free: Squares<WORDS>) -> [Squares<WORDS>; 4] {
        // Written out, since a loop would find out the direction each time.
        [
            Self::slides(pieces, free, Direction::East),
            Self::slides(pieces, free, Direction::North),
            Self::slides(pieces, free, Direction::West),
            Self::slides(pieces, free, Direction::South),
        ]
    }

    /// The free squares that pieces slide to, and the number of their slides.
    #[inline]
    #[must_use]
    pub fn room(pieces: Squares<WORDS>, free: Squares<WORDS>) -> (Squares<WORDS>, i32) {
        let (mut all, mut number) = (Squares::EMPTY, 0);
        for slides in Self::all_slides(pieces, free) {
            all |= slides;
            number += slides.count();
        }
        (all, number)
    }

    /// The free squares that pieces slide to.
    #[inline]
    #[must_use]
    pub fn reach(pieces: Squares<WORDS>, free: Squares<WORDS>) -> Squares<WORDS> {
        Self::room(pieces, free).0
    }

    /// The number of slides of one piece.
    #[inline]
    #[must_use]
    pub fn count_slides_from(square: usize, free: Squares<WORDS>) -> i32 {
        let mut count = 0;
        for direction in Direction::ALL {
            let mut at = square;
            while let Some(next) = Self::next(at, direction).filter(|&next| free.has(next)) {
                count += 1;
                at = next;
            }
        }
        count
    }

    /// The number of slides of pieces to free squares that are also `open`.
    #[inline]
    #[must_use]
    pub fn count_slides(pieces: Squares<WORDS>, free: Squares<WORDS>, open: Squares<WORDS>) -> u64 {
        let mut number = 0;
        for slides in Self::all_slides(pieces, free) {
            number += u64::from((slides & open).count().cast_unsigned());
        }
        number
    }

    /// Calls `visit` for each slide of pieces over free squares.
    #[inline]
    pub fn for_each_slide(pieces: Squares<WORDS>, free: Squares<WORDS>, mut visit: impl FnMut(Step)) {
        // For each square the one where the piece comes from that reaches it: handed on from square to
        // square, in the order in which it slides.
        let mut origins = [0; MOST_SQUARES];
        pieces.for_each(|square| origins[square % MOST_SQUARES] = square as u8);
        let mut hand_on = |to: usize, before: usize| {
            let from = origins[before % MOST_SQUARES];
            origins[to % MOST_SQUARES] = from;
            visit(Step { from, to: to as u8 });
        };
        Self::slides(pieces, free, Direction::East).for_each(|to| hand_on(to, to.wrapping_sub(1)));
        Self::slides(pieces, free, Direction::North).for_each(|to| hand_on(to, to.wrapping_sub(FILES)));
        Self::slides(pieces, free, Direction::West).for_each_down(|to| hand_on(to, to + 1));
        Self::slides(pieces, free, Direction::South).for_each_down(|to| hand_on(to, to + FILES));
    }

    /// The first square in a direction that is not free, if one is there before the edge.
    #[inline]
    #[must_use]
    pub fn look(square: usize, direction: Direction, free: Squares<WORDS>) -> Option<usize> {
        let mut at = square;
        loop {
            at = Self::next(at, direction)?;
            if !free.has(at) {
                return Some(at);
            }
        }
    }

    /// Calls `visit` for each of the pieces that can slide to a free square.
    #[inline]
    pub fn for_each_slider(to: usize, pieces: Squares<WORDS>, free: Squares<WORDS>, mut visit: impl FnMut(usize)) {
        for direction in Direction::ALL {
            if let Some(from) = Self::look(to, direction, free).filter(|&from| pieces.has(from)) {
                visit(from);
            }
        }
    }
}
