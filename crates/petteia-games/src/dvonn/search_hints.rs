//! Search hints of DVONN: move ordering, the end of the game, and time.

use petteia_core::bits::{count, ones};
use petteia_core::{MoveOrdering, NoisyMoves, Position, Scoring, Side, Solving, Timing};

use super::board::{BOARD, MAX_MOVING_HEIGHT, REACH, dilate};
use super::position::{Dvonn, Move, Phase};

/// Greatest number of stacks with which an exact solution is in reach.
const MAX_SOLVABLE_STACKS: u32 = 34;

impl MoveOrdering for Dvonn {
    const MOVE_INDICES: usize = 1 << 12;

    fn move_index(m: Move) -> usize {
        m.index()
    }

    #[inline]
    fn ordering_score(&self, m: Move) -> i32 {
        if m == Move::PASS {
            return 0;
        }
        if self.phase() == Phase::Placement {
            // Red pieces go where the three cover the board best. The other pieces have no preferred cell.
            return if self.next_piece().is_none() { red_cover(self.reds() | 1 << m.to()) } else { 0 };
        }
        let to = 1 << m.to();
        if self.stacks(!self.side()) & to != 0 {
            100 + 10 * i32::from(self.height(m.to()))
        } else if self.stacks(self.side()) & to != 0 {
            0
        } else {
            80
        }
    }
}

impl NoisyMoves for Dvonn {}

impl Scoring for Dvonn {
    const WON_BY_MARGIN: bool = true;

    fn margin(&self) -> i32 {
        let lead = i32::from(self.pieces(Side::First)) - i32::from(self.pieces(Side::Second));
        if self.side() == Side::First { lead } else { -lead }
    }
}

impl Solving for Dvonn {
    type Solver = ();

    const PLIES_WITHOUT_TT: u32 = 10;

    fn plies_left_bound(&self) -> Option<u32> {
        // Each move of a stack leaves a cell empty.
        (self.phase() == Phase::Stacking).then(|| self.occupied().count_ones())
    }

    fn solve(&self, (): &mut (), alpha: i32, beta: i32, _budget: &mut u64) -> Option<i32> {
        if self.phase() == Phase::Placement {
            return None;
        }
        let upper = self.max_final_margin(self.side());
        if upper <= alpha {
            return Some(upper);
        }
        let lower = -self.max_final_margin(!self.side());
        (lower >= beta).then_some(lower)
    }
}

impl Timing for Dvonn {
    fn moves_to_go(&self) -> u32 {
        let stacks = self.occupied().count_ones();
        match self.phase() {
            // The depth cap keeps searches of placements short, so they need little time.
            Phase::Placement => 500,
            // With about 24 stacks the rest of the game can be solved.
            Phase::Stacking => stacks.saturating_sub(24).div_ceil(2).max(2),
        }
    }

    fn depth_cap(&self) -> Option<u32> {
        // Only the evaluation tells good placements from bad ones. A deeper search prunes most placements and prefers
        // those that the evaluation overrates. Measured scores against the placement of a rival engine: 82 % with two
        // plies, 77 % with three plies, 50 % with 300,000 positions.
        (self.phase() == Phase::Placement).then_some(2)
    }

    fn solution_cost(&self) -> Option<u64> {
        // Measured: about 300,000 positions with 24 stacks, and twice as many with each further stack.
        let stacks = self.occupied().count_ones();
        (self.phase() == Phase::Stacking && stacks <= MAX_SOLVABLE_STACKS).then(|| (300_000 << stacks) >> 24)
    }
}

impl Dvonn {
    /// Upper bound of the final margin of a side, in pieces.
    ///
    /// At best the side gets every piece on the board. If the enemy cannot move, the side cannot get the enemy's frozen
    /// stacks: they stay where they are, or they are removed.
    fn max_final_margin(&self, side: Side) -> i32 {
        let lone = self.reds() & !self.stacks(Side::First) & !self.stacks(Side::Second);
        let all = i32::from(self.pieces(side) + self.pieces(!side)) + count(lone);
        if self.can_move(!side) {
            return all;
        }
        let lost = |cell: usize| {
            // A stack with red is never removed, so it also counts for the enemy.
            let weight = if self.reds() >> cell & 1 == 1 { 2 } else { 1 };
            weight * i32::from(self.height(cell))
        };
        all - ones(self.stacks(!side)).filter(|&cell| self.is_frozen(cell)).map(lost).sum::<i32>()
    }

    /// Whether no stack can ever land on this cell, and the stack on it can never leave.
    ///
    /// Heights never shrink and empty cells stay empty. So a stack that is higher than its distance never lands here.
    fn is_frozen(&self, cell: usize) -> bool {
        let within = |h: usize| REACH[cell][h & 15] & self.occupied();
        let height = usize::from(self.height(cell));
        (height > MAX_MOVING_HEIGHT || within(height) == 0)
            && (1..=MAX_MOVING_HEIGHT).all(|far| ones(within(far)).all(|from| usize::from(self.height(from)) > far))
    }
}

/// Ordering score of the cells of red pieces: minus half the sum of the squared distances of all cells from the nearest
/// red piece. It is higher if the red pieces cover the board more evenly.
fn red_cover(reds: u64) -> i32 {
    let (mut reached, mut distance, mut sum) = (reds, 0, 0);
    while reached != BOARD {
        distance += 1;
        let next = dilate(reached);
        sum += distance * distance * count(next & !reached);
        reached = next;
    }
    -sum / 2
}
