//! The bitboards as the side to move sees them. The heading of its men is a type, so that every shift is a constant.

use std::marker::PhantomData;

use petteia_core::bits::ones;

use super::board::{Direction, board, crowning_row, each, scan_ray, sees, step, total, union};
use super::capture::{CaptureGenerator, CaptureList, Tally};
use super::position::Move;
use super::rules::Rules;

/// The direction in which the men of a side move.
pub(super) trait Heading: Copy {
    /// Whether they move down, to higher numbers.
    const DOWN: bool;
    /// The heading of the enemy's men.
    type Opposite: Heading;
}

/// Towards higher numbers, as Black's men.
#[derive(Clone, Copy)]
pub(super) struct Down;

/// Towards lower numbers, as White's men.
#[derive(Clone, Copy)]
pub(super) struct Up;

impl Heading for Down {
    const DOWN: bool = true;
    type Opposite = Up;
}

impl Heading for Up {
    const DOWN: bool = false;
    type Opposite = Down;
}

/// For each direction, the squares from which a piece jumps over a neighbour.
pub(super) type Jumps = [u64; 4];

/// The pieces of the side to move, whose men have the heading `H`, and those of its enemy.
#[derive(Clone, Copy)]
pub(super) struct SideBitboards<R, H> {
    pub(super) men: u64,
    pub(super) kings: u64,
    pub(super) enemy_men: u64,
    pub(super) enemy_kings: u64,
    pub(super) types: PhantomData<(R, H)>,
}

/// The pieces of the side to move that can capture.
#[derive(Clone, Copy)]
pub(super) struct Capturers {
    men: u64,
    kings: u64,
    jumps: Jumps,
}

impl Capturers {
    /// Whether there is a capture, which is then compulsory (point 8).
    pub(super) fn exist(self) -> bool {
        self.men | self.kings != 0
    }
}

impl<R: Rules, H: Heading> SideBitboards<R, H> {
    /// The directions of a man's step.
    pub(super) const FORWARD: [Direction; 2] = Direction::forward(H::DOWN);
    /// The row where men become kings.
    const CROWNING_ROW: u64 = crowning_row::<R>(H::DOWN);

    /// The enemy's pieces.
    pub(super) fn enemy(self) -> u64 {
        self.enemy_men | self.enemy_kings
    }

    /// The empty squares.
    pub(super) fn free(self) -> u64 {
        board::<R>() & !(self.men | self.kings | self.enemy())
    }

    /// Whether the side to move has a capture.
    pub(super) fn must_capture(self) -> bool {
        self.capturing_men() != 0 || self.capturing_kings() != 0
    }

    /// Whether the side to move has a step, as if captures were not compulsory.
    pub(super) fn has_step(self) -> bool {
        let free = self.free();
        let [left, right] = Self::FORWARD;
        (step::<R>(self.men, left) | step::<R>(self.men, right)) & free != 0
            || self.kings != 0 && union(|direction| step::<R>(self.kings, direction)) & free != 0
    }

    /// The men that can capture.
    pub(super) fn capturing_men(self) -> u64 {
        self.men & any(self.man_jumps())
    }

    /// The kings that can capture.
    pub(super) fn capturing_kings(self) -> u64 {
        if self.kings == 0 {
            return 0;
        }
        let (enemy, free) = (self.enemy(), self.free());
        if R::FLYING_KINGS {
            let targets = targets::<R>(enemy, free);
            ones(self.kings).filter(|&bit| can_fly_over::<R>(bit, free, targets)).fold(0, |all, bit| all | 1 << bit)
        } else {
            self.kings & any(jumps::<R>(enemy, free))
        }
    }

    /// The jumps of men.
    fn man_jumps(self) -> Jumps {
        man_jumps::<R, H>(self.enemy(), self.free())
    }

    /// The pieces that can capture, and the jumps of men.
    #[inline]
    pub(super) fn capturers(self) -> Capturers {
        let jumps = self.man_jumps();
        Capturers { men: self.men & any(jumps), kings: self.capturing_kings(), jumps }
    }

    /// Calls `visit` with each legal move.
    #[inline]
    pub(super) fn for_each_move(self, visit: impl FnMut(Move)) {
        let capturers = self.capturers();
        if capturers.exist() { self.for_each_capture(capturers, visit) } else { self.for_each_step(visit) }
    }

