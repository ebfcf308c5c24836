//! Hand-crafted evaluation: material, piece-square terms, the king's paths to the corners and his safety.

use super::position::{BLACK, Bitboard, Board, CORNERS, THRONE, Tablut};
use super::weights::WEIGHTS;
use crate::base::taper;
use crate::game::{Evaluate, Position};

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = 17 + 3 * SQUARE_CLASSES;
/// Number of classes of squares. Squares that the symmetries of the board map to each other are one class.
pub const SQUARE_CLASSES: usize = 15;
/// Number of pieces at the start of a game, the king apart.
const START_PIECES: i32 = 24;
/// Number of pieces, the king apart, below which the weights no longer change.
const ENDGAME_PIECES: i32 = 8;

/// The class of each square. Classes are numbered within an eighth of the board: from the corner along the edge, then
/// along the next ring.
const SQUARE_CLASS: [u8; 81] = {
    let mut class = [0; 81];
    let mut square = 0;
    while square < 81 {
        let (file, rank) = (square % 9, square / 9);
        let (x, y) = (if file > 4 { 8 - file } else { file }, if rank > 4 { 8 - rank } else { rank });
        let (ring, along) = if x < y { (x, y) } else { (y, x) };
        // The rings have 5, 4, 3, 2 and 1 classes.
        class[square] = (ring * 5 - ring * (ring + 1) / 2 + along) as u8;
        square += 1;
    }
    class
};

impl<const SQUARE: bool> Evaluate<Tablut<SQUARE>> for HandEval {
    fn evaluate(&self, position: &Tablut<SQUARE>) -> i32 {
        let pieces = (position.mercenaries() | position.guards()).count();
        let white = taper::sum(&terms(position), &WEIGHTS, pieces - ENDGAME_PIECES, START_PIECES - ENDGAME_PIECES);
        if position.side() == BLACK { -white } else { white }
    }
}

/// The terms, positive for White.
#[must_use]
pub fn terms<const SQUARE: bool>(position: &Tablut<SQUARE>) -> [i32; TERMS] {
    let (mercenaries, guards, free) = (position.mercenaries(), position.guards(), position.free());
    let king = position.king_set();
    let black_to_move = position.side() == BLACK;
    let mut terms = [0; TERMS];
    terms[0] = 1;
    // The tempo bonus.
    terms[1] = if black_to_move { -1 } else { 1 };
    terms[2] = guards.count();
    terms[3] = -mercenaries.count();
    // The king's paths to the corners, in two moves or in three.
    let first = Board::reach(king, free);
    let second = Board::reach(first & !THRONE, free) & !first;
    let corner_access = Board::reach(CORNERS, free);
    let paths = (first & corner_access).count();
    terms[4] = first.count();
    // The first path has a weight of its own, because one path can be blocked but two rarely can.
    terms[5] = paths.min(1);
    terms[6] = (paths - 1).max(0);
    terms[7] = (second & corner_access).count();
    terms[8] = corner_access.count();
    let beside = Board::around(king);
    let attacked = Board::reach(mercenaries, free);
    let open = position.open_beside_king();
    terms[9] = -(beside & mercenaries).count();
    terms[10] = (beside & guards).count();
    terms[11] = (open & free).count();
    terms[12] = -(open & free & attacked).count();
    let guard_threats = (Board::enclosing_squares(mercenaries, guards, free) & Board::reach(guards, free)).count();
    let mercenary_threats = (Board::enclosing_squares(guards, mercenaries, free) & attacked).count();
    // Threats have separate weights by side to move, because only that side can capture at once.
    let (own, other) = if black_to_move { (15, 14) } else { (13, 16) };
    terms[own] = if black_to_move { -mercenary_threats } else { guard_threats };
    terms[other] = if black_to_move { guard_threats } else { -mercenary_threats };
    count_classes(mercenaries, -1, &mut terms[17..]);
    count_classes(guards, 1, &mut terms[17 + SQUARE_CLASSES..]);
    count_classes(king, 1, &mut terms[17 + 2 * SQUARE_CLASSES..]);
    terms
}

/// Adds `sign` to the count of each piece's class of square.
fn count_classes(pieces: Bitboard, sign: i32, counts: &mut [i32]) {
    pieces.for_each(|square| counts[usize::from(SQUARE_CLASS[square % 81])] += sign);
}
