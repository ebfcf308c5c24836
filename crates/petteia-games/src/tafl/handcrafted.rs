//! Hand-crafted evaluation: material, piece-square terms, the king's paths to the corners and his safety.

use petteia_core::grid::{Grid, Squares};
use petteia_core::{Evaluate, Position, taper};

use super::position::{BLACK, Tafl};
use super::rules::Rules;
use super::weights::weights;

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandcraftedEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = term::SQUARES + 3 * SQUARE_CLASSES;
/// The numbers of the terms, in the order of the weights.
pub(super) mod term {
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

/// Number of squares of the largest board, rounded up to a power of two.
const MAX_SQUARES: usize = 128;

/// The class of each square. Classes are numbered within an eighth of the board: from the corner along the edge, then
/// along the next ring. Rings are those of the board of 9x9 squares. A larger board has the two rings before the middle
/// in one class, a smaller one has no ring before the middle.
pub(super) const fn square_classes(size: usize) -> [u8; MAX_SQUARES] {
    let middle = size / 2;
    let mut class = [0; MAX_SQUARES];
    let mut square = 0;
    while square < size * size {
        let (file, rank) = (square % size, square / size);
        let (x, y) =
            (if file > middle { size - 1 - file } else { file }, if rank > middle { size - 1 - rank } else { rank });
        let (ring, along) = if x < y { (x, y) } else { (y, x) };
        let (ring, along) = (ring_of_9(ring, middle), ring_of_9(along, middle));
        // The rings have 5, 4, 3, 2 and 1 classes.
        class[square] = (ring * 5 - ring * (ring + 1) / 2 + along) as u8;
        square += 1;
    }
    class
}

/// The distance from the edge on the board of 9x9 squares that corresponds to that on a board with this middle.
const fn ring_of_9(distance: usize, middle: usize) -> usize {
    if distance == middle {
        4
    } else if distance > 3 {
        3
    } else {
        distance
    }
}

impl<R: Rules, const SIZE: usize, const WORDS: usize> Evaluate<Tafl<R, SIZE, WORDS>> for HandcraftedEval {
    fn evaluate(&self, position: &Tafl<R, SIZE, WORDS>) -> i32 {
        let [phase, max_phase] = phase(position);
        let white = taper::sum(&terms(position), weights(SIZE), phase, max_phase);
        if position.side() == BLACK { -white } else { white }
    }
}

/// The phase of the game for [`taper::sum`], and the phase at the start.
#[must_use]
pub fn phase<R: Rules, const SIZE: usize, const WORDS: usize>(position: &Tafl<R, SIZE, WORDS>) -> [i32; 2] {
    let pieces = (position.attackers() | position.defenders()).count();
    // The king apart, 24 pieces start in Tablut. With 8 or fewer the weights no longer change.
    let start_pieces = 4 * i32::from(R::MEN.len() as u8);
    let endgame_pieces = start_pieces / 3;
    [pieces - endgame_pieces, start_pieces - endgame_pieces]
}

/// The terms, positive for White.
#[must_use]
pub fn terms<R: Rules, const SIZE: usize, const WORDS: usize>(position: &Tafl<R, SIZE, WORDS>) -> [i32; TERMS] {
    let mut terms = [0; TERMS];
    let (counts, of_squares) = terms.split_at_mut(term::SQUARES);
    counts.copy_from_slice(&self::counts(position));
    count_classes::<SIZE, WORDS>(position.attackers(), -1, of_squares);
    count_classes::<SIZE, WORDS>(position.defenders(), 1, &mut of_squares[SQUARE_CLASSES..]);
    count_classes::<SIZE, WORDS>(position.king_set(), 1, &mut of_squares[2 * SQUARE_CLASSES..]);
    terms
}

/// The terms before those of squares, positive for White.
pub(super) fn counts<R: Rules, const SIZE: usize, const WORDS: usize>(
    position: &Tafl<R, SIZE, WORDS>,
) -> [i32; term::SQUARES] {
    let (attackers, defenders, free) = (position.attackers(), position.defenders(), position.free());
    let king = position.king_set();
    let black_to_move = position.side() == BLACK;
    let mut terms = [0; term::SQUARES];
    terms[term::CONSTANT] = 1;
    terms[term::TEMPO] = if black_to_move { -1 } else { 1 };
    terms[term::DEFENDERS] = defenders.count();
    terms[term::ATTACKERS] = -attackers.count();
    // The king's paths to the corners, in two moves or in three.
    let first = Grid::<SIZE, SIZE, WORDS>::reach(king, free);
    let second = Grid::<SIZE, SIZE, WORDS>::reach(first & !Tafl::<R, SIZE, WORDS>::THRONE, free) & !first;
    let corner_access = Grid::<SIZE, SIZE, WORDS>::reach(Tafl::<R, SIZE, WORDS>::CORNERS, free);
    let paths = (first & corner_access).count();
    terms[term::KING_MOBILITY] = first.count();
    // The first path has a weight of its own, because one path can be blocked but two rarely can.
    terms[term::FIRST_PATH] = paths.min(1);
    terms[term::MORE_PATHS] = (paths - 1).max(0);
    terms[term::LONGER_PATHS] = (second & corner_access).count();
    terms[term::CORNER_ACCESS] = corner_access.count();
    let beside = Grid::<SIZE, SIZE, WORDS>::around(king);
    let attacked = Grid::<SIZE, SIZE, WORDS>::reach(attackers, free);
    let open = position.open_beside_king();
    terms[term::KING_ATTACKERS] = -(beside & attackers).count();
    terms[term::KING_DEFENDERS] = (beside & defenders).count();
    terms[term::KING_LIBERTIES] = (open & free).count();
    terms[term::ATTACKED_LIBERTIES] = -(open & free & attacked).count();
    let defender_threats = (Grid::<SIZE, SIZE, WORDS>::enclosing_squares(attackers, defenders, free)
        & Grid::<SIZE, SIZE, WORDS>::reach(defenders, free))
    .count();
    let attacker_threats =
        (Grid::<SIZE, SIZE, WORDS>::enclosing_squares(defenders, attackers, free) & attacked).count();
    // Threats have separate weights by side to move, because only that side can capture at once.
    if black_to_move {
        terms[term::ATTACKER_THREATS] = -attacker_threats;
        terms[term::LATER_DEFENDER_THREATS] = defender_threats;
    } else {
        terms[term::DEFENDER_THREATS] = defender_threats;
        terms[term::LATER_ATTACKER_THREATS] = -attacker_threats;
    }
    terms
}

/// Adds `sign` to the count of each piece's class of square.
fn count_classes<const SIZE: usize, const WORDS: usize>(pieces: Squares<WORDS>, sign: i32, counts: &mut [i32]) {
    let class = const { &square_classes(SIZE) };
    pieces.for_each(|square| counts[usize::from(class[square % MAX_SQUARES])] += sign);
}
