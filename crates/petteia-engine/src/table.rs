//! The transposition table of a session, whose size is the option `Hash`.

use std::sync::Arc;

use petteia_search::{HashTable, OutOfMemory, STACK_SIZE};

/// A table that is allocated when it is first needed.
#[derive(Debug)]
pub(super) struct LazyHashTable {
    mebibytes: usize,
    table: Option<Arc<HashTable>>,
}

impl LazyHashTable {
    /// A table of this many MiB. Nothing is allocated yet.
    pub(super) fn new(mebibytes: u64) -> Self {
        Self { mebibytes: mebibytes as usize, table: None }
    }

    /// The table, allocated if it is not yet. Where the system has too little memory, its size is halved until it fits.
    ///
    /// # Errors
    /// There is not even memory for a table of 1 MiB.
    pub(super) fn table(&mut self) -> Result<Arc<HashTable>, OutOfMemory> {
        if let Some(table) = &self.table {
            return Ok(Arc::clone(table));
        }
        let sizes = std::iter::successors(Some(self.mebibytes), |&size| (size > 1).then_some(size / 2));
        let mut failed = OutOfMemory(self.mebibytes);
        for size in sizes {
            // The search thread needs memory for its stack too.
            let mut stack = Vec::<u8>::new();
            let room = stack.try_reserve_exact(2 * STACK_SIZE).map_err(|_| OutOfMemory(size));
            match HashTable::new(size).and_then(|table| room.map(|()| table)) {
                Ok(table) => {
                    self.mebibytes = size;
                    return Ok(Arc::clone(self.table.insert(Arc::new(table))));
                }
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    /// Size of the table in MiB.
    pub(super) fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Empties the table.
    pub(super) fn clear(&self) {
        self.table.iter().for_each(|table| table.clear());
    }

    /// Changes the size and allocates the new table. The old table is freed first, so that there are never two.
    ///
    /// # Errors
    /// There is too little memory. The table is then empty and has its old size.
    pub(super) fn resize(&mut self, mebibytes: u64) -> Result<(), OutOfMemory> {
        self.table = None;
        let table = HashTable::new(mebibytes as usize)?;
        *self = Self { mebibytes: mebibytes as usize, table: Some(Arc::new(table)) };
        Ok(())
    }
}

/// The memory of the machine in MiB, or the limit of the control group if that is lower. `None` if the memory cannot be
/// read.
#[cfg(not(target_family = "wasm"))]
pub(super) fn physical_memory() -> Option<u64> {
    use sysinfo::{MemoryRefreshKind, RefreshKind, System};

    let what = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(what);
    // Without /proc the total is 0, and asking for the limits of the control group panics.
    let total = Some(system.total_memory()).filter(|&bytes| bytes > 0)?;
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    Some(total.min(limit) >> 20)
}

/// WebAssembly does not give this number.
#[cfg(target_family = "wasm")]
pub(super) fn physical_memory() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_that_cannot_be_had_leaves_the_old_one() {
        let mut hash = LazyHashTable::new(2);
        assert!(hash.resize(u64::MAX).is_err());
        assert_eq!(hash.mebibytes(), 2);
        let table = hash.table().expect("2 MiB");
        assert!(Arc::ptr_eq(&table, &hash.table().expect("the same")));
        hash.resize(1).expect("1 MiB");
        assert_eq!(hash.mebibytes(), 1);
    }

    #[test]
    fn a_first_table_that_cannot_be_had_is_a_smaller_one() {
        let mut hash = LazyHashTable::new(1 << 44);
        hash.table().expect("some memory");
        assert!((1..1 << 44).contains(&hash.mebibytes()));
    }

    #[test]
    fn clearing_forgets() {
        let mut hash = LazyHashTable::new(1);
        hash.table().expect("1 MiB").put(1, 2, |_| 0);
        assert_eq!(hash.table().expect("1 MiB").get(1), Some(2));
        hash.clear();
        assert_eq!(hash.table().expect("1 MiB").get(1), None);
    }
}
