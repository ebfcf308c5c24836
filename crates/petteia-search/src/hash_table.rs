//! Lock-less hash table of fixed size, shared by threads (Hyatt and Mann, "A lock-less transposition table
//! implementation", 2002).
//!
//! An entry consists of two words: the key xor the data, and the data. A read that mixes two writes fails the
//! comparison of keys. The upper bits of the data are the epoch of the table: [`HashTable::clear`] begins another epoch,
//! in which older entries count as empty. So a table of any size is cleared at once.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Number of entries in a bucket. A key can be stored in any entry of its bucket.
const BUCKET: usize = 4;
/// Number of words in a bucket, which is one cache line.
const WORDS: usize = 2 * BUCKET;
/// Size of a bucket in bytes.
const BYTES: usize = WORDS * size_of::<u64>();

/// Number of bits of the data. The bits above them are the epoch.
pub const DATA_BITS: u32 = 52;
/// Number of epochs. Epoch 0 is that of zeroed memory.
const EPOCHS: u64 = 1 << (u64::BITS - DATA_BITS);

/// Mask of the data bits.
const DATA: u64 = (1 << DATA_BITS) - 1;

/// A table from keys to data of 52 bits.
#[derive(Debug)]
pub struct HashTable {
    /// Zeroed memory. The system provides each page at its first use.
    words: Box<[AtomicU64]>,
    /// Index of the first word of the first bucket, at the start of a cache line.
    start: usize,
    /// Number of buckets.
    buckets: usize,
    /// Number of the latest search, modulo 256.
    age: AtomicU8,
    /// The epoch of the entries that count, from 1.
    epoch: AtomicU64,
}

/// There is no memory for a table of this size in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory(pub usize);

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB", self.0)
    }
}

impl Error for OutOfMemory {}

impl HashTable {
    /// An empty table of this size in MiB, at least 1. Its memory is not touched before the first use.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system has too little memory.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let out_of_memory = OutOfMemory(mebibytes);
        let buckets = mebibytes.max(1).checked_mul((1 << 20) / BYTES).ok_or(out_of_memory)?;
        let count = buckets.checked_add(1).and_then(|count| count.checked_mul(WORDS)).ok_or(out_of_memory)?;
        let words: Box<[AtomicU64]> = bytemuck::try_zeroed_slice_box(count).map_err(|()| out_of_memory)?;
        let past_line = words.as_ptr().addr() % BYTES;
        let start = (BYTES - past_line) % BYTES / size_of::<u64>();
        Ok(Self { words, start, buckets, age: AtomicU8::new(0), epoch: AtomicU64::new(1) })
    }

    /// Begins another search. The number that it returns marks the entries of this search.
    pub fn next_age(&self) -> u8 {
        self.age.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }

    /// Empties the table. No search may use it meanwhile.
    pub fn clear(&self) {
        self.age.store(0, Ordering::Relaxed);
        let epoch = self.epoch() + 1;
        if epoch < EPOCHS {
            self.epoch.store(epoch, Ordering::Relaxed);
        } else {
            self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
            self.epoch.store(1, Ordering::Relaxed);
        }
    }

    fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Relaxed)
    }

    /// The data stored with a key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<u64> {
        let epoch = self.epoch();
        self.bucket(key).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (entry[0].load(Ordering::Relaxed) ^ data == key && data >> DATA_BITS == epoch).then_some(data & DATA)
        })
    }

    /// Stores data with a key. It replaces the first entry of the bucket that is empty or has the same key, else the
    /// entry whose data have the lowest `score`. Bits of the data above 52 are lost.
    pub fn put(&self, key: u64, data: u64, score: impl Fn(u64) -> i32) {
        let epoch = self.epoch();
        let data = data & DATA | epoch << DATA_BITS;
        let bucket = self.bucket(key);
        let mut victim = &bucket[..2];
        let mut lowest = i32::MAX;
        for entry in bucket.chunks_exact(2) {
            let old = entry[1].load(Ordering::Relaxed);
            if old >> DATA_BITS != epoch || entry[0].load(Ordering::Relaxed) ^ old == key {
                victim = entry;
                break;
            }
            let score_of_old = score(old & DATA);
            if score_of_old < lowest {
                (victim, lowest) = (entry, score_of_old);
            }
        }
        victim[0].store(key ^ data, Ordering::Relaxed);
        victim[1].store(data, Ordering::Relaxed);
    }

    /// The data of the entries in the first 250 buckets, for statistics; `None` for an empty entry.
    pub fn sample(&self) -> impl Iterator<Item = Option<u64>> {
        let epoch = self.epoch();
        let words = &self.words[self.start..][..WORDS * self.buckets.min(250)];
        let data = words.iter().skip(1).step_by(2).map(|data| data.load(Ordering::Relaxed));
        data.map(move |data| (data >> DATA_BITS == epoch).then_some(data & DATA))
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        // The high half of the product spreads keys evenly over any number of buckets (Lemire, 2019).
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        &self.words[self.start + WORDS * index..][..WORDS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_table_is_made_at_once_and_empty() {
        let started = std::time::Instant::now();
        let table = HashTable::new(1 << 12).expect("address space for 4 GiB");
        assert!([0, 1, u64::MAX].iter().all(|&key| table.get(key).is_none()));
        table.put(u64::MAX, 7, |_| 0);
        assert_eq!(table.get(u64::MAX), Some(7));
        assert!(started.elapsed().as_millis() < 1_000, "{:?}", started.elapsed());
        assert!(HashTable::new(usize::MAX).is_err());
    }

    #[test]
    fn buckets_are_cache_lines_and_the_lowest_score_is_replaced() {
        let table = HashTable::new(1).expect("a small table");
        // One cache line more than 1 MiB, for the alignment.
        assert_eq!(size_of_val(&*table.words), (1 << 20) + 64);
        for key in [0, u64::MAX] {
            assert_eq!(table.bucket(key).as_ptr().addr() % 64, 0);
        }
        // Small keys share the first bucket.
        let keys: Vec<u64> = (1..=5).collect();
        for &key in &keys[..4] {
            table.put(key, 10 + key, |_| 0);
        }
        table.put(2, 99, |_| 0);
        assert_eq!(table.get(2), Some(99));
        table.put(5, 15, |data| if data == 13 { -1 } else { 0 });
        let found: Vec<_> = keys.iter().map(|&key| table.get(key)).collect();
        assert_eq!(found, [Some(11), Some(99), None, Some(14), Some(15)]);
        assert_eq!(table.sample().flatten().count(), 4);
        table.clear();
        assert!(keys.iter().all(|&key| table.get(key).is_none()));
        assert_eq!([table.next_age(), table.next_age()], [1, 2]);
    }

    #[test]
    fn every_clear_empties_the_table_also_when_epochs_repeat() {
        let table = HashTable::new(1).expect("a small table");
        for round in 0..2 * EPOCHS {
            assert_eq!((table.get(round), table.sample().flatten().count()), (None, 0), "{round}");
            // Stale entries are replaced before any of this epoch.
            (0..4).for_each(|key| table.put(round + key, key, |_| 0));
            assert!((0..4).all(|key| table.get(round + key) == Some(key)), "{round}");
            table.clear();
        }
    }
}
