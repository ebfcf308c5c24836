//! Search hints of Reversi: move ordering, the end of the game, and time.

use petteia_core::bits::count;
use petteia_core::{MoveOrdering, NoisyMoves, Position, ProbCutModel, Scoring, Solving, Timing};

use super::board::{CORNERS, dilate};
use super::position::{Move, Reversi};
use super::solver::{SOLVER_EMPTIES, Solver, stability_cutoff};
use super::stability::stable_at_corners;

/// Greatest number of empty squares with which a search to the end is in reach, selective or exact.
const MAX_SOLVABLE_EMPTIES: u32 = 28;

impl MoveOrdering for Reversi {
    const MOVE_INDICES: usize = 65;

    fn move_index(m: Move) -> usize {
        m.index()
    }

    fn ordering_score(&self, m: Move) -> i32 {
        let Some(square) = m.square() else { return 0 };
        let corner = nearest_corner(square);
        let corner_is_empty = (self.own() | self.enemy()) >> corner & 1 == 0;
        // A disc next to a corner is a risk only while the corner is empty.
        if corner_is_empty { SCORES_CORNER_EMPTY[square] } else { SCORES_CORNER_TAKEN[square] }
    }
}

impl NoisyMoves for Reversi {}

impl Scoring for Reversi {
    const WON_BY_MARGIN: bool = true;
    const EVAL_ERROR: i32 = 300;

    fn margin(&self) -> i32 {
        count(self.own()) - count(self.enemy())
    }
}

impl Solving for Reversi {
    type Solver = Solver;

    const PLIES_WITHOUT_TT: u32 = SOLVER_EMPTIES;

    fn plies_left_bound(&self) -> Option<u32> {
        Some(self.empties())
    }

    fn prob_cut_model(&self) -> Option<ProbCutModel> {
        // Measured: the spread hardly depends on the number of empty squares if the probe is deeper with more.
        let empties = self.empties().checked_sub(SOLVER_EMPTIES + 1)?;
        // Measured: about 2 million nodes with 20 empty squares, and twice as many with three more.
        let cost = 400_000 << (empties / 3);
        Some(ProbCutModel { depth: (self.empties().cast_signed() - 9) / 2, error: 400, cost })
    }

    fn mobility_score(&self, m: Move) -> i32 {
        // In the position after the move, the enemy is the side that made it.
        let after = self.after(m);
        let replies = after.placements();
        let potential_mobility = count(dilate(after.enemy()) & !(after.own() | after.enemy()));
        let stable = stable_at_corners(after.enemy());
        500 * count(stable) - 1_000 * (count(replies) + count(replies & CORNERS)) - 200 * potential_mobility
    }

    fn solve(&self, solver: &mut Solver, alpha: i32, beta: i32, budget: &mut u64) -> Option<i32> {
        if self.empties() <= SOLVER_EMPTIES {
            solver.solve(self.own(), self.enemy(), alpha, beta, budget)
        } else {
            stability_cutoff(self.own(), self.enemy(), alpha)
        }
    }
}

impl Timing for Reversi {
    const SOLVE_AFTER: u64 = 1_000;
    const EXACT_SPEED: Option<u64> = Some(10);

    fn moves_to_go(&self) -> u32 {
        // With 18 empty squares the rest of the game is solved almost at once.
        self.empties().saturating_sub(18).div_ceil(2).max(2)
    }

    fn solution_cost(&self) -> Option<u64> {
        // Measured: about 1.1 million positions with 18 empty squares, and 2.5 times as many with each further one.
        let empties = self.empties();
        let cost = |empties| match empties {
            18.. => (1_100_000 * 5_u64.pow(empties - 18)) >> (empties - 18),
            _ => (1_100_000 << (18 - empties)) / 5_u64.pow(18 - empties),
        };
        (empties <= MAX_SOLVABLE_EMPTIES).then(|| cost(empties))
    }
}

/// Ordering scores of the squares of a quadrant, by distance in ranks and files from its corner.
const QUADRANT_SCORES: [[i32; 4]; 4] =
    [[500, -150, 60, 40], [-150, -300, -30, -20], [60, -30, 20, 10], [40, -20, 10, 0]];
/// Ordering scores by square if the nearest corner is empty.
const SCORES_CORNER_EMPTY: [i32; 64] = square_scores(false);
/// Ordering scores by square if the nearest corner is taken.
const SCORES_CORNER_TAKEN: [i32; 64] = square_scores(true);

/// The ordering scores of all squares.
const fn square_scores(taken: bool) -> [i32; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let value = QUADRANT_SCORES[distance_from_edge(square / 8)][distance_from_edge(square % 8)];
        table[square] = if taken && value < 0 { 30 } else { value };
        square += 1;
    }
    table
}

/// The distance of a rank or a file from the nearest edge.
const fn distance_from_edge(line: usize) -> usize {
    if line < 4 { line } else { 7 - line }
}

/// The corner of the quadrant of a square.
const fn nearest_corner(square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    56 * (rank / 4) + 7 * (file / 4)
}
