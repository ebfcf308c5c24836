//! Endgame solver: fail-soft alpha-beta to the end of the game with fastest-first and parity move ordering, as in Edax.
//!
//! It uses no transposition table. Parity orders the moves when few squares are empty: the player who moves first in a
//! region with an odd number of empty squares also makes the last move there. Quadrants approximate regions.

use super::board::{CORNERS, dilate, flips, moves};
use super::stability::stable;
use crate::base::bits::{count, ones};

/// Greatest number of empty squares with which [`solve`] is fast enough for every node of the search.
pub const SOLVER_EMPTIES: u32 = 8;
/// Greatest number of empty squares with which parity orders the moves. With more, the order is fastest first.
const PARITY_EMPTIES: i32 = 6;
/// Greatest number of empty squares with which trying each of them is cheaper than generating moves.
const SHALLOW_EMPTIES: i32 = 4;

/// The final margin for the side to move, in discs.
///
/// It is exact between `alpha` and `beta`; else it is a bound. Adds the number of visited positions to `nodes`.
#[must_use]
pub fn solve(own: u64, enemy: u64, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    let mut solver = Solver { nodes: 0 };
    let margin = solver.solve(Board { own, enemy, odd: odd_quadrants(!(own | enemy)) }, alpha, beta);
    *nodes += solver.nodes;
    margin
}

/// Stability cutoff (as in Edax): an upper bound of the final margin, in discs, if it is at most `alpha`.
///
/// The enemy keeps its stable discs, so the side to move gets at most all others. With a low `alpha`, a cutoff is so
/// unlikely that the stable discs are not counted.
#[must_use]
pub fn stability_cutoff(own: u64, enemy: u64, alpha: i32) -> Option<i32> {
    if alpha < 2 * count(!(own | enemy)) - 4 {
        return None;
    }
    let upper = 64 - 2 * count(stable(enemy, own));
    (upper <= alpha).then_some(upper)
}

/// The four quadrants of the board.
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
struct Board {
    own: u64,
    enemy: u64,
    /// The squares of all quadrants with an odd number of empty squares.
    odd: u64,
}

impl Board {
    fn empty(self) -> u64 {
        !(self.own | self.enemy)
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

/// The best value of a node so far, and the search window.
struct Best {
    /// `None` before the first move.
    value: Option<i32>,
    alpha: i32,
    beta: i32,
}

impl Best {
    fn new(alpha: i32, beta: i32) -> Self {
        Self { value: None, alpha, beta }
    }

    /// Adds the value of a move; true on a beta cutoff.
    fn update(&mut self, value: i32) -> bool {
        if self.value.is_none_or(|best| value > best) {
            self.value = Some(value);
            self.alpha = self.alpha.max(value);
        }
        value >= self.beta
    }
}

/// The state of a search.
struct Solver {
    /// Number of visited positions.
    nodes: u64,
}

impl Solver {
    /// The value of a position with at most [`SOLVER_EMPTIES`] empty squares.
    fn solve(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let empty = board.empty();
        match count(empty) {
            0 => board.margin(),
            1 => self.solve_last_square(board, empty.trailing_zeros() as usize),
            2..=SHALLOW_EMPTIES => self.search_shallow(board, alpha, beta).unwrap_or_else(|| {
                -self.search_shallow(board.passed(), -beta, -alpha).unwrap_or_else(|| board.passed().margin())
            }),
            _ => self.search(board, alpha, beta),
        }
    }

    /// The value of a position with more than [`SHALLOW_EMPTIES`] empty squares.
    fn search(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let Board { own, enemy, odd } = board;
        self.nodes += 1;
        if let Some(upper) = stability_cutoff(own, enemy, alpha) {
            return upper;
        }
        let squares = moves(own, enemy);
        let best = if count(board.empty()) > PARITY_EMPTIES {
            self.search_fastest_first(board, squares, alpha, beta)
        } else {
            let groups = [CORNERS & odd, odd & !CORNERS, CORNERS & !odd, !(odd | CORNERS)];
            self.search_by_parity(board, groups.map(|group| squares & group), alpha, beta)
        };
        match best {
            Some(best) => best,
            None if moves(enemy, own) == 0 => board.margin(),
            None => -self.search(board.passed(), -beta, -alpha),
        }
    }

    /// The value of the best move, by parity: the groups of squares are tried in this order. `None` without a move.
    fn search_by_parity<const N: usize>(
        &mut self,
        board: Board,
        groups: [u64; N],
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut best = Best::new(alpha, beta);
        for group in groups {
            for square in ones(group) {
                let after = board.after(square, flips(board.own, board.enemy, square));
                if best.update(-self.solve(after, -beta, -best.alpha)) {
                    return best.value;
                }
            }
        }
        best.value
    }

    /// The value of the best move, fastest first: the fewest replies first, corners count twice. `None` without a move.
    fn search_fastest_first(&mut self, board: Board, squares: u64, alpha: i32, beta: i32) -> Option<i32> {
        // The key of the order, and the position after the move.
        let mut list = [(0, Board::default()); SOLVER_EMPTIES as usize];
        let mut len = 0;
        for (entry, square) in list.iter_mut().zip(ones(squares)) {
            let after = board.after(square, flips(board.own, board.enemy, square));
            let replies = moves(after.own, after.enemy);
            let even = i32::from(board.odd >> square & 1 == 0);
            *entry = (2 * (count(replies) + count(replies & CORNERS)) + even, after);
            len += 1;
        }
        let list = &mut list[..len];
        let mut best = Best::new(alpha, beta);
        for i in 0..len {
            let next = (i..len).min_by_key(|&j| list[j].0)?;
            list.swap(i, next);
            if best.update(-self.solve(list[i].1, -beta, -best.alpha)) {
                break;
            }
        }
        best.value
    }

    /// The value of the best move, with at most [`SHALLOW_EMPTIES`] empty squares, by parity. `None` without a move.
    fn search_shallow(&mut self, board: Board, alpha: i32, beta: i32) -> Option<i32> {
        self.nodes += 1;
        let empty = board.empty();
        let mut best = Best::new(alpha, beta);
        for group in [empty & board.odd, empty & !board.odd] {
            for square in ones(group) {
                if NEIGHBOURS[square] & board.enemy == 0 {
                    continue;
                }
                let flipped = flips(board.own, board.enemy, square);
                if flipped != 0 && best.update(-self.solve(board.after(square, flipped), -beta, -best.alpha)) {
                    return best.value;
                }
            }
        }
        best.value
    }

    /// The value of a position with one empty square. The enemy fills it if the side to move cannot.
    fn solve_last_square(&mut self, board: Board, square: usize) -> i32 {
        self.nodes += 1;
        let Board { own, enemy, .. } = board;
        let flipped = count(flips(own, enemy, square));
        if flipped > 0 {
            return board.margin() + 2 * flipped + 1;
        }
        let flipped = count(flips(enemy, own, square));
        if flipped > 0 { board.margin() - 2 * flipped - 1 } else { board.margin() }
    }
}
