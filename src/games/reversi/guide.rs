//! What the search asks of Reversi beside its rules.

use super::position::{Move, Reversi};
use crate::core::bits::count;
use crate::game::Searchable;

/// With more empty squares than this an exact solution is out of reach.
const SOLVABLE: u32 = 14;

impl Searchable for Reversi {
    const TAGS: usize = 65;
    const COUNTED: bool = true;

    fn tag(m: Move) -> usize {
        m.number()
    }

    fn margin(&self) -> i32 {
        count(self.own()) - count(self.enemy())
    }

    fn promise(&self, m: Move) -> i32 {
        let Some(square) = m.square() else { return 0 };
        let corner = nearest_corner(square);
        let corner_is_empty = (self.own() | self.enemy()) >> corner & 1 == 0;
        // Next to a corner a disc is a danger only as long as the corner can be taken.
        if corner_is_empty { BY_EMPTY_CORNER[square] } else { BY_TAKEN_CORNER[square] }
    }

    fn moves_to_go(&self) -> u32 {
        // The rest of the game can be solved when this many squares are left.
        self.empties().saturating_sub(SOLVABLE + 4).div_ceil(2).max(2)
    }

    fn most_moves(&self) -> Option<u32> {
        Some(self.empties())
    }

    fn solution_cost(&self) -> Option<u64> {
        let empties = self.empties();
        (empties <= SOLVABLE).then(|| 30 * 11_u64.pow(empties) / 5_u64.pow(empties))
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
