//! Reading moves, in all the ways that they are written.

use super::board::{Direction, look, squares, step};
use super::notation::{number, numbered};
use super::position::{Draughts, Move};
use super::rules::Rules;
use crate::base::bits::ones;
use crate::game::{MoveError, Notation, Position};

const SYNTAX: &str = "a move: 11-15, 15x24, 15x24x19 (from, to, taken) or 15x22x31 (all squares visited)";
/// No capture has more squares to name.
const MOST_NUMBERS: usize = 64;
/// Moves named in the refusal of an ambiguous word.
const NAMED: usize = 4;

/// Reads a legal move. `-` and `x` mean the same, for no player has steps and captures to choose from.
///
/// The canonical text of a move means that one; else the word must fit exactly one, as the ends of a capture, as
/// its ends and the squares taken in any order, or as the squares visited.
pub(super) fn read<R: Rules>(position: &Draughts<R>, word: &str) -> Result<Move, MoveError> {
    let (numbers, capture) = split::<R>(word).ok_or(MoveError::Syntax(SYNTAX))?;
    let mut legal = Vec::new();
    position.for_each_move(|m| legal.push(m));
    let canonical = |m: &&Move| names::<R>(**m).eq(numbers.iter().copied());
    if let Some(&m) = legal.iter().find(canonical) {
        return Ok(m);
    }
    if legal.is_empty() {
        return Err(MoveError::Illegal("the game is over".into()));
    }
    let fitting: Vec<Move> = legal.into_iter().filter(|&m| fits(position, m, &numbers)).collect();
    match fitting[..] {
        [m] => Ok(m),
        [] if !capture && numbers.len() == 2 => Err(MoveError::Illegal(why_no_step(position, numbers[0], numbers[1]))),
        [] => Err(MoveError::Illegal(why_no_capture(position, numbers[0]))),
        _ => {
            let more = if fitting.len() > NAMED { " ..." } else { "" };
            let mut names: Vec<String> = fitting.iter().map(|&m| position.write_move(m)).collect();
            names.sort_unstable();
            names.truncate(NAMED);
            Err(MoveError::Illegal(format!("ambiguous, it may be {}{more}", names.join(" or "))))
        }
    }
}

/// The numbers of a word, and whether it is written as a capture, with `x`.
fn split<R: Rules>(word: &str) -> Option<(Vec<u32>, bool)> {
    let capture = !word.contains('-');
    let parts = word.split(|c: char| if capture { c.eq_ignore_ascii_case(&'x') } else { c == '-' });
    let read = |part: &str| {
        let digits = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|number| digits && (1..=squares::<R>()).contains(number))
    };
    let numbers = parts.take(MOST_NUMBERS + 1).map(read).collect::<Option<Vec<u32>>>()?;
    (2..=MOST_NUMBERS).contains(&numbers.len()).then_some((numbers, capture))
}

/// The numbers of a move's canonical text.
fn names<R: Rules>(m: Move) -> impl Iterator<Item = u32> {
    [m.from, m.to].into_iter().map(usize::from).chain(ones(m.taken)).map(number::<R>)
}

fn fits<R: Rules>(position: &Draughts<R>, m: Move, numbers: &[u32]) -> bool {
    if !m.is_capture() {
        return false;
    }
    let mut named = names::<R>(m);
    if named.next() != Some(numbers[0]) {
        return false;
    }
    let ends = numbers.len() == 2 && named.next() == Some(numbers[1]);
    ends || takes::<R>(m, numbers) || visits(position, m, numbers)
}

/// From, to, and exactly the squares taken.
fn takes<R: Rules>(m: Move, numbers: &[u32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted[2..].sort_unstable();
    names::<R>(m).eq(sorted)
}

/// Every square that the piece stands on in the course of the capture, each leg taking one piece.
fn visits<R: Rules>(position: &Draughts<R>, m: Move, numbers: &[u32]) -> bool {
    let side = position.side();
    let king = position.kings(side) >> m.from & 1 == 1;
    let free = position.free() | 1 << m.from;
    let mut left = m.taken;
    let mut at = usize::from(m.from);
    for &number in &numbers[1..] {
        let Some(to) = numbered::<R>(number) else { return false };
        let leg = Direction::ALL.into_iter().find_map(|direction| {
            let victim =
                if king && R::FLYING_KINGS { look::<R>(at, direction, free).1 } else { step::<R>(1 << at, direction) }
                    & left;
            let landings = if victim == 0 {
                0
            } else if king && R::FLYING_KINGS {
                look::<R>(victim.trailing_zeros() as usize, direction, free).0
            } else {
                step::<R>(victim, direction) & free
            };
            (landings >> to & 1 == 1).then_some(victim)
        });
        let Some(victim) = leg else { return false };
        left ^= victim;
        at = to as usize;
    }
    left == 0 && at == usize::from(m.to)
}

fn why_no_step<R: Rules>(position: &Draughts<R>, from: u32, to: u32) -> String {
    if let Some(why) = why_not_from(position, from) {
        why
    } else if position.must_capture() {
        format!("{} must capture", position.side_name())
    } else if numbered::<R>(to).is_some_and(|bit| position.free() >> bit & 1 == 0) {
        format!("{to} is occupied")
    } else {
        format!("the piece on {from} can not go to {to}")
    }
}

fn why_no_capture<R: Rules>(position: &Draughts<R>, from: u32) -> String {
    why_not_from(position, from).unwrap_or_else(|| {
        if position.must_capture() {
            "it fits no legal capture".into()
        } else {
            format!("{} has no capture", position.side_name())
        }
    })
}

fn why_not_from<R: Rules>(position: &Draughts<R>, from: u32) -> Option<String> {
    let bit = numbered::<R>(from)?;
    let own = position.pieces(position.side()) >> bit & 1 == 1;
    (!own).then(|| format!("{} has no piece on {from}", position.side_name()))
}
