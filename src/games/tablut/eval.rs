//! The evaluation by hand: pieces, the king's ways to the corners, and what stands around him.

use super::position::{BLACK, Board, CORNERS, Cells, THRONE, Tablut};
use crate::core::Side;
use crate::core::grid::Direction;
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms.
pub const TERMS: usize = 15;
/// In sixteenths of a centipiece, for White.
const WEIGHTS: [i32; TERMS] = [160, 3200, -1600, 48, 1600, 400, 320, -800, 320, 16, -16, 160, -160, 160, 80];

impl<const SQUARE: bool> Evaluate<Tablut<SQUARE>> for HandEval {
    fn evaluate(&self, position: &Tablut<SQUARE>) -> i32 {
        let white: i32 = terms(position).iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum();
        if position.side() == BLACK { -white / 16 } else { white / 16 }
    }
}

/// All slides of a set, as a set.
fn reach(pieces: Cells, free: Cells) -> Cells {
    Direction::ALL.into_iter().fold(Cells::EMPTY, |all, d| all | Board::slides(pieces, free, d))
}

/// The terms, from White.
#[must_use]
pub fn terms<const SQUARE: bool>(position: &Tablut<SQUARE>) -> [i32; TERMS] {
    let (mercenaries, guards, free) = (position.mercenaries(), position.guards(), position.free());
    let king = position.king_set();
    let to_move = if position.side() == Side::First { -1 } else { 1 };
    // How far the king is from a corner, in moves, and by how many ways.
    let first = reach(king, free);
    let last = reach(CORNERS, free) & Board::EDGES;
    let second = reach(first & !THRONE, free);
    let beside = position.king().map_or(Cells::EMPTY, Board::neighbours);
    let attackers = reach(mercenaries, free);
    let open = position.open_beside_king();
    let traps = [(guards, mercenaries), (mercenaries, guards)].map(|(prey, own)| {
        let traps = Board::traps(prey, own, free);
        (traps & reach(own, free)).count()
    });
    [
        to_move,
        guards.count(),
        mercenaries.count(),
        first.count(),
        (first & last).count(),
        (second & last).count(),
        i32::from(!(first & Board::EDGES).is_empty()),
        (beside & mercenaries).count(),
        (beside & guards).count(),
        Board::count_slides(guards, free, free) as i32,
        Board::count_slides(mercenaries, free, free) as i32,
        (open & free).count(),
        (open & free & attackers).count(),
        traps[1],
        -traps[0],
    ]
}
