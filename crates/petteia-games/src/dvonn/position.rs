//! The rules, with bitboards, copy-make and an incremental Zobrist key.

use super::board::{BOARD, MAX_MOVING_HEIGHT, NEIGHBOURS, REACH, dilate, enclosed, flood, may_disconnect};
pub use super::pieces::{Move, Phase, Stack};
use petteia_core::bits::ones;
use petteia_core::{BySide, Outcome, Position, Side, hash};

/// Number of red pieces in a game. They are placed first (point 2).
pub const REDS: u32 = 3;

/// A DVONN position in either phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dvonn {
    /// Stacks of each side: its colour is on top (point 4).
    stacks: BySide<u64>,
    /// Stacks that contain red, lone red pieces included.
    red: u64,
    /// Stacks of height 1 of both sides, without lone red pieces.
    singles: u64,
    key: u64,
    /// Height of the stack on each cell, 0 on empty cells.
    heights: [u8; 64],
    /// Total height of the stacks of each side, in pieces.
    pieces: BySide<u8>,
    side: Side,
    phase: Phase,
}

/// Kinds of stacks with Zobrist keys of their own: a lone red piece, and stacks of each side without and with red.
const ZOBRIST_KINDS: usize = 5;
/// Zobrist keys by cell and kind. The key of a stack is one of them, rotated left by the height.
static KEYS: [u64; 64 * ZOBRIST_KINDS] = hash::keys(0x0D0E);
/// Zobrist key of a position with the second side to move.
const SIDE_KEY: u64 = hash::keys::<2>(0x0D0F)[0];
/// Zobrist key of a position in the stacking phase.
const PHASE_KEY: u64 = hash::keys::<2>(0x0D0F)[1];

/// The Zobrist key of a stack.
const fn stack_key(cell: usize, owner: Option<Side>, red: bool, height: u8) -> u64 {
    let kind = match owner {
        None => 0,
        Some(Side::First) => 1 + red as usize,
        Some(Side::Second) => 3 + red as usize,
    };
    KEYS[ZOBRIST_KINDS * (cell & 63) + kind].rotate_left(height as u32)
}

impl Dvonn {
    /// An empty board. [`Dvonn::put`] adds the stacks.
    #[must_use]
    pub(super) fn empty(side: Side, phase: Phase) -> Self {
        Self {
            stacks: BySide([0; 2]),
            red: 0,
            singles: 0,
            key: if side == Side::Second { SIDE_KEY } else { 0 } ^ if phase == Phase::Stacking { PHASE_KEY } else { 0 },
            heights: [0; 64],
            pieces: BySide([0; 2]),
            side,
            phase,
        }
    }

    /// Puts a stack on an empty cell. Only this method and [`Dvonn::take`] change the board.
    #[inline]
    pub(super) fn put(&mut self, cell: usize, stack: Stack, height: u8) {
        let bit = 1 << cell;
        if let Some(side) = stack.owner() {
            self.stacks[side] |= bit;
            self.pieces[side] += height;
            self.singles |= u64::from(height == 1) << cell;
        }
        if stack.has_red() {
            self.red |= bit;
        }
        self.heights[cell & 63] = height;
        self.key ^= stack_key(cell, stack.owner(), stack.has_red(), height);
    }

    /// Removes the stack from an occupied cell.
    #[inline]
    fn take(&mut self, cell: usize) {
        let bit = 1 << cell;
        let height = self.heights[cell & 63];
        let owner = self.owner(cell);
        if let Some(side) = owner {
            self.stacks[side] ^= bit;
            self.pieces[side] -= height;
        }
        self.key ^= stack_key(cell, owner, self.red & bit != 0, height);
        self.red &= !bit;
        self.singles &= !bit;
        self.heights[cell & 63] = 0;
    }

    /// The position without the stack on an occupied cell. It may break the rules: point 7 is not applied.
    #[cfg(feature = "evaluations")]
    pub(super) fn without(&self, cell: usize) -> Self {
        let mut rest = *self;
        rest.take(cell);
        rest
    }

