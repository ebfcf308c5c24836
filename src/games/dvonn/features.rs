//! What a network sees of a position.

use super::board::{BOARD, FILES, NEIGHBOURS, REACH, RIM, ROW, ROWS, dilate, enclosed, flood, may_cut};
use super::pieces::Phase;
use super::position::Dvonn;
use crate::base::Side;
use crate::base::bits::ones;
use crate::game::{Features, Learnable, Position};

/// Where each family of features begins, and how many there are of it.
mod family {
    use super::{BURDENS, CELLS, HEIGHTS, KINDS, MOBILES, RINGS, STATES};

    /// What stands on a cell, in the stacking phase: cell, kind.
    pub(super) const KIND: usize = 0;
    /// What a stack can do: side, has red, height, distance from red, state.
    pub(super) const STACK_SIZE: usize = KIND + CELLS * KINDS;
    /// What can be done to it: side, has red, height, distance from red, whether it can move, enemy and own stacks
    /// that can land on it.
    pub(super) const DANGER: usize = STACK_SIZE + 4 * HEIGHTS * RINGS * STATES;
    /// A stack that holds others together: side, whether it can move, own and enemy pieces that depend on it.
    pub(super) const BRIDGE: usize = DANGER + 4 * HEIGHTS * RINGS * 18;
    /// Stacks that can move, of both sides.
    pub(super) const MOBILE: usize = BRIDGE + 4 * BURDENS * BURDENS;
    /// Moves: side, number.
    pub(super) const MOVES: usize = MOBILE + MOBILES * MOBILES;
    /// Own, enemy and lone stacks with red.
    pub(super) const REDS: usize = MOVES + 2 * 64;
    /// Number of stacks left.
    pub(super) const LEFT: usize = REDS + 64;
    /// What stands on a cell, in the placement phase: cell, red, own or enemy.
    pub(super) const PIECE: usize = LEFT + 50;
    /// A piece by its distances from the three red ones: side, on the rim, distances.
    pub(super) const DISTANCES: usize = PIECE + 3 * CELLS;
    /// A piece by those next to it: side, on the rim, own ones, enemy ones.
    pub(super) const BESIDE: usize = DISTANCES + 4 * 512;
    /// A piece by those two steps away in line, where a stack of two would land: side, own ones, red ones.
    pub(super) const REACHED: usize = BESIDE + 4 * 49;
    /// Number of pieces placed.
    pub(super) const PLACED: usize = REACHED + 2 * 7 * 4;
    pub(super) const COUNT: usize = PLACED + 50;
}

/// Kinds of cells.
const CELLS: usize = 16;
/// Heights are told apart up to this one, with the cell,
const TALL: usize = 8;
/// and with the surroundings.
const HEIGHTS: usize = 6;
/// What a stack can do: nothing even if it were free; nothing because it is enclosed; else its moves onto enemy
/// stacks, onto own ones and onto red, as far as they are told apart.
const STATES: usize = 2 + 4 * 3 * 2;
/// Pieces that depend on a stack are counted up to this number less one.
const BURDENS: usize = 9;
/// Stacks that can move are counted up to this number less one.
const MOBILES: usize = 12;
/// Distances from red, along stacks, are told apart up to this one; 0 is on red.
const RINGS: usize = 6;
/// A lone red piece, or a stack: side, has red, height.
const KINDS: usize = 1 + 4 * TALL;

/// The kinds of cells, from 0: cells that a symmetry of the board takes to each other are of one kind.
const KIND_OF: [u8; 64] = {
    let mut table = [0; 64];
    let (mut bit, mut next) = (0, 0);
    while bit < 64 {
        if BOARD >> bit & 1 == 1 {
            let (mut symmetry, mut least) = (0, bit);
            while symmetry < 4 {
                let image = seen(bit, symmetry);
                least = if image < least { image } else { least };
                symmetry += 1;
            }
            if least == bit {
                table[bit] = next;
                next += 1;
            } else {
                table[bit] = table[least];
            }
        }
        bit += 1;
    }
    assert!(next as usize == CELLS, "the number of kinds");
    table
};

