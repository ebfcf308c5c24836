//! Capture generation (points 5, 7 to 9 and 11): all routes, depth first. Equal captures are merged.

use std::marker::PhantomData;

use petteia_core::bits::ones;
use smallvec::SmallVec;

use super::board::{Direction, each, fill, scan_ray, step, total};
use super::position::Move;
use super::rules::Rules;
use super::view::{Heading, Jumps, any, for_each_neighbour, jumps, man_jumps, onward, targets, victims};

/// The least number of pieces of a capture with two routes. They lead round a rectangle, one each way, and have to take
/// a piece on each side.
const MIN_MERGED: u32 = 4;

/// In place of the number of a direction: the piece has not moved.
const START: usize = 4;

/// What a generator finds.
pub(super) trait CaptureSink {
    /// Adds a completed route.
    fn add(&mut self, from: u8, to: u8, taken: u64);

    /// Adds completed routes to each of these squares.
    fn add_all(&mut self, from: u8, to: u64, taken: u64) {
        ones(to).for_each(|to| self.add(from, to as u8, taken));
    }
}

/// The legal captures.
pub(super) struct CaptureList<R> {
    /// The largest number of pieces that a capture takes so far; 0 without a majority rule.
    most_taken: u32,
    /// The captures so far.
    pub(super) captures: SmallVec<[Move; 16]>,
    rules: PhantomData<R>,
}

impl<R> Default for CaptureList<R> {
    fn default() -> Self {
        Self { most_taken: 0, captures: SmallVec::new(), rules: PhantomData }
    }
}

