//! The eight symmetries of a square board.
//!
//! Bit 0 of the number of a symmetry mirrors the files, bit 1 mirrors the ranks, and bit 2 then swaps ranks and files.

/// Number of symmetries.
pub const SYMMETRIES: usize = 8;

/// The square to which a symmetry maps a square of a board of `SIZE` by `SIZE` squares.
#[must_use]
pub const fn image_of_square<const SIZE: usize>(square: usize, symmetry: usize) -> usize {
    let (mut rank, mut file) = (square / SIZE, square % SIZE);
    if symmetry & 1 != 0 {
        file = SIZE - 1 - file;
    }
    if symmetry & 2 != 0 {
        rank = SIZE - 1 - rank;
    }
    if symmetry & 4 != 0 { SIZE * file + rank } else { SIZE * rank + file }
}

/// The square to which each symmetry maps each square of a board of `SIZE` by `SIZE` squares, `SQUARES` in all.
#[must_use]
pub const fn images_of_squares<const SIZE: usize, const SQUARES: usize>() -> [[u8; SQUARES]; SYMMETRIES] {
    const { assert!(SIZE * SIZE == SQUARES) };
    let mut images = [[0; SQUARES]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut square = 0;
        while square < SQUARES {
            images[symmetry][square] = image_of_square::<SIZE>(square, symmetry) as u8;
            square += 1;
        }
        symmetry += 1;
    }
    images
}

/// The symmetry that takes back another one.
#[must_use]
pub const fn inverse(symmetry: usize) -> usize {
    if symmetry & 4 == 0 { symmetry } else { 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 }
}

/// The set of squares to which a symmetry maps a set, on a board of 8 by 8 squares.
#[inline]
#[must_use]
pub const fn image(mut set: u64, symmetry: usize) -> u64 {
    if symmetry & 1 != 0 {
        set = set.swap_bytes().reverse_bits();
    }
    if symmetry & 2 != 0 {
        set = set.swap_bytes();
    }
    if symmetry & 4 != 0 { transposed(set) } else { set }
}

/// The set of squares to which each symmetry maps a set, on a board of 8 by 8 squares.
#[must_use]
pub const fn images(set: u64) -> [u64; SYMMETRIES] {
    let [a, b, c, d] = [set, set.swap_bytes().reverse_bits(), set.swap_bytes(), set.reverse_bits()];
    [a, b, c, d, transposed(a), transposed(b), transposed(c), transposed(d)]
}

/// The set with ranks and files swapped: blocks of 4x4, 2x2 and single squares change places (Warren, "Hacker's
/// Delight", 7-3).
const fn transposed(set: u64) -> u64 {
    let set = swapped(set, 0x0000_0000_F0F0_F0F0, 28);
    let set = swapped(set, 0x0000_CCCC_0000_CCCC, 14);
    swapped(set, 0x00AA_00AA_00AA_00AA, 7)
}

/// The set with the squares of a mask swapped with those `shift` bits above.
const fn swapped(set: u64, mask: u64, shift: u32) -> u64 {
    let changed = (set ^ set >> shift) & mask;
    set ^ changed ^ changed << shift
}

#[cfg(test)]
mod tests {
    use crate::bits::ones;
    use crate::hash::keys;

    use super::*;

    #[test]
    fn an_inverse_takes_a_symmetry_back() {
        for (symmetry, square) in (0..SYMMETRIES).flat_map(|symmetry| (0..81).map(move |square| (symmetry, square))) {
            let image = image_of_square::<9>(square, symmetry);
            assert_eq!(image_of_square::<9>(image, inverse(symmetry)), square, "symmetry {symmetry}");
        }
    }

    #[test]
    fn images_of_sets_are_those_of_their_squares() {
        for set in keys::<100>(1) {
            for (symmetry, found) in images(set).into_iter().enumerate() {
                let expected = ones(set).fold(0, |image, square| image | 1 << image_of_square::<8>(square, symmetry));
                assert_eq!([found, image(set, symmetry)], [expected; 2], "{set:x}, symmetry {symmetry}");
            }
        }
    }
}
