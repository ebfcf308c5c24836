//! Reads moves in all their notations.

use petteia_core::bits::ones;
use petteia_core::{MoveError, Notation, Position};

use super::board::{Direction, scan_ray, squares, step};
use super::notation::{bit_of_number, number};
use super::position::{Draughts, Move};
use super::rules::Rules;

const SYNTAX: &str = "a move: 11-15, 15x24, 15x24x19 (from, to, taken) or 15x22x31 (all squares visited)";
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
    let (numbers, capture) = split::<R>(word).ok_or(MoveError::Syntax(SYNTAX))?;
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
    let parts = word.split(|c: char| if capture { c.eq_ignore_ascii_case(&'x') } else { c == '-' });
    let read = |part: &str| {
        let digits = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|number| digits && (1..=squares::<R>()).contains(number))
    };
    let numbers = parts.take(MAX_NUMBERS + 1).map(read).collect::<Option<Vec<u32>>>()?;
    (2..=MAX_NUMBERS).contains(&numbers.len()).then_some((numbers, capture))
}

/// The numbers in the canonical text of a move.
fn canonical_numbers<R: Rules>(m: Move) -> impl Iterator<Item = u32> {
    [m.from, m.to].into_iter().map(usize::from).chain(ones(m.taken)).map(number::<R>)
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
    let side = position.side();
    let king = position.kings(side) >> m.from & 1 == 1;
    let free = position.free() | 1 << m.from;
    let mut left = m.taken;
    let mut at = usize::from(m.from);
    for &number in &numbers[1..] {
        let Some(to) = bit_of_number::<R>(number) else { return false };
        let victim_of_leg = Direction::ALL.into_iter().find_map(|direction| {
            let next = if king && R::FLYING_KINGS {
                scan_ray::<R>(at, direction, free).1
            } else {
                step::<R>(1 << at, direction)
            };
            let victim = next & left;
            let landings = if victim == 0 {
                0
            } else if king && R::FLYING_KINGS {
                scan_ray::<R>(victim.trailing_zeros() as usize, direction, free).0
            } else {
                step::<R>(victim, direction) & free
            };
            (landings >> to & 1 == 1).then_some(victim)
        });
        let Some(victim) = victim_of_leg else { return false };
        left ^= victim;
        at = to as usize;
    }
    left == 0 && at == usize::from(m.to)
}

/// Why a step is not legal.
fn why_no_step<R: Rules>(position: &Draughts<R>, from: u32, to: u32) -> String {
    if let Some(why) = why_not_from(position, from) {
        why
    } else if position.must_capture() {
        format!("{} must capture", position.side_name())
    } else if bit_of_number::<R>(to).is_some_and(|bit| position.free() >> bit & 1 == 0) {
        format!("{to} is occupied")
    } else {
        format!("the piece on {from} can not go to {to}")
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
    (!own).then(|| format!("{} has no piece on {from}", position.side_name()))
}
