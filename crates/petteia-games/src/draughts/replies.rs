//! The number of replies, most of them counted without playing the moves.
//!
//! A step of a man that leaves the enemy without a capture changes the number of the enemy's steps by those to two
//! squares only. All such steps in a direction are counted at once.

use std::marker::PhantomData;

use petteia_core::bits::ones;

use super::board::{Direction, each, step, total, union};
use super::rays::scan_ray;
use super::rules::Rules;
use super::view::{Heading, SideBitboards};

/// What the steps of men have in common, by the direction of the enemy's moves.
struct Sets {
    /// The squares one step from the enemy's pieces that step there.
    stepping: [u64; 4],
    /// The squares one step from the enemy's pieces that take there.
    capturing: [u64; 4],
    /// The squares with an empty square behind them.
    behind: [u64; 4],
    /// The number of the enemy's steps as it stands.
    steps: u64,
    /// The lines of the enemy's flying kings.
    lines: Lines,
    /// The own pieces that the enemy can take as it stands.
    victims: [u64; 4],
    /// The own squares where the enemy lands if they become empty.
    uncovering: [u64; 4],
}

/// The lines of flying kings. A move on other squares changes nothing for them.
#[derive(Default)]
struct Lines {
    /// The squares in reach, the first piece in each direction and the square behind it.
    squares: u64,
    /// The number of steps.
    steps: u64,
    /// Whether there is a capture.
    capture: bool,
}

impl<R: Rules, H: Heading> SideBitboards<R, H> {
    /// The sum of the numbers of legal moves after each legal move.
    pub(super) fn count_replies(self) -> u64 {
        let mut count = 0;
        let capturers = self.capturers();
        if capturers.exist() {
            self.for_each_capture(capturers, |m| count += self.after(m).count_moves());
            count
        } else {
            self.for_each_king_step(|m| count += self.after(m).count_moves());
            count + self.count_replies_to_men()
        }
    }

    /// The number of replies to the steps of men, if no capture is compulsory.
    fn count_replies_to_men(self) -> u64 {
        let (own, free) = (self.men | self.kings, self.free());
        let stepping = each(|e| step::<R>(self.enemies_towards(e), e));
        let capturing = if R::MEN_CAPTURE_BACKWARD { each(|e| step::<R>(self.enemy_men, e)) } else { stepping };
        let behind = each(|e| step::<R>(free, e.opposite()));
        let lines = self.enemy_lines();
        let sets = Sets {
            stepping,
            capturing,
            behind,
            steps: total(|e| stepping[e as usize] & free) + lines.steps,
            lines,
            victims: each(|e| capturing[e as usize] & own & behind[e as usize]),
            uncovering: each(|e| step::<R>(capturing[e as usize] & own, e)),
        };
        self.count_replies_towards::<0>(&sets) + self.count_replies_towards::<1>(&sets)
    }

    /// The number of replies to the steps of men in one of the two directions forward.
    fn count_replies_towards<const FORWARD: usize>(self, sets: &Sets) -> u64 {
        let direction = Self::FORWARD[FORWARD];
        let back = direction.opposite();
        let movers = self.men & step::<R>(self.free(), back);
        // A man can be taken where it arrives, from the front to the square that it leaves ...
        let arriving =
            union(|e| sets.capturing[e as usize] & if e == back { u64::MAX } else { sets.behind[e as usize] });
        // ... or another piece can, to the square that it leaves.
        let leaving = union(|e| if e == back { 0 } else { sets.uncovering[e as usize] });
        let mut losing = step::<R>(arriving, back) | leaving;
        // A capture remains possible unless its victim moves away or a man moves to where it lands.
        losing |= union(|e| {
            ones(sets.victims[e as usize]).fold(0, |losing, bit| {
                let victim = 1 << bit;
                losing | !(victim | step::<R>(step::<R>(victim, e), back))
            })
        });
        if sets.lines.capture {
            losing = u64::MAX;
        }
        let crossing = movers & (sets.lines.squares | step::<R>(sets.lines.squares, back));
        let movers = movers & !crossing;
        let quiet = movers & !losing;
        let arrived = step::<R>(quiet, direction);
        let mut count = u64::from(quiet.count_ones()) * sets.steps + total(|e| sets.stepping[e as usize] & quiet)
            - total(|e| sets.stepping[e as usize] & arrived);
        for bit in ones(movers & losing) {
            let from = 1 << bit;
            let after = self.after_step(from, step::<R>(from, direction));
            count += after.count_captures(after.capturers());
        }
        for bit in ones(crossing) {
            let from = 1 << bit;
            count += self.after_step(from, step::<R>(from, direction)).count_moves();
        }
        count
    }

    /// The lines of the enemy's flying kings.
    fn enemy_lines(self) -> Lines {
        let mut lines = Lines::default();
        if !R::FLYING_KINGS || self.enemy_kings == 0 {
            return lines;
        }
        let (own, free) = (self.men | self.kings, self.free());
        for bit in ones(self.enemy_kings) {
            for direction in Direction::DIAGONALS {
                let (reach, first) = scan_ray::<R>(bit, direction, free);
                let behind = step::<R>(first, direction);
                lines.squares |= reach | first | behind;
                lines.steps += u64::from(reach.count_ones());
                lines.capture |= first & own != 0 && behind & free != 0;
            }
        }
        lines
    }

    /// The view of the enemy after a man's step. It does not tell whether the man becomes a king.
    #[inline]
    fn after_step(self, from: u64, to: u64) -> SideBitboards<R, H::Opposite> {
        SideBitboards {
            men: self.enemy_men,
            kings: self.enemy_kings,
            enemy_men: self.men ^ from ^ to,
            enemy_kings: self.kings,
            resting: 0,
            types: PhantomData,
        }
    }

    /// The pieces of the enemy that move by one square in a direction.
    fn enemies_towards(self, direction: Direction) -> u64 {
        let kings = if R::FLYING_KINGS { 0 } else { self.enemy_kings };
        if direction.is_down() == H::DOWN { kings } else { self.enemy_men | kings }
    }
}
