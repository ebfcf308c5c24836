//! Endgame solver: fail-soft principal variation search to the end of the game with fastest-first and parity move
//! ordering and a small transposition table, as in Edax.
//!
//! Parity orders the moves when few squares are empty: the player who moves first in a region with an odd number of
//! empty squares also makes the last move there. Quadrants approximate regions.

use petteia_core::bits::{count, ones};

use super::board::{Grid, Rows, dilate, empty, flips, moves};
use super::last_square::solve_1;
use super::solver_table::{Bounds, NO_SQUARE, SolverTable};
use super::stability::{stable, stable_at_corners};

/// Greatest number of empty squares with which [`Solver::solve`] is fast enough for every node of the search.
pub const SOLVER_EMPTIES: u32 = 12;
/// Most positions that a call of [`Solver::solve`] visits: some ten milliseconds.
pub const MAX_POSITIONS: u64 = 200_000;
/// Greatest number of empty squares with which the table is not used.
const EMPTIES_WITHOUT_TABLE: i32 = 7;
/// Least number of empty squares with which the moves of a node are looked up in the table before they are searched.
const ETC_EMPTIES: i32 = 9;
/// Greatest number of empty squares with which parity orders the moves. With more, the order is fastest first.
const PARITY_EMPTIES: i32 = 6;
/// Greatest number of empty squares with which trying each of them is cheaper than generating moves.
const SHALLOW_EMPTIES: i32 = 4;

/// Stability cutoff (as in Edax): an upper bound of the final margin, in discs, if it is at most `alpha`.
///
/// The enemy keeps its stable discs, so the side to move gets at most all others. With a low `alpha`, a cutoff is so
/// unlikely that the stable discs are not counted.
#[must_use]
pub fn stability_cutoff<const SIZE: usize>(own: u64, enemy: u64, alpha: i32) -> Option<i32> {
    if alpha < 2 * count(empty::<SIZE>(own, enemy)) - 4 {
        return None;
    }
    let upper = count(Grid::<SIZE>::SQUARES) - 2 * count(stable::<SIZE>(enemy, own));
    (upper <= alpha).then_some(upper)
}

/// The four quadrants of the board. Those of a smaller board are their middle parts.
const QUADRANTS: [u64; 4] = [0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32];

/// The squares of the quadrant of a square.
fn quadrant(square: usize) -> u64 {
    QUADRANTS[(square >> 2 & 1) | (square >> 4 & 2)]
}

/// The squares of all quadrants with an odd number of empty squares.
#[must_use]
fn odd_quadrants(empty: u64) -> u64 {
    QUADRANTS.into_iter().filter(|quadrant| (empty & quadrant).count_ones() % 2 == 1).sum()
}

/// The neighbours of each square.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = dilate(1 << square) & !(1 << square);
        square += 1;
    }
    table
};

/// A position: discs of the side to move and of the enemy, whatever their colours.
#[derive(Clone, Copy, Default)]
struct Board<const SIZE: usize> {
    own: u64,
    enemy: u64,
    /// The squares of all quadrants with an odd number of empty squares.
    odd: u64,
}

impl<const SIZE: usize> Board<SIZE> {
    fn empty(self) -> u64 {
        empty::<SIZE>(self.own, self.enemy)
    }

    /// The margin for the side to move, in discs. It is the final one if the game is over.
    fn margin(self) -> i32 {
        count(self.own) - count(self.enemy)
    }

    /// The position after a pass.
    fn passed(self) -> Self {
        Self { own: self.enemy, enemy: self.own, odd: self.odd }
    }

    /// The position after a disc on a square that flips `flipped`.
    fn after(self, square: usize, flipped: u64) -> Self {
        let (own, enemy) = (self.enemy ^ flipped, self.own | flipped | 1 << square);
        Self { own, enemy, odd: self.odd ^ quadrant(square) }
    }
}

/// The best move of a node so far, and the search window.
struct Best {
    /// `None` before the first move.
    value: Option<i32>,
    square: usize,
    alpha: i32,
    beta: i32,
}

impl Best {
    fn new(alpha: i32, beta: i32) -> Self {
        Self { value: None, square: NO_SQUARE, alpha, beta }
    }

    /// Adds the value of a move; true on a beta cutoff.
    #[inline]
    fn update(&mut self, square: usize, value: i32) -> bool {
        if self.value.is_none_or(|best| value > best) {
            (self.value, self.square) = (Some(value), square);
            self.alpha = self.alpha.max(value);
        }
        value >= self.beta
    }
}

