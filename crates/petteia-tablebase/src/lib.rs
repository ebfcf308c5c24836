//! Endgame databases: the values of all positions with few pieces, by retrograde analysis.
//!
//! `docs/endgames.md` describes how they are made and what they hold.

mod file;
mod generate;
mod index;
pub mod material;
mod part;
mod solve;
mod tables;
mod value;
mod verify;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

pub use generate::{Generation, Log};
pub use tables::Tables;

use petteia_core::options::{DeclaredOptions, FileValue, OptionDeclaration, OptionKind};
use petteia_core::tablebase::OpenTablebases;
use petteia_files::FileError;

use material::MAX_PIECES;
use petteia_games::draughts::{EnglishRules, InternationalRules, Rules};

/// The folder of the databases, for both games.
static PATH: OptionDeclaration =
    OptionDeclaration { name: "TablebasePath", kind: OptionKind::Path { open: open_folder } };

/// The options that both games declare.
pub const OPTIONS: DeclaredOptions = DeclaredOptions { all: std::slice::from_ref(&PATH), check: |_, _| Ok(()) };

/// Opens the databases in a folder.
fn open_folder(folder: &Path) -> Result<FileValue, String> {
    let open = || -> Result<FileValue, FileError> {
        let checkers = Tables::<EnglishRules>::open(folder, MAX_PIECES)?;
        let draughts = Tables::<InternationalRules>::open(folder, MAX_PIECES)?;
        if checkers.pieces() + draughts.pieces() == 0 {
            return Err(FileError::in_file(folder, "a folder with endgame databases", "none"));
        }
        let mut tablebases = OpenTablebases::default();
        tablebases.add(checkers);
        tablebases.add(draughts);
        Ok(Arc::new(tablebases))
    };
    open().map_err(|error| error.to_string())
}

/// A task on the files in a folder.
type FolderTask = fn(Generation, &Path, Log) -> Result<(), FileError>;

/// A game whose databases the engine can make.
#[derive(Clone, Copy, Debug)]
pub struct TablebaseGame {
    /// Name of the game.
    pub name: &'static str,
    generate: FolderTask,
    verify: FolderTask,
}

impl TablebaseGame {
    /// The game with these rules.
    #[must_use]
    pub const fn of<R: Rules>() -> Self {
        Self {
            name: R::NAME,
            generate: |generation, folder, log| generation.run::<R>(folder, log),
            verify: |generation, folder, log| generation.verify::<R>(folder, log),
        }
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

/// Every game with endgame databases.
pub static TABLEBASE_GAMES: &[TablebaseGame] =
    &[TablebaseGame::of::<EnglishRules>(), TablebaseGame::of::<InternationalRules>()];
