//! Entries of the transposition table, packed into one word each.

use petteia_core::Score;

use super::parameters::{TT_AGE_DEPTH, TT_PROVED_DEPTH};
use super::report::Bound;

/// A search result for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// Index of the best move, if there was one.
    pub best_move: Option<u16>,
    /// The score for the side to move. A mate is counted from this position.
    pub score: i16,
    /// How `score` relates to the value.
    pub bound: Bound,
    /// The bound holds for the game and not only at `depth`.
    pub proved: bool,
    /// Depth of the search in plies.
    pub depth: u8,
    /// Number of the search that stored it, modulo 32.
    pub age: u8,
}

const HAS_MOVE: u64 = 1 << 48;
const PROVED: u64 = 1 << 49;
/// Number of different ages: an entry stores its age modulo this number.
pub const AGES: u8 = 32;

impl TtEntry {
    /// The entry as data of [`DATA_BITS`](crate::hash_table::DATA_BITS) bits.
    #[inline]
    #[must_use]
    pub fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 3,
            Bound::Lower => 2,
            Bound::Upper => 1,
        };
        u64::from(self.best_move.unwrap_or(0))
            | self.best_move.map_or(0, |_| HAS_MOVE)
            | u64::from(self.score.cast_unsigned()) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.age % AGES) << 40
            | if self.proved { PROVED } else { 0 }
            | bound << 50
    }

    /// The entry in a word made by [`TtEntry::pack`]. `None` for any other word.
    #[must_use]
    pub fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 50 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            best_move: (word & HAS_MOVE != 0).then_some(word as u16),
            score: ((word >> 16) as u16).cast_signed(),
            bound,
            proved: word & PROVED != 0,
            depth: (word >> 32) as u8,
            age: (word >> 40) as u8 % AGES,
        })
    }

    /// The value of keeping an entry in a search of this age, in plies. It is high for deep, proved and young entries.
    /// A word that is no entry has the lowest value.
    #[inline]
    #[must_use]
    pub fn replacement_value(word: u64, age: u8) -> i32 {
        Self::unpack(word).map_or(i32::MIN, |entry| {
            let old = i32::from(age.wrapping_sub(entry.age) % AGES);
            i32::from(entry.depth) + i32::from(entry.proved) * TT_PROVED_DEPTH.get() - TT_AGE_DEPTH.get() * old
        })
    }

    /// The score for a node `ply` plies from the root, if it is enough for a cutoff in this window.
    #[must_use]
    pub fn cutoff(self, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        let score = Score::from_tt(self.score, ply);
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
        .then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_give_the_entry_back() {
        for (best_move, score, proved) in [(None, -20_100, true), (Some(0), 0, false), (Some(4095), 32_000, true)] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let entry = TtEntry { best_move, score, bound, proved, depth: 255, age: 31 };
                assert_eq!(TtEntry::unpack(entry.pack()), Some(entry));
            }
        }
        assert_eq!(TtEntry::unpack(0), None);
        let old = TtEntry { best_move: None, score: 0, bound: Bound::Exact, proved: false, depth: 0, age: 255 };
        assert_eq!(TtEntry::unpack(old.pack()), Some(TtEntry { age: 31, ..old }));
    }

    #[test]
    fn what_is_deep_proved_and_young_stays() {
        let entry = TtEntry { best_move: None, score: 0, bound: Bound::Exact, proved: false, depth: 10, age: 30 };
        let value = |entry: TtEntry, age| TtEntry::replacement_value(entry.pack(), age);
        assert_eq!(value(entry, 30), 10);
        assert_eq!(value(TtEntry { depth: 11, ..entry }, 30), 11);
        assert_eq!(value(TtEntry { proved: true, ..entry }, 30), 14);
        // Two searches later: the age after 31 is 0.
        assert_eq!(value(entry, 0), 10 - 16);
        assert_eq!(TtEntry::replacement_value(0, 30), i32::MIN);
    }
}
