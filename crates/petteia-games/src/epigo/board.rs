//! The board: 8x8 without its corners (point 1).

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Direction {
    /// Towards rank 8.
    North,
    /// Towards file h.
    East,
    /// Towards rank 1.
    South,
    /// Towards file a.
    West,
}

impl Direction {
    /// All directions, in the order of the rules.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
}

/// The first file of each rank, from 0. The board is symmetrical.
const FIRST_FILE: [usize; 8] = [2, 1, 0, 0, 0, 0, 1, 2];

/// Number of squares with the corners. Square 0 is a1, 1 is b1, and 63 is h8.
pub const SQUARES: usize = 64;

/// The files of a rank. Both count from 0.
#[must_use]
pub const fn files(rank: usize) -> std::ops::Range<usize> {
    FIRST_FILE[rank]..8 - FIRST_FILE[rank]
}

/// The squares of the board as a bit set.
pub const BOARD: u64 = {
    let mut board = 0;
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = (square % 8, square / 8);
        if FIRST_FILE[rank] <= file && file < 8 - FIRST_FILE[rank] {
            board |= 1 << square;
        }
        square += 1;
    }
    board
};

/// The next square in a direction; `None` if it is off the board.
#[inline]
#[must_use]
pub fn next(square: usize, direction: Direction) -> Option<usize> {
    let next = usize::from(NEXT[direction as usize][square]);
    (next < SQUARES).then_some(next)
}

/// The next square of each square by direction; [`SQUARES`] if it is off the board.
pub(super) static NEXT: [[u8; SQUARES]; 4] = {
    let mut table = [[SQUARES as u8; SQUARES]; 4];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = (square % 8, square / 8);
        // In the order of `Direction`.
        let nexts = [
            if rank < 7 { square + 8 } else { SQUARES },
            if file < 7 { square + 1 } else { SQUARES },
            if rank > 0 { square - 8 } else { SQUARES },
            if file > 0 { square - 1 } else { SQUARES },
        ];
        let mut direction = 0;
        while direction < 4 {
            if nexts[direction] < SQUARES && BOARD >> nexts[direction] & 1 == 1 {
                table[direction][square] = nexts[direction] as u8;
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

/// The neighbours of each square on its rank and file, as bit sets.
pub static NEIGHBOURS: [u64; SQUARES] = {
    let mut neighbours = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let bit = 1 << square;
        let (not_a, not_h) = (0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F);
        neighbours[square] = (bit << 8 | bit >> 8 | (bit & not_h) << 1 | (bit & not_a) >> 1) & BOARD;
        square += 1;
    }
    neighbours
};
