//! Positions of Epigo.

use std::ops::ControlFlow;

use petteia_core::one_by_one;
use petteia_core::{BySide, Outcome, Side, Simultaneous, hash};
use smallvec::SmallVec;

use super::board::{Direction, SQUARES, files};
use super::orders::{Choice, LINEUPS, Lineup, Order, Plan, for_each_lineup};
use super::turn::{Event, carry_out, resolve, resolve_slot};

/// Number of tiles of a side.
pub const TILES: usize = 7;
/// Number of captured tiles that wins the game (point 8).
pub const CAPTURES_TO_WIN: u32 = 3;

/// Number of plans of a side, by the number of tiles that it has lost. A plan has three different tiles in order, with
/// four orders to a tile on the board and one to a tile off it (point 3).
const PLANS: [u64; CAPTURES_TO_WIN as usize] = {
    let mut plans = [0; CAPTURES_TO_WIN as usize];
    let mut off = 0;
    while off < CAPTURES_TO_WIN as u64 {
        let on = TILES as u64 - off;
        let (pairs_on, pairs_off) = (on * (on - 1), off * off.saturating_sub(1));
        plans[off as usize] = 64 * pairs_on * (on - 2) + 3 * 16 * pairs_on * off + 3 * 4 * on * pairs_off;
        off += 1;
    }
    plans
};

/// Number of turns after which the game is drawn (point 9).
pub const MAX_TURNS: u32 = 100;

/// A numbered tile of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The owner.
    pub side: Side,
    /// The number, from 1 to 7.
    pub number: u8,
}

/// A position of Epigo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epigo {
    /// The square of each tile by its number, [`OFF`] if it is off the board. Index 0 is unused.
    squares: BySide<[u8; TILES + 1]>,
    /// The tile on each square as its number, plus [`BLACK`] for Black's; 0 if the square is empty.
    board: [u8; SQUARES],
    /// The squares of each side as bit sets.
    occupied: BySide<u64>,
    /// The number of the next turn, from 1; 0 before the line-up.
    turn: u32,
}

/// The square of a tile off the board.
const OFF: u8 = SQUARES as u8;
/// What the board adds to the numbers of Black's tiles.
const BLACK: u8 = 8;

/// Zobrist keys by side, tile number from 0, and square.
static KEYS: [[[u64; SQUARES]; TILES]; 2] = {
    let mut keys = [[[0; SQUARES]; TILES]; 2];
    let mut number = 0;
    while number < TILES {
        keys[0][number] = hash::keys(0xE601 + number as u64);
        keys[1][number] = hash::keys(0xE611 + number as u64);
        number += 1;
    }
    keys
};

impl Epigo {
    /// An empty board before the turn with this number.
    #[must_use]
    pub fn empty(turn: u32) -> Self {
        let squares = BySide([[OFF; TILES + 1]; 2]);
        Self { squares, board: [0; SQUARES], occupied: BySide::default(), turn }
    }

    /// The number of the next turn, from 1; 0 before the line-up.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The square of a tile; `None` if it is captured.
    #[inline]
    #[must_use]
    pub fn square_of(&self, tile: Tile) -> Option<usize> {
        let square = self.squares[tile.side][usize::from(tile.number)];
        (square != OFF).then_some(usize::from(square))
    }

    /// The tile on a square; `None` if it is empty.
    #[inline]
    #[must_use]
    pub fn tile(&self, square: usize) -> Option<Tile> {
        let code = self.board[square];
        let side = if code < BLACK { Side::First } else { Side::Second };
        (code != 0).then_some(Tile { side, number: code % BLACK })
    }

    /// The squares of the tiles of each side, which are the whole position but for the turn.
    #[inline]
    pub(super) fn squares(&self) -> [u64; 2] {
        self.squares.0.map(u64::from_le_bytes)
    }

    /// The squares of a side's tiles as a bit set.
    #[must_use]
    pub fn occupied(&self, side: Side) -> u64 {
        self.occupied[side]
    }

    /// The number of tiles that a side has lost.
    #[must_use]
    pub fn lost(&self, side: Side) -> u32 {
        if self.turn == 0 { 0 } else { TILES as u32 - self.occupied[side].count_ones() }
    }