/// Steps between two cells, up to seven.
static DISTANCE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < FILES * ROWS {
        let mut to = 0;
        while to < FILES * ROWS {
            let (files, rows) = ((from % FILES).abs_diff(to % FILES), (from / FILES).abs_diff(to / FILES));
            // A step may change both numbers by one, but only in the same direction.
            let same_way = (from % FILES > to % FILES) == (from / FILES > to / FILES);
            let far = if files > rows { files } else { rows };
            let steps = if same_way { far } else { files + rows };
            table[from][to] = if steps > 7 { 7 } else { steps as u8 };
            to += 1;
        }
        from += 1;
    }
    table
};

impl Features for Dvonn {
    const COUNT: usize = family::COUNT;
    const STAGES: usize = 15;

    fn stage(&self) -> usize {
        let occupied = self.occupied().count_ones() as usize;
        match self.phase() {
            Phase::Placement => occupied / 10,
            Phase::Stacking => 5 + (BOARD.count_ones() as usize - occupied) / 5,
        }
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize)) {
        match self.phase() {
            Phase::Placement => placement(self, visit),
            Phase::Stacking => {
                let surroundings = Surroundings::of(self);
                let mut mobile = [0; 2];
                for (enemy, side) in [self.side(), !self.side()].into_iter().enumerate() {
                    let mut moves = 0;
                    for cell in ones(self.stacks(side)) {
                        let count = surroundings.stack(side, enemy, cell, &mut visit);
                        moves += count;
                        mobile[enemy] += usize::from(count > 0);
                    }
                    visit(family::MOVES + 64 * enemy + moves.min(63));
                }
                let [own, others] = mobile.map(|count| count.min(MOBILES - 1));
                visit(family::MOBILE + MOBILES * own + others);
                let lone = self.reds() & !self.stacks(Side::First) & !self.stacks(Side::Second);
                ones(lone).for_each(|cell| visit(family::KIND + KINDS * usize::from(KIND_OF[cell])));
                let reds = |set: u64| (self.reds() & set).count_ones() as usize;
                visit(
                    family::REDS
                        + 16 * reds(self.stacks(self.side()))
                        + 4 * reds(self.stacks(!self.side()))
                        + reds(lone),
                );
                visit(family::LEFT + self.occupied().count_ones() as usize);
            }
        }
    }
}

fn placement(position: &Dvonn, mut visit: impl FnMut(usize)) {
    let red = position.reds();
    let mut reds = [0; 3];
    ones(red).zip(&mut reds).for_each(|(cell, red)| *red = cell);
    visit(family::PLACED + position.occupied().count_ones() as usize);
    let piece = |cell: usize, kind: usize| family::PIECE + 3 * usize::from(KIND_OF[cell]) + kind;
    ones(red).for_each(|cell| visit(piece(cell, 0)));
    for (enemy, side) in [position.side(), !position.side()].into_iter().enumerate() {
        let (own, others) = (position.stacks(side), position.stacks(!side));
        for cell in ones(own) {
            visit(piece(cell, 1 + enemy));
            let rim = (RIM >> cell & 1) as usize;
            let mut distances = reds.map(|red| usize::from(DISTANCE[cell][red & 63]));
            distances.sort_unstable();
            let [a, b, c] = distances;
            visit(family::DISTANCES + 512 * (2 * enemy + rim) + 64 * a + 8 * b + c);
            let beside = |set: u64| (NEIGHBOURS[cell] & set).count_ones() as usize;
            visit(family::BESIDE + 49 * (2 * enemy + rim) + 7 * beside(own) + beside(others));
            let reached = |set: u64| (REACH[cell][2] & set).count_ones() as usize;
            visit(family::REACHED + 28 * enemy + 4 * reached(own) + reached(red));
        }
    }
}

/// What the features of all stacks have in common.
struct Surroundings<'a> {
    position: &'a Dvonn,
    /// Cells within so many steps of red, along stacks.
    rings: [u64; RINGS - 1],
    /// Cells that are not enclosed.
    free: u64,
    /// By cell: where its stack would land, were it free.
    targets: [u64; 64],
    /// By side: where it can land, and where two stacks of it can.
    landings: [[u64; 2]; 2],
}

