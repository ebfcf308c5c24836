//! The unfinished game, saved when a signal or an error ends the program.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::saved::SavedGame;
use crate::commands::say;

/// Files of a game in the folder.
const MAX_FILES: u32 = 10_000;

/// The unfinished game of a program that may end at any time.
pub struct Recovery {
    game: Mutex<Option<SavedGame>>,
    is_on: bool,
}

impl Recovery {
    /// `is_on` says whether games are saved.
    pub fn new(is_on: bool) -> Self {
        Self { game: Mutex::new(None), is_on }
    }

    /// Whether games are saved.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Sets the game to save from now on.
    pub fn keep(&self, game: Option<SavedGame>) {
        *self.game() = game;
    }

    /// Saves the game, and says on standard error where it is. Another call does nothing.
    pub fn save(&self) {
        // The lock is kept until the file is complete, so that no other thread ends the program before.
        let mut game = self.game();
        if let Some(game) = game.take().filter(|_| self.is_on) {
            match write(&game) {
                Ok(path) => say(&format!("the unfinished game is saved: petteia play --load {}", path.display())),
                Err(error) => say(&format!("cannot save the unfinished game: {error}")),
            }
        }
    }

    fn game(&self) -> MutexGuard<'_, Option<SavedGame>> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a game to a file that did not exist, in a folder that others cannot read.
fn write(game: &SavedGame) -> Result<PathBuf, String> {
    let folder = folder().ok_or("expected HOME or XDG_STATE_HOME, found neither")?;
    let place = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(place)?;
    make_private(&folder, 0o700).map_err(place)?;
    let name = |n: u32| folder.join(format!("{}-{n}.json", game.variant));
    let path = (1..=MAX_FILES).map(name).find(|path| fs::symlink_metadata(path).is_err()).ok_or("too many files")?;
    game.write(&path)?;
    make_private(&path, 0o600).map_err(place)?;
    Ok(path)
}

/// The folder of recovered games: that of the XDG base directories for the state of programs.
fn folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/state")));
    state.or_else(|| absolute("LOCALAPPDATA")).map(|state| state.join("petteia"))
}

/// Takes a file or a folder from everybody but its owner.
#[cfg(unix)]
fn make_private(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Changes nothing: the folder belongs to the user.
#[cfg(not(unix))]
fn make_private(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
