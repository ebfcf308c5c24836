//! `cargo xtask site`: the page of the board as files for any web host.

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::npm::{NpmArguments, npm};
use super::root;

/// Copies the page to the folder of the arguments, and puts the package for npm into `engine` below it.
pub fn site(arguments: NpmArguments) -> anyhow::Result<()> {
    copy_folder(&root().join("board/page"), &arguments.folder)?;
    npm(&root(), &NpmArguments { folder: arguments.folder.join("engine"), ..arguments })
}

/// Copies the files of a folder and of the folders below it.
fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy_folder(&from, &to)?;
        } else {
            fs::copy(&from, &to).with_context(|| from.display().to_string())?;
        }
    }
    Ok(())
}
