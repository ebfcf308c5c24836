//! What a slice holds.

use std::fmt;

use petteia_core::Wdl;

/// What the solver has found in one slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of positions that the side to move wins.
    pub wins: u64,
    /// Number of drawn positions.
    pub draws: u64,
    /// Number of positions that the side to move loses.
    pub losses: u64,
    /// Greatest distance in plies.
    pub longest: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { wins, draws, losses, longest } = self;
        write!(f, "{wins} wins, {draws} draws, {losses} losses, longest {longest} plies")
    }
}

impl Counts {
    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts one more position.
    pub fn add(&mut self, wdl: Wdl, distance: u64) {
        match wdl {
            Wdl::Win => self.wins += 1,
            Wdl::Draw => self.draws += 1,
            Wdl::Loss => self.losses += 1,
        }
        self.longest = self.longest.max(distance);
    }

    /// Counts the positions of `other` too.
    pub fn merge(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.longest = self.longest.max(other.longest);
    }
}

/// A solved slice.
#[derive(Debug)]
pub struct SolvedSlice<S> {
    /// The slice.
    pub slice: S,
    /// What it holds.
    pub counts: Counts,
    /// A byte for each number of the index: [`to_byte`](super::value::to_byte), or
    /// [`NO_VALUE`](super::value::NO_VALUE).
    pub bytes: Vec<u8>,
}
