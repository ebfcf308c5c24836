//! Levels of strength, and ratings on the scale of the levels.

use std::ops::RangeInclusive;

use petteia_core::words::quoted;
use petteia_search::Skill;

use super::ladder::Ladder;
use super::{ToMove, Variant};

/// Nodes of a move at full strength for a program that gives no other limit.
const NODES: u64 = 10_000_000;
/// The same in a game whose players choose at the same time, in joint turns.
const JOINT_TURNS: u64 = 12_000_000;

/// A level from 0 to [`HIGHEST`](Level::HIGHEST), which is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// Full strength.
    pub const HIGHEST: u8 = 20;
    /// The level from which on no immediate win and no immediate loss is overlooked.
    pub const CAREFUL: u8 = 5;
    /// Full strength.
    pub const FULL: Self = Self(Self::HIGHEST);

    /// The level with a number.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (number <= Self::HIGHEST).then_some(Self(number))
    }

    /// Reads a level.
    ///
    /// # Errors
    /// It is no number in the range.
    pub fn read(text: &str) -> Result<Self, String> {
        let level = text.parse().ok().and_then(Self::new);
        let refuse = || format!("expected a level from 0 to {}, found {}", Self::HIGHEST, quoted(text));
        level.ok_or_else(refuse)
    }

    /// The level that an older version wrote as a number from 1 to 10.
    #[must_use]
    pub fn of_ten(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then(|| Self(2 * number))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// How a game is played at this level; `None` for full strength.
    #[must_use]
    pub fn skill(self, variant: &Variant) -> Option<Skill> {
        let ladder = Ladder::of(variant);
        (self.0 < Self::HIGHEST).then(|| ladder.skill(ladder.strength(self.0), self.0 >= Self::CAREFUL))
    }

    /// The most nodes of a move at any level, for a program that gives no other limit.
    #[must_use]
    pub fn most_nodes(turn: &ToMove) -> u64 {
        if *turn == ToMove::Both { JOINT_TURNS } else { NODES }
    }

    /// The nodes of a search for a hint, at full strength.
    #[must_use]
    pub fn hint_nodes(turn: &ToMove) -> u64 {
        Self::most_nodes(turn) / 20
    }

    /// What the level means.
    #[must_use]
    pub fn describe(self) -> String {
        let full = if self == Self::FULL { ", full strength" } else { "" };
        format!("level {} of {}{full}", self.0, Self::HIGHEST)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self(8)
    }
}

/// The ratings that `UCI_Elo` takes: those of all levels of all games.
pub const RATINGS: RangeInclusive<u64> = 400..=2800;

/// How a game is played at a rating on the scale of its levels; `None` for that of full strength and above.
#[must_use]
pub fn skill_at_rating(variant: &Variant, rating: u64) -> Option<Skill> {
    let ladder = Ladder::of(variant);
    let (strength, level) = ladder.strength_at(rating)?;
    Some(ladder.skill(strength, level >= Level::CAREFUL))
}
