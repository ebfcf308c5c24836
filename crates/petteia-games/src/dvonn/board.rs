//! The geometry of the board: 49 cells as bits of one 64-bit word.
//!
//! Cell (file, row) is bit `11 * row + file`, both from 0; files are a to k and rows are 1 to 5. The six neighbours are
//! +-1, +-11 and +-12 bits away. No step wraps around: every step off the board leads to a bit that is no cell.
//!
//! ```text
//!     c5 d5 e5 f5 g5 h5 i5 j5 k5
//!   b4 c4 d4 e4 f4 g4 h4 i4 j4 k4
//! a3 b3 c3 d3 e3 f3 g3 h3 i3 j3 k3
//!   a2 b2 c2 d2 e2 f2 g2 h2 i2 j2
//!     a1 b1 c1 d1 e1 f1 g1 h1 i1
//! ```

/// Number of rows.
pub const ROWS: usize = 5;
/// Number of files.
pub const FILES: usize = 11;

/// First file and number of cells of each row, from row 1.
pub const ROW_SPANS: [(usize, usize); ROWS] = [(0, 9), (0, 10), (0, 11), (1, 10), (2, 9)];

/// Height of the highest stack that can move (point 5): the longest line has eleven cells.
pub const MAX_MOVING_HEIGHT: usize = 10;

/// All 49 cells.
pub const BOARD: u64 = board();

/// The neighbours of each cell.
pub const NEIGHBOURS: [u64; 64] = neighbours();

/// The 24 edge cells; they have fewer than six neighbours.
pub const EDGE: u64 = BOARD & !enclosed(BOARD);

/// `REACH[cell][h]` holds the cells exactly `h` steps away in a straight line.
///
/// It is empty for `h` of 0 and above [`MAX_MOVING_HEIGHT`]. Indices 11 to 15 stand for every higher stack.
pub static REACH: [[u64; 16]; 64] = reach();

/// The cell at (file, row), both from 0; `None` off the board.
#[must_use]
pub const fn cell(file: usize, row: usize) -> Option<usize> {
    if row >= ROWS {
        return None;
    }
    let (first, count) = ROW_SPANS[row];
    if file >= first && file < first + count { Some(FILES * row + file) } else { None }
}

/// The name of a cell, such as `c3`.
#[must_use]
pub fn name(cell: usize) -> String {
    format!("{}{}", char::from(b'a' + (cell % FILES) as u8), cell / FILES + 1)
}

/// The cell with this name, in upper or lower case.
#[must_use]
pub fn named(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [file, row @ b'1'..=b'5'] if file.is_ascii_alphabetic() => {
            cell((file.to_ascii_lowercase() - b'a').into(), (row - b'1').into())
        }
        _ => None,
    }
}

/// The set and all neighbours of its cells.
#[must_use]
pub const fn dilate(set: u64) -> u64 {
    let right = set | set << 1;
    let left = set | set >> 1;
    (right | left | right << 11 | left >> 11) & BOARD
}

