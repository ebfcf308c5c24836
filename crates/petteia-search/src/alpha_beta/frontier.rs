//! Transposition table of one thread for the last plies above the horizon.
//!
//! Most nodes are there, and to read the shared table takes as long as to evaluate a position: it is main memory. This
//! table fits into the cache of a core, and the shared table keeps its room for deeper entries.

use super::table::TtEntry;

/// Greatest depth of the nodes that use this table, in plies.
pub const FRONTIER_DEPTH: i32 = 1;
/// Number of entries, which is 256 KiB.
const ENTRIES: usize = 1 << 14;

/// The table. A position replaces any other that has the same place.
#[derive(Clone, Debug)]
pub struct FrontierTable(Vec<(u64, u64)>);

impl FrontierTable {
    /// An empty table.
    pub fn new() -> Self {
        // Data of zero are no entry.
        Self(vec![(0, 0); ENTRIES])
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TtEntry> {
        let (of, data) = self.0[key as usize % ENTRIES];
        TtEntry::unpack(data).filter(|_| of == key)
    }

    /// Stores an entry.
    #[inline]
    pub fn put(&mut self, key: u64, entry: TtEntry) {
        self.0[key as usize % ENTRIES] = (key, entry.pack());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta::Bound;

    #[test]
    fn an_entry_is_found_by_its_key_alone() {
        let entry = |score| TtEntry { best_move: None, score, bound: Bound::Lower, proved: false, depth: 1, age: 0 };
        let mut table = FrontierTable::new();
        let (first, second) = (7, 7 + ENTRIES as u64);
        assert_eq!([0, first].map(|key| table.get(key)), [None, None]);
        table.put(first, entry(1));
        assert_eq!([first, second].map(|key| table.get(key)), [Some(entry(1)), None]);
        table.put(second, entry(2));
        assert_eq!([first, second].map(|key| table.get(key)), [None, Some(entry(2))]);
    }
}
