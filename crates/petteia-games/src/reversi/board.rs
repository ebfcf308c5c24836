//! Bitboards: the legal squares and the discs that a move flips.
//!
//! Bit 0 is a1, bit 7 is h1, bit 8 is a2; rank 1 is at the top. A position is two bitboards, the discs of the side to
//! move and those of the enemy, whatever their colours. A smaller board is the middle of that of 8x8 squares, so that
//! the same shifts serve both: [`Grid`] tells which squares it has. A row never leaves it, since the squares around it
//! hold no discs.

/// Number of squares in a rank of the bitboards, and number of their ranks.
pub const WIDTH: usize = 8;

/// All files except a and h.
///
/// An enemy disc on file a or h cannot be flipped sideways. Without those files, shifts do not wrap around.
const INNER_FILES: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// Left shifts for one step right, down-left, down and down-right: the forward directions.
///
/// The other four directions are backward: right shifts by the same numbers. The functions below compute all four
/// directions in parallel, in arrays that the compiler keeps in one vector register each.
const STEPS: [u32; DIRECTIONS] = [1, 7, 8, 9];
/// Number of forward directions.
const DIRECTIONS: usize = 4;

/// Squares where an enemy disc can be flipped, along each of the [`STEPS`]. Vertical shifts cannot wrap around.
const PASSABLE: [u64; DIRECTIONS] = [INNER_FILES, INNER_FILES, !0, INNER_FILES];

/// `RAYS[square][0]` holds the squares beyond a square forward along each of the [`STEPS`], `RAYS[square][1]` backward.
static RAYS: [[[u64; DIRECTIONS]; 2]; 64] = rays();

/// The squares of file a of the bitboards, and of their rank 1.
const FIRST_LINES: [u64; 2] = [0x0101_0101_0101_0101, 0xFF];

/// A board of `SIZE` by `SIZE` squares, 8 or 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid<const SIZE: usize>;

impl<const SIZE: usize> Grid<SIZE> {
    /// Files of the bitboards before the first one of the board, and ranks before its first one.
    const MARGIN: usize = {
        assert!(SIZE <= WIDTH && SIZE.is_multiple_of(2));
        (WIDTH - SIZE) / 2
    };
    /// All squares.
    pub const SQUARES: u64 = {
        let (mut set, mut index) = (0, 0);
        while index < SIZE * SIZE {
            set |= 1 << Self::square(index);
            index += 1;
        }
        set
    };
    /// The first and the last file, and the first and the last rank.
    pub const EDGES: [u64; 2] = {
        let [file, rank] = FIRST_LINES;
        let (first, last) = (Self::MARGIN, Self::MARGIN + SIZE - 1);
        [
            (file << first | file << last) & Self::SQUARES,
            (rank << (WIDTH * first) | rank << (WIDTH * last)) & Self::SQUARES,
        ]
    };
    /// The four corners.
    pub const CORNERS: u64 = Self::EDGES[0] & Self::EDGES[1];
    /// The eight C-squares: the edge squares next to a corner.
    pub const C_SQUARES: u64 = dilate(Self::CORNERS) & (Self::EDGES[0] | Self::EDGES[1]) & !Self::CORNERS;

    /// The bit of a square. Squares are numbered from a1 along the ranks.
    #[must_use]
    pub const fn square(index: usize) -> usize {
        WIDTH * (Self::MARGIN + index / SIZE) + Self::MARGIN + index % SIZE
    }

    /// The number of the square with this bit.
    #[must_use]
    pub const fn index(square: usize) -> usize {
        SIZE * (square / WIDTH - Self::MARGIN) + square % WIDTH - Self::MARGIN
    }

    /// The name of a square, such as `d3`.
    #[must_use]
    pub fn name(square: usize) -> String {
        let index = Self::index(square);
        format!("{}{}", char::from(b'a' + (index % SIZE) as u8), index / SIZE + 1)
    }