/// Flood fill: the cells of `within` that are connected to `seeds` through `within`. `seeds` must be a subset of it.
#[must_use]
pub const fn flood(seeds: u64, within: u64) -> u64 {
    let mut reached = seeds;
    loop {
        let next = dilate(reached) & within;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The cells whose six neighbours are all in the set.
#[must_use]
pub const fn enclosed(set: u64) -> u64 {
    // Bit `b` of `pairs` is set if both `b` and `b - 1` are in the set. Each pair covers two of the six neighbours.
    let pairs = set & set << 1;
    set << 1 & set >> 1 & pairs >> 12 & pairs << 11
}

/// Whether removing this cell can disconnect its occupied neighbours from each other.
///
/// It can if they form more than one arc around the cell. They may still be connected further away.
#[must_use]
pub const fn may_disconnect(cell: usize, occupied: u64) -> bool {
    let around = occupied & NEIGHBOURS[cell];
    // After the rotation, bits 0, 1, 11, 13, 23 and 24 are the neighbours -12, -11, -1, +1, +11 and +12.
    let around = around.rotate_right((cell as u32).wrapping_sub(12) & 63);
    DISCONNECTING >> ((around | around >> 9 | around >> 18) & 0x7F) & 1 != 0
}

/// The sets of neighbours that form more than one arc, one bit for each set.
///
/// The neighbours -12, -11, -1, +1, +11 and +12 are bits 0, 1, 2, 4, 5 and 6 of the bit number.
const DISCONNECTING: u128 = disconnecting();

const fn disconnecting() -> u128 {
    // Bits of the index in order around the cell: +1, +12, +11, -1, -12, -11.
    const RING: [usize; 6] = [4, 6, 5, 2, 0, 1];
    let mut table = 0;
    let mut index = 0_usize;
    while index < 128 {
        let mut arcs = 0;
        let mut i = 0;
        while i < 6 {
            if index >> RING[i] & 1 == 1 && index >> RING[(i + 1) % 6] & 1 == 0 {
                arcs += 1;
            }
            i += 1;
        }
        if arcs > 1 {
            table |= 1 << index;
        }
        index += 1;
    }
    table
}

const fn board() -> u64 {
    let mut set = 0;
    let mut row = 0;
    while row < ROWS {
        set |= ((1 << ROW_SPANS[row].1) - 1) << (FILES * row + ROW_SPANS[row].0);
        row += 1;
    }
    set
}

const fn neighbours() -> [u64; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        if BOARD >> from & 1 == 1 {
            table[from] = dilate(1 << from) & !(1 << from);
        }
        from += 1;
    }
    table
}

const fn reach() -> [[u64; 16]; 64] {
    const STEPS: [(isize, isize); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];
    let mut table = [[0; 16]; 64];
    let mut row = 0;
    while row < ROWS {
        let mut file = ROW_SPANS[row].0;
        while file < ROW_SPANS[row].0 + ROW_SPANS[row].1 {
            let mut height = 1;
            while height <= MAX_MOVING_HEIGHT {
                let mut step = 0;
                while step < 6 {
                    let h = height.cast_signed();
                    let to_file = file.wrapping_add_signed(h * STEPS[step].0);
                    let to_row = row.wrapping_add_signed(h * STEPS[step].1);
                    if let Some(to) = cell(to_file, to_row) {
                        table[FILES * row + file][height] |= 1 << to;
                    }
                    step += 1;
                }
                height += 1;
            }
            file += 1;
        }
        row += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use petteia_core::bits::ones;

    use super::*;

    #[test]
    fn geometry_as_published() {
        assert_eq!(BOARD.count_ones(), 49);
        let pairs: u32 = ones(BOARD).map(|c| NEIGHBOURS[c].count_ones()).sum();
        assert_eq!(pairs, 2 * 120);
        assert_eq!(ones(BOARD).filter(|&c| NEIGHBOURS[c].count_ones() < 6).count(), 24);
        let c3 = named("c3").expect("a cell");
        let around: Vec<String> = ones(NEIGHBOURS[c3]).map(name).collect();
        assert_eq!(around, ["b2", "c2", "b3", "d3", "c4", "d4"]);
    }

    #[test]
    fn one_step_is_a_neighbour() {
        for c in ones(BOARD) {
            assert_eq!(REACH[c][1], NEIGHBOURS[c], "{}", name(c));
            assert_eq!(named(&name(c)), Some(c));
        }
    }

    #[test]
    fn enclosed_and_may_disconnect_match_their_definitions() {
        let mut state = 1;
        for _ in 0..2_000 {
            let word;
            (state, word) = petteia_core::hash::splitmix(state);
            let set = (word | word.rotate_left(23)) & BOARD;
            for c in ones(set) {
                let around = set & NEIGHBOURS[c];
                assert_eq!(enclosed(set) >> c & 1 == 1, around.count_ones() == 6, "{} in {set:x}", name(c));
                let one_arc = around == 0 || flood(around & around.wrapping_neg(), around) == around;
                assert_eq!(may_disconnect(c, set), !one_arc, "{} in {set:x}", name(c));
            }
        }
    }
}
