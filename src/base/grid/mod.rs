//! Rectangular boards of square cells, and what games of custodial capture do on them: slide like a
//! rook and enclose between two.
//!
//! A board has its size and the number of words of its sets as constants, so that none pays for
//! another's size. Square 0 is a1, square 1 is b1, and a2 follows the last one of rank 1.

mod custody;
mod slides;
mod squares;

pub use squares::Squares;

/// A move from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Step {
    /// From a square to another.
    #[must_use]
    pub const fn new(from: usize, to: usize) -> Self {
        Self { from: from as u8, to: to as u8 }
    }

    /// Where the piece stands.
    #[must_use]
    pub const fn from(self) -> usize {
        self.from as usize
    }

    /// Where it goes.
    #[must_use]
    pub const fn to(self) -> usize {
        self.to as usize
    }
}

/// Along a rank or file.
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
    /// All four.
    pub const ALL: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];

    /// The way back.
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

/// A board of so many files and ranks, whose sets take so many words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid<const FILES: usize, const RANKS: usize, const WORDS: usize>;

/// No board has more squares.
pub const MOST_SQUARES: usize = 256;

impl<const FILES: usize, const RANKS: usize, const WORDS: usize> Grid<FILES, RANKS, WORDS> {
    /// The number of squares.
    pub const SIZE: usize = {
        assert!(FILES * RANKS <= 64 * WORDS && 64 * WORDS <= MOST_SQUARES);
        FILES * RANKS
    };
    /// All squares.
    pub const ALL: Squares<WORDS> = Self::files(0, FILES);
    /// The squares along the rim.
    pub const EDGES: Squares<WORDS> = Self::RINGS[0];
    /// The squares along the rim, those one step from it, and those two steps from it.
    pub const RINGS: [Squares<WORDS>; 3] = [Self::ring(0), Self::ring(1), Self::ring(2)];
    /// The squares that a step east can end on. The word has more bits than the board squares, so the last
    /// square must not go on beyond them.
    const EAST_ENDS: Squares<WORDS> = Self::files(1, FILES);
    /// The squares that a step west can end on.
    const WEST_ENDS: Squares<WORDS> = Self::files(0, FILES - 1);
    /// For each square and direction the next square, or the square itself at the edge.
    const NEXT: &'static [[u8; 4]; MOST_SQUARES] = &{
        let mut next = [[0; 4]; MOST_SQUARES];
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
    const NEIGHBOURS: &'static [Squares<WORDS>; MOST_SQUARES] = &{
        let mut sets = [Squares::EMPTY; MOST_SQUARES];
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

    /// The squares of the files from one up to another, that one excluded.
    #[must_use]
    pub const fn files(first: usize, end: usize) -> Squares<WORDS> {
        Self::rectangle(first, end, 0, RANKS)
    }

    /// The squares of the ranks from one up to another, that one excluded.
    #[must_use]
    pub const fn ranks(first: usize, end: usize) -> Squares<WORDS> {
        Self::rectangle(0, FILES, first, end)
    }

    const fn rectangle(file: usize, end_file: usize, rank: usize, end_rank: usize) -> Squares<WORDS> {
        let mut set = Squares::EMPTY;
        let mut square = 0;
        while square < Self::SIZE {
            let (at_file, at_rank) = (square % FILES, square / FILES);
            if file <= at_file && at_file < end_file && rank <= at_rank && at_rank < end_rank {
                set = set.union(Squares::of(square));
            }
            square += 1;
        }
        set
    }

    /// The set moved one step; what leaves the board is gone.
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

    /// The squares one step from some of the set along a rank or file.
    #[inline]
    #[must_use]
    pub fn around(set: Squares<WORDS>) -> Squares<WORDS> {
        Direction::ALL.into_iter().fold(Squares::EMPTY, |all, direction| all | Self::step(set, direction))
    }

    /// The squares so many steps from the nearest edge.
    const fn ring(steps: usize) -> Squares<WORDS> {
        let whole = Self::rectangle(steps, FILES.saturating_sub(steps), steps, RANKS.saturating_sub(steps));
        let inner = steps + 1;
        if 2 * inner < FILES && 2 * inner < RANKS {
            whole.without(Self::rectangle(inner, FILES - inner, inner, RANKS - inner))
        } else {
            whole
        }
    }

    /// The square one step further, if there is one.
    #[inline]
    #[must_use]
    pub fn next(square: usize, direction: Direction) -> Option<usize> {
        let next = usize::from(Self::NEXT[square % MOST_SQUARES][direction as usize]);
        (next != square).then_some(next)
    }

    /// The squares beside a square along its rank and file.
    #[inline]
    #[must_use]
    pub fn neighbours(square: usize) -> Squares<WORDS> {
        Self::NEIGHBOURS[square % MOST_SQUARES]
    }
}

#[cfg(test)]
mod tests;
