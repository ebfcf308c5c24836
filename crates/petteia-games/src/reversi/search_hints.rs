//! Search hints of Reversi: move ordering, the end of the game, and time.

use petteia_core::bits::count;
use petteia_core::{MoveOrdering, NoisyMoves, Position, ProbCutModel, Scoring, Solving, Timing};

use super::board::{Grid, WIDTH, dilate, empty};
use super::position::{Move, SizedReversi};
use super::solver::{SOLVER_EMPTIES, Solver, stability_cutoff};
use super::stability::stable_at_corners;

/// What searches to the end of the game cost on a board.
struct SolvingCost {
    /// Greatest number of empty squares with which a search to the end is in reach, selective or exact.
    max_empties: u32,
    /// Number of empty squares with which the rest of the game is solved almost at once.
    fast_empties: u32,
    /// Rough number of positions that an exact search with 18 empty squares visits.
    positions: u64,
    /// By how much the number grows with each further empty square, as a fraction.
    growth: [u64; 2],
}

impl<const SIZE: usize> Grid<SIZE> {
    /// Measured. Smaller boards have fewer moves in a position.
    const SOLVING: SolvingCost = if SIZE == 8 {
        SolvingCost { max_empties: 28, fast_empties: 18, positions: 1_100_000, growth: [5, 2] }
    } else {
        SolvingCost { max_empties: 32, fast_empties: 20, positions: 300_000, growth: [2, 1] }
    };
}

impl<const SIZE: usize> MoveOrdering for SizedReversi<SIZE> {
    const MOVE_INDICES: usize = 65;

    fn move_index(m: Move) -> usize {
        m.index()
    }

    fn ordering_score(&self, m: Move) -> i32 {
        let Some(square) = m.square() else { return 0 };
        let corner = Grid::<SIZE>::nearest_corner(square);
        let corner_is_empty = (self.own() | self.enemy()) >> corner & 1 == 0;
        // A disc next to a corner is a risk only while the corner is empty.
        if corner_is_empty {
            Grid::<SIZE>::SCORES_CORNER_EMPTY[square]
        } else {
            Grid::<SIZE>::SCORES_CORNER_TAKEN[square]
        }
    }
}

impl<const SIZE: usize> NoisyMoves for SizedReversi<SIZE> {}

impl<const SIZE: usize> Scoring for SizedReversi<SIZE> {
    const WON_BY_MARGIN: bool = true;
    const EVAL_ERROR: i32 = 300;

    fn margin(&self) -> i32 {
        count(self.own()) - count(self.enemy())
    }
}

impl<const SIZE: usize> Solving for SizedReversi<SIZE> {
    type Solver = Solver<SIZE>;

    const PLIES_WITHOUT_TT: u32 = SOLVER_EMPTIES;

    fn plies_left_bound(&self) -> Option<u32> {
        Some(self.empties())
    }

    fn prob_cut_model(&self) -> Option<ProbCutModel> {
        if SIZE != 8 {
            // Not measured, and the exact search is fast.
            return None;
        }
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
        let potential_mobility = count(dilate(after.enemy()) & empty::<SIZE>(after.own(), after.enemy()));
        let stable = stable_at_corners::<SIZE>(after.enemy());
        500 * count(stable)
            - 1_000 * (count(replies) + count(replies & Grid::<SIZE>::CORNERS))
            - 200 * potential_mobility
    }

    fn solve(&self, solver: &mut Solver<SIZE>, alpha: i32, beta: i32, budget: &mut u64) -> Option<i32> {
        if self.empties() <= SOLVER_EMPTIES {
            solver.solve(self.own(), self.enemy(), alpha, beta, budget)
        } else {
            stability_cutoff::<SIZE>(self.own(), self.enemy(), alpha)
        }
    }
}

impl<const SIZE: usize> Timing for SizedReversi<SIZE> {
    const SOLVE_AFTER: u64 = 1_000;
    const EXACT_SPEED: Option<u64> = Some(10);

    fn moves_to_go(&self) -> u32 {
        self.empties().saturating_sub(Grid::<SIZE>::SOLVING.fast_empties).div_ceil(2).max(2)
    }

    fn solution_cost(&self) -> Option<u64> {
        let SolvingCost { max_empties, positions, growth: [up, down], .. } = Grid::<SIZE>::SOLVING;
        let empties = self.empties();
        let cost = |empties: u32| match empties.checked_sub(18) {
            Some(more) => positions * up.pow(more) / down.pow(more),
            None => positions * down.pow(18 - empties) / up.pow(18 - empties),
        };
        (empties <= max_empties).then(|| cost(empties))
    }
}

/// Ordering scores of the squares of a quadrant, by distance in ranks and files from its corner.
const QUADRANT_SCORES: [[i32; 4]; 4] =
    [[500, -150, 60, 40], [-150, -300, -30, -20], [60, -30, 20, 10], [40, -20, 10, 0]];

impl<const SIZE: usize> Grid<SIZE> {
    /// Ordering scores by square if the nearest corner is empty.
    const SCORES_CORNER_EMPTY: [i32; 64] = Self::square_scores(false);
    /// Ordering scores by square if the nearest corner is taken.
    const SCORES_CORNER_TAKEN: [i32; 64] = Self::square_scores(true);

    /// The ordering scores of all squares.
    const fn square_scores(taken: bool) -> [i32; 64] {
        let mut table = [0; 64];
        let mut index = 0;
        while index < SIZE * SIZE {
            let square = Self::square(index);
            let [rank, file] = [Self::distance_from_edge(square / WIDTH), Self::distance_from_edge(square % WIDTH)];
            let value = QUADRANT_SCORES[rank][file];
            table[square] = if taken && value < 0 { 30 } else { value };
            index += 1;
        }
        table
    }

    /// The corner of the quadrant of a square.
    const fn nearest_corner(square: usize) -> usize {
        let (rank, file) = (square / WIDTH, square % WIDTH);
        let last = SIZE - 1;
        Self::square(SIZE * last * (rank / 4) + last * (file / 4))
    }
}
