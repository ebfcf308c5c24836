//! Writes moves as files of games have them (PDN 3.0): by the squares from and to, or where that is ambiguous by all
//! squares visited.

use std::cell::Cell;

use petteia_core::bits::ones;
use petteia_core::{Notation, Position};

use super::board::{Direction, crowning_row, step};
use super::capture::MAX_JUMPS;
use super::position::{Draughts, Move};
use super::rays::scan_ray;
use super::rules::{Crowning, Rules};
use super::squares::{name, number};

/// The text of a legal move in PDN.
pub(super) fn write<R: Rules>(position: &Draughts<R>, m: Move) -> String {
    if !m.is_capture() {
        return position.write_move(m);
    }
    let mut same = 0;
    position.for_each_move(|other| same += usize::from((other.from, other.to) == (m.from, m.to)));
    let square = |bit| name::<R>(number::<R>(bit));
    let from = square(m.from.into());
    if same == 1 {
        return format!("{from}x{}", square(m.to.into()));
    }
    let long = visited(position, m).iter().fold(from, |text, &bit| format!("{text}x{}", square(bit)));
    // The squares visited may be those from, to and taken of another capture.
    if position.parse_move(&long) == Ok(m) { long } else { position.write_move(m) }
}

/// The bits of the squares that a capturing piece visits, without its start: where it turns, else the first square
/// behind each piece that it takes. Empty if it takes too long to find them.
pub(super) fn visited<R: Rules>(position: &Draughts<R>, m: Move) -> Vec<usize> {
    let piece = CapturingPiece::of(position, m.from.into());
    let free = position.free() | 1 << m.from;
    let route = Route { position, free, to: m.to.into(), jumps_left: Cell::new(MAX_JUMPS) };
    let mut squares = Vec::new();
    route.extend(piece, m.taken, None, &mut squares);
    squares
}

/// A piece during a capture.
#[derive(Clone, Copy)]
pub(super) struct CapturingPiece {
    /// The bit of its square.
    pub(super) at: usize,
    /// Whether it flies.
    flies: bool,
}

impl CapturingPiece {
    /// A piece of the side to move before its capture.
    pub(super) fn of<R: Rules>(position: &Draughts<R>, at: usize) -> Self {
        Self { at, flies: R::FLYING_KINGS && position.kings(position.side()) >> at & 1 == 1 }
    }

    /// The piece after it has landed.
    pub(super) fn landed<R: Rules>(self, position: &Draughts<R>, at: usize) -> Self {
        let row = crowning_row::<R>(Draughts::<R>::moves_down(position.side()));
        Self { at, flies: self.flies || R::CROWNING == Crowning::DuringCapture && row >> at & 1 == 1 }
    }

    /// The first piece in a direction that it could take, if it is one of `left`, and the squares behind it.
    pub(super) fn victim<R: Rules>(self, direction: Direction, free: u64, left: u64) -> (u64, u64) {
        if self.flies {
            let victim = scan_ray::<R>(self.at, direction, free).1 & left;
            let behind = |bit| scan_ray::<R>(bit, direction, free).0;
            (victim, if victim == 0 { 0 } else { behind(victim.trailing_zeros() as usize) })
        } else {
            let victim = step::<R>(1 << self.at, direction) & left;
            (victim, step::<R>(victim, direction) & free)
        }
    }
}

/// What the legs of a capture have in common.
struct Route<'a, R> {
    position: &'a Draughts<R>,
    /// The empty squares, the start of the piece among them.
    free: u64,
    /// The bit of the last square.
    to: usize,
    /// Number of jumps until the search for a route ends without one.
    jumps_left: Cell<u32>,
}

impl<R: Rules> Route<'_, R> {
    /// Goes on from a square until the pieces of `left` are taken. Returns false if no route does that, and leaves the
    /// squares as they were.
    fn extend(&self, piece: CapturingPiece, left: u64, last: Option<Direction>, squares: &mut Vec<usize>) -> bool {
        self.jumps_left.set(self.jumps_left.get().saturating_sub(1));
        if left == 0 || self.jumps_left.get() == 0 {
            return left == 0 && piece.at == self.to;
        }
        let directions = Direction::of_captures::<R>().iter().copied();
        directions.filter(|direction| last != Some(direction.opposite())).any(|direction| {
            // Whoever goes on in the same direction lands on the first square, as PDN 3.0 has it.
            if last == Some(direction) && !self.is_first_landing(piece.at, direction) {
                return false;
            }
            let (victim, landings) = piece.victim::<R>(direction, self.free, left);
            ones(landings).any(|land| {
                squares.push(land);
                let landed = piece.landed(self.position, land);
                let found = self.extend(landed, left ^ victim, Some(direction), squares);
                if !found {
                    squares.pop();
                }
                found
            })
        })
    }

    /// Whether the square right behind this one is not empty, so that a jump has ended at the first square.
    fn is_first_landing(&self, at: usize, direction: Direction) -> bool {
        step::<R>(1 << at, direction.opposite()) & self.free == 0
    }
}
