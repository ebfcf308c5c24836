//! Endgame databases: the values of all positions with few pieces, by retrograde analysis.
//!
//! `docs/endgames.md` describes how they are made and what they hold.

pub mod armies;
mod combinations;
mod counts;
pub mod draughts;
mod endgames;
mod file;
mod generate;
pub mod gonu;
pub mod latrunculi;
mod orbits;
pub mod retrograde;
mod tables;
pub mod tablut;
#[cfg(test)]
mod testing;
pub mod value;
mod verify;

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

pub use counts::{Counts, SolvedSlice};
pub use endgames::{Endgames, Lookup, Material, SliceIndex};
pub use file::SliceFile;
pub use generate::{Generation, Log};
pub use tables::Tables;

use petteia_core::options::{DeclaredOptions, FileValue, OptionDeclaration, OptionKind};
use petteia_core::tablebase::OpenTablebases;
use petteia_files::FileError;
use petteia_games::draughts::{Checkers, International};
use petteia_games::{Gonu, Latrunculi8x8, TablutCross, TablutSquare};

/// The folder of the databases, for all games.
static PATH: OptionDeclaration =
    OptionDeclaration { name: "TablebasePath", kind: OptionKind::Path { open: open_folder } };

/// The options that each game with databases declares.
pub const OPTIONS: DeclaredOptions = DeclaredOptions { all: std::slice::from_ref(&PATH), check: |_, _| Ok(()) };

/// Opens the databases in a folder.
fn open_folder(folder: &Path) -> Result<FileValue, String> {
    let open = || -> Result<FileValue, FileError> {
        let mut tablebases = OpenTablebases::default();
        let mut pieces = 0;
        for game in TABLEBASE_GAMES {
            pieces += (game.open)(folder, &mut tablebases)?;
        }
        if pieces == 0 {
            return Err(FileError::in_file(folder, "a folder with endgame databases", "none"));
        }
        Ok(Arc::new(tablebases))
    };
    open().map_err(|error| error.to_string())
}

/// Opens the files of a game in a folder and adds them. Returns the greatest number of pieces.
fn open<P: Endgames>(folder: &Path, tablebases: &mut OpenTablebases) -> Result<usize, FileError> {
    let tables = Tables::<P>::open(folder, usize::MAX)?;
    let pieces = tables.pieces();
    tablebases.add(tables);
    Ok(pieces)
}

/// A task on the files in a folder.
type FolderTask = fn(Generation, &Path, Log) -> Result<(), FileError>;

/// A game whose databases the engine can make.
#[derive(Clone, Debug)]
pub struct TablebaseGame {
    /// Name of the game.
    pub name: &'static str,
    /// The numbers of pieces of which databases can be made.
    pub pieces: RangeInclusive<usize>,
    open: fn(&Path, &mut OpenTablebases) -> Result<usize, FileError>,
    generate: FolderTask,
    verify: FolderTask,
}

impl TablebaseGame {
    /// The game with these positions.
    #[must_use]
    pub const fn of<P: Endgames>() -> Self {
        Self {
            name: P::NAME,
            pieces: P::PIECES,
            open: open::<P>,
            generate: |generation, folder, log| generation.run::<P>(folder, log),
            verify: |generation, folder, log| generation.verify::<P>(folder, log),
        }
    }

    /// The game with the first positions, whose files the second ones share.
    const fn of_both<P: Endgames, Variant: Endgames>() -> Self {
        let open = |folder: &Path, tablebases: &mut OpenTablebases| {
            open::<Variant>(folder, tablebases)?;
            open::<P>(folder, tablebases)
        };
        Self { open, ..Self::of::<P>() }
    }

    /// Makes the files that are missing; see [`Generation::run`].
    ///
    /// # Errors
    /// Those of [`Generation::run`].
    pub fn generate(&self, pieces: usize, threads: usize, folder: &Path, log: Log) -> Result<(), FileError> {
        (self.generate)(Generation { pieces, threads }, folder, log)
    }

    /// Checks the files; see [`Generation::verify`].
    ///
    /// # Errors
    /// Those of [`Generation::verify`].
    pub fn verify(&self, pieces: usize, threads: usize, folder: &Path, log: Log) -> Result<(), FileError> {
        (self.verify)(Generation { pieces, threads }, folder, log)
    }
}

/// Every game with endgame databases. Another one implements [`Endgames`], and
/// [`Retrograde`](retrograde::Retrograde) if that solver fits.
pub static TABLEBASE_GAMES: &[TablebaseGame] = &[
    TablebaseGame::of::<Checkers>(),
    TablebaseGame::of::<International>(),
    TablebaseGame::of::<Gonu>(),
    TablebaseGame::of::<Latrunculi8x8>(),
    TablebaseGame::of_both::<TablutCross, TablutSquare>(),
];
