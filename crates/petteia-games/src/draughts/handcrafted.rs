//! Hand-crafted evaluation of the games without a network: material, the rows of men, their cohesion and paths, kings.

use petteia_core::taper::SideTerms;
use petteia_core::{Evaluate, Position, Side, taper};

use super::board::{Direction, board, edge_files, long_diagonal, row, rows, squares, step, union};
use super::position::Draughts;
use super::rules::Rules;

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandcraftedEval;

/// Greatest number of rows that a man has left to go.
const MAX_ROWS: usize = 9;
/// Number of counts of each side.
const COUNTS: usize = MAX_ROWS + 11;
/// Number of terms of the evaluation.
pub const TERMS: usize = 3 + COUNTS;

/// The weights with few pieces and with all pieces, in sixteenths of a centipiece.
pub type Weights = [[i32; TERMS]; 2];

/// A game with a hand-crafted evaluation.
pub trait Handcrafted: Rules {
    /// The weights of the terms.
    const WEIGHTS: &'static Weights;
}

impl<R: Handcrafted> Evaluate<Draughts<R>> for HandcraftedEval {
    fn evaluate(&self, position: &Draughts<R>) -> i32 {
        let [phase, max_phase] = phase(position);
        taper::sum(&terms(position), R::WEIGHTS, phase, max_phase)
    }
}

/// The phase of the game for [`taper::sum`], and the phase at the start.
#[must_use]
pub fn phase<R: Rules>(position: &Draughts<R>) -> [i32; 2] {
    let pieces: u32 = Side::BOTH.into_iter().map(|side| position.pieces(side).count_ones()).sum();
    [pieces, squares::<R>() - 2 * R::ROW].map(u32::cast_signed)
}

/// The terms, positive for the side to move.
#[must_use]
pub fn terms<R: Rules>(position: &Draughts<R>) -> [i32; TERMS] {
    taper::by_side(&side_terms(position, position.side()), &side_terms(position, !position.side()))
}

/// The terms of one side.
fn side_terms<R: Rules>(position: &Draughts<R>, side: Side) -> SideTerms<1, COUNTS> {
    let (men, kings, enemy) = (position.men(side), position.kings(side), position.pieces(!side));
    let count = |set: u64| set.count_ones().cast_signed();
    let down = Draughts::<R>::moves_down(side);
    let forward = Direction::forward(down);
    let mut counts = [0; COUNTS];
    for (i, term) in counts[..MAX_ROWS].iter_mut().enumerate() {
        let rows_to_go = i as u32 + 1;
        if rows_to_go < rows::<R>() {
            *term = count(men & row::<R>(if down { rows::<R>() - 1 - rows_to_go } else { rows_to_go }));
        }
    }
    let edge = edge_files::<R>();
    let centre = board::<R>() & !(edge | union(|direction| step::<R>(edge, direction)));
    let supported = forward.map(|direction| count(men & step::<R>(men, direction)));
    let [safe, denied] = position.king_mobility(side).map(|moves| (moves as u32).cast_signed());
    let free_men = men & !in_front_of::<R>(enemy, forward.map(Direction::opposite));
    let nearest =
        (1..rows::<R>()).find(|&to_go| free_men & row::<R>(if down { rows::<R>() - 1 - to_go } else { to_go }) != 0);
    counts[MAX_ROWS..].copy_from_slice(&[
        count(men),
        count(kings),
        i32::from(kings != 0),
        count(men & edge),
        count(men & centre),
        supported[0] + supported[1],
        safe,
        denied,
        count(kings & long_diagonal::<R>()),
        count(free_men),
        nearest.map_or(0, |to_go| (rows::<R>() - to_go).cast_signed()),
    ]);
    SideTerms { threats: [count(position.capturing_men(side))], counts }
}

/// The squares from which a man on its way forward can meet one of these pieces. `backward` are the directions back.
fn in_front_of<R: Rules>(pieces: u64, backward: [Direction; 2]) -> u64 {
    let mut set = pieces;
    for _ in 1..rows::<R>() {
        set |= (step::<R>(set, backward[0]) | step::<R>(set, backward[1])) & board::<R>();
    }
    set
}
