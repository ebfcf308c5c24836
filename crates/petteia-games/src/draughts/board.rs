//! Bitboards of the dark squares, with ghost bits between them.
//!
//! A ghost bit after every two rows puts the four diagonal neighbours of a square at constant shifts. A step over the
//! left or right edge leads to a ghost bit, where no piece ever stands. Bits count from 0 at the top left, with `ROW`
//! squares in a row:
//!
//! ```text
//!   0   1   2   3   4        square 1 to 5 of the 10x10 board
//! 5   6   7   8   9          6 to 10; bit 10 is a ghost
//!  11  12  13  14  15        11 to 15
//! ```

use super::rules::Rules;

/// A diagonal direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards higher numbers, to White's left.
    DownLeft,
    /// Towards higher numbers, to White's right.
    DownRight,
    /// Towards lower numbers, to White's left.
    UpLeft,
    /// Towards lower numbers, to White's right.
    UpRight,
    /// Down along a file, to the next dark square.
    Down,
    /// Right along a row, to the next dark square.
    Right,
    /// Left along a row, to the next dark square.
    Left,
    /// Up along a file, to the next dark square.
    Up,
}

impl Direction {
    /// The diagonal directions, the two down first.
    pub const DIAGONALS: [Self; 4] = [Self::DownLeft, Self::DownRight, Self::UpLeft, Self::UpRight];
    /// All directions, the diagonal ones first.
    pub const ALL: [Self; 8] =
        [Self::DownLeft, Self::DownRight, Self::UpLeft, Self::UpRight, Self::Down, Self::Right, Self::Left, Self::Up];

    /// The directions in which pieces capture.
    #[must_use]
    pub const fn of_captures<R: Rules>() -> &'static [Self] {
        if R::ORTHOGONAL_CAPTURES { &Self::ALL } else { &Self::DIAGONALS }
    }

    /// The two directions in which men move.
    #[must_use]
    pub const fn forward(down: bool) -> [Self; 2] {
        if down { [Self::DownLeft, Self::DownRight] } else { [Self::UpLeft, Self::UpRight] }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::Down => Self::Up,
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            Self::Up => Self::Down,
        }
    }

    /// Whether the direction leads to higher bits.
    #[must_use]
    pub const fn is_down(self) -> bool {
        matches!(self, Self::DownLeft | Self::DownRight | Self::Down | Self::Right)
    }
}

/// A value for each diagonal direction. The calls are written out, so that each of them knows its direction.
#[inline]
pub fn each<T>(value: impl Fn(Direction) -> T) -> [T; 4] {
    use Direction::{DownLeft, DownRight, UpLeft, UpRight};
    [value(DownLeft), value(DownRight), value(UpLeft), value(UpRight)]
}

/// A set for each of the first `N` directions, 4 or 8.
#[inline]
pub fn each_of<const N: usize>(set: impl Fn(Direction) -> u64) -> [u64; N] {
    let mut sets = [0; N];
    sets[..4].copy_from_slice(&each(&set));
    if N == 8 {
        use Direction::{Down, Left, Right, Up};
        sets[4..].copy_from_slice(&[set(Down), set(Right), set(Left), set(Up)]);
    }
    sets
}

/// The union of a set for each diagonal direction.
#[inline]
pub fn union(set: impl Fn(Direction) -> u64) -> u64 {
    let [a, b, c, d] = each(set);
    a | b | c | d
}

/// The number of squares in a set for each diagonal direction, all together.
#[inline]
pub fn total(set: impl Fn(Direction) -> u64) -> u64 {
    let [a, b, c, d] = each(|direction| u64::from(set(direction).count_ones()));
    a + b + c + d
}

/// The set shifted by one step. Bits that leave the board may land on ghost bits.
#[inline]
#[must_use]
pub const fn step<R: Rules>(set: u64, direction: Direction) -> u64 {
    steps::<R>(set, 1, direction) & entered::<R>(direction)
}

/// The bits where a step can end without a change of the row. Rows follow each other without a ghost bit, so that a step
/// along a row could lead into the next one.
pub(super) const fn entered<R: Rules>(direction: Direction) -> u64 {
    match direction {
        Direction::Right => !Files::<R>::FIRST_OF_LOWER_ROWS,
        Direction::Left => !Files::<R>::LAST_OF_UPPER_ROWS,
        _ => u64::MAX,
    }
}

/// The squares of the first and of the last file.
#[must_use]
pub const fn edge_files<R: Rules>() -> u64 {
    Files::<R>::FIRST_OF_LOWER_ROWS | Files::<R>::LAST_OF_UPPER_ROWS
}

/// The squares at the seam between the two rows of a pair.
struct Files<R>(std::marker::PhantomData<R>);

impl<R: Rules> Files<R> {
    const FIRST_OF_LOWER_ROWS: u64 = Self::LAST_OF_UPPER_ROWS << 1;
    const LAST_OF_UPPER_ROWS: u64 = {
        let (mut set, mut row) = (0, 0);
        while row < 2 * R::ROW {
            set |= 1 << bit_of(row * R::ROW + R::ROW - 1, R::ROW);
            row += 2;
        }
        set
    };
}

