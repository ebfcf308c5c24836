//! Search hints: what the search asks of Reversi beside its rules.

use super::board::{C_SQUARES, CORNERS, neighbours};
use super::position::{Move, Reversi};
use super::solver::{self, SOLVER_EMPTIES};
use crate::base::bits::count;
use crate::game::{MoveOrdering, NoisyMoves, Position, Solving, Timing};

/// With more empty squares than this an exact solution is out of reach.
const SOLVABLE: u32 = 26;

impl MoveOrdering for Reversi {
    const MOVE_INDICES: usize = 65;

    fn move_index(m: Move) -> usize {
        m.number()
    }

    fn ordering_score(&self, m: Move) -> i32 {
        let Some(square) = m.square() else { return 0 };
        let corner = nearest_corner(square);
        let corner_is_empty = (self.own() | self.enemy()) >> corner & 1 == 0;
        // Next to a corner a disc is a danger only as long as the corner can be taken.
        if corner_is_empty { BY_EMPTY_CORNER[square] } else { BY_TAKEN_CORNER[square] }
    }
}

impl NoisyMoves for Reversi {}

impl Solving for Reversi {
    const PLIES_WITHOUT_TT: u32 = SOLVER_EMPTIES;
    const WON_BY_MARGIN: bool = true;
    const MARGIN_SCALE: i32 = 300;

    fn margin(&self) -> i32 {
        count(self.own()) - count(self.enemy())
    }

    fn plies_left_bound(&self) -> Option<u32> {
        Some(self.empties())
    }

    fn mobility_score(&self, m: Move) -> i32 {
        let after = self.after(m);
        let replies = after.placements();
        let latent = count(neighbours(after.enemy()) & !(after.own() | after.enemy()));
        let anchored = after.enemy() & (CORNERS | neighbours(CORNERS & after.enemy()) & C_SQUARES);
        500 * count(anchored) - 1_000 * (count(replies) + count(replies & CORNERS)) - 200 * latent
    }

    fn solve(&self, alpha: i32, beta: i32, nodes: &mut u64) -> Option<i32> {
        if self.empties() <= SOLVER_EMPTIES {
            Some(solver::solve(self.own(), self.enemy(), alpha, beta, nodes))
        } else {
            solver::most_allowed(self.own(), self.enemy(), alpha)
        }
    }

    fn solution_cost(&self) -> Option<u64> {
        // Measured: 20 empty squares take some 20 million positions, each further one twice as many.
        let empties = self.empties();
        (empties <= SOLVABLE).then(|| (20_000_000 << empties) >> 20)
    }
}

impl Timing for Reversi {
    fn moves_to_go(&self) -> u32 {
        // The rest of the game is solved in no time when this many squares are left.
        self.empties().saturating_sub(18).div_ceil(2).max(2)
    }
}

/// Of a quarter of the board, by rank and file from its corner.
const QUARTER: [[i32; 4]; 4] = [[500, -150, 60, 40], [-150, -300, -30, -20], [60, -30, 20, 10], [40, -20, 10, 0]];
const BY_EMPTY_CORNER: [i32; 64] = spread(false);
const BY_TAKEN_CORNER: [i32; 64] = spread(true);

const fn spread(taken: bool) -> [i32; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let value = QUARTER[from_rim(square / 8)][from_rim(square % 8)];
        table[square] = if taken && value < 0 { 30 } else { value };
        square += 1;
    }
    table
}

const fn from_rim(line: usize) -> usize {
    if line < 4 { line } else { 7 - line }
}

const fn nearest_corner(square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    56 * (rank / 4) + 7 * (file / 4)
}
