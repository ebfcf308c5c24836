//! The last empty square of a game: the final margin without a move, from tables of lines as in Edax.
//!
//! The tables are right for a smaller board too: no square around it lies between two of its discs.

use petteia_core::bits::count;

use super::board::{Grid, WIDTH};

/// Squares of file a.
const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Moves the discs of file a to the highest byte when it multiplies them, the lowest rank first.
const FILE_TO_BYTE: u64 = 0x0102_0408_1020_4080;

/// `FLIPPED[place][own]` is the number of discs that are flipped in a line of eight when a disc is put on a place, with
/// the discs `own`. All other places hold enemy discs.
static FLIPPED: [[u8; 256]; WIDTH] = {
    let mut table = [[0; 256]; WIDTH];
    let mut place = 0;
    while place < WIDTH {
        let mut own = 0;
        while own < 256_usize {
            let below = own & ((1 << place) - 1);
            let above = own >> place >> 1;
            if below != 0 {
                table[place][own] += place as u8 - 1 - below.ilog2() as u8;
            }
            table[place][own] += if above != 0 { above.trailing_zeros() as u8 } else { 0 };
            own += 1;
        }
        place += 1;
    }
    table
};

/// The other squares of both diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (ranks, files) = (other / WIDTH, other % WIDTH);
            let (rank, file) = (square / WIDTH, square % WIDTH);
            if other != square && ranks + file == rank + files {
                table[square][0] |= 1 << other;
            }
            if other != square && ranks + files == rank + file {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The number of enemy discs that a disc on this square flips, if it is the only empty one.
#[inline]
fn flipped(own: u64, square: usize) -> i32 {
    let (rank, file) = (square / WIDTH, square % WIDTH);
    // A diagonal has at most one square in each file, so that the bytes of its ranks can be added up.
    let [down, up] = DIAGONALS[square].map(|diagonal| (own & diagonal).wrapping_mul(FILE_A) >> 56);
    let along_rank = own >> (WIDTH * rank) & 0xFF;
    let along_file = (own >> file & FILE_A).wrapping_mul(FILE_TO_BYTE) >> 56;
    let by_file = |line: u64| i32::from(FLIPPED[file][line as usize & 0xFF]);
    by_file(along_rank) + by_file(down) + by_file(up) + i32::from(FLIPPED[rank][along_file as usize & 0xFF])
}

/// The final margin for the side to move, with one empty square. The enemy fills it if the side to move cannot.
#[inline]
pub fn solve_1<const SIZE: usize>(own: u64, square: usize) -> i32 {
    let margin = 2 * count(own) - (count(Grid::<SIZE>::SQUARES) - 1);
    let gained = flipped(own, square);
    if gained > 0 {
        return margin + 2 * gained + 1;
    }
    let lost = flipped(Grid::<SIZE>::SQUARES & !(own | 1 << square), square);
    if lost > 0 { margin - 2 * lost - 1 } else { margin }
}

#[cfg(test)]
mod tests {
    use petteia_core::hash::splitmix;

    use super::*;
    use crate::reversi::board::flips;

    #[test]
    fn agrees_with_the_moves_on_the_board() {
        let mut state = 1;
        for square in 0..64 {
            for _ in 0..500 {
                let word;
                (state, word) = splitmix(state);
                let own = word & !(1 << square);
                let enemy = !(word | 1 << square);
                assert_eq!(flipped(own, square), count(flips(own, enemy, square)), "{own:x} {square}");
            }
        }
    }
}
