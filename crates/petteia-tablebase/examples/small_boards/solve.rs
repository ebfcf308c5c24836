//! Retrograde analysis of whole games.
//!
//! In Gonu a capture leads to a smaller slice, which is solved before. In conversion all moves stay in the one slice. Each
//! position first gets what the moves decide that leave the slice or end the game. Then losses and wins are taken back ply
//! by ply, with a count of the moves that are still open (Thompson, "Retrograde analysis of certain endgames", 1986).
//!
//! A number stands for all images of a position, and the count is that of the moves of all images together. So each move
//! back from a position that has `n` images takes `n` moves away.

use petteia_core::Wdl;
use petteia_tablebase::Counts;

use crate::board::{Board, Men, size};
use crate::index::{Index, Numbered};

/// The value of a position for the side to move. The distance is the number of plies to the next move that takes men off
/// the board, or to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Loss(u16),
    Draw,
    Win(u16),
}

/// The state of a position whose value is a win, without the distance. Below [`LOST`] a state is the number of open moves.
const WON: u16 = 0x8000;
/// The state of a position whose value is a loss, without the distance.
const LOST: u16 = 0x4000;
/// Greatest distance in plies.
const MAX_DISTANCE: u16 = LOST - 2;
/// The state of a number without a position.
const NO_POSITION: u16 = u16::MAX;

/// The value of a state; `None` for a number without a position.
fn value(state: u16) -> Option<Value> {
    match state {
        NO_POSITION => None,
        WON.. => Some(Value::Win(state - WON)),
        LOST.. => Some(Value::Loss(state - LOST)),
        _ => Some(Value::Draw),
    }
}

impl Value {
    /// The result, and the distance, which is 0 for a draw.
    pub fn parts(self) -> (Wdl, u16) {
        match self {
            Self::Loss(plies) => (Wdl::Loss, plies),
            Self::Draw => (Wdl::Draw, 0),
            Self::Win(plies) => (Wdl::Win, plies),
        }
    }
}

/// The values of all positions of a game.
#[derive(Debug)]
pub struct Solution {
    pub index: Index,
    /// The states of the positions of each slice.
    states: Vec<Vec<u16>>,
}

impl Solution {
    /// Solves the game in which both sides start with so many men. `log` gets a line about each slice.
    ///
    /// # Errors
    /// If the numbers of positions are more than `max_numbers`.
    pub fn new(
        board: Board,
        men_at_start: usize,
        max_numbers: usize,
        mut log: impl FnMut(String),
    ) -> Result<Self, String> {
        let index = Index::new(board, men_at_start);
        let numbers: usize = index.slices().map(|slice| index.size(slice)).sum();
        if numbers > max_numbers {
            return Err(format!("expected a game with at most {max_numbers} positions, found {numbers}"));
        }
        let slices = index.slices();
        let mut solution = Self { index, states: vec![Vec::new(); 2 * men_at_start + 1] };
        for slice in slices {
            solution.begin(slice);
            let mut distance = 0;
            while solution.take_back(slice, distance) || distance == 0 {
                distance += 1;
            }
            log(format!("{slice} men: {}", solution.counts(slice)));
        }
        Ok(solution)
    }

    /// The value of a position; `None` if it has none.
    pub fn value(&self, men: Men) -> Option<Value> {
        let (slice, number) = self.index.number(men);
        value(self.states[slice][number])
    }

    /// The positions of a slice with their values.
    pub fn positions(&self, slice: usize) -> impl Iterator<Item = (Men, Value)> {
        let valued = self.states[slice].iter().enumerate().filter_map(|(number, &state)| Some((number, value(state)?)));
        valued.filter_map(move |(number, value)| Some((self.index.position(slice, number)?.men, value)))
    }

    /// What a slice holds.
    pub fn counts(&self, slice: usize) -> Counts {
        let mut counts = Counts::default();
        for value in self.states[slice].iter().filter_map(|&state| value(state)) {
            let (wdl, plies) = value.parts();
            counts.add(wdl, plies.into());
        }
        counts
    }

    /// Sets the state of each position of a slice from the moves that leave the slice or end the game.
    fn begin(&mut self, slice: usize) {
        let states = (0..self.index.size(slice)).map(|number| {
            self.index.position(slice, number).map_or(NO_POSITION, |position| self.first_state(position))
        });
        self.states[slice] = states.collect();
    }

    /// The state of a position from these moves.
    fn first_state(&self, Numbered { men, images }: Numbered) -> u16 {
        let on_board = size(men.own | men.enemy);
        let (mut open, mut best, mut leaves) = (0, Wdl::Loss, false);
        self.index.board.for_each_move(men, |after| {
            if self.index.board.has_too_few(after) {
                best = Wdl::Win;
            } else if size(after.own | after.enemy) < on_board {
                leaves = true;
                let result = self.value(after).map_or(Wdl::Draw, |value| value.parts().0.negated());
                best = best.max(result);
            } else {
                open += 1;
            }
        });
        match (best, open) {
            (Wdl::Win, _) => WON + 1,
            (Wdl::Loss, 0) => LOST + u16::from(leaves),
            // A move that draws stays open.
            (best, open) => (open + u16::from(best == Wdl::Draw)) * images,
        }
    }

    /// Takes back the moves to the positions of a slice that are solved with this distance. Returns whether that solves
    /// any.
    fn take_back(&mut self, slice: usize, distance: u16) -> bool {
        assert!(distance < MAX_DISTANCE, "{distance} plies");
        let Self { index, states } = self;
        let states = &mut states[slice];
        let mut is_any_solved = false;
        for number in 0..states.len() {
            let is_won = states[number] == WON + distance;
            if !is_won && states[number] != LOST + distance {
                continue;
            }
            let Some(Numbered { men, images }) = index.position(slice, number) else { continue };
            index.board.for_each_move_back(men, |before| {
                let state = &mut states[index.number(before).1];
                if *state >= LOST {
                    return;
                }
                if is_won {
                    *state -= images;
                    if *state > 0 {
                        return;
                    }
                }
                *state = distance + 1 + if is_won { LOST } else { WON };
                is_any_solved = true;
            });
        }
        is_any_solved
    }
}
