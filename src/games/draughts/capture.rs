//! Capture generation (points 5, 7 to 9 and 11): all routes, depth first. Equal captures are merged.

use std::marker::PhantomData;

use smallvec::SmallVec;

use super::board::{Direction, scan_ray, step};
use super::position::Move;
use super::rules::Rules;
use crate::base::bits::ones;

/// Generates the captures of one side.
pub(super) struct CaptureGenerator<R> {
    /// Whether the men of the side move down.
    down: bool,
    /// The pieces of the enemy.
    enemy: u64,
    /// The empty squares. While a piece captures, its start square is one of them (point 11).
    free: u64,
    /// The crowning row if a man ends its capture there (point 9), else an empty set.
    stop_row: u64,
    /// The start square of the capturing piece, as a bit number.
    from: u8,
    /// The largest number of pieces that a capture takes so far; 0 without a majority rule.
    most_taken: u32,
    /// The captures so far.
    captures: SmallVec<[Move; 16]>,
    rules: PhantomData<R>,
}

impl<R: Rules> CaptureGenerator<R> {
    /// A generator without captures so far.
    pub(super) fn new(down: bool, enemy: u64, free: u64, stop_row: u64) -> Self {
        Self { down, enemy, free, stop_row, from: 0, most_taken: 0, captures: SmallVec::new(), rules: PhantomData }
    }

    /// All captures by these men and kings. Each of them must have a capture.
    #[inline]
    pub(super) fn all(&mut self, men: u64, kings: u64) -> &[Move] {
        for bit in ones(men) {
            self.start(bit);
            self.extend_man_capture(1 << bit, 0);
            self.free ^= 1 << bit;
        }
        for bit in ones(kings) {
            self.start(bit);
            if R::FLYING_KINGS {
                self.extend_flying_king_capture(bit, 0, None);
            } else {
                self.extend_king_capture(1 << bit, 0);
            }
            self.free ^= 1 << bit;
        }
        &self.captures
    }

    /// The men of a set that can capture.
    pub(super) fn capturing_men(&self, men: u64) -> u64 {
        if R::MEN_CAPTURE_BACKWARD {
            self.short_range_capturers(men, &Direction::ALL)
        } else {
            self.short_range_capturers(men, &Direction::forward(self.down))
        }
    }

    /// The kings of a set that can capture.
    pub(super) fn capturing_kings(&self, kings: u64) -> u64 {
        if R::FLYING_KINGS {
            ones(kings).filter(|&bit| self.flying_king_can_capture(bit)).fold(0, |all, bit| all | 1 << bit)
        } else {
            self.short_range_capturers(kings, &Direction::ALL)
        }
    }

    /// The pieces of a set that can capture a neighbour in one of the directions.
    fn short_range_capturers(&self, pieces: u64, directions: &[Direction]) -> u64 {
        let can = |&direction: &Direction| {
            let opposite = direction.opposite();
            step::<R>(step::<R>(self.free, opposite) & self.enemy, opposite) & pieces
        };
        directions.iter().fold(0, |all, direction| all | can(direction))
    }

    /// Whether a flying king on this bit can capture.
    fn flying_king_can_capture(&self, bit: usize) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let (_, first) = scan_ray::<R>(bit, direction, self.free);
            step::<R>(first & self.enemy, direction) & self.free != 0
        })
    }

    /// Starts the captures of a piece: its square counts as empty.
    fn start(&mut self, bit: usize) {
        self.from = bit as u8;
        self.free ^= 1 << bit;
    }

    /// Continues the capture of a man that stands on `at` and has taken the pieces of `taken`.
    fn extend_man_capture(&mut self, at: u64, taken: u64) {
        if R::MEN_CAPTURE_BACKWARD {
            self.extend_short_range_capture(at, taken, &Direction::ALL, self.stop_row);
        } else {
            self.extend_short_range_capture(at, taken, &Direction::forward(self.down), self.stop_row);
        }
    }

    /// Continues the capture of a king that is not flying.
    fn extend_king_capture(&mut self, at: u64, taken: u64) {
        self.extend_short_range_capture(at, taken, &Direction::ALL, 0);
    }

    /// Continues the capture of a piece that captures only neighbours.
    #[inline]
    fn extend_short_range_capture(&mut self, at: u64, taken: u64, directions: &[Direction], stop_row: u64) {
        let mut complete = taken != 0;
        if at & stop_row == 0 || taken == 0 {
            for &direction in directions {
                let victim = step::<R>(at, direction) & self.enemy & !taken;
                let land = step::<R>(victim, direction) & self.free;
                if land != 0 {
                    complete = false;
                    self.extend_short_range_capture(land, taken | victim, directions, stop_row);
                }
            }
        }
        if complete {
            self.add(at.trailing_zeros() as u8, taken);
        }
    }

    /// Continues the capture of a flying king.
    ///
    /// `arrived` holds its last direction, and whether it landed on the first square behind its victim. It continues in
    /// that direction only from the first square: from the other squares the captures would be the same.
    fn extend_flying_king_capture(&mut self, at: usize, taken: u64, arrived: Option<(Direction, bool)>) {
        let mut complete = taken != 0;
        for direction in Direction::ALL {
            let skipped =
                arrived.is_some_and(|(last, first)| direction == last.opposite() || (direction == last && !first));
            if skipped {
                continue;
            }
            let (_, victim) = scan_ray::<R>(at, direction, self.free);
            if victim & self.enemy & !taken == 0 {
                continue;
            }
            let (landings, _) = scan_ray::<R>(victim.trailing_zeros() as usize, direction, self.free);
            let nearest = step::<R>(victim, direction);
            for land in ones(landings) {
                complete = false;
                self.extend_flying_king_capture(land, taken | victim, Some((direction, nearest >> land & 1 == 1)));
            }
        }
        if complete {
            self.add(at as u8, taken);
        }
    }

    /// Adds a completed capture, unless it is already there or another one takes more pieces (point 8).
    fn add(&mut self, to: u8, taken: u64) {
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
        for other in self.captures.iter().filter(|other| other.from == self.from && other.to == to) {
            if other.taken == taken {
                return;
            }
            ordinal = other.ordinal.saturating_add(1);
        }
        self.captures.push(Move { taken, from: self.from, to, ordinal });
    }
}
