//! The databases of one game: what the search and the check by a second pass ask for values.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use petteia_core::{Tablebase, TablebaseValue, Wdl};
use petteia_files::FileError;

use super::endgames::{Endgames, Lookup, Material, SliceIndex};
use super::file::{BLOCK, SliceFile, slice_of};
use super::value::{MAX_DISTANCE, best_of_moves, from_byte, resolve};

/// Number of blocks that are kept decompressed. With their values they take 64 MiB.
const CACHED_BLOCKS: usize = 1 << 14;
/// Greatest number of blocks that a second pass over all positions keeps. With their values they take 1 GiB.
const MAX_CACHED_BLOCKS: usize = 1 << 18;

/// A place for each slice, by its [slot](Material::slot).
pub(super) type BySlice<T> = Vec<Option<T>>;

/// An empty place for each slice of a game.
pub(super) fn by_slice<P: Endgames, T>() -> BySlice<T> {
    std::iter::repeat_with(|| None).take(P::Slice::SLOTS).collect()
}

/// The open files of a game.
#[derive(Debug)]
pub struct Tables<P: Endgames> {
    files: BySlice<SliceFile<P>>,
    /// Greatest number of pieces of a slice.
    pieces: usize,
    cache: Cache,
    /// The first error in a block, until it is told. After it no file is read any more.
    error: Mutex<Option<String>>,
    is_faulty: AtomicBool,
}

/// Places of blocks in memory.
type Cache = Vec<Mutex<Option<CachedBlock>>>;

fn empty_cache(blocks: usize) -> Cache {
    std::iter::repeat_with(Mutex::default).take(blocks).collect()
}

/// A decompressed block.
#[derive(Clone, Debug)]
struct CachedBlock {
    slot: usize,
    block: usize,
    values: Vec<u8>,
}

impl<P: Endgames> Tables<P> {
    /// Opens the files of a game in a folder, those with at most `pieces` pieces. There may be none.
    ///
    /// # Errors
    /// The folder or a file cannot be read, or a file is not what its name says.
    pub fn open(folder: &Path, pieces: usize) -> Result<Self, FileError> {
        let mut tables = Self {
            files: by_slice::<P, _>(),
            pieces: 0,
            cache: empty_cache(CACHED_BLOCKS),
            error: Mutex::default(),
            is_faulty: AtomicBool::new(false),
        };
        for entry in fs::read_dir(folder).map_err(FileError::io(folder))? {
            let name = entry.map_err(FileError::io(folder))?.file_name();
            let slice = name.to_str().and_then(|name| slice_of::<P>(name));
            if let Some(slice) = slice.filter(|slice| slice.pieces() <= pieces) {
                tables.files[slice.slot()] = Some(SliceFile::open(folder, slice)?);
                tables.pieces = tables.pieces.max(slice.pieces());
            }
        }
        Ok(tables)
    }

    /// The same with a place for each block in memory, or for as many as a bound on memory allows.
    pub(super) fn with_all_blocks_cached(mut self) -> Self {
        let blocks = self.files.iter().flatten().map(SliceFile::blocks).sum::<usize>();
        self.cache = empty_cache(blocks.clamp(CACHED_BLOCKS, MAX_CACHED_BLOCKS));
        self
    }

    /// Greatest number of pieces of a slice; 0 without files.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The file of a slice.
    #[must_use]
    pub fn file(&self, slice: P::Slice) -> Option<&SliceFile<P>> {
        self.files[slice.slot()].as_ref()
    }

    /// The value of a position; `None` if no file has it.
    fn find(&self, position: &P) -> Option<TablebaseValue> {
        if position.piece_count() > self.pieces {
            return None;
        }
        match position.lookup() {
            Lookup::Over(_) => None,
            // Every move is progress, so the distance is one ply.
            Lookup::Moves => best_of_moves(position, &|placement| self.stored_result(placement))
                .map(|wdl| TablebaseValue::new(wdl, 1)),
            Lookup::File(placement) => self.stored(placement),
        }
    }

    /// The value that follows from the values of all positions one ply later; `None` if one of them is missing.
    #[must_use]
    pub fn value_by_moves(&self, position: &P) -> Option<TablebaseValue> {
        let (mut win, mut loss, mut is_draw, mut is_known) = (None, 0, false, true);
        position.for_each_move(|m| {
            let after = position.after(m);
            let ends_slice = position.is_progress(m) || matches!(after.lookup(), Lookup::Over(_));
            let value = if ends_slice {
                resolve(&after, &|placement| self.stored_result(placement)).map(|wdl| (wdl, 1))
            } else {
                self.find(&after)
                    .map(|value| (value.wdl(), value.distance().map_or(0, |plies| (plies + 1).min(MAX_DISTANCE))))
            };
            match value {
                Some((Wdl::Loss, plies)) => win = Some(win.map_or(plies, |least: u8| least.min(plies))),
                Some((Wdl::Draw, _)) => is_draw = true,
                Some((Wdl::Win, plies)) => loss = loss.max(plies),
                None => is_known = false,
            }
        });
        is_known.then_some(match win {
            Some(plies) => TablebaseValue::Win(plies),
            None if is_draw => TablebaseValue::Draw,
            None => TablebaseValue::Loss(loss),
        })
    }

    fn stored_result(&self, placement: P::Placement) -> Option<Wdl> {
        self.stored(placement).map(TablebaseValue::wdl)
    }

    /// The value of a position that a file has.
    fn stored(&self, placement: P::Placement) -> Option<TablebaseValue> {
        let slot = P::slice(placement).slot();
        let file = self.files[slot].as_ref().filter(|_| !self.is_faulty.load(Ordering::Relaxed))?;
        let number = file.index.number(placement) as usize;
        let (block, within) = (number / BLOCK, number % BLOCK);
        // Neighbouring blocks of a slice, and the same blocks of different slices, have different places.
        let place = (block + slot * 0x9E5) % self.cache.len();
        let mut cached = self.cache[place].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = cached.as_ref().filter(|cached| (cached.slot, cached.block) == (slot, block)) {
            return from_byte(found.values[within]);
        }
        match file.block(block) {
            Ok(values) => {
                let value = from_byte(values[within]);
                *cached = Some(CachedBlock { slot, block, values });
                value
            }
            Err(error) => {
                if !self.is_faulty.swap(true, Ordering::Relaxed) {
                    *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
                }
                None
            }
        }
    }
}

impl<P: Endgames> Tablebase<P> for Tables<P> {
    fn value(&self, position: &P) -> Option<TablebaseValue> {
        self.find(position)
    }

    fn take_error(&self) -> Option<String> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
