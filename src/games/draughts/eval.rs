//! The evaluation by hand: what players of the game count, weighed by how many pieces are left.

use std::marker::PhantomData;

use super::board::{Direction, bit, board, look, row, rows, square, squares, step};
use super::position::Draughts;
use super::rules::Rules;
use super::weights::{self, STEP};
use crate::base::bits::{count, ones};
use crate::base::{Side, taper};
use crate::game::{Evaluate, Position};

/// Hand-made terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEval;

/// Number of terms; the smaller board leaves some at 0.
pub const TERMS: usize = 13 + ROWS + FILES;
/// Rows where men stand, at most.
const ROWS: usize = 9;
/// Pairs of files as far from the border as each other, at most.
const FILES: usize = 5;

impl<R: Rules> Evaluate<Draughts<R>> for HandEval {
    fn evaluate(&self, position: &Draughts<R>) -> i32 {
        let knots: &[_] = if R::ROW == 5 { &weights::INTERNATIONAL } else { &weights::ENGLISH };
        let pieces = (position.pieces(Side::First) | position.pieces(Side::Second)).count_ones();
        let knot = ((pieces / STEP) as usize).min(knots.len() - 2);
        let past = (pieces - STEP * knot as u32).min(STEP).cast_signed();
        taper::sum(&terms(position), &[knots[knot], knots[knot + 1]], past, STEP.cast_signed())
    }
}

/// The terms, from the side to move.
#[must_use]
pub fn terms<R: Rules>(position: &Draughts<R>) -> [i32; TERMS] {
    let side = position.side();
    let (own, enemy) = (of_side(position, side), of_side(position, !side));
    let mut terms = [0; TERMS];
    taper::lead(&mut terms, &own, &enemy);
    // The turn.
    terms[0] = 1;
    terms
}

fn of_side<R: Rules>(position: &Draughts<R>, side: Side) -> [i32; TERMS] {
    let down = Draughts::<R>::moves_down(side);
    let (men, kings) = (position.men(side), position.kings(side));
    let (all, enemy, free) = (men | kings, position.pieces(!side), position.free());
    let [left, right] = Direction::forward(down);
    let backed = |direction: Direction| count(men & step::<R>(all, direction));
    let flank = |low: bool| count(men & Sets::<R>::HALVES[usize::from(low == down)]);
    let mut terms = [0; TERMS];
    terms[1] = count(men);
    terms[2] = count(kings);
    terms[3] = i32::from(kings != 0);
    // Men that a friend stands behind, on one side or on both.
    terms[4] = backed(left) + backed(right);
    terms[5] = count(men & step::<R>(all, left) & step::<R>(all, right));
    // Steps of men.
    terms[6] = count(step::<R>(men, left) & free) + count(step::<R>(men, right) & free);
    terms[7] = runaways::<R>(men, enemy, down);
    terms[8] = king_mobility::<R>(kings, free);
    terms[9] = count(kings & Sets::<R>::CENTRE);
    terms[10] = count(men & Sets::<R>::CENTRE);
    terms[11] = -(flank(true) - flank(false)).abs();
    // Men that no step is left to.
    terms[12] = count(men & !(step::<R>(free, left.back()) | step::<R>(free, right.back())));
    for i in 0..rows::<R>() - 1 {
        let line = if down { i } else { rows::<R>() - 1 - i };
        terms[13 + i as usize] = count(men & row::<R>(line));
    }
    for (i, files) in Sets::<R>::FILES.into_iter().enumerate() {
        terms[13 + ROWS + i] = count(men & files);
    }
    terms
}

/// How many rows the men have come that nothing in front can stop.
fn runaways<R: Rules>(men: u64, enemy: u64, down: bool) -> i32 {
    let [left, right] = Direction::forward(down);
    // What an enemy ahead of it can stop.
    let mut shadow = enemy;
    for _ in 0..rows::<R>() {
        shadow |= (step::<R>(shadow, left.back()) | step::<R>(shadow, right.back())) & board::<R>();
    }
    let far = |at: usize| {
        let line = (square::<R>(at as u32) - 1) / R::ROW;
        (if down { line } else { rows::<R>() - 1 - line }).cast_signed()
    };
    ones(men & !shadow).map(far).sum()
}

fn king_mobility<R: Rules>(kings: u64, free: u64) -> i32 {
    if kings == 0 {
        return 0;
    }
    if R::FLYING_KINGS {
        let reach =
            |bit| Direction::ALL.into_iter().map(|direction| count(look::<R>(bit, direction, free).0)).sum::<i32>();
        ones(kings).map(reach).sum()
    } else {
        Direction::ALL.into_iter().map(|direction| count(step::<R>(kings, direction) & free)).sum()
    }
}

/// Squares that terms are made of.
struct Sets<R>(PhantomData<R>);

impl<R: Rules> Sets<R> {
    const CENTRE: u64 = centre::<R>();
    /// The right half and the left one, as White sees them.
    const HALVES: [u64; 2] = [files::<R>(R::ROW, 2 * R::ROW - 1), files::<R>(0, R::ROW - 1)];
    /// Pairs of files, from the border to the middle.
    const FILES: [u64; FILES] = {
        let mut sets = [0; FILES];
        let mut i = 0;
        while i < R::ROW {
            let mirrored = 2 * R::ROW - 1 - i;
            sets[i as usize] = files::<R>(i, i) | files::<R>(mirrored, mirrored);
            i += 1;
        }
        sets
    };
}

/// The squares with at least a quarter of the board to every border.
const fn centre<R: Rules>() -> u64 {
    let mut set = 0;
    let mut line = R::ROW / 2 + 1;
    while line < rows::<R>() - R::ROW / 2 - 1 {
        set |= row::<R>(line);
        line += 1;
    }
    set & files::<R>(2, 2 * R::ROW - 3)
}

/// The squares of the files from one to another, 0 at the left as White sees the board.
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