impl<R: Rules> CaptureSink for CaptureList<R> {
    /// Adds a capture, unless it is already there or another one takes more pieces (point 8).
    fn add(&mut self, from: u8, to: u8, taken: u64) {
        let count = taken.count_ones();
        if R::MAJORITY {
            if count < self.most_taken {
                return;
            }
            if count > self.most_taken {
                self.captures.clear();
                self.most_taken = count;
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
    /// The largest number of pieces that a capture takes so far; 0 without a majority rule.
    most_taken: u32,
    /// The number of captures so far.
    count: u64,
    /// Whether a capture can have two routes.
    ambiguous: bool,
    rules: PhantomData<R>,
}

impl<R> Default for Tally<R> {
    fn default() -> Self {
        Self { most_taken: 0, count: 0, ambiguous: false, rules: PhantomData }
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
        if taken + 1 == MIN_MERGED && any(further) | landings[3 - first] != 0 {
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

    /// Adds captures that take this number of pieces, unless another one takes more (point 8).
    fn record(&mut self, taken: u32, count: u64) {
        if R::MAJORITY && count != 0 {
            if taken < self.most_taken {
                return;
            }
            if taken > self.most_taken {
                self.count = 0;
                self.most_taken = taken;
            }
        }
        self.count += count;
    }
}

impl<R: Rules> CaptureSink for Tally<R> {
    fn add(&mut self, _from: u8, _to: u8, taken: u64) {
        let taken = taken.count_ones();
        self.ambiguous |= taken >= MIN_MERGED;
        self.record(taken, 1);
    }

    fn add_all(&mut self, _from: u8, to: u64, taken: u64) {
        let taken = taken.count_ones();
        self.ambiguous |= taken >= MIN_MERGED;
        self.record(taken, to.count_ones().into());
    }
}

/// Where these pieces land by a jump in a direction.
#[inline]
fn jump<R: Rules>(pieces: u64, jumps: Jumps, direction: Direction) -> u64 {
    step::<R>(step::<R>(pieces & jumps[direction as usize], direction), direction)
}

/// Generates the captures of one side, whose men have the heading `H`.
pub(super) struct CaptureGenerator<R, H, F> {
    /// The pieces of the enemy.
    enemy: u64,
    /// The empty squares. While a piece captures, its start square is one of them (point 11).
    free: u64,
    /// For a piece that captures only neighbours, the squares from which it jumps, by direction.
    jumps: Jumps,
    /// For a flying king, the empty squares from which it can take a piece, by direction.
    views: [u64; 4],
    /// The start square of the capturing piece, as a bit number.
    from: u8,
    /// The captures so far.
    pub(super) found: F,
    types: PhantomData<(R, H)>,
}

impl<R: Rules, H: Heading, F: CaptureSink> CaptureGenerator<R, H, F> {
    /// Adds all captures by these men and kings. Each of them must have a capture.
    pub(super) fn all(&mut self, men: u64, kings: u64) {
        for bit in ones(men) {
            self.start(bit);
            self.jumps = man_jumps::<R, H>(self.enemy, self.free);
            self.extend_short_range_capture(bit, 0);
            self.free ^= 1 << bit;
        }
        for bit in ones(kings) {
            self.start(bit);
            if R::FLYING_KINGS {
                let targets = targets::<R>(self.enemy, self.free);
                self.views = each(|d| fill::<R>(targets[d as usize], self.free, d.opposite()));
                self.fly_on(bit, self.views, 0);
            } else {
                self.jumps = jumps::<R>(self.enemy, self.free);
                self.extend_short_range_capture(bit, 0);
            }
            self.free ^= 1 << bit;
        }
    }

    /// Starts the captures of a piece: its square counts as empty.
    fn start(&mut self, bit: usize) {
        self.from = bit as u8;
        self.free ^= 1 << bit;
    }

    /// Continues the capture of a piece that captures only neighbours. It stands on `at` and has taken the pieces of
    /// `taken`.
    fn extend_short_range_capture(&mut self, at: usize, taken: u64) {
        let victims = victims::<R>(at, self.jumps) & !taken;
        if victims == 0 {
            self.found.add(self.from, at as u8, taken);
        }
        for_each_neighbour(victims, at, |victim, land| self.extend_short_range_capture(land, taken | 1 << victim));
    }

    /// Takes a piece with a flying king, in the direction of the number `LAST`, and continues the capture. Returns false
    /// if that piece is taken already.
    fn fly<const LAST: usize>(&mut self, at: usize, taken: u64) -> bool {
        let direction = Direction::ALL[LAST];
        let victim = scan_ray::<R>(at, direction, self.free).1 & !taken;
        if victim == 0 {
            return false;
        }
        let (landings, _) = scan_ray::<R>(victim.trailing_zeros() as usize, direction, self.free);
        // In its last direction it continues only from the first square: from the others the captures would be the same.
        let views = each(|d| match d {
            _ if d == direction.opposite() => 0,
            _ if d == direction => self.views[LAST] & step::<R>(victim, direction),
            _ => self.views[d as usize],
        });
        let taken = taken | victim;
        if landings & any(views) == 0 {
            self.found.add_all(self.from, landings, taken);
        } else {
            for land in ones(landings) {
                if !self.fly_on(land, views, taken) {
                    self.found.add(self.from, land as u8, taken);
                }
            }
        }
        true
    }

    /// Continues the capture of a flying king in each direction in whose view it stands. Returns false if it can take
    /// nothing more.
    fn fly_on(&mut self, at: usize, views: [u64; 4], taken: u64) -> bool {
        let sees = |d: usize| views[d] >> at & 1 == 1;
        let extended = [
            sees(0) && self.fly::<0>(at, taken),
            sees(1) && self.fly::<1>(at, taken),
            sees(2) && self.fly::<2>(at, taken),
            sees(3) && self.fly::<3>(at, taken),
        ];
        extended.contains(&true)
    }
}

impl<R, H, F> CaptureGenerator<R, H, F> {
    /// A generator without captures so far.
    pub(super) fn new(enemy: u64, free: u64, found: F) -> Self {
        Self { enemy, free, jumps: [0; 4], views: [0; 4], from: 0, found, types: PhantomData }
    }
}
