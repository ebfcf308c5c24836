//! Writes moves as files of games have them (PDN 3.0): by the squares from and to, or where that is ambiguous by all
//! squares visited.

use petteia_core::bits::ones;
use petteia_core::{Notation, Position};

use super::board::{Direction, scan_ray, step};
use super::notation::number;
use super::position::{Draughts, Move};
use super::rules::Rules;

/// The text of a legal move in PDN.
pub(super) fn write<R: Rules>(position: &Draughts<R>, m: Move) -> String {
    if !m.is_capture() {
        return position.write_move(m);
    }
    let mut same = 0;
    position.for_each_move(|other| same += usize::from((other.from, other.to) == (m.from, m.to)));
    let from = number::<R>(m.from.into());
    if same == 1 {
        return format!("{from}x{}", number::<R>(m.to.into()));
    }
    let long = visited(position, m).iter().fold(from.to_string(), |text, &bit| format!("{text}x{}", number::<R>(bit)));
    // The squares visited may be those from, to and taken of another capture.
    if position.parse_move(&long) == Ok(m) { long } else { position.write_move(m) }
}

/// The bits of the squares that a capturing piece visits, without its start: where it turns, else the first square
/// behind each piece that it takes.
pub(super) fn visited<R: Rules>(position: &Draughts<R>, m: Move) -> Vec<usize> {
    let flies = R::FLYING_KINGS && position.kings(position.side()) >> m.from & 1 == 1;
    let route =
        Route::<R> { free: position.free() | 1 << m.from, to: m.to.into(), flies, rules: std::marker::PhantomData };
    let mut squares = Vec::new();
    route.extend(m.from.into(), m.taken, None, &mut squares);
    squares
}

/// What the legs of a capture have in common.
struct Route<R> {
    /// The empty squares, the start of the piece among them.
    free: u64,
    /// The bit of the last square.
    to: usize,
    /// Whether the piece is a flying king.
    flies: bool,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Route<R> {
    /// Goes on from a square until the pieces of `left` are taken. Returns false if no route does that, and leaves the
    /// squares as they were.
    fn extend(&self, at: usize, left: u64, last: Option<Direction>, squares: &mut Vec<usize>) -> bool {
        if left == 0 {
            return at == self.to;
        }
        Direction::ALL.into_iter().filter(|direction| last != Some(direction.opposite())).any(|direction| {
            // Whoever goes on in the same direction lands on the first square, as PDN 3.0 has it.
            if last == Some(direction) && !self.is_first_landing(at, direction) {
                return false;
            }
            let ahead =
                if self.flies { scan_ray::<R>(at, direction, self.free).1 } else { step::<R>(1 << at, direction) };
            let victim = ahead & left;
            ones(self.landings(victim, direction)).any(|land| {
                squares.push(land);
                let found = self.extend(land, left ^ victim, Some(direction), squares);
                if !found {
                    squares.pop();
                }
                found
            })
        })
    }

    /// Where a piece can land behind a victim.
    fn landings(&self, victim: u64, direction: Direction) -> u64 {
        match victim {
            0 => 0,
            _ if self.flies => scan_ray::<R>(victim.trailing_zeros() as usize, direction, self.free).0,
            _ => step::<R>(victim, direction) & self.free,
        }
    }

    /// Whether the square right behind this one is not empty, so that a jump has ended at the first square.
    fn is_first_landing(&self, at: usize, direction: Direction) -> bool {
        step::<R>(1 << at, direction.opposite()) & self.free == 0
    }
}