    /// Switches the side to move.
    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }

    /// The phase of the game.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// All occupied cells.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.stacks.0[0] | self.stacks.0[1] | self.red
    }

    /// The stacks of a side.
    #[must_use]
    pub fn stacks(&self, side: Side) -> u64 {
        self.stacks[side]
    }

    /// The stacks that contain red, lone red pieces included.
    #[must_use]
    pub fn reds(&self) -> u64 {
        self.red
    }

    /// The height of the stack on a cell, 0 if the cell is empty.
    #[must_use]
    pub fn height(&self, cell: usize) -> u8 {
        self.heights[cell & 63]
    }

    /// Total height of the stacks of a side, in pieces: its score (point 9).
    #[must_use]
    pub fn pieces(&self, side: Side) -> u8 {
        self.pieces[side]
    }

    /// The kind of the stack on a cell; `None` if the cell is empty.
    #[must_use]
    pub fn stack(&self, cell: usize) -> Option<Stack> {
        let red = self.red >> cell & 1 == 1;
        match self.owner(cell) {
            Some(side) if red => Some(Stack::WithRed(side)),
            Some(side) => Some(Stack::Plain(side)),
            None => red.then_some(Stack::Red),
        }
    }

    /// The owner of the stack on a cell; `None` for a lone red piece or an empty cell.
    fn owner(&self, cell: usize) -> Option<Side> {
        if self.stacks.0[0] >> cell & 1 == 1 {
            Some(Side::First)
        } else if self.stacks.0[1] >> cell & 1 == 1 {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// The colour of the next piece in the placement phase; `None` for red (point 2).
    #[must_use]
    pub fn next_piece(&self) -> Option<Side> {
        (self.occupied().count_ones() >= REDS).then_some(self.side)
    }

    /// The stacks of a side that are not enclosed (point 6). They may still have no move.
    #[must_use]
    pub fn free_stacks(&self, side: Side) -> u64 {
        self.stacks[side] & !enclosed(self.occupied())
    }

    /// The cells where the stack on a cell can land (point 5), as if it were not enclosed.
    #[must_use]
    pub fn targets(&self, cell: usize) -> u64 {
        self.reach(cell) & self.occupied()
    }

    /// The cells at the distance of a stack's height, occupied or not.
    fn reach(&self, cell: usize) -> u64 {
        REACH[cell & 63][self.heights[cell & 63].min(MAX_MOVING_HEIGHT as u8 + 1) as usize & 15]
    }

    /// Whether a side has a stack that can move.
    #[must_use]
    pub fn can_move(&self, side: Side) -> bool {
        let free = self.free_stacks(side);
        // A stack of height 1 can move if it has any neighbour.
        any_touches(free & self.singles, self.occupied()) || ones(free & !self.singles).any(|c| self.targets(c) != 0)
    }

    /// The number of moves of `stacks` if exactly the cells of `occupied` were occupied and no stack were enclosed.
    fn count_stack_moves(&self, stacks: u64, occupied: u64) -> u32 {
        let singles = stacks & self.singles;
        let steps = [
            singles & occupied << 1,
            singles & occupied >> 1,
            singles & occupied << 11,
            singles & occupied >> 11,
            singles & occupied << 12,
            singles & occupied >> 12,
        ];
        let by_singles: u32 = steps.iter().map(|set| set.count_ones()).sum();
        let by_others = ones(stacks & !self.singles).map(|cell| (self.reach(cell) & occupied).count_ones());
        by_singles + by_others.sum::<u32>()
    }

    /// The sum of the enemy's moves over all moves of the stack on `from`.
    ///
    /// A stack without red leaves the same cells occupied wherever it lands. The enemy then loses only the moves of the
    /// stack under it.
    fn count_replies_from(&self, from: usize) -> u64 {
        let targets = self.targets(from);
        let replies_by_playing = |to| self.after(Move::stack(from, to)).count_moves();
        if self.red >> from & 1 == 1 {
            return ones(targets).map(replies_by_playing).sum();
        }
        let mut occupied = self.occupied() ^ (1_u64 << from);
        if may_disconnect(from, occupied) {
            // Point 7.
            occupied = flood(self.red, occupied);
        }
        let enemies = self.stacks[!self.side] & occupied & !enclosed(occupied);
        let all = self.count_stack_moves(enemies, occupied);
        let replies = |to| all - self.count_stack_moves(enemies & (1_u64 << to), occupied);
        // Without moves the enemy must pass, or the game is over.
        ones(targets).map(|to| if replies(to) > 0 { replies(to).into() } else { replies_by_playing(to) }).sum()
    }

    /// Plays a placement (points 1 to 3).
    fn place(&mut self, cell: usize) {
        let stack = self.next_piece().map_or(Stack::Red, Stack::Plain);
        self.put(cell, stack, 1);
        if self.occupied() == BOARD {
            // Point 3: White placed the 49th piece and also moves first.
            self.phase = Phase::Stacking;
            self.key ^= PHASE_KEY;
        } else {
            self.pass_turn();
        }
    }

    /// Plays the move of a stack (points 5 and 7).
    #[inline]
    fn move_stack(&mut self, from: usize, to: usize) {
        let (from_bit, to_bit) = (1_u64 << from, 1_u64 << to);
        let height = self.heights[from & 63] + self.heights[to & 63];
        let moves_red = self.red & from_bit != 0;
        let has_red = moves_red || self.red & to_bit != 0;
        self.take(from);
        self.take(to);
        self.put(to, if has_red { Stack::WithRed(self.side) } else { Stack::Plain(self.side) }, height);
        // Point 7 has an effect only if red has moved, or if the empty cell connected its neighbours.
        let occupied = self.occupied();
        if moves_red || may_disconnect(from, occupied) {
            self.remove_disconnected(from, moves_red, to_bit, occupied);
        }
        self.pass_turn();
    }

    /// Removes all stacks that are not connected to red after a move (point 7).
    #[cold]
    fn remove_disconnected(&mut self, from: usize, moved_red: bool, to_bit: u64, occupied: u64) {
        let around = NEIGHBOURS[from & 63] & occupied;
        // Nothing is removed if all neighbours of `from` are connected to each other and to a moved red piece.
        let mut reached = if moved_red { to_bit } else { around & around.wrapping_neg() };
        loop {
            if around & !reached == 0 {
                return;
            }
            let next = dilate(reached) & occupied;
            if next == reached {
                break;
            }
            reached = next;
        }
        for cell in ones(occupied & !flood(self.red, occupied)) {
            self.take(cell);
        }
    }

    /// The stacks that a legal move removes (point 7): cell, kind and height. The moved stack is on its new cell.
    #[must_use]
    pub fn removed_by(&self, m: Move) -> Vec<(usize, Stack, u8)> {
        if self.phase == Phase::Placement || m == Move::PASS {
            return Vec::new();
        }
        let after = self.after(m);
        let removed = self.occupied() & !after.occupied() & !(1 << m.from());
        ones(removed)
            .map(|cell| {
                let is_moved = cell == m.to();
                let height = self.heights[cell] + if is_moved { self.heights[m.from()] } else { 0 };
                (cell, Stack::Plain(if is_moved { self.side } else { self.owner(cell).unwrap_or(self.side) }), height)
            })
            .collect()
    }
}

/// Whether any cell of `set` touches another cell of `occupied`.
fn any_touches(set: u64, occupied: u64) -> bool {
    let touched = set << 1 | set >> 1 | set << 11 | set >> 11 | set << 12 | set >> 12;
    touched & occupied != 0
}

impl Position for Dvonn {
    type Move = Move;

    fn start() -> Self {
        Self::empty(Side::First, Phase::Placement)
    }

    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.phase == Phase::Placement {
            ones(BOARD & !self.occupied()).for_each(|cell| visit(Move::place(cell)));
            return;
        }
        let mut stuck = true;
        for from in ones(self.free_stacks(self.side)) {
            for to in ones(self.targets(from)) {
                stuck = false;
                visit(Move::stack(from, to));
            }
        }
        if stuck && self.can_move(!self.side) {
            visit(Move::PASS);
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.phase == Phase::Placement {
            return u64::from((BOARD & !self.occupied()).count_ones());
        }
        match self.count_stack_moves(self.free_stacks(self.side), self.occupied()) {
            0 => self.can_move(!self.side).into(),
            count => count.into(),
        }
    }

    fn count_replies(&self) -> u64 {
        match self.phase {
            Phase::Placement if self.count_moves() > 1 => self.count_moves() * (self.count_moves() - 1),
            Phase::Stacking if self.can_move(self.side) => {
                ones(self.free_stacks(self.side)).map(|from| self.count_replies_from(from)).sum()
            }
            // The last placement, a pass, or a finished game.
            _ => {
                let mut count = 0;
                self.for_each_move(|m| count += self.after(m).count_moves());
                count
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        if m == Move::PASS {
            self.pass_turn();
        } else if self.phase == Phase::Placement {
            self.place(m.to());
        } else {
            self.move_stack(m.from(), m.to());
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase == Phase::Placement || self.can_move(self.side) || self.can_move(!self.side) {
            return None;
        }
        // Point 9.
        let [white, black] = self.pieces.0;
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn key(&self) -> u64 {
        self.key
    }
}
