//! The file of a book. All numbers are little-endian:
//!
//! | Offset | Bytes | Content |
//! |---|---|---|
//! | 0 | 8 | `PETTBOOK` |
//! | 8 | 4 | version of the format, 1 |
//! | 12 | 4 | number of positions |
//! | 16 | 8 | fingerprint of the keys |
//! | 24 | 40 | name of the game, filled up with zero bytes |
//! | 64 | 26 each | the positions in ascending order of their keys |
//! | then | 4 | CRC-32 of all bytes before |
//!
//! A position has its key (8 bytes), its score (2), the rank of its best deviation (2) and the score of that (2), and
//! the wins, draws and losses of the side to move (4 each). Scores are raw [`Score`]s, and -32,768 is no score. A rank
//! of 65,535 means that no search has looked for the deviation, and 65,534 that there is none.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use petteia_core::Score;
use petteia_core::text::one_line;
use petteia_core::words::quoted;
use petteia_files::{FileError, open_regular, replace};

use super::book::{Book, Counts, Deviation, Entry};

const MAGIC: [u8; 8] = *b"PETTBOOK";
const VERSION: u32 = 1;
/// Bytes before the positions.
const HEADER: usize = 64;
/// Bytes of the name of the game.
const NAME: usize = 40;
/// Bytes of a position.
const RECORD: usize = 26;
/// Bytes of the checksum.
const CHECKSUM: usize = 4;
/// Greatest number of positions, which take about 100 MiB.
const MAX_POSITIONS: u32 = 4_000_000;
const NO_SCORE: i16 = i16::MIN;
const UNSEARCHED: u16 = u16::MAX;
const ABSENT: u16 = u16::MAX - 1;

/// Reads the file of a book.
///
/// # Errors
/// There is no such file, it cannot be read, or it is not a whole book.
pub fn open(path: &Path) -> Result<Book, FileError> {
    let mut file = open_regular(path)?;
    let length = file.metadata().map_err(FileError::io(path))?.len();
    let header = read::<HEADER>(&mut file, path, length)?;
    let Header { positions, keys, game } = read_header(&header, path)?;
    let body = positions as usize * RECORD;
    let expected = HEADER + body + CHECKSUM;
    if length != expected as u64 {
        return Err(FileError::in_file(path, format!("{expected} bytes"), length.to_string()));
    }
    let mut rest = vec![0; body + CHECKSUM];
    file.read_exact(&mut rest).map_err(FileError::io(path))?;
    let (body, checksum) = rest.split_at(body);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header);
    hasher.update(body);
    let (found, stored) = (hasher.finalize(), u32::from_le_bytes(bytes(checksum, 0)));
    if found != stored {
        return Err(FileError::in_file(path, format!("the CRC-32 {stored:08x}"), format!("{found:08x}")));
    }
    let mut entries = Vec::with_capacity(positions as usize);
    for (number, record) in (1..).zip(body.chunks_exact(RECORD)) {
        let (key, entry) = read_record(record);
        if entries.last().is_some_and(|&(last, _)| last >= key) {
            let place = format!("position {number}");
            return Err(FileError::in_part(path, &place, "a key above the one before", format!("{key:016x}")));
        }
        entries.push((key, entry));
    }
    Ok(Book { game, keys, entries: BTreeMap::from_iter(entries) })
}

/// Writes the file of a book. A file that exists is replaced as a whole.
///
/// # Errors
/// The book has too many positions, or the system cannot write the file.
pub fn write(path: &Path, book: &Book) -> Result<(), FileError> {
    let count = book.entries.len();
    if count > MAX_POSITIONS as usize {
        return Err(FileError::in_file(path, format!("at most {MAX_POSITIONS} positions"), count.to_string()));
    }
    replace(path, &to_bytes(book))
}

/// The bytes of a file. The name of a game is shorter than its place.
pub(crate) fn to_bytes(book: &Book) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + RECORD * book.entries.len() + CHECKSUM);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((book.entries.len() as u32).to_le_bytes());
    bytes.extend(book.keys.to_le_bytes());
    bytes.extend(book.game.bytes().take(NAME));
    bytes.resize(HEADER, 0);
    for (&key, entry) in &book.entries {
        let (rank, score) = match entry.deviation {
            Deviation::Unsearched => (UNSEARCHED, None),
            Deviation::Absent => (ABSENT, None),
            Deviation::Move { rank, score } => (rank, Some(score)),
        };
        let Counts { wins, draws, losses } = entry.counts;
        bytes.extend(key.to_le_bytes());
        bytes.extend(raw(entry.score).to_le_bytes());
        bytes.extend(rank.to_le_bytes());
        bytes.extend(raw(score).to_le_bytes());
        bytes.extend([wins, draws, losses].into_iter().flat_map(u32::to_le_bytes));
    }
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

fn raw(score: Option<Score>) -> i16 {
    score.and_then(|score| i16::try_from(score.raw()).ok()).unwrap_or(NO_SCORE)
}

fn score(raw: i16) -> Option<Score> {
    (raw != NO_SCORE).then(|| Score::from_raw(i32::from(raw)))
}

struct Header {
    positions: u32,
    keys: u64,
    game: String,
}

fn read_header(header: &[u8; HEADER], path: &Path) -> Result<Header, FileError> {
    if header[..8] != MAGIC {
        return Err(not_a_book(path));
    }
    let version = u32::from_le_bytes(bytes(header, 8));
    if version != VERSION {
        return Err(FileError::in_file(path, format!("version {VERSION} of a book"), version.to_string()));
    }
    let positions = u32::from_le_bytes(bytes(header, 12));
    if positions > MAX_POSITIONS {
        return Err(FileError::in_file(path, format!("at most {MAX_POSITIONS} positions"), positions.to_string()));
    }
    let name = String::from_utf8_lossy(&header[HEADER - NAME..]);
    let game = name.trim_end_matches('\0');
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if game.is_empty() || !game.chars().all(is_name) {
        return Err(FileError::in_file(path, "the name of a game", quoted(&one_line(game))));
    }
    Ok(Header { positions, keys: u64::from_le_bytes(bytes(header, 16)), game: game.into() })
}

fn not_a_book(path: &Path) -> FileError {
    FileError::in_file(path, "an opening book of petteia", "another file")
}

fn read_record(record: &[u8]) -> (u64, Entry) {
    let number = |at| i16::from_le_bytes(bytes(record, at));
    let count = |at| u32::from_le_bytes(bytes(record, at));
    let deviation = match (u16::from_le_bytes(bytes(record, 10)), score(number(12))) {
        (ABSENT, _) => Deviation::Absent,
        (UNSEARCHED, _) | (_, None) => Deviation::Unsearched,
        (rank, Some(score)) => Deviation::Move { rank, score },
    };
    let counts = Counts { wins: count(14), draws: count(18), losses: count(22) };
    (u64::from_le_bytes(bytes(record, 0)), Entry { score: score(number(8)), deviation, counts })
}

/// The next bytes of a file that has at least so many.
fn read<const N: usize>(file: &mut File, path: &Path, length: u64) -> Result<[u8; N], FileError> {
    let mut read = [0; N];
    if length < N as u64 {
        return Err(not_a_book(path));
    }
    file.read_exact(&mut read).map_err(FileError::io(path))?;
    Ok(read)
}

/// `N` bytes from an offset, which are there.
fn bytes<const N: usize>(from: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|i| from[at + i])
}
