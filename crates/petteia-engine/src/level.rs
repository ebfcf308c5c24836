//! Levels of strength: how many nodes the engine searches for a move.

use super::{Limits, ToMove};
use petteia_core::words::quoted;

/// Nodes of a move at each level.
const NODES: [u64; Level::HIGHEST as usize] = [1, 10, 50, 200, 1_000, 5_000, 25_000, 150_000, 1_000_000, 10_000_000];

/// Joint turns of a move in a simultaneous game. They are cheap, and a search needs some ten thousand of them before it
/// knows anything.
const JOINT_TURNS: [u64; Level::HIGHEST as usize] =
    [1, 50_000, 100_000, 200_000, 400_000, 800_000, 1_500_000, 3_000_000, 6_000_000, 12_000_000];

/// A level from 1 to [`HIGHEST`](Level::HIGHEST).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const HIGHEST: u8 = 10;
    /// The level of a hint, unless the engine plays at a higher one.
    pub const HINT_LEVEL: Self = Self(7);

    /// Reads a level.
    ///
    /// # Errors
    /// It is no number in the range.
    pub fn read(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().filter(|number| (1..=Self::HIGHEST).contains(number));
        let refuse = || format!("expected a level from 1 to {}, found {}", Self::HIGHEST, quoted(text));
        number.map(Self).ok_or_else(refuse)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Nodes of a move.
    #[must_use]
    pub fn nodes(self, turn: &ToMove) -> u64 {
        let of_kind = if *turn == ToMove::Both { &JOINT_TURNS } else { &NODES };
        of_kind[usize::from(self.0) - 1]
    }

    /// The limits of a search at this level.
    #[must_use]
    pub fn limits(self, turn: &ToMove) -> Limits {
        Limits { nodes: Some(self.nodes(turn)), ..Limits::default() }
    }

    /// What the level means.
    #[must_use]
    pub fn describe(self, turn: &ToMove) -> String {
        let nodes = self.nodes(turn);
        let [one, many] = match turn {
            ToMove::Side(_) => ["position", "positions"],
            ToMove::Both => ["joint turn", "joint turns"],
            ToMove::Seats(_) => ["trial of a clue", "trials of clues"],
        };
        let what = if nodes == 1 { one } else { many };
        format!("level {} of {}: {} {what} a move", self.0, Self::HIGHEST, grouped(nodes))
    }
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

impl Default for Level {
    fn default() -> Self {
        Self(4)
    }
}
