//! The check of the files by a second pass: each value must follow from the values one ply later.
//!
//! The pass takes its moves from [`for_each_move`](petteia_core::Position::for_each_move) and its values from the files,
//! so it shares neither the moves nor the values with the solver.

use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use petteia_core::{Tablebase, TablebaseValue};
use petteia_files::FileError;

use super::counts::Counts;
use super::endgames::{Endgames, Material, SliceIndex};
use super::file;
use super::generate::{Generation, Log};
use super::tables::Tables;

/// Number of positions that a thread checks at a time.
const RANGE: u64 = 1 << 16;

impl Generation {
    /// Checks all files with at most so many pieces.
    ///
    /// # Errors
    /// A file is missing, damaged or wrong. The error names the first wrong position that was found.
    pub fn verify<P: Endgames>(&self, folder: &Path, log: Log) -> Result<(), FileError> {
        let tables = Tables::<P>::open(folder, self.pieces)?.with_all_blocks_cached();
        for slice in P::Slice::up_to(self.pieces).into_iter().flat_map(Material::with_twin) {
            let started = Instant::now();
            let counts = self.verify_slice(&tables, folder, slice)?;
            let seconds = started.elapsed().as_secs_f64();
            log(&format!("{} {slice}: {} positions checked, {seconds:.1} s", P::NAME, counts.positions()));
        }
        Ok(())
    }

    fn verify_slice<P: Endgames>(
        &self,
        tables: &Tables<P>,
        folder: &Path,
        slice: P::Slice,
    ) -> Result<Counts, FileError> {
        let path = file::path::<P>(folder, slice);
        let Some(file) = tables.file(slice) else {
            return Err(FileError::in_file(&path, format!("the slice {slice}"), "no file"));
        };
        let size = file.index.size();
        let next = AtomicU64::new(0);
        let (counts, wrong) = (Mutex::new(Counts::default()), Mutex::new(None));
        let refuse = |error| {
            next.store(size, Ordering::Relaxed);
            if let Ok(mut first) = wrong.lock() {
                first.get_or_insert(error);
            }
        };
        let work = || loop {
            let first = next.fetch_add(RANGE, Ordering::Relaxed);
            if first >= size {
                return;
            }
            match verify_range(tables, &path, slice, first..size.min(first + RANGE)) {
                Ok(found) => counts.lock().iter_mut().for_each(|counts| counts.merge(found)),
                Err(error) => refuse(error),
            }
        };
        thread::scope(|scope| {
            (1..self.threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let counts = counts.into_inner().unwrap_or_default();
        match (tables.take_error(), wrong.into_inner()) {
            (Some(error), _) => Err(FileError::in_file(&path, "readable files", error)),
            (None, Ok(Some(error))) => Err(error),
            _ if counts != file.counts => Err(FileError::in_file(&path, file.counts.to_string(), counts.to_string())),
            _ => Ok(counts),
        }
    }
}

/// Checks the positions with these numbers, and counts them.
fn verify_range<P: Endgames>(
    tables: &Tables<P>,
    path: &Path,
    slice: P::Slice,
    numbers: Range<u64>,
) -> Result<Counts, FileError> {
    let mut counts = Counts::default();
    let Some(file) = tables.file(slice) else { return Ok(counts) };
    for number in numbers {
        let Some(placement) = file.index.placement(number) else { continue };
        let position = P::from_placement(placement);
        let (stored, expected) = (tables.value(&position), tables.value_by_moves(&position));
        match expected {
            Some(value) if stored == expected => {
                counts.add(value.wdl(), value.distance().map_or(0, u64::from));
            }
            _ => {
                let text = |value: Option<TablebaseValue>| value.map_or("no value".into(), |value| value.to_string());
                let place = position.to_fen();
                return Err(FileError::in_part(path, &place, text(expected), text(stored)));
            }
        }
    }
    Ok(counts)
}