    /// The square with this name, in upper or lower case.
    #[must_use]
    pub fn named(text: &str) -> Option<usize> {
        let [file, rank] = *text.as_bytes() else { return None };
        let [file, rank] = [file.to_ascii_lowercase().checked_sub(b'a')?, rank.checked_sub(b'1')?].map(usize::from);
        (file < SIZE && rank < SIZE).then(|| Self::square(SIZE * rank + file))
    }

    /// The distance of a file or a rank of the bitboards from the nearest edge of the board.
    #[must_use]
    pub const fn distance_from_edge(line: usize) -> usize {
        let line = line - Self::MARGIN;
        if line < SIZE / 2 { line } else { SIZE - 1 - line }
    }
}

/// The unbroken rows of enemy discs that begin next to an own disc, in all eight directions.
///
/// They give the legal squares and the discs that each move flips.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Rows that lead forward from an own disc, for each of the [`STEPS`].
    forward: [u64; DIRECTIONS],
    /// Rows that lead backward from an own disc, for each of the [`STEPS`].
    backward: [u64; DIRECTIONS],
}

impl Rows {
    /// The rows of a position.
    #[inline]
    #[must_use]
    pub fn new(own: u64, enemy: u64) -> Self {
        let (mut forward, mut backward) = ([0; DIRECTIONS], [0; DIRECTIONS]);
        for i in 0..DIRECTIONS {
            let (step, passable) = (STEPS[i], enemy & PASSABLE[i]);
            // Kogge-Stone fill (parallel prefix): rows of 1, then up to 2, 4 and 6 enemy discs.
            let (mut ahead, mut behind) = (passable & own << step, passable & own >> step);
            ahead |= passable & ahead << step;
            behind |= passable & behind >> step;
            let (pairs_ahead, pairs_behind) = (passable & passable << step, passable & passable >> step);
            ahead |= pairs_ahead & ahead << (2 * step);
            behind |= pairs_behind & behind >> (2 * step);
            ahead |= pairs_ahead & ahead << (2 * step);
            behind |= pairs_behind & behind >> (2 * step);
            forward[i] = ahead;
            backward[i] = behind;
        }
        Self { forward, backward }
    }

    /// The squares just behind the rows. The empty ones are the legal squares (point 2).
    #[inline]
    #[must_use]
    pub fn ends(&self) -> u64 {
        let mut ends = [0; DIRECTIONS];
        for i in 0..DIRECTIONS {
            ends[i] = self.forward[i] << STEPS[i] | self.backward[i] >> STEPS[i];
        }
        union(ends)
    }

    /// The enemy discs that a disc on an empty square flips (point 2).
    #[inline]
    #[must_use]
    pub fn flips(&self, square: usize) -> u64 {
        let [ahead, behind] = &RAYS[square & 63];
        let mut flipped = [0; DIRECTIONS];
        for i in 0..DIRECTIONS {
            // The rows ahead lead backward from an own disc. The lowest square outside them ends the flipped discs:
            // `end | -end` sets its bit and all higher bits.
            let end = ahead[i] & !self.backward[i];
            let flipped_ahead = ahead[i] & !(end | end.wrapping_neg());
            // Behind, the highest square outside the rows ends them. The shifts set all lower bits of the ray.
            let step = STEPS[i];
            let mut end = behind[i] & !self.forward[i];
            end |= end >> step;
            end |= end >> (2 * step);
            end |= end >> (4 * step);
            flipped[i] = flipped_ahead | behind[i] & !end;
        }
        union(flipped)
    }

