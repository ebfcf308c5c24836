//! Input features of the network.

use petteia_core::bits::ones;
use petteia_core::{Features, Learnable, Position, Side, Trainable};

use super::board::{BOARD, EDGE, FILES, NEIGHBOURS, REACH, ROW_SPANS, ROWS, dilate, enclosed, flood, may_disconnect};
use super::pieces::Phase;
use super::position::Dvonn;

/// Index of the first feature of each family. The comment of a family names what its features distinguish.
mod offset {
    use super::{
        CELL_CLASSES, CELL_CONTENTS, DEPENDENT_CLASSES, HEIGHT_CLASSES, MOBILE_CLASSES, MOBILITY_CLASSES, RED_DISTANCES,
    };

    /// A stack on a cell, in the stacking phase: class of the cell, contents.
    pub(super) const CELL_STACK: usize = 0;
    /// The mobility of a stack: side, with or without red, height, distance from red, mobility.
    pub(super) const STACK_MOBILITY: usize = CELL_STACK + CELL_CLASSES * CELL_CONTENTS;
    /// The attackers of a stack: side, with or without red, height, distance from red, whether it can move, number of
    /// stacks of the other side and of its own side that can land on it, both cut to 2.
    pub(super) const STACK_ATTACKERS: usize = STACK_MOBILITY + 4 * HEIGHT_CLASSES * RED_DISTANCES * MOBILITY_CLASSES;
    /// An articulation point, which is a stack that connects others to red: side, whether it can move, number of pieces
    /// of its own side and of the other side that depend on it.
    pub(super) const ARTICULATION: usize = STACK_ATTACKERS + 4 * HEIGHT_CLASSES * RED_DISTANCES * 18;
    /// Numbers of own and enemy stacks that can move.
    pub(super) const MOBILE_STACKS: usize = ARTICULATION + 4 * DEPENDENT_CLASSES * DEPENDENT_CLASSES;
    /// Number of moves: side, number.
    pub(super) const MOVE_COUNT: usize = MOBILE_STACKS + MOBILE_CLASSES * MOBILE_CLASSES;
    /// Numbers of own stacks with red, enemy stacks with red, and lone red pieces.
    pub(super) const RED_STACKS: usize = MOVE_COUNT + 2 * 64;
    /// Number of stacks on the board.
    pub(super) const STACK_COUNT: usize = RED_STACKS + 64;
    /// A piece on a cell, in the placement phase: class of the cell; red, own or enemy.
    pub(super) const CELL_PIECE: usize = STACK_COUNT + 50;
    /// The distances of a piece from the three red pieces: side, on the edge or not, distances in ascending order.
    pub(super) const PIECE_RED_DISTANCES: usize = CELL_PIECE + 3 * CELL_CLASSES;
    /// The neighbours of a piece: side, on the edge or not, number of pieces of its own side and of the other side.
    pub(super) const PIECE_NEIGHBOURS: usize = PIECE_RED_DISTANCES + 4 * 512;
    /// The pieces two steps away in line, where a stack of height 2 lands: side, number of pieces of its own
    /// side and of red pieces.
    pub(super) const PIECE_TWO_STEPS: usize = PIECE_NEIGHBOURS + 4 * 49;
    /// Number of pieces on the board in the placement phase.
    pub(super) const PIECE_COUNT: usize = PIECE_TWO_STEPS + 2 * 7 * 4;
    /// Number of all features.
    pub(super) const COUNT: usize = PIECE_COUNT + 50;
}

/// Number of classes of cells. The symmetries of the board map the cells of a class to each other.
const CELL_CLASSES: usize = 16;
/// Number of heights in the family that also tells the cell. The last one stands for all higher stacks.
const HEIGHTS_BY_CELL: usize = 8;
/// Number of heights in the families without the cell. The last one stands for all higher stacks.
const HEIGHT_CLASSES: usize = 6;
/// Number of classes of mobility: no target in reach; enclosed with a target in reach; else the number of moves onto
/// enemy stacks (cut to 3), onto own stacks (cut to 2) and onto red (cut to 1).
const MOBILITY_CLASSES: usize = 2 + 4 * 3 * 2;
/// Number of classes of the count of dependent pieces. The last one stands for all higher counts.
const DEPENDENT_CLASSES: usize = 9;
/// Number of classes of the count of stacks that can move. The last one stands for all higher counts.
const MOBILE_CLASSES: usize = 12;
/// Number of distances from red, in steps along stacks. 0 is a stack with red; the last one stands for all others.
const RED_DISTANCES: usize = 6;
/// Number of contents of a cell: a lone red piece, or a stack by side, with or without red, and height.
const CELL_CONTENTS: usize = 1 + 4 * HEIGHTS_BY_CELL;

