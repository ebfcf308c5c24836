//! Capture generation (points 5, 7 to 9 and 11): all routes, depth first. Equal captures are merged.

use std::marker::PhantomData;

use petteia_core::bits::ones;
use smallvec::SmallVec;

use super::board::{Direction, crowning_row, each, each_of, step, total};
use super::position::Move;
use super::rays::{fill, scan_ray};
use super::rules::{Crowning, Precedence, Rules};
use super::view::{Heading, Jumps, SideBitboards, any, for_each_neighbour, jumps, onward, targets, victims};

/// The least number of pieces of a capture with two routes. They lead round a rectangle, one each way, and have to take
/// a piece on each side. Orthogonal captures also lead round a triangle.
const fn min_merged<R: Rules>() -> u32 {
    if R::ORTHOGONAL_CAPTURES { 2 } else { 4 }
}

/// Number of jumps after which the captures along rows and files of a position are continued no more. Games stay far below;
/// a position that somebody made up can have more routes than a computer can follow. lidraughts has such a limit too.
pub(super) const MAX_JUMPS: u32 = 1 << 20;

/// In place of the number of a direction: the piece has not moved.
const START: usize = 4;

/// What a generator finds.
pub(super) trait CaptureSink {
    /// Adds a completed route of a rank (point 8).
    fn add(&mut self, from: u8, to: u8, taken: u64, rank: u32);

    /// Adds completed routes to each of these squares.
    fn add_all(&mut self, from: u8, to: u64, taken: u64, rank: u32) {
        ones(to).for_each(|to| self.add(from, to as u8, taken, rank));
    }
}

/// The legal captures.
pub(super) struct CaptureList<R> {
    /// The highest rank of a capture so far.
    highest: u32,
    /// The captures so far.
    pub(super) captures: SmallVec<[Move; 16]>,
    rules: PhantomData<R>,
}

impl<R> Default for CaptureList<R> {
    fn default() -> Self {
        Self { highest: 0, captures: SmallVec::new(), rules: PhantomData }
    }
}

impl<R: Rules> CaptureSink for CaptureList<R> {
    /// Adds a capture, unless it is already there or another one has a higher rank (point 8).
    fn add(&mut self, from: u8, to: u8, taken: u64, rank: u32) {
        if !is_free::<R>() {
            if rank < self.highest {
                return;
            }
            if rank > self.highest {
                self.captures.clear();
                self.highest = rank;
            }
        }
        let mut ordinal = 0;
        for other in self.captures.iter().filter(|other| other.from == from && other.to == to) {
            if other.taken == taken {
                return;
            }
            ordinal = other.ordinal.saturating_add(1);
        }
        self.captures.push(Move { taken, from, to, ordinal });
    }
}

/// The number of legal captures, which is known as long as no capture can have two routes.
pub(super) struct Tally<R> {
    /// The highest rank of a capture so far.
    highest: u32,
    /// The number of captures so far.
    count: u64,
    /// Whether a capture can have two routes.
    ambiguous: bool,
    rules: PhantomData<R>,
}

impl<R> Default for Tally<R> {
    fn default() -> Self {
        Self { highest: 0, count: 0, ambiguous: false, rules: PhantomData }
    }
}

impl<R: Rules> Tally<R> {
    /// The number of captures; `None` if routes may have been counted twice.
    pub(super) fn exact(&self) -> Option<u64> {
        (!self.ambiguous).then_some(self.count)
    }

    /// Adds the captures of these men, all men at once.
    pub(super) fn count_jumps(&mut self, men: u64, jumps: Jumps) {
        self.extend::<START>(men, jumps, START, 0);
    }

    /// Adds the captures of men that have come to these squares by the same directions, of which these are the numbers of
    /// the first and the last.
    fn extend<const LAST: usize>(&mut self, at: u64, jumps: Jumps, first: usize, taken: u32) {
        let landings = each(|d| if d as usize + LAST == 3 { 0 } else { jump::<R>(at, jumps, d) });
        let further = each(|d| landings[d as usize] & onward(jumps, d));
        let taken = taken + 1;
        // The fourth jump of a man that has turned round may lead to its start, which `jumps` takes for occupied.
        if taken + 1 == min_merged::<R>() && any(further) | landings[3 - first] != 0 {
            self.ambiguous = true;
            return;
        }
        self.record(taken, total(|d| landings[d as usize] & !further[d as usize]));
        if any(further) != 0 {
            self.turn::<LAST, 0>(further, jumps, first, taken);
            self.turn::<LAST, 1>(further, jumps, first, taken);
            self.turn::<LAST, 2>(further, jumps, first, taken);
            self.turn::<LAST, 3>(further, jumps, first, taken);
        }
    }

