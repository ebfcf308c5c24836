//! Captures (points 5, 7 to 9 and 11): every route, depth first, equal results merged.

use std::marker::PhantomData;

use smallvec::SmallVec;

use super::board::{Direction, look, step};
use super::position::Move;
use super::rules::Rules;
use crate::base::bits::ones;

/// The search for the captures of one side.
pub(super) struct Capturing<R> {
    /// Whether its men move down.
    down: bool,
    /// The pieces that can be taken.
    enemy: u64,
    /// Free squares; that of the capturing piece is among them while it captures.
    free: u64,
    /// The row that stops a man, where the rules say so.
    stop: u64,
    from: u8,
    /// The most pieces taken by a capture so far.
    most: u32,
    found: SmallVec<[Move; 16]>,
    rules: PhantomData<R>,
}

impl<R: Rules> Capturing<R> {
    /// Nothing found yet.
    pub(super) fn new(down: bool, enemy: u64, free: u64, stop: u64) -> Self {
        Self { down, enemy, free, stop, from: 0, most: 0, found: SmallVec::new(), rules: PhantomData }
    }

    /// All captures by these men and kings, each of which has one.
    #[inline]
    pub(super) fn all(&mut self, men: u64, kings: u64) -> &[Move] {
        for bit in ones(men) {
            self.start(bit);
            self.by_man(1 << bit, 0);
            self.free ^= 1 << bit;
        }
        for bit in ones(kings) {
            self.start(bit);
            if R::FLYING_KINGS {
                self.by_flying_king(bit, 0, None);
            } else {
                self.by_king(1 << bit, 0);
            }
            self.free ^= 1 << bit;
        }
        &self.found
    }

    /// The men that can capture.
    pub(super) fn men_that_can(&self, men: u64) -> u64 {
        if R::MEN_CAPTURE_BACKWARD {
            self.short_that_can(men, &Direction::ALL)
        } else {
            self.short_that_can(men, &Direction::forward(self.down))
        }
    }

    /// The kings that can capture.
    pub(super) fn kings_that_can(&self, kings: u64) -> u64 {
        if R::FLYING_KINGS {
            ones(kings).filter(|&bit| self.flying_can(bit)).fold(0, |all, bit| all | 1 << bit)
        } else {
            self.short_that_can(kings, &Direction::ALL)
        }
    }

    /// Those of the pieces that can capture a neighbour in one of the directions.
    fn short_that_can(&self, pieces: u64, directions: &[Direction]) -> u64 {
        let can = |&direction: &Direction| {
            let back = direction.back();
            step::<R>(step::<R>(self.free, back) & self.enemy, back) & pieces
        };
        directions.iter().fold(0, |all, direction| all | can(direction))
    }

    fn flying_can(&self, bit: usize) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let (_, first) = look::<R>(bit, direction, self.free);
            step::<R>(first & self.enemy, direction) & self.free != 0
        })
    }

    fn start(&mut self, bit: usize) {
        self.from = bit as u8;
        self.free ^= 1 << bit;
    }

    fn by_man(&mut self, at: u64, taken: u64) {
        if R::MEN_CAPTURE_BACKWARD {
            self.by_short(at, taken, &Direction::ALL, self.stop);
        } else {
            self.by_short(at, taken, &Direction::forward(self.down), self.stop);
        }
    }

    fn by_king(&mut self, at: u64, taken: u64) {
        self.by_short(at, taken, &Direction::ALL, 0);
    }

    #[inline]
    fn by_short(&mut self, at: u64, taken: u64, directions: &[Direction], stop: u64) {
        let mut ends = taken != 0;
        if at & stop == 0 || taken == 0 {
            for &direction in directions {
                let victim = step::<R>(at, direction) & self.enemy & !taken;
                let land = step::<R>(victim, direction) & self.free;
                if land != 0 {
                    ends = false;
                    self.by_short(land, taken | victim, directions, stop);
                }
            }
        }
        if ends {
            self.take(at.trailing_zeros() as u8, taken);
        }
    }

    /// A king that arrived along a direction. Further pieces straight on are taken from the first
    /// square behind the last victim only: from the others it would be the same capture.
    fn by_flying_king(&mut self, at: usize, taken: u64, arrived: Option<(Direction, bool)>) {
        let mut ends = taken != 0;
        for direction in Direction::ALL {
            let skipped =
                arrived.is_some_and(|(came, first)| direction == came.back() || (direction == came && !first));
            if skipped {
                continue;
            }
            let (_, victim) = look::<R>(at, direction, self.free);
            if victim & self.enemy & !taken == 0 {
                continue;
            }
            let (landings, _) = look::<R>(victim.trailing_zeros() as usize, direction, self.free);
            let nearest = step::<R>(victim, direction);
            for land in ones(landings) {
                ends = false;
                self.by_flying_king(land, taken | victim, Some((direction, nearest >> land & 1 == 1)));
            }
        }
        if ends {
            self.take(at as u8, taken);
        }
    }

    /// Notes a capture that can go no further, unless it is known or others take more.
    fn take(&mut self, to: u8, taken: u64) {
        let count = taken.count_ones();
        if R::MAJORITY {
            if count < self.most {
                return;
            }
            if count > self.most {
                self.found.clear();
                self.most = count;
            }
        }
        let mut rank = 0;
        for other in self.found.iter().filter(|other| other.from == self.from && other.to == to) {
            if other.taken == taken {
                return;
            }
            rank = other.rank.saturating_add(1);
        }
        self.found.push(Move { taken, from: self.from, to, rank });
    }
}
