//! A hash table of fixed size that threads share without locks.
//!
//! An entry is two words, the data and the key combined with it by exclusive or: a read that mixes
//! two writes fails the comparison of keys (Hyatt and Mann, "A lock-less transposition table
//! implementation", 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

const BUCKET: usize = 4;

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// One cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

/// The table. Data 0 means nothing, so no user may store it.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// Memory for a table could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {0} MiB")]
pub struct OutOfMemory(pub usize);

impl Table {
    /// An empty table of this many MiB, at least 1.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let count = mebibytes.max(1).checked_mul((1 << 20) / size_of::<Bucket>()).ok_or(OutOfMemory(mebibytes))?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| OutOfMemory(mebibytes))?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, age: AtomicU8::new(0) })
    }

    /// Begins another search: the number that tells its entries from older ones.
    pub fn next_age(&self) -> u8 {
        self.age.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.age.store(0, Ordering::Relaxed);
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.check.store(0, Ordering::Relaxed);
            entry.data.store(0, Ordering::Relaxed);
        }
    }

    /// The data stored with a key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<u64> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            (data != 0 && entry.check.load(Ordering::Relaxed) ^ data == key).then_some(data)
        })
    }

    /// Stores data (not 0) with a key, in place of what stands there with the same key or else of the
    /// entry that `worth` values least. An empty place is taken before any other.
    pub fn put(&self, key: u64, data: u64, worth: impl Fn(u64) -> i32) {
        let entries = &self.bucket(key).0;
        let mut victim = &entries[0];
        let mut least = i32::MAX;
        for entry in entries {
            let old = entry.data.load(Ordering::Relaxed);
            if old == 0 || entry.check.load(Ordering::Relaxed) ^ old == key {
                victim = entry;
                break;
            }
            let value = worth(old);
            if value < least {
                (victim, least) = (entry, value);
            }
        }
        victim.check.store(key ^ data, Ordering::Relaxed);
        victim.data.store(data, Ordering::Relaxed);
    }

    /// The data in the first buckets, for statistics.
    pub fn sample(&self) -> impl Iterator<Item = u64> {
        self.buckets.iter().take(250).flat_map(|bucket| &bucket.0).map(|entry| entry.data.load(Ordering::Relaxed))
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of a product spreads keys evenly over any number of buckets.
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }
}
