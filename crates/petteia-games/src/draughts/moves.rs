//! Moves by the numbers of their squares, which begin with 1 at Black's left.

use super::position::{Draughts, Move};
use super::route;
use super::rules::Rules;
use super::squares::{bit_of_number, number, numbers};

impl<R: Rules> Draughts<R> {
    /// The step from one square to another, whatever the position; `None` if there is no such square.
    #[must_use]
    pub fn step(from: u32, to: u32) -> Option<Move> {
        Self::capture(from, to, &[])
    }

    /// The capture that takes the pieces on these squares, in any order and whatever the position; `None` if there is no
    /// such square.
    #[must_use]
    pub fn capture(from: u32, to: u32, captured: &[u32]) -> Option<Move> {
        let bit = bit_of_number::<R>;
        let taken = captured.iter().try_fold(0, |taken, &square| Some(taken | 1 << bit(square)?))?;
        Some(Move { taken, from: bit(from)? as u8, to: bit(to)? as u8, ordinal: 0 })
    }

    /// The square that a move leaves.
    #[must_use]
    pub fn from_square(m: Move) -> u32 {
        number::<R>(m.from.into())
    }

    /// The square that a move leads to.
    #[must_use]
    pub fn to_square(m: Move) -> u32 {
        number::<R>(m.to.into())
    }

    /// The squares of the pieces that a move takes, in ascending order.
    #[must_use]
    pub fn captured(m: Move) -> Vec<u32> {
        numbers::<R>(m.taken()).collect()
    }

    /// The squares of a legal move from the first to the last: where a capturing piece turns, and where it lands behind
    /// each piece that it takes. Of several routes it is one.
    #[must_use]
    pub fn path(&self, m: Move) -> Vec<u32> {
        let visited = if m.is_capture() { route::visited(self, m) } else { vec![m.to.into()] };
        [m.from.into()].into_iter().chain(visited).map(number::<R>).collect()
    }
}

#[cfg(test)]
mod tests {
    use petteia_core::{IllegalMove, Notation, Position};

    use crate::{Checkers, International};

    #[test]
    fn moves_are_made_and_inspected() {
        let start = Checkers::start();
        let m = Checkers::step(11, 15).expect("squares");
        assert_eq!(start.write_move(m), "11-15");
        assert_eq!((Checkers::from_square(m), Checkers::to_square(m), start.path(m)), (11, 15, vec![11, 15]));
        assert!(start.play(m).is_ok());
        assert_eq!(start.play(Checkers::step(11, 14).expect("squares")), Err(IllegalMove));
        assert_eq!((Checkers::step(0, 4), Checkers::step(32, 33), Checkers::capture(1, 2, &[51])), (None, None, None));
    }

    #[test]
    fn captures_with_the_same_ends_are_told_apart() {
        // The man goes round to the left or to the right of the empty square 28.
        let position: International = "W:W43:B38,28,29,39,27,37".parse().expect("a position");
        let captures = position.legal_moves();
        for m in &captures {
            let (from, to) = (International::from_square(*m), International::to_square(*m));
            let made = International::capture(from, to, &International::captured(*m)).expect("squares");
            assert_eq!(made, *m);
            assert_eq!(position.play(made), Ok(position.after(*m)));
            let path = position.path(*m);
            assert_eq!((path.first(), path.last()), (Some(&from), Some(&to)));
            assert!(path.len() > International::captured(*m).len(), "{path:?}");
        }
        assert!(!captures.is_empty());
    }
}