/// A move in the list of a node.
#[derive(Clone, Copy, Default)]
struct ListedMove<const SIZE: usize> {
    /// Moves with a lower key come first.
    key: i32,
    square: usize,
    after: Board<SIZE>,
}

/// An endgame solver. It remembers positions from one call to the next.
#[derive(Clone, Debug, Default)]
pub struct Solver<const SIZE: usize> {
    /// Number of positions that the present call may still visit.
    budget: u64,
    table: SolverTable,
}

impl<const SIZE: usize> Solver<SIZE> {
    /// The final margin for the side to move, in discs, with at most [`SOLVER_EMPTIES`] empty squares. `None` if it is
    /// not found in [`MAX_POSITIONS`] or `budget` positions; the caller then does better to look one move ahead.
    ///
    /// It is exact between `alpha` and `beta`; else it is a bound. Lowers `budget` by the number of visited positions.
    pub fn solve(&mut self, own: u64, enemy: u64, alpha: i32, beta: i32, budget: &mut u64) -> Option<i32> {
        let allowed = (*budget).min(MAX_POSITIONS);
        self.budget = allowed;
        let margin = self.value(Board { own, enemy, odd: odd_quadrants(empty::<SIZE>(own, enemy)) }, alpha, beta);
        *budget -= allowed - self.budget;
        (self.budget > 0).then_some(margin)
    }

    /// Counts a position.
    #[inline]
    fn count_node(&mut self) {
        self.budget = self.budget.saturating_sub(1);
    }

    /// The value of a position.
    fn value(&mut self, board: Board<SIZE>, alpha: i32, beta: i32) -> i32 {
        let empty = board.empty();
        match count(empty) {
            0 => board.margin(),
            1 => {
                self.count_node();
                solve_1::<SIZE>(board.own, empty.trailing_zeros() as usize)
            }
            2 => self.solve_2(board, alpha, beta).unwrap_or_else(|| {
                -self.solve_2(board.passed(), -beta, -alpha).unwrap_or_else(|| board.passed().margin())
            }),
            3..=SHALLOW_EMPTIES => self.solve_few(board, alpha, beta).unwrap_or_else(|| {
                -self.solve_few(board.passed(), -beta, -alpha).unwrap_or_else(|| board.passed().margin())
            }),
            empties => self.solve_many(board, empties, alpha, beta),
        }
    }

    /// The value of the best move, with two empty squares. `None` without a move.
    fn solve_2(&mut self, board: Board<SIZE>, alpha: i32, beta: i32) -> Option<i32> {
        self.count_node();
        let Board { own, enemy, .. } = board;
        let empty = board.empty();
        let [first, second] = [empty.trailing_zeros() as usize, 63 - empty.leading_zeros() as usize];
        let mut best = Best::new(alpha, beta);
        for (square, last) in [(first, second), (second, first)] {
            let flipped = flips_if_near(own, enemy, square);
            if flipped != 0 {
                self.count_node();
                if best.update(square, -solve_1::<SIZE>(enemy ^ flipped, last)) {
                    break;
                }
            }
        }
        best.value
    }

    /// The value of the best move, with at most [`SHALLOW_EMPTIES`] empty squares, by parity. `None` without a move.
    fn solve_few(&mut self, board: Board<SIZE>, alpha: i32, beta: i32) -> Option<i32> {
        self.count_node();
        let empty = board.empty();
        let mut best = Best::new(alpha, beta);
        for group in [empty & board.odd, empty & !board.odd] {
            for square in ones(group) {
                let flipped = flips_if_near(board.own, board.enemy, square);
                if flipped != 0 && best.update(square, -self.value(board.after(square, flipped), -beta, -best.alpha)) {
                    return best.value;
                }
            }
        }
        best.value
    }

