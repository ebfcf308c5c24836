//! The board as bits: where discs can go, and what they turn over.
//!
//! Bit 0 is a1, bit 7 is h1, bit 8 is a2; rank 1 is at the top (point 1). A position is two words, the
//! discs of the player who moves and those of the other one, so nothing here knows colours.

/// Squares of a rank, and ranks.
pub const SIZE: usize = 8;

/// All files but a and h: an enemy disc there is the last of its row, so nothing encloses it sideways,
/// and leaving it out keeps shifted words from wrapping round.
const INNER_FILES: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// One step to the right, down to the left, down, and down to the right, as a shift. The other four
/// directions are the same shifts the other way.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// Enemy discs that can be passed over along each of the [`STEPS`]; up and down nothing can wrap.
const PASSABLE: [u64; 4] = [INNER_FILES, INNER_FILES, !0, INNER_FILES];

/// The corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Next to a corner along the rim.
pub const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// Next to a corner diagonally.
pub const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The name of a square, such as `d3`.
#[must_use]
pub fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % SIZE) as u8), square / SIZE + 1)
}

/// The square with this name, in either case.
#[must_use]
pub fn named(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [file @ (b'a'..=b'h' | b'A'..=b'H'), rank @ b'1'..=b'8'] => {
            Some(SIZE * usize::from(rank - b'1') + usize::from(file.to_ascii_lowercase() - b'a'))
        }
        _ => None,
    }
}

/// The squares on which `own` can place a disc (point 2).
#[inline]
#[must_use]
pub fn moves(own: u64, enemy: u64) -> u64 {
    let mut reached = 0;
    for (step, passable) in STEPS.into_iter().zip(PASSABLE) {
        let row = enemy & passable;
        // Parallel prefix: rows of one, of up to two, of up to six enemy discs.
        let (mut up, mut down) = (row & own << step, row & own >> step);
        up |= row & up << step;
        down |= row & down >> step;
        let (pairs_up, pairs_down) = (row & row << step, row & row >> step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        reached |= up << step | down >> step;
    }
    reached & !(own | enemy)
}

/// The enemy discs that a disc of `own` placed on an empty square turns over (point 2).
#[inline]
#[must_use]
pub fn flips(own: u64, enemy: u64, square: usize) -> u64 {
    let placed = 1 << (square & 63);
    let mut flipped = 0;
    for (step, passable) in STEPS.into_iter().zip(PASSABLE) {
        let row = enemy & passable;
        let (mut up, mut down) = (row & placed << step, row & placed >> step);
        up |= row & up << step;
        down |= row & down >> step;
        let (pairs_up, pairs_down) = (row & row << step, row & row >> step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        // A row counts only if an own disc is at its end.
        flipped |= if own & up << step != 0 { up } else { 0 };
        flipped |= if own & down >> step != 0 { down } else { 0 };
    }
    flipped
}

/// The squares that touch the set, some of its own among them.
#[must_use]
pub const fn neighbours(set: u64) -> u64 {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let row = set | (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::bits::ones;

    #[test]
    fn names() {
        assert_eq!([0, 7, 8, 63].map(name), ["a1", "h1", "a2", "h8"]);
        for square in 0..64 {
            assert_eq!(named(&name(square)), Some(square));
            assert_eq!(named(&name(square).to_uppercase()), Some(square));
        }
        for text in ["", "a", "a0", "a9", "i1", "1a", "a11", "é1", "a1 ", "\0a"] {
            assert_eq!(named(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_square_can_be_moved_to_if_something_is_flipped() {
        let mut state = 1;
        for _ in 0..20_000 {
            let (words, next) = words(state);
            state = next;
            let (own, enemy) = (words[0], words[1] & !words[0]);
            for square in ones(!(own | enemy)) {
                let flipped = flips(own, enemy, square);
                assert_eq!(flipped & !enemy, 0);
                assert_eq!(moves(own, enemy) >> square & 1 == 1, flipped != 0, "{own:x} {enemy:x} {}", name(square));
            }
        }
    }

    /// Two random words, dense and sparse ones, and the state of the generator after them.
    fn words(mut state: u64) -> ([u64; 2], u64) {
        let mut words = [0; 4];
        for word in &mut words {
            (state, *word) = crate::core::hash::splitmix(state);
        }
        let [a, b, c, d] = words;
        ([if d & 1 == 0 { a } else { a & c }, if d & 2 == 0 { b } else { b | c }], state)
    }
}
