//! The squares of a board by number and by name.

use petteia_core::Layout;
use petteia_core::bits::ones;
use smallvec::SmallVec;

use super::board::{bit, board, rows, square, squares};
use super::rules::Rules;

/// The number of the square at a bit, from 1.
pub(super) fn number<R: Rules>(bit: usize) -> u32 {
    square::<R>(bit as u32)
}

/// The bit of the square with this number; `None` if there is no such square.
pub(super) fn bit_of_number<R: Rules>(number: u32) -> Option<u32> {
    let bit = (1..=squares::<R>()).contains(&number).then(|| bit::<R>(number))?;
    debug_assert!(board::<R>() >> bit & 1 == 1);
    Some(bit)
}

/// The numbers of the squares of a set, in ascending order.
pub(super) fn numbers<R: Rules>(set: u64) -> impl Iterator<Item = u32> {
    let mut numbers: SmallVec<[u32; 20]> = ones(set).map(number::<R>).collect();
    if R::MIRRORED {
        numbers.sort_unstable();
    }
    numbers.into_iter()
}

/// The board with its light squares.
pub(super) const fn layout<R: Rules>() -> Layout {
    Layout { files: rows::<R>() as usize, ranks: rows::<R>() as usize }
}

/// The cell of the square with this number.
pub(super) fn cell<R: Rules>(number: u32) -> usize {
    let (line, i) = ((number - 1) / R::ROW, (number - 1) % R::ROW);
    let is_shifted = (line % 2 == 0) != R::MIRRORED;
    (rows::<R>() * (rows::<R>() - 1 - line) + 2 * i + u32::from(is_shifted)) as usize
}

/// The text of a square: its number, or its file and rank.
pub(super) fn name<R: Rules>(number: u32) -> String {
    if R::ALGEBRAIC { layout::<R>().name(cell::<R>(number)) } else { number.to_string() }
}

/// The number of the square that a text begins with, and the rest of the text.
///
/// Squares are numbers, and in a game that writes them so also file and rank.
pub(super) fn read<R: Rules>(text: &str) -> Option<(u32, &str)> {
    if R::ALGEBRAIC && text.starts_with(|c: char| c.is_ascii_lowercase()) {
        let (cell, rest) = layout::<R>().square(text)?;
        let (line, column) = (rows::<R>() - 1 - cell as u32 / rows::<R>(), cell as u32 % rows::<R>());
        let number = line * R::ROW + column / 2 + 1;
        return (self::cell::<R>(number) == cell).then_some((number, rest));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let number = number.parse().ok().filter(|&number| bit_of_number::<R>(number).is_some())?;
    Some((number, rest))
}
