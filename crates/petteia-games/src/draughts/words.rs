//! Reads moves in all their notations.

use petteia_core::{MoveError, Notation, Position};

use super::board::Direction;
use super::position::{Draughts, Move};
use super::route::CapturingPiece;
use super::rules::Rules;
use super::squares::{self, bit_of_number, name, number, numbers};

/// What a word should be.
const fn syntax<R: Rules>() -> &'static str {
    if R::ALGEBRAIC {
        "a move: c3-d4, c3xe5, c3xe5xd4 (from, to, taken) or c3xe5xg7 (all squares visited)"
    } else {
        "a move: 11-15, 15x24, 15x24x19 (from, to, taken) or 15x22x31 (all squares visited)"
    }
}
/// Greatest number of squares in the text of a move. No capture names more.
const MAX_NUMBERS: usize = 64;
/// Greatest number of moves that the error for an ambiguous word names.
const MAX_NAMED_MOVES: usize = 4;

/// Reads a legal move.
///
/// `-` and `x` mean the same, because steps and captures are never legal together. The canonical text of a move means
/// that move. Any other word must fit exactly one capture: as its squares from and to, as these and the squares taken
/// in any order, or as the squares visited.
///
/// # Errors
/// [`MoveError::Syntax`] for words that are never a move, [`MoveError::Illegal`] otherwise.
pub(super) fn read<R: Rules>(position: &Draughts<R>, word: &str) -> Result<Move, MoveError> {
    let (numbers, capture) = split::<R>(word).ok_or(MoveError::Syntax(syntax::<R>()))?;
    let legal = position.legal_moves();
    let is_canonical = |m: &&Move| canonical_numbers::<R>(**m).eq(numbers.iter().copied());
    if let Some(&m) = legal.iter().find(is_canonical) {
        return Ok(m);
    }
    if legal.is_empty() {
        return Err(MoveError::Illegal("the game is over".into()));
    }
    let fitting: Vec<Move> = legal.into_iter().filter(|&m| fits_capture(position, m, &numbers)).collect();
    match fitting[..] {
        [m] => Ok(m),
        [] if !capture && numbers.len() == 2 => Err(MoveError::Illegal(why_no_step(position, numbers[0], numbers[1]))),
        [] => Err(MoveError::Illegal(why_no_capture(position, numbers[0]))),
        _ => {
            let more = if fitting.len() > MAX_NAMED_MOVES { " ..." } else { "" };
            let mut names: Vec<String> = fitting.iter().map(|&m| position.write_move(m)).collect();
            names.sort_unstable();
            names.truncate(MAX_NAMED_MOVES);
            Err(MoveError::Illegal(format!("ambiguous, it may be {}{more}", names.join(" or "))))
        }
    }
}

/// The numbers of a word, and whether it is written with `x`; `None` if it is not the text of a move.
fn split<R: Rules>(word: &str) -> Option<(Vec<u32>, bool)> {
    let capture = !word.contains('-');
    let is_cross = |c: char| c.eq_ignore_ascii_case(&'x') || R::ALGEBRAIC && c == ':';
    let parts = word.split(|c: char| if capture { is_cross(c) } else { c == '-' });
    let read = |part: &str| {
        let square = squares::read::<R>(part).filter(|(_, rest)| rest.is_empty() && part.len() <= 2);
        square.map(|(number, _)| number)
    };
    let numbers = parts.take(MAX_NUMBERS + 1).map(read).collect::<Option<Vec<u32>>>()?;
    (2..=MAX_NUMBERS).contains(&numbers.len()).then_some((numbers, capture))
}

/// The numbers in the canonical text of a move.
fn canonical_numbers<R: Rules>(m: Move) -> impl Iterator<Item = u32> {
    [m.from, m.to].map(|bit| number::<R>(bit.into())).into_iter().chain(numbers::<R>(m.taken))
}

/// Whether these numbers fit a capture.
fn fits_capture<R: Rules>(position: &Draughts<R>, m: Move, numbers: &[u32]) -> bool {
    if !m.is_capture() {
        return false;
    }
    let mut canonical = canonical_numbers::<R>(m);
    if canonical.next() != Some(numbers[0]) {
        return false;
    }
    let names_ends = numbers.len() == 2 && canonical.next() == Some(numbers[1]);
    names_ends || fits_taken_squares::<R>(m, numbers) || fits_visited_squares(position, m, numbers)
}

/// Whether these numbers are the squares from and to of a capture, then exactly the squares taken.
fn fits_taken_squares<R: Rules>(m: Move, numbers: &[u32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted[2..].sort_unstable();
    canonical_numbers::<R>(m).eq(sorted)
}

/// Whether these numbers are the squares that the piece visits during a capture, the first one included. One piece is
/// taken between two of them.
fn fits_visited_squares<R: Rules>(position: &Draughts<R>, m: Move, numbers: &[u32]) -> bool {
    let free = position.free() | 1 << m.from;
    let mut piece = CapturingPiece::of(position, m.from.into());
    let mut left = m.taken;
    for &number in &numbers[1..] {
        let Some(to) = bit_of_number::<R>(number) else { return false };
        let victim_of_leg = Direction::of_captures::<R>().iter().find_map(|&direction| {
            let (victim, landings) = piece.victim::<R>(direction, free, left);
            (landings >> to & 1 == 1).then_some(victim)
        });
        let Some(victim) = victim_of_leg else { return false };
        left ^= victim;
        piece = piece.landed(position, to as usize);
    }
    left == 0 && piece.at == usize::from(m.to)
}

/// Why a step is not legal.
fn why_no_step<R: Rules>(position: &Draughts<R>, from: u32, to: u32) -> String {
    if let Some(why) = why_not_from(position, from) {
        why
    } else if position.must_capture() {
        format!("{} must capture", position.side_name())
    } else if bit_of_number::<R>(to).is_some_and(|bit| position.free() >> bit & 1 == 0) {
        format!("{} is occupied", name::<R>(to))
    } else {
        format!("the piece on {} can not go to {}", name::<R>(from), name::<R>(to))
    }
}

/// Why a capture is not legal.
fn why_no_capture<R: Rules>(position: &Draughts<R>, from: u32) -> String {
    why_not_from(position, from).unwrap_or_else(|| {
        if position.must_capture() {
            "it fits no legal capture".into()
        } else {
            format!("{} has no capture", position.side_name())
        }
    })
}

/// Why no move can start on a square; `None` if an own piece stands there.
fn why_not_from<R: Rules>(position: &Draughts<R>, from: u32) -> Option<String> {
    let bit = bit_of_number::<R>(from)?;
    let own = position.pieces(position.side()) >> bit & 1 == 1;
    (!own).then(|| format!("{} has no piece on {}", position.side_name(), name::<R>(from)))
}
