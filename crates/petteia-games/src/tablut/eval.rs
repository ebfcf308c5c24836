//! Hand-crafted evaluation: material, piece-square terms, the king's paths to the corners and his safety.

use petteia_core::{Evaluate, Position, taper};

use super::position::{BLACK, Bitboard, Board, CORNERS, THRONE, Tablut};
use super::weights::WEIGHTS;

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandcraftedEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = term::SQUARES + 3 * SQUARE_CLASSES;
/// The numbers of the terms, in the order of the weights.
mod term {
    pub const CONSTANT: usize = 0;
    pub const TEMPO: usize = 1;
    pub const DEFENDERS: usize = 2;
    pub const ATTACKERS: usize = 3;
    /// Squares that the king can reach in one move.
    pub const KING_MOBILITY: usize = 4;
    pub const FIRST_PATH: usize = 5;
    pub const MORE_PATHS: usize = 6;
    /// Paths to a corner of three moves.
    pub const LONGER_PATHS: usize = 7;
    /// Squares from which a corner can be reached in one move.
    pub const CORNER_ACCESS: usize = 8;
    pub const KING_ATTACKERS: usize = 9;
    pub const KING_DEFENDERS: usize = 10;
    pub const KING_LIBERTIES: usize = 11;
    pub const ATTACKED_LIBERTIES: usize = 12;
    /// Threats of the defenders when White is to move.
    pub const DEFENDER_THREATS: usize = 13;
    /// Threats of the defenders when Black is to move.
    pub const LATER_DEFENDER_THREATS: usize = 14;
    /// Threats of the attackers when Black is to move.
    pub const ATTACKER_THREATS: usize = 15;
    /// Threats of the attackers when White is to move.
    pub const LATER_ATTACKER_THREATS: usize = 16;
    /// Attackers, defenders and the king by class of square.
    pub const SQUARES: usize = 17;
}

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

impl<const SQUARE: bool> Evaluate<Tablut<SQUARE>> for HandcraftedEval {
    fn evaluate(&self, position: &Tablut<SQUARE>) -> i32 {
        let [phase, max_phase] = phase(position);
        let white = taper::sum(&terms(position), &WEIGHTS, phase, max_phase);
        if position.side() == BLACK { -white } else { white }
    }
}

/// The phase of the game for [`taper::sum`], and the phase at the start.
#[must_use]
pub fn phase<const SQUARE: bool>(position: &Tablut<SQUARE>) -> [i32; 2] {
    let pieces = (position.attackers() | position.defenders()).count();
    [pieces - ENDGAME_PIECES, START_PIECES - ENDGAME_PIECES]
}

/// The terms, positive for White.
#[must_use]
pub fn terms<const SQUARE: bool>(position: &Tablut<SQUARE>) -> [i32; TERMS] {
    let (attackers, defenders, free) = (position.attackers(), position.defenders(), position.free());
    let king = position.king_set();
    let black_to_move = position.side() == BLACK;
    let mut terms = [0; TERMS];
    terms[term::CONSTANT] = 1;
    terms[term::TEMPO] = if black_to_move { -1 } else { 1 };
    terms[term::DEFENDERS] = defenders.count();
    terms[term::ATTACKERS] = -attackers.count();
    // The king's paths to the corners, in two moves or in three.
    let first = Board::reach(king, free);
    let second = Board::reach(first & !THRONE, free) & !first;
    let corner_access = Board::reach(CORNERS, free);
    let paths = (first & corner_access).count();
    terms[term::KING_MOBILITY] = first.count();
    // The first path has a weight of its own, because one path can be blocked but two rarely can.
    terms[term::FIRST_PATH] = paths.min(1);
    terms[term::MORE_PATHS] = (paths - 1).max(0);
    terms[term::LONGER_PATHS] = (second & corner_access).count();
    terms[term::CORNER_ACCESS] = corner_access.count();
    let beside = Board::around(king);
    let attacked = Board::reach(attackers, free);
    let open = position.open_beside_king();
    terms[term::KING_ATTACKERS] = -(beside & attackers).count();
    terms[term::KING_DEFENDERS] = (beside & defenders).count();
    terms[term::KING_LIBERTIES] = (open & free).count();
    terms[term::ATTACKED_LIBERTIES] = -(open & free & attacked).count();
    let defender_threats =
        (Board::enclosing_squares(attackers, defenders, free) & Board::reach(defenders, free)).count();
    let attacker_threats = (Board::enclosing_squares(defenders, attackers, free) & attacked).count();
    // Threats have separate weights by side to move, because only that side can capture at once.
    if black_to_move {
        terms[term::ATTACKER_THREATS] = -attacker_threats;
        terms[term::LATER_DEFENDER_THREATS] = defender_threats;
    } else {
        terms[term::DEFENDER_THREATS] = defender_threats;
        terms[term::LATER_ATTACKER_THREATS] = -attacker_threats;
    }
    count_classes(attackers, -1, &mut terms[term::SQUARES..]);
    count_classes(defenders, 1, &mut terms[term::SQUARES + SQUARE_CLASSES..]);
    count_classes(king, 1, &mut terms[term::SQUARES + 2 * SQUARE_CLASSES..]);
    terms
}

/// Adds `sign` to the count of each piece's class of square.
fn count_classes(pieces: Bitboard, sign: i32, counts: &mut [i32]) {
    pieces.for_each(|square| counts[usize::from(SQUARE_CLASS[square % 81])] += sign);
}