    /// The value of a position with more than [`SHALLOW_EMPTIES`] empty squares.
    fn solve_many(&mut self, board: Board<SIZE>, empties: i32, alpha: i32, beta: i32) -> i32 {
        let Board { own, enemy, .. } = board;
        self.count_node();
        if self.budget == 0 {
            // The value of an unfinished search has no meaning.
            return alpha;
        }
        if let Some(upper) = stability_cutoff::<SIZE>(own, enemy, alpha) {
            return upper;
        }
        let uses_table = empties > EMPTIES_WITHOUT_TABLE;
        let known = if uses_table { self.table.get(own, enemy) } else { Bounds::NONE };
        if let Some(value) = known.cutoff(alpha, beta) {
            return value;
        }
        let rows = Rows::new(own, enemy);
        let squares = rows.ends() & board.empty();
        if squares == 0 {
            let passed = board.passed();
            return if moves::<SIZE>(enemy, own) == 0 {
                board.margin()
            } else {
                -self.solve_many(passed, empties, -beta, -alpha)
            };
        }
        let mut best = Best::new(alpha, beta);
        if empties > PARITY_EMPTIES {
            let mut list = [ListedMove::default(); SOLVER_EMPTIES as usize];
            let list = list_fastest_first(&mut list, board, &rows, squares, known.best);
            if empties >= ETC_EMPTIES
                && let Some(value) = self.enhanced_cutoff(list, beta)
            {
                return value;
            }
            self.search_list(list, &mut best);
        } else {
            let (odd, corners) = (board.odd, Grid::<SIZE>::CORNERS);
            let groups = [corners & odd, odd & !corners, corners & !odd, !(odd | corners)];
            self.search_by_parity(board, groups.map(|group| squares & group), &mut best);
        }
        let value = best.value.unwrap_or(-count(Grid::<SIZE>::SQUARES));
        if uses_table && self.budget > 0 {
            self.table.put(own, enemy, known.after_search(value, alpha, beta, best.square));
        }
        value
    }

    /// Searches the moves by parity: the groups of squares are tried in this order.
    fn search_by_parity<const N: usize>(&mut self, board: Board<SIZE>, groups: [u64; N], best: &mut Best) {
        for group in groups {
            for square in ones(group) {
                let after = board.after(square, flips(board.own, board.enemy, square));
                if best.update(square, -self.value(after, -best.beta, -best.alpha)) {
                    return;
                }
            }
        }
    }

    /// Enhanced transposition cutoff (Plaat 1996): a move leads to a position whose known bound is enough.
    fn enhanced_cutoff(&self, list: &[ListedMove<SIZE>], beta: i32) -> Option<i32> {
        let values =
            list.iter().map(|ListedMove { after, .. }| -i32::from(self.table.get(after.own, after.enemy).upper));
        values.max().filter(|&value| value >= beta)
    }

    /// Searches the moves of a list, the lowest key first.
    fn search_list(&mut self, list: &mut [ListedMove<SIZE>], best: &mut Best) {
        let len = list.len();
        for i in 0..len {
            let next = (i..len).min_by_key(|&j| list[j].key).unwrap_or(i);
            list.swap(i, next);
            let ListedMove { square, after, .. } = list[i];
            if best.update(square, self.value_of_move(after, i > 0, best)) {
                return;
            }
        }
    }

    /// The value of a move to a position: a later move is searched with a zero window first.
    fn value_of_move(&mut self, after: Board<SIZE>, is_late: bool, best: &Best) -> i32 {
        if is_late && best.beta - best.alpha > 1 {
            let value = -self.value(after, -best.alpha - 1, -best.alpha);
            if value <= best.alpha || value >= best.beta {
                return value;
            }
        }
        -self.value(after, -best.beta, -best.alpha)
    }
}

/// Lists the moves fastest first, as in Edax: few replies, where corners count twice, few empty neighbours of the own
/// discs, stable discs around corners, and parity. The move of the table comes first.
#[inline]
fn list_fastest_first<'a, const SIZE: usize>(
    list: &'a mut [ListedMove<SIZE>],
    board: Board<SIZE>,
    rows: &Rows,
    squares: u64,
    table_move: u8,
) -> &'a mut [ListedMove<SIZE>] {
    let mut len = 0;
    for (entry, square) in list.iter_mut().zip(ones(squares)) {
        let after = board.after(square, rows.flips(square));
        let replies = moves::<SIZE>(after.own, after.enemy);
        // In the position after the move, the enemy is the side that made it.
        let potential = dilate(after.enemy) & after.empty();
        let even = i32::from(board.odd >> square & 1 == 0);
        let key = 8 * (count(replies) + count(replies & Grid::<SIZE>::CORNERS)) + 3 * even + 2 * count(potential)
            - 2 * count(stable_at_corners::<SIZE>(after.enemy));
        *entry = ListedMove { key: if square == usize::from(table_move) { i32::MIN } else { key }, square, after };
        len += 1;
    }
    &mut list[..len]
}

/// The discs that a disc on an empty square flips; most squares that flip none are found by their neighbours.
#[inline]
fn flips_if_near(own: u64, enemy: u64, square: usize) -> u64 {
    if NEIGHBOURS[square] & enemy == 0 { 0 } else { flips(own, enemy, square) }
}