    /// The sum of the other player's moves over all of these placements, and the number of placements that leave none.
    #[must_use]
    pub fn count_replies<const SIZE: usize>(&self, own: u64, enemy: u64, placements: u64) -> (u64, u64) {
        // Four positions are counted in parallel, one direction at a time. This uses the vector registers better than
        // four directions of one position.
        const LANES: usize = 4;
        const BLOCKS: usize = 64 / LANES;
        let (mut owns, mut enemies) = ([[0; LANES]; BLOCKS], [[0; LANES]; BLOCKS]);
        let mut rest = placements;
        let mut count = 0;
        while rest != 0 {
            let flipped = self.flips(rest.trailing_zeros() as usize);
            owns[count / LANES % BLOCKS][count % LANES] = enemy ^ flipped;
            enemies[count / LANES % BLOCKS][count % LANES] = own | flipped | rest & rest.wrapping_neg();
            rest &= rest - 1;
            count += 1;
        }
        // Unused lanes have no discs and so no moves.
        let (mut replies, mut can_move) = ([0; LANES], [0; LANES]);
        for (own, enemy) in owns.iter().zip(&enemies).take(count.div_ceil(LANES)) {
            for i in 0..LANES {
                let moves = moves_by_direction::<SIZE>(own[i], enemy[i]);
                replies[i] += u64::from(moves.count_ones());
                can_move[i] += u64::from(moves != 0);
            }
        }
        (replies.iter().sum(), count as u64 - can_move.iter().sum::<u64>())
    }
}

/// The squares on which `own` can place a disc (point 2).
#[inline]
#[must_use]
pub fn moves<const SIZE: usize>(own: u64, enemy: u64) -> u64 {
    Rows::new(own, enemy).ends() & empty::<SIZE>(own, enemy)
}

/// The empty squares.
#[inline]
#[must_use]
pub fn empty<const SIZE: usize>(own: u64, enemy: u64) -> u64 {
    Grid::<SIZE>::SQUARES & !(own | enemy)
}

/// The enemy discs that a disc of `own` on an empty square flips (point 2).
///
/// [`Rows::flips`] is faster for many squares of one position.
#[inline]
#[must_use]
pub fn flips(own: u64, enemy: u64, square: usize) -> u64 {
    let [ahead, behind] = &RAYS[square & 63];
    let mut flipped = [0; DIRECTIONS];
    // Branch-free: the branches would be unpredictable.
    for i in 0..DIRECTIONS {
        // Ahead, the lowest square without an enemy disc ends the row. If it is own, all squares below it are flipped.
        let others = ahead[i] & !enemy;
        let end = others & others.wrapping_neg() & own;
        let flipped_ahead = ahead[i] & end.wrapping_sub(u64::from(end != 0));
        // Behind, the highest such square ends the row. If it is own, all squares above it are flipped.
        let step = STEPS[i];
        let others = behind[i] & !enemy;
        let mut lower = others >> step;
        lower |= lower >> step;
        lower |= lower >> (2 * step);
        lower |= lower >> (4 * step);
        let end = others & !lower & own;
        flipped[i] = flipped_ahead | behind[i] & (end << 1).wrapping_neg();
    }
    union(flipped)
}

/// The same as [`moves`], one direction at a time.
#[inline]
fn moves_by_direction<const SIZE: usize>(own: u64, enemy: u64) -> u64 {
    let inner = enemy & INNER_FILES;
    // To the right, the carry of the addition runs through the whole row. It stops before the next rank.
    let right = inner.wrapping_add(inner & own << 1) & !inner;
    let mut left = inner & own >> 1;
    left |= inner & left >> 1;
    let pairs = inner & inner >> 1;
    left |= pairs & left >> 2;
    left |= pairs & left >> 2;
    let others = run_ends(own, inner, 7) | run_ends(own, enemy, 8) | run_ends(own, inner, 9);
    (right | left >> 1 | others) & empty::<SIZE>(own, enemy)
}

/// The squares just behind the rows in both directions of a step, by a Kogge-Stone fill.
#[inline]
fn run_ends(own: u64, passable: u64, step: u32) -> u64 {
    let (mut ahead, mut behind) = (passable & own << step, passable & own >> step);
    ahead |= passable & ahead << step;
    behind |= passable & behind >> step;
    let pairs_ahead = passable & passable << step;
    let pairs_behind = pairs_ahead >> step;
    ahead |= pairs_ahead & ahead << (2 * step);
    behind |= pairs_behind & behind >> (2 * step);
    ahead |= pairs_ahead & ahead << (2 * step);
    behind |= pairs_behind & behind >> (2 * step);
    ahead << step | behind >> step
}