    /// Continues the captures of the men that have just jumped in the direction `NEXT`.
    #[inline]
    fn turn<const LAST: usize, const NEXT: usize>(&mut self, at: [u64; 4], jumps: Jumps, first: usize, taken: u32) {
        if at[NEXT] != 0 {
            self.extend::<NEXT>(at[NEXT], jumps, if LAST == START { NEXT } else { first }, taken);
        }
    }

    /// Adds captures of a rank, unless another one has a higher rank (point 8).
    fn record(&mut self, rank: u32, count: u64) {
        if !is_free::<R>() && count != 0 {
            if rank < self.highest {
                return;
            }
            if rank > self.highest {
                self.count = 0;
                self.highest = rank;
            }
        }
        self.count += count;
    }
}

impl<R: Rules> CaptureSink for Tally<R> {
    fn add(&mut self, _from: u8, _to: u8, taken: u64, rank: u32) {
        self.ambiguous |= taken.count_ones() >= min_merged::<R>();
        self.record(rank, 1);
    }

    fn add_all(&mut self, _from: u8, to: u64, taken: u64, rank: u32) {
        self.ambiguous |= taken.count_ones() >= min_merged::<R>();
        self.record(rank, to.count_ones().into());
    }
}

/// Whether any capture may be chosen.
const fn is_free<R: Rules>() -> bool {
    matches!(R::PRECEDENCE, Precedence::Free)
}

/// Where these pieces land by a jump in a direction.
#[inline]
fn jump<R: Rules>(pieces: u64, jumps: Jumps, direction: Direction) -> u64 {
    step::<R>(step::<R>(pieces & jumps[direction as usize], direction), direction)
}

/// Generates the captures of one side, whose men have the heading `H`, in the first `N` directions.
pub(super) struct CaptureGenerator<R, H, F, const N: usize> {
    /// The board as the side sees it.
    board: SideBitboards<R, H>,
    /// The empty squares. While a piece captures, its start square is one of them (point 11).
    free: u64,
    /// For a piece that captures only neighbours, the squares from which it jumps, by direction.
    jumps: [u64; N],
    /// For a flying king, the empty squares from which it can take a piece, by direction.
    views: [u64; N],
    /// The start square of the capturing piece, as a bit number.
    from: u8,
    /// Whether the capturing piece was a king when it began.
    is_king: bool,
    /// For each piece taken that is a king a bit, the highest bit for the first piece taken. Only
    /// [`Precedence::MostAndStrongest`] needs it.
    order: u32,
    /// Number of jumps up to [`MAX_JUMPS`].
    jumps_left: u32,
    /// The captures so far.
    found: F,
}

impl<R: Rules, H: Heading, F: CaptureSink, const N: usize> CaptureGenerator<R, H, F, N> {
    /// All captures by these men and kings. Each of them must have a capture.
    pub(super) fn all(mut self, men: u64, kings: u64) -> F {
        self.is_king = false;
        for bit in ones(men) {
            self.start(bit);
            self.jumps = self.board.man_jumps(self.free);
            self.extend_short_range_capture(bit, 0);
            self.free ^= 1 << bit;
        }
        self.is_king = true;
        for bit in ones(kings) {
            self.start(bit);
            if R::FLYING_KINGS {
                self.look_around();
                self.fly_on(bit, self.views, 0);
            } else {
                self.jumps = jumps::<R, N>(self.board.enemy(), self.free);
                self.extend_short_range_capture(bit, 0);
            }
            self.free ^= 1 << bit;
        }
        self.found
    }

    /// Starts the captures of a piece: its square counts as empty.
    fn start(&mut self, bit: usize) {
        self.from = bit as u8;
        self.free ^= 1 << bit;
    }

    /// Counts a jump along rows and files, and tells whether there were too many.
    fn is_exhausted(&mut self) -> bool {
        if N == 4 {
            return false;
        }
        self.jumps_left = self.jumps_left.saturating_sub(1);
        self.jumps_left == 0
    }

    /// Finds the squares from which a flying king can take a piece.
    fn look_around(&mut self) {
        let targets = targets::<R, N>(self.board.enemy(), self.free);
        self.views = each_of(|d| fill::<R>(targets[d as usize], self.free, d.opposite()));
    }

