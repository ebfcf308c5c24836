//! The board as bits: where discs can go, and what they turn over.
//!
//! Bit 0 is a1, bit 7 is h1, bit 8 is a2; rank 1 is at the top (point 1). A position is two words, the
//! discs of the player who moves and those of the other one, so nothing here knows colours.

/// Squares of a rank, and ranks.
pub const SIZE: usize = 8;

/// All files but a and h: an enemy disc there is the last of its row, so nothing encloses it sideways,
/// and leaving it out keeps shifted words from wrapping round.
const INNER_FILES: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// One step to the right, down to the left, down, and down to the right, as a shift: forwards, for
/// short. The other four directions are the same shifts backwards.
///
/// Everything below is done for the four of them side by side, in arrays that the compiler keeps in
/// one vector register each.
const STEPS: [u32; DIRECTIONS] = [1, 7, 8, 9];
const DIRECTIONS: usize = 4;

/// Enemy discs that can be passed over along each of the [`STEPS`]; up and down nothing can wrap.
const PASSABLE: [u64; DIRECTIONS] = [INNER_FILES, INNER_FILES, !0, INNER_FILES];

/// The squares beyond each square, forwards and backwards along each of the [`STEPS`].
static RAYS: [[[u64; DIRECTIONS]; 2]; 64] = rays();

/// The corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Next to a corner along the rim.
pub const C_SQUARES: u64 = 0x4281_0000_0000_8142;

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

/// The rows of enemy discs that begin beside an own disc: what a position's moves and all that they
/// turn over can be read from.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Those that go forwards from their own disc, for each direction.
    forwards: [u64; DIRECTIONS],
    /// Those that go backwards from it.
    backwards: [u64; DIRECTIONS],
}

impl Rows {
    /// The rows of a position.
    #[inline]
    #[must_use]
    pub fn new(own: u64, enemy: u64) -> Self {
        let (mut forwards, mut backwards) = ([0; DIRECTIONS], [0; DIRECTIONS]);
        for i in 0..DIRECTIONS {
            let (step, passable) = (STEPS[i], enemy & PASSABLE[i]);
            // Parallel prefix: rows of one, two, up to four and up to six enemy discs.
            let (mut ahead, mut behind) = (passable & own << step, passable & own >> step);
            ahead |= passable & ahead << step;
            behind |= passable & behind >> step;
            let (pairs_ahead, pairs_behind) = (passable & passable << step, passable & passable >> step);
            ahead |= pairs_ahead & ahead << (2 * step);
            behind |= pairs_behind & behind >> (2 * step);
            ahead |= pairs_ahead & ahead << (2 * step);
            behind |= pairs_behind & behind >> (2 * step);
            forwards[i] = ahead;
            backwards[i] = behind;
        }
        Self { forwards, backwards }
    }

    /// The squares at the far ends of the rows; the empty ones are where a disc can be placed.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> u64 {
        let mut ends = [0; DIRECTIONS];
        for i in 0..DIRECTIONS {
            ends[i] = self.forwards[i] << STEPS[i] | self.backwards[i] >> STEPS[i];
        }
        union(ends)
    }

    /// The enemy discs that a disc placed on an empty square turns over (point 2).
    #[inline]
    #[must_use]
    pub fn flips(&self, square: usize) -> u64 {
        let [ahead, behind] = &RAYS[square & 63];
        let mut flipped = [0; DIRECTIONS];
        for i in 0..DIRECTIONS {
            // Ahead are the rows that come backwards. The first square outside them, the lowest one,
            // ends what is turned over; it and its negation cover all from there on.
            let end = ahead[i] & !self.backwards[i];
            let turned = ahead[i] & !(end | end.wrapping_neg());
            // Backwards it is the highest one, with all below it.
            let step = STEPS[i];
            let mut end = behind[i] & !self.forwards[i];
            end |= end >> step;
            end |= end >> (2 * step);
            end |= end >> (4 * step);
            flipped[i] = turned | behind[i] & !end;
        }
        union(flipped)
    }

    /// The number of moves that the other player has after each of these placements, summed up, and
    /// after how many of them it has none.
    #[must_use]
    pub fn count_replies(&self, own: u64, enemy: u64, placements: u64) -> (u64, u64) {
        // Four positions go through the count side by side, a direction at a time: more of them fit
        // the vector registers than with the directions side by side.
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
        // The places that stay empty have no discs and no moves.
        let (mut replies, mut able) = ([0; LANES], [0; LANES]);
        for (own, enemy) in owns.iter().zip(&enemies).take(count.div_ceil(LANES)) {
            for i in 0..LANES {
                let moves = moves_by_direction(own[i], enemy[i]);
                replies[i] += u64::from(moves.count_ones());
                able[i] += u64::from(moves != 0);
            }
        }
        (replies.iter().sum(), count as u64 - able.iter().sum::<u64>())
    }
}

