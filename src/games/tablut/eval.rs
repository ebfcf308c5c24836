//! The evaluation by hand: pieces and where they stand, the king's ways to the corners, and what stands
//! around him.

use super::position::{BLACK, Board, CORNERS, Cells, THRONE, Tablut};
use super::weights::WEIGHTS;
use crate::base::taper;
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms.
pub const TERMS: usize = 17 + 3 * PLACES;
/// Squares that mirrors and quarter turns do not carry into each other.
pub const PLACES: usize = 15;
/// Pieces of both sides but the king with which a game begins.
const MOST_PIECES: i32 = 24;
/// With fewer the weights change no more.
const FEW_PIECES: i32 = 8;

/// For each square which of the [`PLACES`] it is: those of an eighth of the board, from a corner along the
/// edge, then the next ring.
const PLACE: [u8; 81] = {
    let mut place = [0; 81];
    let mut square = 0;
    while square < 81 {
        let (file, rank) = (square % 9, square / 9);
        let (x, y) = (if file > 4 { 8 - file } else { file }, if rank > 4 { 8 - rank } else { rank });
        let (ring, along) = if x < y { (x, y) } else { (y, x) };
        // Rings have 5, 4, 3, 2 and 1 of them.
        place[square] = (ring * 5 - ring * (ring + 1) / 2 + along) as u8;
        square += 1;
    }
    place
};

impl<const SQUARE: bool> Evaluate<Tablut<SQUARE>> for HandEval {
    fn evaluate(&self, position: &Tablut<SQUARE>) -> i32 {
        let pieces = (position.mercenaries() | position.guards()).count();
        let white = taper::sum(&terms(position), &WEIGHTS, pieces - FEW_PIECES, MOST_PIECES - FEW_PIECES);
        if position.side() == BLACK { -white } else { white }
    }
}

/// The terms, from White.
#[must_use]
pub fn terms<const SQUARE: bool>(position: &Tablut<SQUARE>) -> [i32; TERMS] {
    let (mercenaries, guards, free) = (position.mercenaries(), position.guards(), position.free());
    let king = position.king_set();
    let black_to_move = position.side() == BLACK;
    let mut terms = [0; TERMS];
    terms[0] = 1;
    terms[1] = if black_to_move { -1 } else { 1 };
    terms[2] = guards.count();
    terms[3] = -mercenaries.count();
    // The king's ways to the corners, by their number of moves.
    let first = Board::reach(king, free);
    let second = Board::reach(first & !THRONE, free) & !first;
    let doors = Board::reach(CORNERS, free);
    let ways = (first & doors).count();
    terms[4] = first.count();
    // One way can be closed, two hardly.
    terms[5] = ways.min(1);
    terms[6] = (ways - 1).max(0);
    terms[7] = (second & doors).count();
    terms[8] = doors.count();
    let beside = Board::around(king);
    let attackers = Board::reach(mercenaries, free);
    let open = position.open_beside_king();
    terms[9] = -(beside & mercenaries).count();
    terms[10] = (beside & guards).count();
    terms[11] = (open & free).count();
    terms[12] = -(open & free & attackers).count();
    let by_guards = (Board::traps(mercenaries, guards, free) & Board::reach(guards, free)).count();
    let by_mercenaries = (Board::traps(guards, mercenaries, free) & attackers).count();
    // What can be taken is worth more to the side to move.
    let (own, other) = if black_to_move { (15, 14) } else { (13, 16) };
    terms[own] = if black_to_move { -by_mercenaries } else { by_guards };
    terms[other] = if black_to_move { by_guards } else { -by_mercenaries };
    count_places(mercenaries, -1, &mut terms[17..]);
    count_places(guards, 1, &mut terms[17 + PLACES..]);
    count_places(king, 1, &mut terms[17 + 2 * PLACES..]);
    terms
}

fn count_places(pieces: Cells, sign: i32, counts: &mut [i32]) {
    pieces.for_each(|square| counts[usize::from(PLACE[square % 81])] += sign);
}