impl<'a> Surroundings<'a> {
    fn of(position: &'a Dvonn) -> Self {
        let mut rings = [position.reds(); RINGS - 1];
        for i in 1..RINGS - 1 {
            rings[i] = dilate(rings[i - 1]) & position.occupied();
        }
        let free = !enclosed(position.occupied());
        let mut targets = [0; 64];
        let landings = Side::BOTH.map(|side| {
            let mut landings = [0; 2];
            for cell in ones(position.stacks(side)) {
                let reached = position.targets(cell);
                targets[cell & 63] = reached;
                let reached = if free >> cell & 1 == 1 { reached } else { 0 };
                landings[1] |= landings[0] & reached;
                landings[0] |= reached;
            }
            landings
        });
        Self { position, rings, free, targets, landings }
    }

    #[inline]
    fn stack(&self, side: Side, enemy: usize, cell: usize, visit: &mut impl FnMut(usize)) -> usize {
        let (position, bit) = (self.position, 1_u64 << cell);
        let height = usize::from(position.height(cell)) - 1;
        let live = usize::from(position.reds() & bit != 0);
        let kind = 1 + TALL * (2 * enemy + live) + height.min(TALL - 1);
        visit(family::KIND + KINDS * usize::from(KIND_OF[cell]) + kind);
        let targets = self.targets[cell & 63];
        let free = self.free & bit != 0;
        let (own, others, red) = (position.stacks(side), position.stacks(!side), position.reds());
        let state = if targets == 0 {
            0
        } else if !free {
            1
        } else {
            let at_most = |set: u64, most: u32| set.count_ones().min(most) as usize;
            2 + 6 * at_most(targets & others, 3) + 2 * at_most(targets & own, 2) + usize::from(targets & red != 0)
        };
        let ring = self.rings.iter().filter(|&&ring| ring & bit == 0).count();
        let stack = ((2 * enemy + live) * HEIGHTS + height.min(HEIGHTS - 1)) * RINGS + ring;
        visit(family::STACK_SIZE + stack * STATES + state);
        let landings = |side: Side| self.landings[side as usize].iter().filter(|&&set| set & bit != 0).count();
        let able = usize::from(state > 1);
        visit(family::DANGER + stack * 18 + 9 * able + 3 * landings(!side) + landings(side));
        if live == 0 && may_cut(cell, position.occupied()) {
            let rest = position.occupied() ^ bit;
            let lost = rest & !flood(red, rest);
            if lost != 0 {
                let pieces = |set: u64| ones(lost & set).map(|cell| usize::from(position.height(cell))).sum::<usize>();
                let [own, others] = [own, others].map(|set| pieces(set).min(BURDENS - 1));
                visit(family::BRIDGE + ((2 * enemy + able) * BURDENS + own) * BURDENS + others);
            }
        }
        if able == 1 { targets.count_ones() as usize } else { 0 }
    }
}

impl Learnable for Dvonn {
    const SCALE: f32 = 400.0;

    fn opening(_chance: u32) -> usize {
        // All of the placement: the boards of a hundred thousand games are a hundred thousand boards.
        BOARD.count_ones() as usize
    }

    fn augmented(&self, chance: u32) -> Self {
        let mut image = Self::empty(self.side(), self.phase());
        for at in ones(self.occupied()) {
            if let Some(stack) = self.stack(at) {
                image.put(seen(at, chance as usize % 4), stack, self.height(at));
            }
        }
        image
    }
}

/// The cell where one of the four symmetries of the board takes a cell: bit 0 turns each row round, bit 1 the whole
/// board.
const fn seen(at: usize, symmetry: usize) -> usize {
    let (mut file, mut row) = (at % FILES, at / FILES);
    if symmetry & 1 != 0 {
        file = 2 * ROW[row].0 + ROW[row].1 - 1 - file;
    }
    if symmetry & 2 != 0 {
        (file, row) = (FILES - 1 - file, ROWS - 1 - row);
    }
    FILES * row + file
}