    /// The rank of a capture of these pieces (point 8).
    fn rank(&self, taken: u64) -> u32 {
        let (pieces, kings) = (taken.count_ones(), (taken & self.board.enemy_kings).count_ones());
        let is_king = u32::from(self.is_king);
        match R::PRECEDENCE {
            Precedence::Free | Precedence::Most => pieces,
            Precedence::Value => 2 * (32 * (pieces + kings) - kings) + is_king,
            Precedence::MostAndStrongest => (2 * pieces + is_king) << 22 | kings << 17 | self.order,
        }
    }

    /// Adds a completed route.
    fn complete(&mut self, to: usize, taken: u64) {
        let rank = self.rank(taken);
        self.found.add(self.from, to as u8, taken, rank);
    }

    /// Continues the capture of a piece that captures only neighbours. It stands on `at` and has taken the pieces of
    /// `taken`.
    fn extend_short_range_capture(&mut self, at: usize, taken: u64) {
        let mut victims = victims::<R, N>(at, self.jumps) & !taken;
        if self.is_exhausted() {
            victims = 0;
        }
        if victims == 0 {
            self.complete(at, taken);
        }
        for_each_neighbour(victims, at, |victim, land| {
            let with_victim = taken | 1 << victim;
            if R::PRECEDENCE == Precedence::MostAndStrongest {
                let before = self.order;
                self.order |= ((self.board.enemy_kings >> victim & 1) as u32) << 16 >> taken.count_ones();
                self.extend_short_range_capture(land, with_victim);
                self.order = before;
            } else if R::CROWNING == Crowning::DuringCapture && crowning_row::<R>(H::DOWN) >> land & 1 == 1 {
                self.look_around();
                if !self.fly_on(land, self.views, with_victim) {
                    self.complete(land, with_victim);
                }
            } else {
                self.extend_short_range_capture(land, with_victim);
            }
        });
    }

    /// Takes a piece with a flying king, in the direction of the number `LAST`, and continues the capture. Returns false
    /// if that piece is taken already.
    fn fly<const LAST: usize>(&mut self, at: usize, taken: u64) -> bool {
        let direction = Direction::ALL[LAST];
        let victim = scan_ray::<R>(at, direction, self.free).1 & !taken;
        if victim == 0 || self.is_exhausted() {
            return false;
        }
        let (landings, _) = scan_ray::<R>(victim.trailing_zeros() as usize, direction, self.free);
        let first = step::<R>(victim, direction);
        // In its last direction it continues only from the first square: from the others the captures would be the same.
        let views = each_of(|d| match d {
            _ if d == direction.opposite() => 0,
            _ if d == direction => self.views[LAST] & first,
            _ => self.views[d as usize],
        });
        let taken = taken | victim;
        let mut dead_ends = landings;
        if landings & any(views) != 0 {
            for land in ones(landings) {
                if self.fly_on(land, views, taken) {
                    dead_ends ^= 1 << land;
                }
            }
        }
        // A square from which the capture can continue must be chosen (point 11).
        if dead_ends == landings {
            let halts = R::HALTS_BEHIND_KING && victim & self.board.enemy_kings != 0;
            let rank = self.rank(taken);
            self.found.add_all(self.from, if halts { landings & first } else { landings }, taken, rank);
        }
        true
    }

    /// Continues the capture of a flying king in each direction in whose view it stands. Returns false if it can take
    /// nothing more.
    fn fly_on(&mut self, at: usize, views: [u64; N], taken: u64) -> bool {
        let sees = |d: usize| views[d] >> at & 1 == 1;
        let extended = [
            sees(0) && self.fly::<0>(at, taken),
            sees(1) && self.fly::<1>(at, taken),
            sees(2) && self.fly::<2>(at, taken),
            sees(3) && self.fly::<3>(at, taken),
        ];
        let is_extended = extended.contains(&true);
        if N == 4 {
            return is_extended;
        }
        let extended = [
            sees(4) && self.fly::<4>(at, taken),
            sees(5) && self.fly::<5>(at, taken),
            sees(6) && self.fly::<6>(at, taken),
            sees(7) && self.fly::<7>(at, taken),
        ];
        is_extended || extended.contains(&true)
    }

    /// A generator without captures so far.
    pub(super) fn new(board: SideBitboards<R, H>, found: F) -> Self {
        let free = board.free();
        Self {
            board,
            free,
            jumps: [0; N],
            views: [0; N],
            from: 0,
            is_king: false,
            order: 0,
            jumps_left: MAX_JUMPS,
            found,
        }
    }
}
