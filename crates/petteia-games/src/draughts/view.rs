//! The bitboards as the side to move sees them. The heading of its men is a type, so that every shift is a constant.

use std::marker::PhantomData;

use petteia_core::bits::ones;

use super::board::{Direction, board, crowning_row, each_of, step, total, union};
use super::capture::{CaptureGenerator, CaptureList, CaptureSink, Tally};
use super::position::Move;
use super::rays::{scan_ray, sees};
use super::rules::{Crowning, Precedence, Rules};

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

/// For each diagonal direction, the squares from which a piece jumps over a neighbour.
pub(super) type Jumps = [u64; 4];

/// The pieces of the side to move, whose men have the heading `H`, and those of its enemy.
#[derive(Clone, Copy)]
pub(super) struct SideBitboards<R, H> {
    pub(super) men: u64,
    pub(super) kings: u64,
    pub(super) enemy_men: u64,
    pub(super) enemy_kings: u64,
    /// The king that rests (point 6), if there is one.
    pub(super) resting: u64,
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
        let (free, kings) = (self.free(), self.moving_kings());
        let [left, right] = Self::FORWARD;
        (step::<R>(self.men, left) | step::<R>(self.men, right)) & free != 0
            || kings != 0 && union(|direction| step::<R>(kings, direction)) & free != 0
    }

    /// The kings that may step.
    fn moving_kings(self) -> u64 {
        if R::KINGS_REST { self.kings & !self.resting } else { self.kings }
    }

    /// The men that can capture.
    pub(super) fn capturing_men(self) -> u64 {
        let free = self.free();
        self.men & if R::ORTHOGONAL_CAPTURES { any(self.man_jumps::<8>(free)) } else { any(self.man_jumps::<4>(free)) }
    }

    /// The kings that can capture.
    pub(super) fn capturing_kings(self) -> u64 {
        if self.kings == 0 {
            return 0;
        }
        let (enemy, free) = (self.enemy(), self.free());
        if R::ORTHOGONAL_CAPTURES {
            kings_over::<R, 8>(self.kings, free, targets::<R, 8>(enemy, free))
        } else if R::FLYING_KINGS {
            kings_over::<R, 4>(self.kings, free, targets::<R, 4>(enemy, free))
        } else {
            self.kings & any(jumps::<R, 4>(enemy, free))
        }
    }

    /// The jumps of men over empty squares `free`. A man that reaches the crowning row cannot jump on from there if it
    /// has to stop (point 9): its jumps lead forward.
    #[inline]
    pub(super) fn man_jumps<const N: usize>(self, free: u64) -> [u64; N] {
        const { assert!(!matches!(R::CROWNING, Crowning::EndsCapture) || !R::MEN_CAPTURE_BACKWARD) };
        let jumps = jumps::<R, N>(if R::MEN_CAPTURE_KINGS { self.enemy() } else { self.enemy_men }, free);
        each_of(|d| if R::MEN_CAPTURE_BACKWARD || d.is_down() == H::DOWN { jumps[d as usize] } else { 0 })
    }

    /// The pieces that can capture, and the jumps of men.
    #[inline]
    pub(super) fn capturers(self) -> Capturers {
        let jumps = self.man_jumps(self.free());
        let men = if R::ORTHOGONAL_CAPTURES { self.capturing_men() } else { self.men & any(jumps) };
        Capturers { men, kings: self.capturing_kings(), jumps }
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
        if !jumps_are_enough::<R>() {
            self.routes(CaptureList::<R>::default(), men, kings).captures.iter().for_each(|&m| visit(m));
            return;
        }
        let repeating = Self::repeating(men, jumps);
        if kings | repeating == 0 {
            for_each_single_capture::<R>(men, jumps, visit);
        } else {
            let list = self.routes(CaptureList::<R>::default(), with_most::<R>(men, repeating), kings);
            list.captures.iter().for_each(|&m| visit(m));
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
        if !jumps_are_enough::<R>() {
            return self.count_routes(capturers);
        }
        let repeating = Self::repeating(men, jumps);
        if kings | repeating == 0 {
            total(|direction| men & jumps[direction as usize])
        } else {
            self.count_routes(Capturers { men: with_most::<R>(men, repeating), ..capturers })
        }
    }

    /// The number of captures, also by kings and of several pieces.
    fn count_routes(self, Capturers { men, kings, jumps }: Capturers) -> u64 {
        let mut tally = Tally::<R>::default();
        if jumps_are_enough::<R>() && R::CROWNING != Crowning::DuringCapture {
            tally.count_jumps(men, jumps);
            if kings != 0 {
                tally = self.routes(tally, 0, kings);
            }
        } else {
            tally = self.routes(tally, men, kings);
        }
        tally.exact().unwrap_or_else(|| self.routes(CaptureList::<R>::default(), men, kings).captures.len() as u64)
    }

    /// Adds all captures of these men and kings.
    #[inline]
    fn routes<F: CaptureSink>(self, found: F, men: u64, kings: u64) -> F {
        if R::ORTHOGONAL_CAPTURES {
            CaptureGenerator::<R, H, F, 8>::new(self, found).all(men, kings)
        } else {
            CaptureGenerator::<R, H, F, 4>::new(self, found).all(men, kings)
        }
    }

    /// The men of a set that can take more than one piece, or become a king during the capture.
    #[inline]
    fn repeating(men: u64, jumps: Jumps) -> u64 {
        let crowning = if R::CROWNING == Crowning::DuringCapture { Self::CROWNING_ROW } else { 0 };
        let again = union(|direction| {
            let back = direction.opposite();
            let onward = onward(jumps, direction) | crowning;
            jumps[direction as usize] & step::<R>(step::<R>(onward, back), back)
        });
        men & again
    }

    /// The number of steps, as if captures were not compulsory.
    fn count_steps(self) -> u64 {
        let free = self.free();
        let [left, right] = Self::FORWARD;
        let count = |direction| u64::from((step::<R>(self.men, direction) & free).count_ones());
        let mut steps = count(left) + count(right);
        let kings = self.moving_kings();
        if R::FLYING_KINGS {
            for bit in ones(kings) {
                steps += total(|direction| scan_ray::<R>(bit, direction, free).0);
            }
        } else if kings != 0 {
            steps += total(|direction| step::<R>(kings, direction) & free);
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
        let (free, kings) = (self.free(), self.moving_kings());
        if R::FLYING_KINGS {
            for bit in ones(kings) {
                for direction in Direction::DIAGONALS {
                    ones(scan_ray::<R>(bit, direction, free).0).for_each(|to| visit(Move::between(bit, to)));
                }
            }
        } else if kings != 0 {
            for direction in Direction::DIAGONALS {
                visit_steps::<R>(kings, free, direction, &mut visit);
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
            resting: 0,
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
            resting: 0,
            types: PhantomData,
        }
    }
}

/// Whether the jumps over neighbours tell all captures of men that take one piece, and these are alike.
const fn jumps_are_enough<R: Rules>() -> bool {
    !R::ORTHOGONAL_CAPTURES && matches!(R::PRECEDENCE, Precedence::Free | Precedence::Most)
}

/// The jumps in all directions, over the enemy's pieces to empty squares.
#[inline]
pub(super) fn jumps<R: Rules, const N: usize>(enemy: u64, free: u64) -> [u64; N] {
    each_of(|direction| {
        let back = direction.opposite();
        step::<R>(step::<R>(free, back) & enemy, back)
    })
}

/// The squares with a jump in any direction.
#[inline]
pub(super) fn any<const N: usize>(jumps: [u64; N]) -> u64 {
    let set = jumps[0] | jumps[1] | jumps[2] | jumps[3];
    if N == 4 { set } else { set | jumps[4] | jumps[5] | jumps[6] | jumps[7] }
}

/// The squares from which a piece that has just jumped in a direction jumps on. It cannot turn back.
#[inline]
pub(super) fn onward(jumps: Jumps, direction: Direction) -> u64 {
    let back = direction.opposite() as usize;
    jumps[(back + 1) % 4] | jumps[(back + 2) % 4] | jumps[(back + 3) % 4]
}

/// The men that can take the most pieces: with the majority rule only those that repeat, if there are any.
#[inline]
fn with_most<R: Rules>(men: u64, repeating: u64) -> u64 {
    if R::PRECEDENCE == Precedence::Most && repeating != 0 { repeating } else { men }
}

/// Calls `visit` with each jump of these men.
#[inline]
fn for_each_single_capture<R: Rules>(men: u64, jumps: Jumps, mut visit: impl FnMut(Move)) {
    for from in ones(men) {
        for_each_neighbour(victims::<R, 4>(from, jumps), from, |victim, to| {
            visit(Move { taken: 1 << victim, from: from as u8, to: to as u8, ordinal: 0 });
        });
    }
}

/// The neighbours over which a piece on this bit jumps.
#[inline]
pub(super) fn victims<R: Rules, const N: usize>(from: usize, jumps: [u64; N]) -> u64 {
    any::<N>(each_of(|direction| step::<R>(jumps[direction as usize] & 1 << from, direction)))
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
pub(super) fn targets<R: Rules, const N: usize>(enemy: u64, free: u64) -> [u64; N] {
    each_of(|direction| enemy & step::<R>(free, direction.opposite()))
}

/// The flying kings that can capture one of the targets.
#[inline]
fn kings_over<R: Rules, const N: usize>(kings: u64, free: u64, targets: [u64; N]) -> u64 {
    let can_capture = |bit: &usize| {
        let sees = |direction: Direction| sees::<R>(*bit, direction, targets[direction as usize]);
        let victim = |d: Direction| scan_ray::<R>(*bit, d, free).1 & targets[d as usize];
        Direction::ALL[..N].iter().any(|&direction| sees(direction)) && any::<N>(each_of(victim)) != 0
    };
    ones(kings).filter(can_capture).fold(0, |all, bit| all | 1 << bit)
}