    /// Calls `visit` with each capture.
    #[inline]
    pub(super) fn for_each_capture(self, Capturers { men, kings, jumps }: Capturers, mut visit: impl FnMut(Move)) {
        let repeating = repeating::<R>(men, jumps);
        if kings | repeating == 0 {
            for_each_single_capture::<R>(men, jumps, visit);
        } else {
            let mut generator = self.generator(CaptureList::<R>::default());
            generator.all(with_most::<R>(men, repeating), kings);
            generator.found.captures.iter().for_each(|&m| visit(m));
        }
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count_moves(self) -> u64 {
        let capturers = self.capturers();
        if capturers.exist() { self.count_captures(capturers) } else { self.count_steps() }
    }

    /// The number of captures.
    #[inline]
    pub(super) fn count_captures(self, capturers: Capturers) -> u64 {
        let Capturers { men, kings, jumps } = capturers;
        let repeating = repeating::<R>(men, jumps);
        if kings | repeating == 0 {
            total(|direction| men & jumps[direction as usize])
        } else {
            self.count_routes(Capturers { men: with_most::<R>(men, repeating), ..capturers })
        }
    }

    /// The number of captures, also by kings and of several pieces.
    fn count_routes(self, Capturers { men, kings, jumps }: Capturers) -> u64 {
        let mut tally = Tally::<R>::default();
        tally.count_jumps(men, jumps);
        if kings != 0 {
            let mut generator = self.generator(tally);
            generator.all(0, kings);
            tally = generator.found;
        }
        tally.exact().unwrap_or_else(|| {
            let mut generator = self.generator(CaptureList::<R>::default());
            generator.all(men, kings);
            generator.found.captures.len() as u64
        })
    }

    /// A generator of captures.
    fn generator<F>(self, found: F) -> CaptureGenerator<R, H, F> {
        CaptureGenerator::new(self.enemy(), self.free(), found)
    }

    /// The number of steps, as if captures were not compulsory.
    fn count_steps(self) -> u64 {
        let free = self.free();
        let [left, right] = Self::FORWARD;
        let count = |direction| u64::from((step::<R>(self.men, direction) & free).count_ones());
        let mut steps = count(left) + count(right);
        if R::FLYING_KINGS {
            for bit in ones(self.kings) {
                steps += total(|direction| scan_ray::<R>(bit, direction, free).0);
            }
        } else if self.kings != 0 {
            steps += total(|direction| step::<R>(self.kings, direction) & free);
        }
        steps
    }

    /// Calls `visit` with each step, as if captures were not compulsory.
    #[inline]
    fn for_each_step(self, mut visit: impl FnMut(Move)) {
        let free = self.free();
        for direction in Self::FORWARD {
            visit_steps::<R>(self.men, free, direction, &mut visit);
        }
        self.for_each_king_step(visit);
    }

    /// Calls `visit` with each step of a king, as if captures were not compulsory.
    #[inline]
    pub(super) fn for_each_king_step(self, mut visit: impl FnMut(Move)) {
        let free = self.free();
        if R::FLYING_KINGS {
            for bit in ones(self.kings) {
                for direction in Direction::ALL {
                    ones(scan_ray::<R>(bit, direction, free).0).for_each(|to| visit(Move::between(bit, to)));
                }
            }
        } else if self.kings != 0 {
            for direction in Direction::ALL {
                visit_steps::<R>(self.kings, free, direction, &mut visit);
            }
        }
    }

    /// The view of the enemy, as if it were its move.
    #[inline]
    pub(super) fn of_enemy(self) -> SideBitboards<R, H::Opposite> {
        SideBitboards {
            men: self.enemy_men,
            kings: self.enemy_kings,
            enemy_men: self.men,
            enemy_kings: self.kings,
            types: PhantomData,
        }
    }

    /// The view of the enemy after a legal move.
    #[inline]
    pub(super) fn after(self, m: Move) -> SideBitboards<R, H::Opposite> {
        let (from, to) = (1 << m.from, 1 << m.to);
        let (mut men, mut kings) = (self.men, self.kings);
        if kings & from != 0 {
            kings ^= from ^ to;
        } else {
            men ^= from ^ to & !Self::CROWNING_ROW;
            kings |= to & Self::CROWNING_ROW;
        }
        SideBitboards {
            men: self.enemy_men & !m.taken,
            kings: self.enemy_kings & !m.taken,
            enemy_men: men,
            enemy_kings: kings,
            types: PhantomData,
        }
    }
}

/// The jumps in all directions, over the enemy's pieces to empty squares.
#[inline]
pub(super) fn jumps<R: Rules>(enemy: u64, free: u64) -> Jumps {
    each(|direction| {
        let back = direction.opposite();
        step::<R>(step::<R>(free, back) & enemy, back)
    })
}

/// The jumps of men. A man that reaches the crowning row cannot jump on from there if it has to stop (point 9): its
/// jumps lead forward.
#[inline]
pub(super) fn man_jumps<R: Rules, H: Heading>(enemy: u64, free: u64) -> Jumps {
    const { assert!(!R::CROWNING_ENDS_CAPTURE || !R::MEN_CAPTURE_BACKWARD) };
    let jumps = jumps::<R>(enemy, free);
    each(|d| if R::MEN_CAPTURE_BACKWARD || d.is_down() == H::DOWN { jumps[d as usize] } else { 0 })
}

/// The squares with a jump in any direction.
#[inline]
pub(super) fn any(jumps: Jumps) -> u64 {
    jumps[0] | jumps[1] | jumps[2] | jumps[3]
}

/// The squares from which a piece that has just jumped in a direction jumps on. It cannot turn back.
#[inline]
pub(super) fn onward(jumps: Jumps, direction: Direction) -> u64 {
    let back = direction.opposite() as usize;
    jumps[(back + 1) % 4] | jumps[(back + 2) % 4] | jumps[(back + 3) % 4]
}

/// The men of a set that can take more than one piece.
#[inline]
fn repeating<R: Rules>(men: u64, jumps: Jumps) -> u64 {
    let again = union(|direction| {
        let back = direction.opposite();
        jumps[direction as usize] & step::<R>(step::<R>(onward(jumps, direction), back), back)
    });
    men & again
}

/// The men that can take the most pieces: with the majority rule only those that repeat, if there are any.
#[inline]
fn with_most<R: Rules>(men: u64, repeating: u64) -> u64 {
    if R::MAJORITY && repeating != 0 { repeating } else { men }
}

/// Calls `visit` with each jump of these men.
#[inline]
fn for_each_single_capture<R: Rules>(men: u64, jumps: Jumps, mut visit: impl FnMut(Move)) {
    for from in ones(men) {
        for_each_neighbour(victims::<R>(from, jumps), from, |victim, to| {
            visit(Move { taken: 1 << victim, from: from as u8, to: to as u8, ordinal: 0 });
        });
    }
}

/// The neighbours over which a piece on this bit jumps.
#[inline]
pub(super) fn victims<R: Rules>(from: usize, jumps: Jumps) -> u64 {
    union(|direction| step::<R>(jumps[direction as usize] & 1 << from, direction))
}

/// Calls `visit` with each of the neighbours of a square, in the order of the directions, and the square behind it.
#[inline]
pub(super) fn for_each_neighbour(neighbours: u64, from: usize, mut visit: impl FnMut(usize, usize)) {
    // Seen from the square, the two directions down come first.
    for distance in ones(neighbours.rotate_right(from as u32)) {
        visit((from + distance) & 63, (from + 2 * distance) & 63);
    }
}

/// Calls `visit` with each step of these pieces in a direction to an empty square.
#[inline]
fn visit_steps<R: Rules>(pieces: u64, free: u64, direction: Direction, visit: &mut impl FnMut(Move)) {
    for to in ones(step::<R>(pieces, direction) & free) {
        let from = step::<R>(1 << to, direction.opposite()).trailing_zeros() as usize;
        visit(Move::between(from, to));
    }
}

/// For each direction, the pieces of the enemy with an empty square behind them.
#[inline]
pub(super) fn targets<R: Rules>(enemy: u64, free: u64) -> [u64; 4] {
    each(|direction| enemy & step::<R>(free, direction.opposite()))
}

/// Whether a flying king on this bit can capture one of the targets.
#[inline]
fn can_fly_over<R: Rules>(bit: usize, free: u64, targets: [u64; 4]) -> bool {
    let seen = Direction::ALL.map(|direction| sees::<R>(bit, direction, targets[direction as usize]));
    seen != [false; 4] && union(|direction| scan_ray::<R>(bit, direction, free).1 & targets[direction as usize]) != 0
}
