//! Readers of files and messages under arbitrary bytes.
//!
//! Each [`Target`] reads bytes as one kind of file or message and checks what holds for every input: an error names a
//! place inside the input, what is read and written again reads the same, and memory is bounded by the length of the
//! input.

mod games;
mod messages;
mod records;

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::Fault;

/// Kinds of results of an input, as numbers: an input with a new kind is worth changing.
pub type Kinds = HashSet<u64>;

/// The result of a check: what does not hold.
type Checked<T = ()> = Result<T, String>;

/// A reader under test.
pub struct Target {
    /// Its name on the command line, and of the folder of its inputs.
    pub name: &'static str,
    read: fn(&mut ReaderState, &[u8]) -> Checked,
}

/// All readers.
pub static TARGETS: &[Target] = &[
    Target { name: "batch", read: records::batch },
    Target { name: "batch-records", read: records::batch_records },
    Target { name: "match-records", read: records::match_records },
    Target { name: "self-play", read: records::self_play },
    Target { name: "deck", read: records::deck },
    Target { name: "dxp", read: messages::dxp },
    Target { name: "messages", read: messages::others },
    Target { name: "json", read: |state, bytes| games::read(state, "json", bytes) },
    Target { name: "pdn", read: |state, bytes| games::read(state, "pdn", bytes) },
    Target { name: "wthor", read: |state, bytes| games::read(state, "wthor", bytes) },
    Target { name: "ggf", read: |state, bytes| games::read(state, "ggf", bytes) },
    Target { name: "sgf", read: |state, bytes| games::read(state, "sgf", bytes) },
    Target { name: "otg", read: |state, bytes| games::read(state, "otg", bytes) },
    Target { name: "lines", read: |state, bytes| games::read(state, "lines", bytes) },
    Target { name: "transcript", read: |state, bytes| games::read(state, "transcript", bytes) },
];

/// Memory that a reader may use beside a fixed amount, for each byte of its input. A game of a few bytes becomes some
/// hundred bytes of lists and names, and several copies of it exist during the checks.
const MEMORY_PER_BYTE: usize = 4_000;

/// The fixed amount.
const FIXED_MEMORY: usize = 16 << 20;

impl Target {
    /// The target with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The folder of its inputs: those it starts from, and those that failed once.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("readers").join(self.name)
    }

    /// Reads the bytes; returns the kinds of results.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn execute(&self, state: &mut ReaderState, bytes: &[u8]) -> Result<Kinds, Fault> {
        state.kinds.clear();
        let before = crate::MEMORY.current_usage();
        crate::MEMORY.reset_peak_usage();
        (self.read)(state, bytes).map_err(|what| Fault { what, script: bytes.to_vec() })?;
        let used = crate::MEMORY.peak_usage().saturating_sub(before);
        if used > FIXED_MEMORY + MEMORY_PER_BYTE * bytes.len() {
            let what = format!("{used} bytes of memory for an input of {} bytes", bytes.len());
            return Err(Fault { what, script: bytes.to_vec() });
        }
        Ok(std::mem::take(&mut state.kinds))
    }
}

/// What the targets keep from one input to the next.
pub struct ReaderState {
    engine: petteia_engine::Engine,
    folder: PathBuf,
    kinds: Kinds,
}

impl ReaderState {
    /// Creates a state with its own folder below the system's for temporary files.
    ///
    /// # Panics
    /// If that folder cannot be created, or there are no games.
    #[must_use]
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("petteia-readers-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for files");
        Self { engine: records::engine(), folder, kinds: Kinds::new() }
    }

    /// Notes a kind of result: a text without its numbers, up to what it quotes.
    fn note(&mut self, text: &str) {
        let mut hasher = DefaultHasher::new();
        let plain = text.split('\'').next().unwrap_or_default();
        plain.chars().filter(|c| !c.is_ascii_digit()).for_each(|c| c.hash(&mut hasher));
        self.kinds.insert(hasher.finish());
    }

    /// Writes a file; returns its path.
    fn write(&self, name: &str, bytes: &[u8]) -> Checked<PathBuf> {
        let path = self.folder.join(name);
        fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }
}

impl Default for ReaderState {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for ReaderState {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Fails with this text unless the condition holds.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(what()) }
}

/// Number of lines of an input, the empty one behind the last line end too.
fn lines_of(bytes: &[u8]) -> usize {
    // A line ends with LF, CRLF or CR.
    let ends = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    ends - bytes.windows(2).filter(|pair| pair == b"\r\n").count() + 1
}

/// The numbers behind this word in an error message lie inside of the input.
fn ensure_number_after(text: &str, word: &str, most: usize) -> Checked {
    let number = text.split_once(word).and_then(|(_, rest)| {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse::<usize>().ok()
    });
    ensure(number.is_none_or(|number| (1..=most).contains(&number)), || {
        format!("'{word}' is not from 1 to {most} in '{text}'")
    })
}
