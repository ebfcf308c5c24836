//! Fuzzing: conversations with the engine from bytes, and the laws that hold in each.
//!
//! Any bytes are a conversation ([`bytes`]), over all games: positions and their mutations, moves, effects, searches,
//! counts, options, files and malformed lines ([`steps`]). Each step checks what the protocol promises ([`positions`],
//! [`searches`], [`counts`], [`tables`]).
//!
//! The readers of files and messages have [targets](readers) of their own.

pub mod bytes;
pub mod counts;
pub mod engine;
pub mod mutate;
pub mod positions;
pub mod readers;
pub mod searches;
pub mod steps;
pub mod tables;
pub mod talk;

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;

use bytes::Bytes;
use engine::Engine;
use talk::Talk;

/// Counts memory, for the bound of the [readers].
#[global_allocator]
pub static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// A law that does not hold.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The law, and how it fails.
    pub what: String,
    /// The lines sent, as a script for the engine.
    pub script: Vec<u8>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}\nafter the lines\n{}", self.what, String::from_utf8_lossy(&self.script))
    }
}

impl std::error::Error for Fault {}

/// The engine under test, kept from one conversation to the next, and a folder for files.
#[derive(Debug)]
pub struct Host {
    engine: Option<Engine>,
    folder: PathBuf,
}

impl Host {
    /// Creates a host with its own folder below the system's for temporary files.
    ///
    /// # Panics
    /// If that folder cannot be created.
    #[must_use]
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("petteia-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for files");
        Self { engine: None, folder }
    }

    /// Runs the conversation of these bytes; returns its kinds of answers.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub fn converse(&mut self, data: &[u8]) -> Result<HashSet<u64>, Fault> {
        let engine = self.engine.get_or_insert_with(Engine::start);
        let mut talk = Talk::new(engine, &self.folder);
        let result = steps::converse(&mut talk, Bytes::new(data));
        let (answer_kinds, _) = talk.finish();
        if result.is_err() {
            // After a fault the engine may hang, so the next conversation starts a new one.
            self.engine = None;
        }
        result.map(|()| answer_kinds)
    }
}

impl Default for Host {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
