//! What the search asks of DVONN beside its rules.

use super::board::{BOARD, dilate};
use super::position::{Dvonn, Move, Phase};
use crate::core::Side;
use crate::core::bits::count;
use crate::game::{Position, Searchable};

impl Searchable for Dvonn {
    const TAGS: usize = 1 << 12;
    const SHALLOW: u32 = 10;
    const COUNTED: bool = true;

    fn tag(m: Move) -> usize {
        m.number()
    }

    fn margin(&self) -> i32 {
        let lead = i32::from(self.pieces(Side::First)) - i32::from(self.pieces(Side::Second));
        if self.side() == Side::First { lead } else { -lead }
    }

    #[inline]
    fn promise(&self, m: Move) -> i32 {
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

    fn moves_to_go(&self) -> u32 {
        let stacks = self.occupied().count_ones();
        match self.phase() {
            // Placements are searched but little: they get a small share of the clock.
            Phase::Placement => 500,
            // From about 24 stacks on the rest of the game can be solved.
            Phase::Stacking => stacks.saturating_sub(24).div_ceil(2).max(2),
        }
    }

    fn deepest(&self) -> Option<u32> {
        // Nothing tells good placements from bad ones but the evaluation, so a deeper search, which must leave most of
        // them out, chooses among those it overrates: two plies score 82 % against a rival's placement, three 77 %,
        // 300,000 positions 50 %.
        (self.phase() == Phase::Placement).then_some(2)
    }

    fn most_moves(&self) -> Option<u32> {
        // Each move of a stack empties a cell.
        (self.phase() == Phase::Stacking).then(|| self.occupied().count_ones())
    }

    fn solution_cost(&self) -> Option<u64> {
        // Measured: 24 stacks take some 300,000 positions, each further one twice as many.
        let stacks = self.occupied().count_ones();
        (self.phase() == Phase::Stacking && stacks <= 34).then(|| (300_000 << stacks) >> 24)
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
