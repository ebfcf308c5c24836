//! The rules: bitboards, copy-make, an incremental Zobrist key.

use super::board::{BOARD, NEIGHBOURS, REACH, TALLEST_MOVER, dilate, enclosed, flood, may_cut};
pub use super::pieces::{Move, Phase, Stack};
use crate::base::bits::ones;
use crate::base::{BySide, Outcome, Side, hash};
use crate::game::Position;

/// Red pieces in a game; they are placed first (point 2).
pub const REDS: u32 = 3;

/// A DVONN position of either phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dvonn {
    /// Stacks by the colour on top.
    tops: BySide<u64>,
    /// Stacks that hold red, lone reds among them.
    red: u64,
    /// Owned stacks of height 1.
    singles: u64,
    key: u64,
    /// By cell; 0 where nothing stands.
    heights: [u8; 64],
    /// Total height of the stacks that each side owns.
    pieces: BySide<u8>,
    side: Side,
    phase: Phase,
}

/// Zobrist keys: a stack is its cell's and kind's key turned by its height.
const KINDS: usize = 5;
static KEYS: [u64; 64 * KINDS] = hash::keys(0x0D0E);
const SIDE_KEY: u64 = hash::keys::<2>(0x0D0F)[0];
const PHASE_KEY: u64 = hash::keys::<2>(0x0D0F)[1];

const fn key_of(cell: usize, owner: Option<Side>, red: bool, height: u8) -> u64 {
    let kind = match owner {
        None => 0,
        Some(Side::First) => 1 + red as usize,
        Some(Side::Second) => 3 + red as usize,
    };
    KEYS[KINDS * (cell & 63) + kind].rotate_left(height as u32)
}

impl Dvonn {
    /// An empty board in the given phase, to be filled by [`Dvonn::put`].
    #[must_use]
    pub(super) fn empty(side: Side, phase: Phase) -> Self {
        Self {
            tops: BySide([0; 2]),
            red: 0,
            singles: 0,
            key: if side == Side::Second { SIDE_KEY } else { 0 } ^ if phase == Phase::Stacking { PHASE_KEY } else { 0 },
            heights: [0; 64],
            pieces: BySide([0; 2]),
            side,
            phase,
        }
    }

    /// Sets a stack on an empty cell. With [`Dvonn::take`] the one door through which the board changes.
    #[inline]
    pub(super) fn put(&mut self, cell: usize, stack: Stack, height: u8) {
        let bit = 1 << cell;
        if let Some(side) = stack.owner() {
            self.tops[side] |= bit;
            self.pieces[side] += height;
            self.singles |= u64::from(height == 1) << cell;
        }
        if stack.has_red() {
            self.red |= bit;
        }
        self.heights[cell & 63] = height;
        self.key ^= key_of(cell, stack.owner(), stack.has_red(), height);
    }

    /// Takes the stack off a cell.
    #[inline]
    fn take(&mut self, cell: usize) {
        let bit = 1 << cell;
        let height = self.heights[cell & 63];
        let owner = self.owner(cell);
        if let Some(side) = owner {
            self.tops[side] ^= bit;
            self.pieces[side] -= height;
        }
        self.key ^= key_of(cell, owner, self.red & bit != 0, height);
        self.red &= !bit;
        self.singles &= !bit;
        self.heights[cell & 63] = 0;
    }

    /// The position with nothing on a cell that holds a stack, which the rules may not allow.
    pub(super) fn without(&self, cell: usize) -> Self {
        let mut rest = *self;
        rest.take(cell);
        rest
    }

