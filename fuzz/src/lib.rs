//! Conversations with the engine that are made of bytes, and what must hold in each.
//!
//! Any bytes are a conversation ([`bytes`]), over all games: positions and their distortions, moves, effects,
//! searches, counts, options, files and lines that are no commands ([`steps`]). Held to, after each step, is what
//! the protocol promises ([`positions`], [`searches`], [`counts`], [`tables`]).

pub mod bytes;
pub mod counts;
pub mod engine;
pub mod mutate;
pub mod positions;
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

/// A law that does not hold.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Which, and how.
    pub what: String,
    /// What was said, as a script for the engine.
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
    /// With a folder of its own below the system's for temporary files.
    ///
    /// # Panics
    /// When that folder cannot be made.
    #[must_use]
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("petteia-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for files");
        Self { engine: None, folder }
    }

    /// Holds the conversation that the bytes stand for; the kinds of answers that it had.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub fn converse(&mut self, data: &[u8]) -> Result<HashSet<u64>, Fault> {
        let engine = self.engine.get_or_insert_with(Engine::start);
        let mut talk = Talk::new(engine, &self.folder);
        let held = steps::converse(&mut talk, Bytes::new(data));
        let (shapes, _) = talk.finish();
        if held.is_err() {
            // Nothing is to be expected of it any more, not even an end.
            self.engine = None;
        }
        held.map(|()| shapes)
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