/// The class of each cell, from 0.
const CLASS_OF: [u8; 64] = {
    let mut table = [0; 64];
    let (mut bit, mut next) = (0, 0);
    while bit < 64 {
        if BOARD >> bit & 1 == 1 {
            let (mut symmetry, mut least) = (0, bit);
            while symmetry < 4 {
                let mapped = apply_symmetry(bit, symmetry);
                least = if mapped < least { mapped } else { least };
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
    assert!(next as usize == CELL_CLASSES, "the number of classes");
    table
};

/// Distance of two cells in steps, cut to 7.
static DISTANCE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < FILES * ROWS {
        let mut to = 0;
        while to < FILES * ROWS {
            let (files, rows) = ((from % FILES).abs_diff(to % FILES), (from / FILES).abs_diff(to / FILES));
            // A diagonal step changes the file and the row in the same direction.
            let same_direction = (from % FILES > to % FILES) == (from / FILES > to / FILES);
            let larger = if files > rows { files } else { rows };
            let steps = if same_direction { larger } else { files + rows };
            table[from][to] = if steps > 7 { 7 } else { steps as u8 };
            to += 1;
        }
        from += 1;
    }
    table
};

impl Features for Dvonn {
    const COUNT: usize = offset::COUNT;
    const STAGES: usize = 15;

    fn stage(&self) -> usize {
        let occupied = self.occupied().count_ones() as usize;
        match self.phase() {
            Phase::Placement => occupied / 10,
            Phase::Stacking => 5 + (BOARD.count_ones() as usize - occupied) / 5,
        }
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, usize)) {
        let mut visit = |feature| visit(0, feature);
        match self.phase() {
            Phase::Placement => visit_placement_features(self, visit),
            Phase::Stacking => {
                let sets = BoardSets::new(self);
                let mut mobile = [0; 2];
                for (enemy, side) in [self.side(), !self.side()].into_iter().enumerate() {
                    let mut moves = 0;
                    for cell in ones(self.stacks(side)) {
                        let count = sets.visit_stack_features(side, enemy, cell, &mut visit);
                        moves += count;
                        mobile[enemy] += usize::from(count > 0);
                    }
                    visit(offset::MOVE_COUNT + 64 * enemy + moves.min(63));
                }
                let [own, others] = mobile.map(|count| count.min(MOBILE_CLASSES - 1));
                visit(offset::MOBILE_STACKS + MOBILE_CLASSES * own + others);
                let lone = self.reds() & !self.stacks(Side::First) & !self.stacks(Side::Second);
                ones(lone).for_each(|cell| visit(offset::CELL_STACK + CELL_CONTENTS * usize::from(CLASS_OF[cell])));
                let reds = |set: u64| (self.reds() & set).count_ones() as usize;
                visit(
                    offset::RED_STACKS
                        + 16 * reds(self.stacks(self.side()))
                        + 4 * reds(self.stacks(!self.side()))
                        + reds(lone),
                );
                visit(offset::STACK_COUNT + self.occupied().count_ones() as usize);
            }
        }
    }
}

/// Calls `visit` with each feature of a position in the placement phase.
fn visit_placement_features(position: &Dvonn, mut visit: impl FnMut(usize)) {
    let red = position.reds();
    let mut reds = [0; 3];
    ones(red).zip(&mut reds).for_each(|(cell, red)| *red = cell);
    visit(offset::PIECE_COUNT + position.occupied().count_ones() as usize);
    let piece = |cell: usize, kind: usize| offset::CELL_PIECE + 3 * usize::from(CLASS_OF[cell]) + kind;
    ones(red).for_each(|cell| visit(piece(cell, 0)));
    for (enemy, side) in [position.side(), !position.side()].into_iter().enumerate() {
        let (own, others) = (position.stacks(side), position.stacks(!side));
        for cell in ones(own) {
            visit(piece(cell, 1 + enemy));
            let edge = (EDGE >> cell & 1) as usize;
            let mut distances = reds.map(|red| usize::from(DISTANCE[cell][red & 63]));
            distances.sort_unstable();
            let [a, b, c] = distances;
            visit(offset::PIECE_RED_DISTANCES + 512 * (2 * enemy + edge) + 64 * a + 8 * b + c);
            let adjacent = |set: u64| (NEIGHBOURS[cell] & set).count_ones() as usize;
            visit(offset::PIECE_NEIGHBOURS + 49 * (2 * enemy + edge) + 7 * adjacent(own) + adjacent(others));
            let two_steps = |set: u64| (REACH[cell][2] & set).count_ones() as usize;
            visit(offset::PIECE_TWO_STEPS + 28 * enemy + 4 * two_steps(own) + two_steps(red));
        }
    }
}

/// Sets of cells that the features of all stacks share.
struct BoardSets<'a> {
    position: &'a Dvonn,
    /// Element `n` holds the cells within `n` steps of red, along stacks.
    near_red: [u64; RED_DISTANCES - 1],
    /// Cells that are not enclosed.
    free: u64,
    /// For each cell, the cells where its stack can land, as if it were not enclosed.
    targets: [u64; 64],
    /// For each side, the cells where at least one of its stacks can land, and those where at least two can.
    landings: [[u64; 2]; 2],
}

