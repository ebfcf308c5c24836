//! Positions and moves as numbers.

use petteia_core::bits::ones;
use petteia_core::{Encode, Layout, PlaneWriter, Position, Side};

use super::board::{rows, square, squares};
use super::position::{Draughts, Move};
use super::rules::Rules;
use super::squares::{cell, number};

/// Number of captures between the same two squares that have numbers of their own. Further ones share the last number;
/// only composed positions have so many.
const ORDINALS: usize = 8;

impl<R: Rules> Encode for Draughts<R> {
    type Action = Move;

    const BOARD: Layout = Layout { files: rows::<R>() as usize, ranks: rows::<R>() as usize };
    const PLANES: &'static [&'static str] =
        &["own men", "enemy men", "own kings", "enemy kings", "first player to move"];
    const ACTIONS: usize = ORDINALS * (squares::<R>() * squares::<R>()) as usize;

    /// `(k * squares + from) * squares + to`, where squares are counted from 0 and the move is number k, from 0, of the
    /// captures between these squares.
    fn action(m: Move) -> usize {
        let index = |bit: u8| square::<R>(bit.into()) as usize - 1;
        let squares = squares::<R>() as usize;
        (usize::from(m.ordinal).min(ORDINALS - 1) * squares + index(m.from)) * squares + index(m.to)
    }

    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter) {
        let cells = |set| ones(set).map(|bit| cell::<R>(number::<R>(bit)));
        for set in [Self::men, Self::kings] {
            planes.squares(cells(set(self, viewer)));
            planes.squares(cells(set(self, !viewer)));
        }
        planes.flag(self.side() == Side::First);
    }
}
