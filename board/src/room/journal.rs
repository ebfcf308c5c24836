//! The journal of a room: a file of JSON lines, the setup first, then an event each.
//!
//! A line is handed to the system before anybody sees what it says, so a killed server loses nothing. The disk has it
//! within a second; only a machine that loses its power can lose that second. The files hold tokens, hands and the keys
//! of chance, so only the user of the server can read them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, bail, ensure};
use petteia_files::{AppendFile, FileError, FileLine, lock_directory};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use super::frame::{Ask, Id};
use super::setup::{Event, FORMAT, Setup};
use super::table::{Request, Table};
use crate::deck::TableDeck;

/// The end of the names of journals.
const EXTENSION: &str = "jsonl";
/// Time in which the disk has a new line.
const SYNC_TIME: Duration = Duration::from_millis(500);
/// Longest journal that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;
/// The kind of program that writes here, for errors.
const WRITER: &str = "board server";

/// The folder of all journals. It is locked as long as this value exists.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: AppendFile,
}

/// The journal of a room.
#[derive(Debug)]
pub struct Journal {
    file: AppendFile,
    handle: Arc<File>,
    /// A sync has been asked for and has not begun.
    is_sync_due: Arc<AtomicBool>,
}

/// A line after the first.
#[derive(Debug, Deserialize, Serialize)]
struct Record {
    #[serde(flatten)]
    event: Event,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<By>,
    /// Milliseconds of each seat's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<Vec<u64>>,
}

/// The request that caused an event.
#[derive(Debug, Deserialize, Serialize)]
struct By {
    player: usize,
    id: Id,
    request: SavedRequest,
}

/// A request as journals have it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum SavedRequest {
    Move { v: u64, word: String },
    Ask(Ask),
    Answer(Ask, bool),
    Resign,
    Name(String),
}

impl From<Request> for SavedRequest {
    fn from(request: Request) -> Self {
        match request {
            Request::Move { version, word } => Self::Move { v: version, word },
            Request::Ask(what) => Self::Ask(what),
            Request::Answer { what, yes } => Self::Answer(what, yes),
            Request::Resign => Self::Resign,
            Request::Name(name) => Self::Name(name),
        }
    }
}

impl From<SavedRequest> for Request {
    fn from(request: SavedRequest) -> Self {
        match request {
            SavedRequest::Move { v, word } => Self::Move { version: v, word },
            SavedRequest::Ask(what) => Self::Ask(what),
            SavedRequest::Answer(what, yes) => Self::Answer { what, yes },
            SavedRequest::Resign => Self::Resign,
            SavedRequest::Name(name) => Self::Name(name),
        }
    }
}

/// A room from its journal.
pub struct Restored {
    /// The table.
    pub table: Table,
    /// The journal, to be continued.
    pub journal: Journal,
    /// How long ago it was written to.
    pub age: Duration,
}

impl Folder {
    /// Opens a folder, which need not exist.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        create_private(path).with_context(|| path.display().to_string())?;
        Ok(Self { path: path.to_owned(), _lock: lock_directory(path, "lock", WRITER)? })
    }

    fn file(&self, room: &str) -> PathBuf {
        self.path.join(room).with_extension(EXTENSION)
    }

    /// Begins a journal.
    pub fn create(&self, setup: &Setup) -> Result<Journal, FileError> {
        let mut journal = Journal::open(&self.file(&setup.id))?;
        journal.file.check::<FileError>(|_, _| Ok(()))?;
        journal.file.append_json(setup)?;
        journal.sync_soon();
        Ok(journal)
    }

    /// The rooms that have journals.
    pub fn rooms(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten().map(|entry| entry.path());
        let journals = entries.filter(|path| path.extension().is_some_and(|end| end == EXTENSION));
        journals.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
    }

    /// Reads a journal.
    pub fn restore(&self, room: &str, deck: Option<&Arc<TableDeck>>) -> anyhow::Result<Restored> {
        let path = self.file(room);
        let metadata = fs::metadata(&path)?;
        ensure!(metadata.len() <= MOST_BYTES, "expected at most {MOST_BYTES} bytes");
        let age = metadata.modified().ok().and_then(|time| SystemTime::now().duration_since(time).ok());
        let mut journal = Journal::open(&path)?;
        let mut table = None;
        journal.file.check::<anyhow::Error>(|number, line| {
            let FileLine::Complete(line) = line else { return Ok(()) };
            let read = match &mut table {
                None => Self::begin(line, room, deck).map(|begun| table = Some(begun)),
                Some(table) => replay(table, line),
            };
            read.with_context(|| format!("line {number}"))
        })?;
        let Some(table) = table else { bail!("expected a setup, found nothing") };
        Ok(Restored { table, journal, age: age.unwrap_or_default() })
    }

    fn begin(line: &[u8], room: &str, deck: Option<&Arc<TableDeck>>) -> anyhow::Result<Table> {
        let mut setup: Setup = serde_json::from_slice(line)?;
        ensure!(setup.format == FORMAT && setup.id == room, "expected format {FORMAT} of the room {room}");
        setup.find_deck(deck)?;
        Table::new(setup).map_err(|refusal| anyhow::anyhow!(refusal.text))
    }

    /// Removes a journal.
    pub fn remove(&self, room: &str) {
        if let Err(error) = fs::remove_file(self.file(room)) {
            log::warn!("{room}: {error}");
        }
    }
}

fn replay(table: &mut Table, line: &[u8]) -> anyhow::Result<()> {
    let Record { event, by, clock } = serde_json::from_slice(line)?;
    let cause = by.map(|By { player, id, request }| (player, id, request.into()));
    let replayed = table.replay(&event, cause, clock.as_deref(), Instant::now());
    replayed.map_err(|refusal| anyhow::anyhow!(refusal.text))
}

impl Journal {
    fn open(path: &Path) -> Result<Self, FileError> {
        let file = AppendFile::open_private(path, WRITER)?;
        let handle = Arc::new(file.handle()?);
        Ok(Self { file, handle, is_sync_due: Arc::default() })
    }

    /// Writes the new events of a table, which then has none.
    ///
    /// # Errors
    /// An event cannot be written. It and those after it are written the next time, so that the journal has no gap.
    pub fn write(&mut self, table: &mut Table) -> Result<(), FileError> {
        while let Some((event, cause)) = table.events.front() {
            let by = cause.clone().map(|(player, id, request)| By { player, id, request: request.into() });
            let clock = table.clock.as_ref().map(super::clock::Clock::milliseconds);
            self.file.append_json(&Record { event: event.clone(), by, clock })?;
            table.events.pop_front();
        }
        self.sync_soon();
        Ok(())
    }

    /// Lets the disk have all lines soon. Lines that come before that need no sync of their own.
    fn sync_soon(&self) {
        if self.is_sync_due.swap(true, Ordering::AcqRel) {
            return;
        }
        let (handle, is_sync_due) = (Arc::clone(&self.handle), Arc::clone(&self.is_sync_due));
        tokio::spawn(async move {
            sleep(SYNC_TIME).await;
            is_sync_due.store(false, Ordering::Release);
            let synced = tokio::task::spawn_blocking(move || handle.sync_data()).await;
            if let Ok(Err(error)) = synced {
                log::warn!("a journal: {error}");
            }
        });
    }

    /// Waits until the disk has all lines.
    pub fn sync(&self) {
        if let Err(error) = self.handle.sync_data() {
            log::warn!("a journal: {error}");
        }
    }
}

/// Creates a folder that only the user can enter.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}