    /// The value to the first player of a position where the game is over: 1 for a win, 0 for a draw, -1 for a loss.
    #[inline]
    pub(super) fn final_value(&self) -> Option<f64> {
        match self.outcome() {
            Some(Outcome::Win(Side::First)) => Some(1.0),
            Some(Outcome::Win(Side::Second)) => Some(-1.0),
            Some(Outcome::Draw) => Some(0.0),
            None => self.is_drawn().then_some(0.0),
        }
    }

    /// Puts a tile that is off the board on an empty square. Only this function, [`take`](Self::take) and
    /// [`advance_turn`](Self::advance_turn) change a position.
    #[inline]
    pub(super) fn put(&mut self, tile: Tile, square: usize) {
        self.squares[tile.side][usize::from(tile.number)] = square as u8;
        self.board[square] = tile.number + if tile.side == Side::First { 0 } else { BLACK };
        self.occupied[tile.side] |= 1 << square;
    }

    /// Takes the tile off a square and returns it.
    #[inline]
    pub(super) fn take(&mut self, square: usize) -> Option<Tile> {
        let tile = self.tile(square)?;
        self.squares[tile.side][usize::from(tile.number)] = OFF;
        self.board[square] = 0;
        self.occupied[tile.side] &= !(1 << square);
        Some(tile)
    }

    /// Changes the number of the next turn.
    pub(super) fn advance_turn(&mut self) {
        self.turn += 1;
    }

    /// Carries out a choice of each side and calls `report` for each event.
    pub fn play_with_events(&mut self, choices: [Choice; 2], report: impl FnMut(Event)) {
        match choices {
            [Choice::Lineup(white), Choice::Lineup(black)] => {
                self.line_up(Side::First, white);
                self.line_up(Side::Second, black);
            }
            [Choice::Plan(white), Choice::Plan(black)] => resolve(self, BySide([white, black]), report),
            // No position has choices of both kinds; illegal choices change nothing.
            _ => return,
        }
        self.advance_turn();
    }

    /// Carries out a choice of one side as if the other side did nothing, and calls `report` for each event.
    pub fn play_alone(&mut self, side: Side, choice: Choice, mut report: impl FnMut(Event)) {
        match choice {
            Choice::Lineup(lineup) => self.line_up(side, lineup),
            Choice::Plan(plan) => {
                for (i, order) in plan.0.into_iter().enumerate() {
                    if self.outcome().is_none() {
                        carry_out(self, side, order, &mut |kind| report(Event { slot: i + 1, kind }));
                    }
                }
            }
        }
        self.advance_turn();
    }

    /// Puts the tiles of a line-up on their rank (point 2).
    fn line_up(&mut self, side: Side, lineup: Lineup) {
        let rank = if side == Side::First { 3 } else { 4 };
        for (file, number) in files(rank).zip(lineup.0) {
            if number > 0 {
                self.put(Tile { side, number }, 8 * rank + file);
            }
        }
    }

    /// The orders that a side can give: four to a tile on the board, one to a tile off it (point 3).
    pub(super) fn orders(&self, side: Side) -> SmallVec<[Order; 4 * TILES]> {
        let mut orders = SmallVec::new();
        for tile in 1..=TILES as u8 {
            if self.square_of(Tile { side, number: tile }).is_some() {
                orders.extend(Direction::ALL.map(|direction| Order { tile, direction: Some(direction) }));
            } else {
                orders.push(Order { tile, direction: None });
            }
        }
        orders
    }

    /// The position after a slot with an order of `side` and one of the other side. A finished game does not change.
    #[inline]
    pub(super) fn after_slot(&self, side: Side, own: Order, other: Order) -> Self {
        let mut after = *self;
        if after.outcome().is_none() {
            resolve_slot(&mut after, BySide(if side == Side::First { [own, other] } else { [other, own] }), |_| ());
        }
        after
    }
}

impl Simultaneous for Epigo {
    type Choice = Choice;

    fn start() -> Self {
        Self::empty(0)
    }

