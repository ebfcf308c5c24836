//! The exact solver of the last moves: alpha-beta to the end, without a table.
//!
//! Where few squares are empty, parity decides the order of moves: whoever is first to place a disc in
//! a region with an odd number of empty squares has the last move there. Quadrants stand for regions.

use super::board::{CORNERS, flips, moves, neighbours};
use super::stability::stable;
use crate::base::bits::{count, ones};

/// With at most this many empty squares [`solve`] is quick enough to be asked at any node.
pub const SOLVER_EMPTIES: u32 = 8;
/// With more empty squares than this it pays to try first what leaves the fewest replies.
const SORTED_EMPTIES: i32 = 6;
/// With at most this many empty squares trying them all is cheaper than listing the moves.
const FEW_EMPTIES: i32 = 4;

/// The final margin for the side to move: exact between the bounds, at or outside them a bound itself.
/// Adds the number of positions looked at to `nodes`.
#[must_use]
pub fn solve(own: u64, enemy: u64, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    let mut solver = Solver { nodes: 0 };
    let margin = solver.solve(Board { own, enemy, odd: odd_quadrants(!(own | enemy)) }, alpha, beta);
    *nodes += solver.nodes;
    margin
}

/// The largest final margin that the stable discs of the enemy allow, if that is no more than `alpha`.
/// Looked for only where there is hope.
#[must_use]
pub fn most_allowed(own: u64, enemy: u64, alpha: i32) -> Option<i32> {
    if alpha < 2 * count(!(own | enemy)) - 4 {
        return None;
    }
    let most = 64 - 2 * count(stable(enemy, own));
    (most <= alpha).then_some(most)
}

const QUADRANTS: [u64; 4] = [0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32];

/// The quadrant of a square.
fn quadrant(square: usize) -> u64 {
    QUADRANTS[(square >> 2 & 1) | (square >> 4 & 2)]
}

/// The squares of all quadrants with an odd number of empty squares.
#[must_use]
fn odd_quadrants(empty: u64) -> u64 {
    QUADRANTS.into_iter().filter(|quadrant| (empty & quadrant).count_ones() % 2 == 1).sum()
}

/// The squares that touch each square.
static BESIDE: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = neighbours(1 << square) & !(1 << square);
        square += 1;
    }
    table
};

/// A position, without colours.
#[derive(Clone, Copy, Default)]
struct Board {
    own: u64,
    enemy: u64,
    /// The quadrants with an odd number of empty squares.
    odd: u64,
}

impl Board {
    fn empty(self) -> u64 {
        !(self.own | self.enemy)
    }

    /// The final margin, when nothing more is played.
    fn margin(self) -> i32 {
        count(self.own) - count(self.enemy)
    }

    fn passed(self) -> Self {
        Self { own: self.enemy, enemy: self.own, odd: self.odd }
    }

    fn after(self, square: usize, flipped: u64) -> Self {
        let (own, enemy) = (self.enemy ^ flipped, self.own | flipped | 1 << square);
        Self { own, enemy, odd: self.odd ^ quadrant(square) }
    }
}

/// The best value so far and the bounds that it leaves.
struct Best {
    value: Option<i32>,
    alpha: i32,
    beta: i32,
}

impl Best {
    fn new(alpha: i32, beta: i32) -> Self {
        Self { value: None, alpha, beta }
    }

    /// Takes a further value; true when it ends the search of the node.
    fn take(&mut self, value: i32) -> bool {
        if self.value.is_none_or(|best| value > best) {
            self.value = Some(value);
            self.alpha = self.alpha.max(value);
        }
        value >= self.beta
    }
}

struct Solver {
    nodes: u64,
}

impl Solver {
    fn solve(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let empty = board.empty();
        match count(empty) {
            0 => board.margin(),
            1 => self.last(board, empty.trailing_zeros() as usize),
            2..=FEW_EMPTIES => self
                .few(board, alpha, beta)
                .unwrap_or_else(|| -self.few(board.passed(), -beta, -alpha).unwrap_or_else(|| board.passed().margin())),
            _ => self.many(board, alpha, beta),
        }
    }

    fn many(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let Board { own, enemy, odd } = board;
        self.nodes += 1;
        if let Some(most) = most_allowed(own, enemy, alpha) {
            return most;
        }
        let squares = moves(own, enemy);
        let best = if count(board.empty()) > SORTED_EMPTIES {
            self.by_replies(board, squares, alpha, beta)
        } else {
            let groups = [CORNERS & odd, odd & !CORNERS, CORNERS & !odd, !(odd | CORNERS)];
            self.by_parity(board, groups.map(|group| squares & group), alpha, beta)
        };
        match best {
            Some(best) => best,
            None if moves(enemy, own) == 0 => board.margin(),
            None => -self.many(board.passed(), -beta, -alpha),
        }
    }

    /// The best move, if there is one: the groups of squares in their order.
    fn by_parity<const N: usize>(&mut self, board: Board, groups: [u64; N], alpha: i32, beta: i32) -> Option<i32> {
        let mut best = Best::new(alpha, beta);
        for group in groups {
            for square in ones(group) {
                let after = board.after(square, flips(board.own, board.enemy, square));
                if best.take(-self.solve(after, -beta, -best.alpha)) {
                    return best.value;
                }
            }
        }
        best.value
    }

    /// The best move, if there is one: what leaves the fewest replies first, corners counting twice.
    fn by_replies(&mut self, board: Board, squares: u64, alpha: i32, beta: i32) -> Option<i32> {
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
            if best.take(-self.solve(list[i].1, -beta, -best.alpha)) {
                break;
            }
        }
        best.value
    }

    /// The best move, if there is one, with a few empty squares.
    fn few(&mut self, board: Board, alpha: i32, beta: i32) -> Option<i32> {
        self.nodes += 1;
        let empty = board.empty();
        let mut best = Best::new(alpha, beta);
        for group in [empty & board.odd, empty & !board.odd] {
            for square in ones(group) {
                if BESIDE[square] & board.enemy == 0 {
                    continue;
                }
                let flipped = flips(board.own, board.enemy, square);
                if flipped != 0 && best.take(-self.solve(board.after(square, flipped), -beta, -best.alpha)) {
                    return best.value;
                }
            }
        }
        best.value
    }

    /// One empty square: whoever can places the last disc.
    fn last(&mut self, board: Board, square: usize) -> i32 {
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
