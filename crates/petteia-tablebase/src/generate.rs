//! Makes the files of a game, slice by slice.

use std::path::Path;
use std::time::Instant;

use petteia_core::{TablebaseValue, Wdl};
use petteia_files::{FileError, lock_directory, remove_abandoned};

use super::counts::{Counts, SolvedSlice};
use super::endgames::{Endgames, Material, SliceIndex};
use super::file::{self, SliceFile};
use super::tables::{BySlice, by_slice};
use super::value::from_byte;

/// Name of the file that a run locks, so that no other run writes to the same folder.
const LOCK: &str = ".petteia-lock";

/// Receives one line about each slice.
pub type Log<'a> = &'a mut dyn FnMut(&str);

/// What is made, and with how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// Greatest number of pieces.
    pub pieces: usize,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// The results of the positions of one slice that have a value, with 2 bits each.
struct Results<P: Endgames> {
    index: P::Index,
    packed: Vec<u8>,
}

impl<P: Endgames> Results<P> {
    fn new(index: P::Index) -> Self {
        Self { index, packed: vec![0; index.size().div_ceil(4) as usize] }
    }

    /// Sets the results from this number on. All of them are 0 before.
    fn set(&mut self, first: usize, bytes: &[u8]) {
        for (number, &byte) in (first..).zip(bytes) {
            let result = from_byte(byte).map_or(Wdl::Draw, TablebaseValue::wdl);
            self.packed[number / 4] |= (result as u8) << (2 * (number % 4));
        }
    }

    fn get(&self, placement: P::Placement) -> Wdl {
        let number = self.index.number(placement) as usize;
        match self.packed[number / 4] >> (2 * (number % 4)) & 3 {
            0 => Wdl::Loss,
            1 => Wdl::Draw,
            _ => Wdl::Win,
        }
    }
}

impl Generation {
    /// Makes the files that are missing in a folder. A run that ends early leaves the slices that are complete, and
    /// the next run goes on after them. A damaged file is made anew.
    ///
    /// # Errors
    /// The folder cannot be read or written, or another run writes to it.
    pub fn run<P: Endgames>(&self, folder: &Path, log: Log) -> Result<(), FileError> {
        let _lock = lock_directory(folder, LOCK, "run")?;
        remove_abandoned(folder);
        let mut known: BySlice<Results<P>> = by_slice::<P, _>();
        let mut all = Counts::default();
        let started = Instant::now();
        for slice in P::Slice::up_to(self.pieces) {
            let loaded: Option<Vec<_>> = slice.with_twin().map(|slice| Self::load::<P>(folder, slice, log)).collect();
            let is_loaded = loaded.is_some();
            let slice_started = Instant::now();
            for (results, counts, bytes) in loaded.map_or_else(|| self.make(folder, slice, &known), Ok)? {
                let name = results.index.slice();
                let seconds = slice_started.elapsed().as_secs_f64();
                let end = if is_loaded { "kept".into() } else { format!("{seconds:.1} s") };
                log(&format!("{} {name}: {} positions, {counts}, {bytes} bytes, {end}", P::NAME, counts.positions()));
                all.merge(counts);
                known[name.slot()] = Some(results);
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        log(&format!("{} up to {} pieces: {} positions, {all}, {seconds:.1} s", P::NAME, self.pieces, all.positions()));
        Ok(())
    }

    /// Solves a slice and its twin, and writes their files.
    fn make<P: Endgames>(
        &self,
        folder: &Path,
        slice: P::Slice,
        known: &BySlice<Results<P>>,
    ) -> Result<Vec<(Results<P>, Counts, u64)>, FileError> {
        let result = |placement| known[P::slice(placement).slot()].as_ref().map(|known| known.get(placement));
        let keep = |solved: SolvedSlice<P::Slice>| {
            let mut results = Results::new(P::Index::new(solved.slice));
            results.set(0, &solved.bytes);
            let counts = solved.counts;
            let bytes = file::write::<P>(folder, solved, self.threads)?;
            Ok((results, counts, bytes))
        };
        P::solve(slice, &result, self.threads).into_iter().map(keep).collect()
    }

    /// Reads the results of a slice from its file; `None` if it has to be made.
    fn load<P: Endgames>(folder: &Path, slice: P::Slice, log: Log) -> Option<(Results<P>, Counts, u64)> {
        if !file::path::<P>(folder, slice).exists() {
            return None;
        }
        let read = || -> Result<_, FileError> {
            let file = SliceFile::<P>::open(folder, slice)?;
            let mut results = Results::new(file.index);
            for block in 0..file.blocks() {
                results.set(block * file::BLOCK, &file.block(block)?);
            }
            Ok((results, file.counts, file.bytes()))
        };
        read().inspect_err(|error| log(&format!("{error}; it is made anew"))).ok()
    }
}
