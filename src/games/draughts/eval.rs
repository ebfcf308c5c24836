//! Hand-crafted evaluation (HCE): a tapered sum of terms. The weights depend on the number of pieces on the board.

use std::marker::PhantomData;

use super::board::{Direction, bit, board, row, rows, scan_ray, square, squares, step};
use super::position::Draughts;
use super::rules::Rules;
use super::weights::{self, PIECES_PER_KNOT};
use crate::base::bits::{count, ones};
use crate::base::{Side, taper};
use crate::game::{Evaluate, Position};

/// The hand-crafted evaluation, with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms. On the 8x8 board some are always 0.
pub const TERMS: usize = term::FILE_PAIRS + MAX_FILE_PAIRS;
/// The numbers of the terms, in the order of the weights.
mod term {
    pub const TEMPO: usize = 0;
    pub const MEN: usize = 1;
    pub const KINGS: usize = 2;
    pub const HAS_KING: usize = 3;
    /// Own pieces directly behind men.
    pub const BACKED: usize = 4;
    /// Men with two own pieces behind them.
    pub const BACKED_TWICE: usize = 5;
    /// Steps of men, as if captures were not compulsory.
    pub const MAN_MOBILITY: usize = 6;
    pub const RUNAWAYS: usize = 7;
    pub const KING_MOBILITY: usize = 8;
    pub const CENTRAL_KINGS: usize = 9;
    pub const CENTRAL_MEN: usize = 10;
    /// Imbalance of the men on the two halves of the board.
    pub const IMBALANCE: usize = 11;
    /// Men without a step.
    pub const BLOCKED_MEN: usize = 12;
    /// Men by row, from their own base row.
    pub const ROWS: usize = 13;
    /// Men by distance from the left or right edge.
    pub const FILE_PAIRS: usize = ROWS + super::MAX_ROWS;
}

/// Number of rows where men can stand on the larger board.
const MAX_ROWS: usize = 9;
/// Number of pairs of files on the larger board. The files of a pair have the same distance from the edge.
const MAX_FILE_PAIRS: usize = 5;

impl<R: Rules> Evaluate<Draughts<R>> for HandEval {
    fn evaluate(&self, position: &Draughts<R>) -> i32 {
        let (knots, (knot, phase)) = (knots::<R>(), phase(position));
        taper::sum(&terms(position), &[knots[knot], knots[knot + 1]], phase, PIECES_PER_KNOT.cast_signed())
    }
}

/// The rows of weights of a board, by number of pieces.
#[must_use]
pub fn knots<R: Rules>() -> &'static [[i32; TERMS]] {
    if R::ROW == 5 { &weights::INTERNATIONAL } else { &weights::ENGLISH }
}

/// The row of weights below the number of pieces, and the pieces above it, at most [`PIECES_PER_KNOT`].
#[must_use]
pub fn phase<R: Rules>(position: &Draughts<R>) -> (usize, i32) {
    let pieces = (position.pieces(Side::First) | position.pieces(Side::Second)).count_ones();
    let knot = ((pieces / PIECES_PER_KNOT) as usize).min(knots::<R>().len() - 2);
    (knot, (pieces - PIECES_PER_KNOT * knot as u32).min(PIECES_PER_KNOT).cast_signed())
}

/// The terms for the side to move: its counts minus those of the enemy.
#[must_use]
pub fn terms<R: Rules>(position: &Draughts<R>) -> [i32; TERMS] {
    let side = position.side();
    let (own, enemy) = (side_terms(position, side), side_terms(position, !side));
    let mut terms = [0; TERMS];
    taper::lead(&mut terms, &own, &enemy);
    terms[term::TEMPO] = 1;
    terms
}

