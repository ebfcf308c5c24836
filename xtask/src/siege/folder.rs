//! The folder of a case, and what it contains.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What stands at a path.
#[derive(PartialEq, Eq)]
enum Entry {
    File { hash: u64, mode: u32 },
    Link(PathBuf),
    Other,
}

/// The contents of a folder and the folders in it.
pub struct Snapshot(BTreeMap<PathBuf, Entry>);

impl Snapshot {
    pub fn of(folder: &Path) -> io::Result<Self> {
        let mut entries = BTreeMap::new();
        visit(folder, folder, &mut entries)?;
        Ok(Self(entries))
    }

    /// The paths that differ, and those of temporary files. Paths at or below the written ones may differ.
    pub fn differences(&self, after: &Self, written: &[String], may_leave_temporary: bool) -> Vec<String> {
        let is_written = |path: &Path| {
            written.iter().any(|name| path.starts_with(name)) || (may_leave_temporary && is_temporary(path))
        };
        let changed = self.0.iter().filter(|(path, entry)| !is_written(path) && after.0.get(*path) != Some(entry));
        let new = after.0.keys().filter(|path| !is_written(path) && !self.0.contains_key(*path));
        let temporary = after.0.keys().filter(|path| is_temporary(path) && !may_leave_temporary);
        let changed = changed.map(|(path, _)| format!("{} is changed", path.display()));
        let new = new.map(|path| format!("{} is new", path.display()));
        let temporary = temporary.map(|path| format!("the temporary file {} is left", path.display()));
        changed.chain(new).chain(temporary).collect()
    }
}

/// Whether it is a file that only a killed run leaves: one that is not complete, or a lock.
fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    (name.starts_with(".petteia-") && name.ends_with(".tmp")) || name.ends_with(".lock")
}

fn visit(root: &Path, folder: &Path, entries: &mut BTreeMap<PathBuf, Entry>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let metadata = fs::symlink_metadata(&path)?;
        let found = if metadata.is_dir() {
            visit(root, &path, entries)?;
            Entry::Other
        } else if metadata.is_symlink() {
            Entry::Link(fs::read_link(&path)?)
        } else if metadata.is_file() {
            let mut hasher = DefaultHasher::new();
            fs::read(&path)?.hash(&mut hasher);
            Entry::File { hash: hasher.finish(), mode: metadata.permissions().mode() }
        } else {
            Entry::Other
        };
        entries.insert(path.strip_prefix(root).unwrap_or(&path).to_owned(), found);
    }
    Ok(())
}