    /// The other side's turn.
    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }

    /// The phase.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// All cells with something on them.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.tops.0[0] | self.tops.0[1] | self.red
    }

    /// The stacks of a side.
    #[must_use]
    pub fn stacks(&self, side: Side) -> u64 {
        self.tops[side]
    }

    /// The stacks that hold red, lone reds among them.
    #[must_use]
    pub fn reds(&self) -> u64 {
        self.red
    }

    /// The height on a cell, 0 where nothing stands.
    #[must_use]
    pub fn height(&self, cell: usize) -> u8 {
        self.heights[cell & 63]
    }

    /// Total height of the stacks of a side (point 9).
    #[must_use]
    pub fn pieces(&self, side: Side) -> u8 {
        self.pieces[side]
    }

    /// What stands on a cell.
    #[must_use]
    pub fn stack(&self, cell: usize) -> Option<Stack> {
        let red = self.red >> cell & 1 == 1;
        match self.owner(cell) {
            Some(side) if red => Some(Stack::Live(side)),
            Some(side) => Some(Stack::Plain(side)),
            None => red.then_some(Stack::Red),
        }
    }

    fn owner(&self, cell: usize) -> Option<Side> {
        if self.tops.0[0] >> cell & 1 == 1 {
            Some(Side::First)
        } else if self.tops.0[1] >> cell & 1 == 1 {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// The colour of the piece that the placement phase puts next; `None` for red (point 2).
    #[must_use]
    pub fn next_piece(&self) -> Option<Side> {
        (self.occupied().count_ones() >= REDS).then_some(self.side)
    }

    /// The stacks of a side that are not enclosed (point 6), whether or not they reach anything.
    #[must_use]
    pub fn free_stacks(&self, side: Side) -> u64 {
        self.tops[side] & !enclosed(self.occupied())
    }

    /// Where the stack on a cell would land (point 5), were it free to move.
    #[must_use]
    pub fn targets(&self, cell: usize) -> u64 {
        self.reach(cell) & self.occupied()
    }

    fn reach(&self, cell: usize) -> u64 {
        REACH[cell & 63][self.heights[cell & 63].min(TALLEST_MOVER as u8 + 1) as usize & 15]
    }

    /// Whether a side has a stack that can move.
    #[must_use]
    pub fn can_move(&self, side: Side) -> bool {
        let free = self.free_stacks(side);
        // A single that touches anything can move, and only one alone on its island does not.
        dilate_others(free & self.singles, self.occupied()) || ones(free & !self.singles).any(|c| self.targets(c) != 0)
    }

    /// The number of moves of these stacks, were just these cells occupied and no stack enclosed.
    fn count_stackings(&self, stacks: u64, occupied: u64) -> u32 {
        let singles = stacks & self.singles;
        let steps = [
            singles & occupied << 1,
            singles & occupied >> 1,
            singles & occupied << 11,
            singles & occupied >> 11,
            singles & occupied << 12,
            singles & occupied >> 12,
        ];
        let singly: u32 = steps.iter().map(|set| set.count_ones()).sum();
        let taller = ones(stacks & !self.singles).map(|cell| (self.reach(cell) & occupied).count_ones());
        singly + taller.sum::<u32>()
    }

    /// The number of enemy moves after each move of the stack on `from`, summed. Unless that carries
    /// red away, the same cells stay occupied wherever it goes, and all that the enemy can lose to
    /// it is the stack landed on.
    fn count_replies_to(&self, from: usize) -> u64 {
        let targets = self.targets(from);
        let played = |to| self.after(Move::stack(from, to)).count_moves();
        if self.red >> from & 1 == 1 {
            return ones(targets).map(played).sum();
        }
        let mut occupied = self.occupied() ^ (1_u64 << from);
        if may_cut(from, occupied) {
            occupied = flood(self.red, occupied); // point 7
        }
        let enemies = self.tops[!self.side] & occupied & !enclosed(occupied);
        let all = self.count_stackings(enemies, occupied);
        let replies = |to| all - self.count_stackings(enemies & (1_u64 << to), occupied);
        // With none left the enemy has to pass, or the game is over.
        ones(targets).map(|to| if replies(to) > 0 { replies(to).into() } else { played(to) }).sum()
    }

    fn place(&mut self, cell: usize) {
        let stack = self.next_piece().map_or(Stack::Red, Stack::Plain);
        self.put(cell, stack, 1);
        if self.occupied() == BOARD {
            // Point 3: White, who placed the 49th piece, moves again.
            self.phase = Phase::Stacking;
            self.key ^= PHASE_KEY;
        } else {
            self.pass_turn();
        }
    }

    #[inline]
    fn move_stack(&mut self, from: usize, to: usize) {
        let (from_bit, to_bit) = (1_u64 << from, 1_u64 << to);
        let height = self.heights[from & 63] + self.heights[to & 63];
        let carries = self.red & from_bit != 0;
        let live = carries || self.red & to_bit != 0;
        self.take(from);
        self.take(to);
        self.put(to, if live { Stack::Live(self.side) } else { Stack::Plain(self.side) }, height);
        // Point 7 is looked at only where it can have an effect: red has left the place, or the
        // neighbours hung together through it.
        let occupied = self.occupied();
        if carries || may_cut(from, occupied) {
            self.remove_cut_off(from, carries, to_bit, occupied);
        }
        self.pass_turn();
    }

    #[cold]
    fn remove_cut_off(&mut self, from: usize, carried_red: bool, to_bit: u64, occupied: u64) {
        let around = NEIGHBOURS[from & 63] & occupied;
        // All is well if the neighbours still hang together, with the red one where that has moved.
        let mut reached = if carried_red { to_bit } else { around & around.wrapping_neg() };
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

    /// The stacks that playing this legal move would remove, the moved one at its new place among
    /// them, with what stands there then.
    #[must_use]
    pub fn removed_by(&self, m: Move) -> Vec<(usize, Stack, u8)> {
        if self.phase == Phase::Placement || m == Move::PASS {
            return Vec::new();
        }
        let after = self.after(m);
        let gone = self.occupied() & !after.occupied() & !(1 << m.from());
        ones(gone)
            .map(|cell| {
                let mover = cell == m.to();
                let height = self.heights[cell] + if mover { self.heights[m.from()] } else { 0 };
                (cell, Stack::Plain(if mover { self.side } else { self.owner(cell).unwrap_or(self.side) }), height)
            })
            .collect()
    }
}

/// Whether any cell of `set` touches another cell of `occupied`.
fn dilate_others(set: u64, occupied: u64) -> bool {
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
        match self.count_stackings(self.free_stacks(self.side), self.occupied()) {
            0 => self.can_move(!self.side).into(),
            count => count.into(),
        }
    }

    fn count_replies(&self) -> u64 {
        match self.phase {
            Phase::Placement if self.count_moves() > 1 => self.count_moves() * (self.count_moves() - 1),
            Phase::Stacking if self.can_move(self.side) => {
                ones(self.free_stacks(self.side)).map(|from| self.count_replies_to(from)).sum()
            }
            // The last placement, a pass, or the end.
            _ => {
                let mut count = 0;
                self.for_each_move(|m| count += self.after(m).count_moves());
                count
            }
        }
    }

    #[inline]
    fn play(&mut self, m: Move) {
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