/// The terms of one side, without the tempo bonus.
fn side_terms<R: Rules>(position: &Draughts<R>, side: Side) -> [i32; TERMS] {
    let down = Draughts::<R>::moves_down(side);
    let (men, kings) = (position.men(side), position.kings(side));
    let (all, enemy, free) = (men | kings, position.pieces(!side), position.free());
    let [left, right] = Direction::forward(down);
    let backed = |direction: Direction| count(men & step::<R>(all, direction));
    // The right half as the side itself sees the board.
    let men_on_half = |right: bool| count(men & Masks::<R>::HALVES[usize::from(right == down)]);
    let mut terms = [0; TERMS];
    terms[term::MEN] = count(men);
    terms[term::KINGS] = count(kings);
    terms[term::HAS_KING] = i32::from(kings != 0);
    terms[term::BACKED] = backed(left) + backed(right);
    terms[term::BACKED_TWICE] = count(men & step::<R>(all, left) & step::<R>(all, right));
    terms[term::MAN_MOBILITY] = count(step::<R>(men, left) & free) + count(step::<R>(men, right) & free);
    terms[term::RUNAWAYS] = runaway_men::<R>(men, enemy, down);
    terms[term::KING_MOBILITY] = king_mobility::<R>(kings, free);
    terms[term::CENTRAL_KINGS] = count(kings & Masks::<R>::CENTRE);
    terms[term::CENTRAL_MEN] = count(men & Masks::<R>::CENTRE);
    terms[term::IMBALANCE] = -(men_on_half(true) - men_on_half(false)).abs();
    terms[term::BLOCKED_MEN] = count(men & !(step::<R>(free, left.opposite()) | step::<R>(free, right.opposite())));
    for i in 0..rows::<R>() - 1 {
        let line = if down { i } else { rows::<R>() - 1 - i };
        terms[term::ROWS + i as usize] = count(men & row::<R>(line));
    }
    for (i, files) in Masks::<R>::FILE_PAIRS.into_iter().enumerate() {
        terms[term::FILE_PAIRS + i] = count(men & files);
    }
    terms
}

/// Runaway men, which no enemy ahead can stop: the sum of the rows that they have advanced.
fn runaway_men<R: Rules>(men: u64, enemy: u64, down: bool) -> i32 {
    let [left, right] = Direction::forward(down);
    // Squares where an enemy piece ahead can stop a man.
    let mut stoppable = enemy;
    for _ in 0..rows::<R>() {
        stoppable |= (step::<R>(stoppable, left.opposite()) | step::<R>(stoppable, right.opposite())) & board::<R>();
    }
    let rows_advanced = |bit: usize| {
        let line = (square::<R>(bit as u32) - 1) / R::ROW;
        (if down { line } else { rows::<R>() - 1 - line }).cast_signed()
    };
    ones(men & !stoppable).map(rows_advanced).sum()
}

/// The number of steps of the kings, as if captures were not compulsory.
fn king_mobility<R: Rules>(kings: u64, free: u64) -> i32 {
    if kings == 0 {
        return 0;
    }
    if R::FLYING_KINGS {
        let reach =
            |bit| Direction::ALL.into_iter().map(|direction| count(scan_ray::<R>(bit, direction, free).0)).sum::<i32>();
        ones(kings).map(reach).sum()
    } else {
        Direction::ALL.into_iter().map(|direction| count(step::<R>(kings, direction) & free)).sum()
    }
}

/// Masks of squares for the terms.
struct Masks<R>(PhantomData<R>);

impl<R: Rules> Masks<R> {
    /// The central squares.
    const CENTRE: u64 = centre::<R>();
    /// The right half and the left half of the board, as White sees it.
    const HALVES: [u64; 2] = [files::<R>(R::ROW, 2 * R::ROW - 1), files::<R>(0, R::ROW - 1)];
    /// The pairs of files, from the edge to the middle.
    const FILE_PAIRS: [u64; MAX_FILE_PAIRS] = {
        let mut sets = [0; MAX_FILE_PAIRS];
        let mut i = 0;
        while i < R::ROW {
            let mirrored = 2 * R::ROW - 1 - i;
            sets[i as usize] = files::<R>(i, i) | files::<R>(mirrored, mirrored);
            i += 1;
        }
        sets
    };
}

/// The squares at least a quarter of the board away from every edge.
const fn centre<R: Rules>() -> u64 {
    let mut set = 0;
    let mut line = R::ROW / 2 + 1;
    while line < rows::<R>() - R::ROW / 2 - 1 {
        set |= row::<R>(line);
        line += 1;
    }
    set & files::<R>(2, 2 * R::ROW - 3)
}

/// The squares of the files `first` to `last`. File 0 is at White's left.
const fn files<R: Rules>(first: u32, last: u32) -> u64 {
    let mut set = 0;
    let mut number = 1;
    while number <= squares::<R>() {
        let (line, index) = ((number - 1) / R::ROW, (number - 1) % R::ROW);
        let file = 2 * index + (line + 1) % 2;
        if first <= file && file <= last {
            set |= 1 << bit::<R>(number);
        }
        number += 1;
    }
    set
}
