//! Folders of databases, for the tests of all games.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::endgames::Endgames;
use crate::generate::Generation;

/// A folder of a test, which is removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new folder.
    pub fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("petteia-endgame-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The databases with at most so many pieces.
pub fn generation(pieces: usize) -> Generation {
    Generation { pieces, threads: 2 }
}

/// A folder with the files of a game.
pub fn folder_with<P: Endgames>(pieces: usize) -> Folder {
    let folder = Folder::new();
    generation(pieces).run::<P>(&folder.0, &mut |_| ()).expect("files");
    folder
}