/// The squares on which `own` can place a disc (point 2).
#[inline]
#[must_use]
pub fn moves(own: u64, enemy: u64) -> u64 {
    Rows::new(own, enemy).ends() & !(own | enemy)
}

/// The enemy discs that a disc of `own` placed on an empty square turns over (point 2). For many
/// squares of one position [`Rows::flips`] is faster.
#[inline]
#[must_use]
pub fn flips(own: u64, enemy: u64, square: usize) -> u64 {
    let [ahead, behind] = &RAYS[square & 63];
    let mut flipped = [0; DIRECTIONS];
    // Without a condition, lest the compiler make it a jump that nobody can predict.
    for i in 0..DIRECTIONS {
        // Ahead the first square that is no enemy's is the lowest one; if it is own, the row is all
        // below it, and nothing otherwise.
        let others = ahead[i] & !enemy;
        let end = others & others.wrapping_neg() & own;
        let turned = ahead[i] & end.wrapping_sub(u64::from(end != 0));
        // Backwards it is the highest one, and the row all above it.
        let step = STEPS[i];
        let others = behind[i] & !enemy;
        let mut lower = others >> step;
        lower |= lower >> step;
        lower |= lower >> (2 * step);
        lower |= lower >> (4 * step);
        let end = others & !lower & own;
        flipped[i] = turned | behind[i] & (end << 1).wrapping_neg();
    }
    union(flipped)
}

/// As [`moves`], with one direction after another.
#[inline]
fn moves_by_direction(own: u64, enemy: u64) -> u64 {
    let inner = enemy & INNER_FILES;
    // To the right a carry runs through the whole row, and no row reaches the next rank.
    let right = inner.wrapping_add(inner & own << 1) & !inner;
    let mut left = inner & own >> 1;
    left |= inner & left >> 1;
    let pairs = inner & inner >> 1;
    left |= pairs & left >> 2;
    left |= pairs & left >> 2;
    let others = ends_along(own, inner, 7) | ends_along(own, enemy, 8) | ends_along(own, inner, 9);
    (right | left >> 1 | others) & !(own | enemy)
}

#[inline]
fn ends_along(own: u64, passable: u64, step: u32) -> u64 {
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
            // The same seen from behind, where squares are numbered from h8.
            table[square][1][i] = ray(63 - square, STEPS[i] as usize).reverse_bits();
            i += 1;
        }
        square += 1;
    }
    table
}

/// The squares beyond one, a step forwards each.
const fn ray(square: usize, step: usize) -> u64 {
    let mut set = 0;
    let mut at = square;
    // A step goes to the next file, or the one before, or stays: a longer way is one round the rim.
    while at + step < 64 && (at % SIZE).abs_diff((at + step) % SIZE) <= 1 {
        at += step;
        set |= 1 << at;
    }
    set
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
    use crate::base::bits::ones;

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
            let rows = Rows::new(own, enemy);
            for square in ones(!(own | enemy)) {
                let flipped = flips(own, enemy, square);
                assert_eq!(rows.flips(square), flipped);
                assert_eq!(flipped & !enemy, 0);
                assert_eq!(moves(own, enemy) >> square & 1 == 1, flipped != 0, "{own:x} {enemy:x} {}", name(square));
            }
        }
    }

    /// Two random words, dense and sparse ones, and the state of the generator after them.
    fn words(mut state: u64) -> ([u64; 2], u64) {
        let mut words = [0; 4];
        for word in &mut words {
            (state, *word) = crate::base::hash::splitmix(state);
        }
        let [a, b, c, d] = words;
        ([if d & 1 == 0 { a } else { a & c }, if d & 2 == 0 { b } else { b | c }], state)
    }
}