    fn for_each_choice(&self, side: Side, mut visit: impl FnMut(Choice)) {
        if self.outcome().is_some() {
            return;
        }
        if self.turn == 0 {
            return for_each_lineup(|lineup| visit(Choice::Lineup(lineup)));
        }
        let orders = self.orders(side);
        let to_other_tiles = |used: [u8; 2]| orders.iter().copied().filter(move |order| !used.contains(&order.tile));
        for &first in &orders {
            for second in to_other_tiles([first.tile; 2]) {
                for third in to_other_tiles([first.tile, second.tile]) {
                    visit(Choice::Plan(Plan([first, second, third])));
                }
            }
        }
    }

    fn for_each_after(
        &self,
        side: Side,
        choice: Choice,
        mut visit: impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Choice::Plan(Plan(own)) = choice else {
            return one_by_one(self, side, choice, visit);
        };
        // Plans with the same first orders share the positions after them.
        let orders = self.orders(!side);
        let to_other_tiles = |used: [u8; 2]| orders.iter().copied().filter(move |order| !used.contains(&order.tile));
        for &first in &orders {
            let one = self.after_slot(side, own[0], first);
            for second in to_other_tiles([first.tile; 2]) {
                let two = one.after_slot(side, own[1], second);
                for third in to_other_tiles([first.tile, second.tile]) {
                    let mut three = two.after_slot(side, own[2], third);
                    three.advance_turn();
                    visit(&three)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn count_choices(&self, side: Side) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        if self.turn == 0 {
            return LINEUPS;
        }
        PLANS[self.lost(side) as usize]
    }

    fn count_replies(&self, side: Side, choice: Choice) -> u64 {
        let mut count = 0_u64;
        if let Choice::Lineup(_) = choice {
            // All tiles are on the board, whatever the other line-up.
            let any = self.after(side, choice, choice);
            return LINEUPS * any.count_choices(Side::First) * any.count_choices(Side::Second);
        }
        let _ = self.for_each_after(side, choice, |after| {
            count += after.count_choices(Side::First) * after.count_choices(Side::Second);
            ControlFlow::Continue(())
        });
        count
    }

    fn play_unchecked(&mut self, choices: [Choice; 2]) {
        self.play_with_events(choices, |_| ());
    }

    fn outcome(&self) -> Option<Outcome> {
        // Point 8.
        Side::BOTH.into_iter().find(|&side| self.lost(side) >= CAPTURES_TO_WIN).map(|loser| Outcome::Win(!loser))
    }

    fn is_drawn(&self) -> bool {
        // Point 9.
        self.turn > MAX_TURNS && self.outcome().is_none()
    }

    fn key(&self) -> u64 {
        let mut key = hash::splitmix(self.turn.into()).1;
        for (side, keys) in Side::BOTH.into_iter().zip(&KEYS) {
            for (&square, keys) in self.squares[side][1..].iter().zip(keys).filter(|(square, _)| **square != OFF) {
                key ^= keys[usize::from(square)];
            }
        }
        key
    }

    fn turns_to_go(&self) -> u32 {
        20
    }
}

#[cfg(test)]
mod tests {
    use petteia_core::SimultaneousNotation;

    use super::*;

    /// An order to a tile off the board does nothing, so it stands for no order unless the numbers are equal.
    #[test]
    fn a_plan_alone_is_one_against_orders_that_do_nothing() {
        let fen = "..../....b5./...b4b6w2../b7.b1w6..../..w1...w3b2/.b3....../....../..w4. 6";
        let position = Epigo::parse_fen(fen).expect("a position");
        // White has lost 5 and 7. Black chooses.
        let nothing = [5, 7].map(|tile| Order { tile, direction: None });
        let mut plans = 0;
        position.for_each_choice(Side::Second, |choice| {
            let Choice::Plan(plan) = choice else { return };
            let mut after = position;
            for order in plan.0 {
                let other = nothing.into_iter().find(|other| other.tile != order.tile).expect("one of two");
                after = after.after_slot(Side::Second, order, other);
            }
            after.advance_turn();
            let mut alone = position;
            alone.play_alone(Side::Second, choice, |_| {});
            assert_eq!(alone, after);
            plans += 1;
        });
        assert_eq!(plans, 7 * 6 * 5 * 64);
    }
}