/// The set shifted by some steps.
#[inline]
pub(super) const fn steps<R: Rules>(set: u64, distance: u32, direction: Direction) -> u64 {
    match direction {
        Direction::DownLeft => set << (R::ROW * distance),
        Direction::DownRight => set << ((R::ROW + 1) * distance),
        Direction::UpLeft => set >> ((R::ROW + 1) * distance),
        Direction::UpRight => set >> (R::ROW * distance),
        Direction::Down => set << ((2 * R::ROW + 1) * distance),
        Direction::Right => set << distance,
        Direction::Left => set >> distance,
        Direction::Up => set >> ((2 * R::ROW + 1) * distance),
    }
}

/// The number of squares.
#[must_use]
pub const fn squares<R: Rules>() -> u32 {
    2 * R::ROW * R::ROW
}

/// All squares.
#[must_use]
pub const fn board<R: Rules>() -> u64 {
    const { playable(R::ROW) }
}

/// All squares of a board with `row` squares in a row.
pub(super) const fn playable(row: u32) -> u64 {
    let mut set = 0;
    let mut square = 0;
    while square < 2 * row * row {
        set |= 1 << bit_of(square, row);
        square += 1;
    }
    set
}

/// The bit of a square; `index` counts squares from 0.
pub(super) const fn bit_of(index: u32, row: u32) -> u32 {
    index + index / (2 * row)
}

/// The bit of a square; squares have numbers from 1.
#[must_use]
pub const fn bit<R: Rules>(square: u32) -> u32 {
    bit_of(mirrored::<R>(square - 1), R::ROW)
}

/// The number of the square at a bit, from 1.
#[must_use]
pub const fn square<R: Rules>(bit: u32) -> u32 {
    mirrored::<R>(bit - bit / (2 * R::ROW + 1)) + 1
}

/// The square that has the place of another one, counted from 0, on a board that is a mirror image.
const fn mirrored<R: Rules>(index: u32) -> u32 {
    if R::MIRRORED { index / R::ROW * R::ROW + R::ROW - 1 - index % R::ROW } else { index }
}

/// The squares of a row; row 0 is at the top.
#[must_use]
pub const fn row<R: Rules>(row: u32) -> u64 {
    ((1 << R::ROW) - 1) << bit_of(row * R::ROW, R::ROW)
}

/// The number of rows.
#[must_use]
pub const fn rows<R: Rules>() -> u32 {
    2 * R::ROW
}

/// The row where men become kings. `down` is the direction in which they move.
#[must_use]
pub const fn crowning_row<R: Rules>(down: bool) -> u64 {
    row::<R>(if down { rows::<R>() - 1 } else { 0 })
}

/// The row before that one.
#[must_use]
pub const fn row_before_crowning<R: Rules>(down: bool) -> u64 {
    row::<R>(if down { rows::<R>() - 2 } else { 1 })
}

/// The diagonal from the lower left corner to the upper right one.
#[must_use]
pub const fn long_diagonal<R: Rules>() -> u64 {
    let mut diagonal = 1 << bit_of(squares::<R>() - R::ROW, R::ROW);
    let mut steps = 1;
    while steps < rows::<R>() {
        diagonal |= step::<R>(diagonal, Direction::UpRight);
        steps += 1;
    }
    diagonal & board::<R>()
}

/// The bitboard turned by 180 degrees.
#[inline]
#[must_use]
pub const fn turn<R: Rules>(set: u64) -> u64 {
    set.reverse_bits() >> (63 - bit_of(squares::<R>() - 1, R::ROW))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::books::{EnglishRules, InternationalRules, ItalianRules};

    fn neighbours_are_steps<R: Rules>() {
        let width = 2 * R::ROW.cast_signed();
        let all = (0..width).flat_map(|rank| (0..width).map(move |file| (rank, file)));
        let mut dark: Vec<(i32, i32)> = all.filter(|(rank, file)| (rank + file) % 2 == 1).collect();
        if R::MIRRORED {
            dark.sort_unstable_by_key(|&(rank, file)| (rank, -file));
        }
        assert_eq!(dark.len(), squares::<R>() as usize);
        for (i, &(rank, file)) in dark.iter().enumerate() {
            let here = bit::<R>(i as u32 + 1);
            assert_eq!(square::<R>(here), i as u32 + 1);
            assert_ne!(row::<R>(rank.cast_unsigned()) >> here & 1, 0);
            let moves = [(1, -1), (1, 1), (-1, -1), (-1, 1), (2, 0), (0, 2), (0, -2), (-2, 0)];
            for (direction, (down, right)) in Direction::ALL.into_iter().zip(moves) {
                let there = dark.iter().position(|&cell| cell == (rank + down, file + right));
                let expected = there.map_or(0, |there| 1 << bit::<R>(there as u32 + 1));
                assert_eq!(step::<R>(1 << here, direction) & board::<R>(), expected, "{} {direction:?}", i + 1);
            }
        }
    }

    #[test]
    fn neighbours_are_constant_shifts_away() {
        neighbours_are_steps::<EnglishRules>();
        neighbours_are_steps::<InternationalRules>();
        neighbours_are_steps::<ItalianRules>();
    }
}
