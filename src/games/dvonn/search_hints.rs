//! Search hints: what the search asks of DVONN beside its rules.

use super::board::{BOARD, REACH, TALLEST_MOVER, dilate};
use super::position::{Dvonn, Move, Phase};
use crate::base::Side;
use crate::base::bits::{count, ones};
use crate::game::{MoveOrdering, NoisyMoves, Position, Solving, Timing};

impl MoveOrdering for Dvonn {
    const MOVE_INDICES: usize = 1 << 12;

    fn move_index(m: Move) -> usize {
        m.number()
    }

    #[inline]
    fn ordering_score(&self, m: Move) -> i32 {
        if m == Move::PASS {
            return 0;
        }
        if self.phase() == Phase::Placement {
            // Each red piece is put where the three will cover the board best; the others by search.
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

impl Solving for Dvonn {
    const PLIES_WITHOUT_TT: u32 = 10;
    const WON_BY_MARGIN: bool = true;

    fn margin(&self) -> i32 {
        let lead = i32::from(self.pieces(Side::First)) - i32::from(self.pieces(Side::Second));
        if self.side() == Side::First { lead } else { -lead }
    }

    fn plies_left_bound(&self) -> Option<u32> {
        // Each move of a stack empties a cell.
        (self.phase() == Phase::Stacking).then(|| self.occupied().count_ones())
    }

    fn solve(&self, alpha: i32, beta: i32, _nodes: &mut u64) -> Option<i32> {
        if self.phase() == Phase::Placement {
            return None;
        }
        let most = self.most(self.side());
        if most <= alpha {
            return Some(most);
        }
        let least = -self.most(!self.side());
        (least >= beta).then_some(least)
    }

    fn solution_cost(&self) -> Option<u64> {
        // Measured: 24 stacks take some 300,000 positions, each further one twice as many.
        let stacks = self.occupied().count_ones();
        (self.phase() == Phase::Stacking && stacks <= 34).then(|| (300_000 << stacks) >> 24)
    }
}

impl Timing for Dvonn {
    fn moves_to_go(&self) -> u32 {
        let stacks = self.occupied().count_ones();
        match self.phase() {
            // Placements are searched but little: they get a small share of the clock.
            Phase::Placement => 500,
            // From about 24 stacks on the rest of the game can be solved.
            Phase::Stacking => stacks.saturating_sub(24).div_ceil(2).max(2),
        }
    }

    fn depth_cap(&self) -> Option<u32> {
        // Nothing tells good placements from bad ones but the evaluation, so a deeper search, which must leave most of
        // them out, chooses among those it overrates: two plies score 82 % against a rival's placement, three 77 %,
        // 300,000 positions 50 %.
        (self.phase() == Phase::Placement).then_some(2)
    }
}

impl Dvonn {
    /// A bound on the final margin of a side: at best it gets every piece on the board. Where the enemy is stuck, what
    /// can neither move nor be taken any more stays where it is, or is removed.
    fn most(&self, side: Side) -> i32 {
        let lone = self.reds() & !self.stacks(Side::First) & !self.stacks(Side::Second);
        let all = i32::from(self.pieces(side) + self.pieces(!side)) + count(lone);
        if self.can_move(!side) {
            return all;
        }
        let kept = |cell: usize| {
            // With red in it it is never removed, and counts for the enemy.
            let share = if self.reds() >> cell & 1 == 1 { 2 } else { 1 };
            share * i32::from(self.height(cell))
        };
        all - ones(self.stacks(!side)).filter(|&cell| self.is_frozen(cell)).map(kept).sum::<i32>()
    }

    /// No stack can ever land here, and the one here can never leave. Heights only grow and cells only empty, so nothing
    /// lands here that does not stand at least as far away as it is high.
    fn is_frozen(&self, cell: usize) -> bool {
        let within = |h: usize| REACH[cell][h & 15] & self.occupied();
        let height = usize::from(self.height(cell));
        (height > TALLEST_MOVER || within(height) == 0)
            && (1..=TALLEST_MOVER).all(|far| ones(within(far)).all(|from| usize::from(self.height(from)) > far))
    }
}

/// How evenly the red pieces cover the board: minus half the sum of the squared distances of all
/// cells from the nearest red one.
fn red_cover(reds: u64) -> i32 {
    let (mut seen, mut distance, mut sum) = (reds, 0, 0);
    while seen != BOARD {
        distance += 1;
        let next = dilate(seen);
        sum += distance * distance * count(next & !seen);
        seen = next;
    }
    -sum / 2
}