#[inline]
fn union(sets: [u64; DIRECTIONS]) -> u64 {
    (sets[0] | sets[2]) | (sets[1] | sets[3])
}

const fn rays() -> [[[u64; DIRECTIONS]; 2]; 64] {
    let mut table = [[[0; DIRECTIONS]; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < DIRECTIONS {
            table[square][0][i] = ray(square, STEPS[i] as usize);
            // Backward rays are forward rays on the board rotated by 180 degrees.
            table[square][1][i] = ray(63 - square, STEPS[i] as usize).reverse_bits();
            i += 1;
        }
        square += 1;
    }
    table
}

/// The squares beyond a square, forward along a step.
const fn ray(square: usize, step: usize) -> u64 {
    let mut set = 0;
    let mut current = square;
    // A step changes the file by at most one. A larger change has wrapped around the edge.
    while current + step < 64 && (current % WIDTH).abs_diff((current + step) % WIDTH) <= 1 {
        current += step;
        set |= 1 << current;
    }
    set
}

/// The set and all neighbours of its squares.
#[must_use]
pub const fn dilate(set: u64) -> u64 {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let row = set | (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use petteia_core::bits::ones;

    use super::*;

    #[test]
    fn names() {
        assert_eq!([0, 7, 8, 63].map(Grid::<8>::name), ["a1", "h1", "a2", "h8"]);
        assert_eq!([9, 14, 17, 54].map(Grid::<6>::name), ["a1", "f1", "a2", "f6"]);
        for square in 0..64 {
            assert_eq!(Grid::<8>::named(&Grid::<8>::name(square)), Some(square));
            assert_eq!(Grid::<8>::named(&Grid::<8>::name(square).to_uppercase()), Some(square));
        }
        for (index, square) in ones(Grid::<6>::SQUARES).enumerate() {
            assert_eq!((Grid::<6>::square(index), Grid::<6>::index(square)), (square, index));
            assert_eq!(Grid::<6>::named(&Grid::<6>::name(square)), Some(square));
        }
        for text in ["", "a", "a0", "a9", "i1", "1a", "a11", "é1", "a1 ", "\0a"] {
            assert_eq!((Grid::<8>::named(text), Grid::<6>::named(text)), (None, None), "{text:?}");
        }
        assert_eq!(["g1", "a7"].map(Grid::<6>::named), [None, None]);
    }

    #[test]
    fn corners_and_c_squares() {
        let names = |set| ones(set).map(Grid::<6>::name).collect::<Vec<_>>().join(" ");
        assert_eq!(names(Grid::<6>::CORNERS), "a1 f1 a6 f6");
        assert_eq!(names(Grid::<6>::C_SQUARES), "b1 e1 a2 f2 a5 f5 b6 e6");
        assert_eq!((Grid::<8>::SQUARES, Grid::<8>::CORNERS), (!0, 0x8100_0000_0000_0081));
        assert_eq!(Grid::<8>::C_SQUARES, 0x4281_0000_0000_8142);
    }

    #[test]
    fn a_square_can_be_moved_to_if_something_is_flipped() {
        let mut state = 1;
        for _ in 0..20_000 {
            let (words, next) = words(state);
            state = next;
            let (own, enemy) = (words[0], words[1] & !words[0]);
            let rows = Rows::new(own, enemy);
            for square in ones(!(own | enemy)) {
                let flipped = flips(own, enemy, square);
                assert_eq!(rows.flips(square), flipped);
                assert_eq!(flipped & !enemy, 0);
                assert_eq!(moves::<8>(own, enemy) >> square & 1 == 1, flipped != 0, "{own:x} {enemy:x} {square}");
            }
        }
    }

    /// Two random bitboards, dense or sparse, and the next state of the generator.
    fn words(mut state: u64) -> ([u64; 2], u64) {
        let mut words = [0; 4];
        for word in &mut words {
            (state, *word) = petteia_core::hash::splitmix(state);
        }
        let [a, b, c, d] = words;
        ([if d & 1 == 0 { a } else { a & c }, if d & 2 == 0 { b } else { b | c }], state)
    }
}