impl<'a> BoardSets<'a> {
    fn new(position: &'a Dvonn) -> Self {
        let mut near_red = [position.reds(); RED_DISTANCES - 1];
        for i in 1..RED_DISTANCES - 1 {
            near_red[i] = dilate(near_red[i - 1]) & position.occupied();
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
        Self { position, near_red, free, targets, landings }
    }

    /// Calls `visit` with each feature of a stack and returns its number of moves. `enemy` is 1 for an enemy stack.
    #[inline]
    fn visit_stack_features(&self, side: Side, enemy: usize, cell: usize, visit: &mut impl FnMut(usize)) -> usize {
        let (position, bit) = (self.position, 1_u64 << cell);
        let height = usize::from(position.height(cell)) - 1;
        let with_red = usize::from(position.reds() & bit != 0);
        let contents = 1 + HEIGHTS_BY_CELL * (2 * enemy + with_red) + height.min(HEIGHTS_BY_CELL - 1);
        visit(offset::CELL_STACK + CELL_CONTENTS * usize::from(CLASS_OF[cell]) + contents);
        let targets = self.targets[cell & 63];
        let free = self.free & bit != 0;
        let (own, others, red) = (position.stacks(side), position.stacks(!side), position.reds());
        let mobility = if targets == 0 {
            0
        } else if !free {
            1
        } else {
            let at_most = |set: u64, most: u32| set.count_ones().min(most) as usize;
            2 + 6 * at_most(targets & others, 3) + 2 * at_most(targets & own, 2) + usize::from(targets & red != 0)
        };
        let red_distance = self.near_red.iter().filter(|&&near| near & bit == 0).count();
        let stack =
            ((2 * enemy + with_red) * HEIGHT_CLASSES + height.min(HEIGHT_CLASSES - 1)) * RED_DISTANCES + red_distance;
        visit(offset::STACK_MOBILITY + stack * MOBILITY_CLASSES + mobility);
        let landings = |side: Side| self.landings[side as usize].iter().filter(|&&set| set & bit != 0).count();
        let can_move = usize::from(mobility > 1);
        visit(offset::STACK_ATTACKERS + stack * 18 + 9 * can_move + 3 * landings(!side) + landings(side));
        if with_red == 0 && may_disconnect(cell, position.occupied()) {
            let rest = position.occupied() ^ bit;
            let cut_off = rest & !flood(red, rest);
            if cut_off != 0 {
                let pieces =
                    |set: u64| ones(cut_off & set).map(|cell| usize::from(position.height(cell))).sum::<usize>();
                let [own, others] = [own, others].map(|set| pieces(set).min(DEPENDENT_CLASSES - 1));
                visit(
                    offset::ARTICULATION
                        + ((2 * enemy + can_move) * DEPENDENT_CLASSES + own) * DEPENDENT_CLASSES
                        + others,
                );
            }
        }
        if can_move == 1 { targets.count_ones() as usize } else { 0 }
    }
}

impl Learnable for Dvonn {
    const SCALE: f32 = 400.0;

    fn augmented(&self, chance: u32) -> Self {
        let mut augmented = Self::empty(self.side(), self.phase());
        for cell in ones(self.occupied()) {
            if let Some(stack) = self.stack(cell) {
                augmented.put(apply_symmetry(cell, chance as usize % 4), stack, self.height(cell));
            }
        }
        augmented
    }
}

impl Trainable for Dvonn {
    fn opening(_chance: u32) -> usize {
        // The whole placement phase is played for variety, so each game has its own board in the stacking phase.
        BOARD.count_ones() as usize
    }
}

/// The cell to which one of the four symmetries of the board maps a cell. Bit 0 of `symmetry` mirrors each row, bit 1
/// rotates the board by 180 degrees.
const fn apply_symmetry(cell: usize, symmetry: usize) -> usize {
    let (mut file, mut row) = (cell % FILES, cell / FILES);
    if symmetry & 1 != 0 {
        file = 2 * ROW_SPANS[row].0 + ROW_SPANS[row].1 - 1 - file;
    }
    if symmetry & 2 != 0 {
        (file, row) = (FILES - 1 - file, ROWS - 1 - row);
    }
    FILES * row + file
}
