//! Rectangular boards with rook slides and custodial capture.
//!
//! The size of a board and the number of words of its bitboards are constants, so that each size has code of its own.
//! Square 0 is a1, square 1 is b1, and a2 follows the last square of rank 1.

mod custodial;
mod slides;
mod squares;

pub use squares::Squares;

/// A move from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Step {
    from: u8,
    to: u8,
}

impl Step {
    /// The move from one square to another, both below [`MAX_SQUARES`].
    #[must_use]
    pub const fn new(from: usize, to: usize) -> Self {
        Self { from: from as u8, to: to as u8 }
    }

    /// The square where the piece starts.
    #[must_use]
    pub const fn from(self) -> usize {
        self.from as usize
    }

    /// The square where the piece ends.
    #[must_use]
    pub const fn to(self) -> usize {
        self.to as usize
    }
}

/// A direction along a rank or file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards higher files.
    East,
    /// Towards higher ranks.
    North,
    /// Towards lower files.
    West,
    /// Towards lower ranks.
    South,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];

    /// The opposite direction.
    #[must_use]
    pub const fn back(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::North => Self::South,
            Self::West => Self::East,
            Self::South => Self::North,
        }
    }
}

/// A board of `FILES` by `RANKS` squares, whose bitboards have `WORDS` words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid<const FILES: usize, const RANKS: usize, const WORDS: usize>;

/// Maximum number of squares of a board.
pub const MAX_SQUARES: usize = 256;

impl<const FILES: usize, const RANKS: usize, const WORDS: usize> Grid<FILES, RANKS, WORDS> {
    /// The number of squares.
    pub const SIZE: usize = {
        assert!(FILES * RANKS <= 64 * WORDS && 64 * WORDS <= MAX_SQUARES);
        FILES * RANKS
    };
    /// All squares.
    pub const ALL: Squares<WORDS> = Self::files(0, FILES);
    /// The squares at the edge.
    pub const EDGES: Squares<WORDS> = Self::RINGS[0];
    /// The squares 0, 1 and 2 steps from the nearest edge.
    pub const RINGS: [Squares<WORDS>; 3] = [Self::ring(0), Self::ring(1), Self::ring(2)];
    /// The squares that a step east can end on. All of them are on the board, so that this mask also clears the bits
    /// beyond the last square.
    const EAST_ENDS: Squares<WORDS> = Self::files(1, FILES);
    /// The squares that a step west can end on.
    const WEST_ENDS: Squares<WORDS> = Self::files(0, FILES - 1);
    /// The next square for each square and direction. At the edge it is the square itself.
    const NEXT: &'static [[u8; 4]; MAX_SQUARES] = &{
        let mut next = [[0; 4]; MAX_SQUARES];
        let mut square = 0;
        while square < Self::SIZE {
            let (file, rank) = (square % FILES, square / FILES);
            next[square] = [
                Self::at(if file + 1 < FILES { file + 1 } else { file }, rank) as u8,
                Self::at(file, if rank + 1 < RANKS { rank + 1 } else { rank }) as u8,
                Self::at(file.saturating_sub(1), rank) as u8,
                Self::at(file, rank.saturating_sub(1)) as u8,
            ];
            square += 1;
        }
        next
    };
    /// The neighbours of each square along its rank and file.
    const NEIGHBOURS: &'static [Squares<WORDS>; MAX_SQUARES] = &{
        let mut sets = [Squares::EMPTY; MAX_SQUARES];
        let mut square = 0;
        while square < Self::SIZE {
            let mut i = 0;
            while i < 4 {
                let next = Self::NEXT[square][i] as usize;
                if next != square {
                    sets[square] = sets[square].union(Squares::of(next));
                }
                i += 1;
            }
            square += 1;
        }
        sets
    };

    /// The square at a file and rank, both from 0.
    #[must_use]
    pub const fn at(file: usize, rank: usize) -> usize {
        FILES * rank + file
    }

    /// The squares of the files `first..end`, counted from 0.
    #[must_use]
    pub const fn files(first: usize, end: usize) -> Squares<WORDS> {
        Self::rectangle(first, end, 0, RANKS)
    }

    /// The squares of the ranks `first..end`, counted from 0.
    #[must_use]
    pub const fn ranks(first: usize, end: usize) -> Squares<WORDS> {
        Self::rectangle(0, FILES, first, end)
    }

    /// The squares of the files `first_file..end_file` and the ranks `first_rank..end_rank`.
    const fn rectangle(first_file: usize, end_file: usize, first_rank: usize, end_rank: usize) -> Squares<WORDS> {
        let mut set = Squares::EMPTY;
        let mut square = 0;
        while square < Self::SIZE {
            let (file, rank) = (square % FILES, square / FILES);
            if first_file <= file && file < end_file && first_rank <= rank && rank < end_rank {
                set = set.union(Squares::of(square));
            }
            square += 1;
        }
        set
    }

    /// The set shifted by one step. Squares that leave the board are lost.
    #[inline]
    #[must_use]
    pub fn step(set: Squares<WORDS>, direction: Direction) -> Squares<WORDS> {
        match direction {
            Direction::East => set.up(1) & Self::EAST_ENDS,
            Direction::North => set.up(FILES) & Self::ALL,
            Direction::West => set.down(1) & Self::WEST_ENDS,
            Direction::South => set.down(FILES),
        }
    }

    /// All neighbours of the squares of a set, along ranks and files.
    #[inline]
    #[must_use]
    pub fn around(set: Squares<WORDS>) -> Squares<WORDS> {
        Direction::ALL.into_iter().fold(Squares::EMPTY, |all, direction| all | Self::step(set, direction))
    }

    /// The squares with this distance from the nearest edge, in steps.
    const fn ring(steps: usize) -> Squares<WORDS> {
        let outer = Self::rectangle(steps, FILES.saturating_sub(steps), steps, RANKS.saturating_sub(steps));
        let inner = steps + 1;
        if 2 * inner < FILES && 2 * inner < RANKS {
            outer.without(Self::rectangle(inner, FILES - inner, inner, RANKS - inner))
        } else {
            outer
        }
    }

    /// The next square in a direction, or `None` at the edge.
    #[inline]
    #[must_use]
    pub fn next(square: usize, direction: Direction) -> Option<usize> {
        let next = usize::from(Self::NEXT[square % MAX_SQUARES][direction as usize]);
        (next != square).then_some(next)
    }

    /// The neighbours of a square along its rank and file.
    #[inline]
    #[must_use]
    pub fn neighbours(square: usize) -> Squares<WORDS> {
        Self::NEIGHBOURS[square % MAX_SQUARES]
    }
}

#[cfg(test)]
mod tests;
