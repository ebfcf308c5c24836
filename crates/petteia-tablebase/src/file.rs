//! The file of a slice: a few lines of text, an index of blocks, then the blocks.
//!
//! ```text
//! petteia endgame database 1
//! game: checkers
//! slice: KvM
//! numbers: 868
//! wins: 331
//! draws: 531
//! losses: 6
//! longest: 2
//! blocks: 1
//! bytes: 97
//! crc32: 1f2e3d4c
//! ```
//!
//! An empty line ends the text. The index has 6 bytes for each block: its length (16 bits) and the CRC-32 of its bytes
//! (32 bits), both little-endian. A block is [`BLOCK`] bytes of [`to_byte`], compressed with Deflate (RFC 1951); the
//! last block may be shorter. `bytes` is the length of all blocks together, and `crc32` that of the text before its
//! line and of the index.
//!
//! The byte of a number without a value, such as that of a draughts position with a capture, is the byte before it,
//! since that compresses best.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use crc32fast::Hasher;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use petteia_core::TablebaseValue;
use petteia_core::words::quoted;
use petteia_files::{FileError, replace};

use super::counts::{Counts, SolvedSlice};
use super::endgames::{Endgames, SliceIndex};
use super::value::{NO_VALUE, to_byte};

/// First line of every file.
const TITLE: &str = "petteia endgame database 1";
/// End of the name of every file.
const EXTENSION: &str = "petb";
/// Number of values in a block. A longer block saves little space and takes longer to read.
pub const BLOCK: usize = 4_096;
/// Length of the index entry of a block, in bytes.
const ENTRY_BYTES: usize = 6;
/// Greatest length of a line of the text, in bytes.
const MAX_LINE_BYTES: u64 = 100;
/// Level of the compression, of 10. A higher one takes longer and saves hardly any space.
const LEVEL: u8 = 7;

/// The path of the file of a slice.
#[must_use]
pub fn path<P: Endgames>(folder: &Path, slice: P::Slice) -> PathBuf {
    folder.join(format!("{}-{slice}.{EXTENSION}", P::NAME))
}

/// The slice of a file of this game, by its name.
#[must_use]
pub fn slice_of<P: Endgames>(name: &str) -> Option<P::Slice> {
    name.strip_prefix(P::NAME)?.strip_prefix('-')?.strip_suffix(EXTENSION)?.strip_suffix('.')?.parse().ok()
}

/// Writes the file of a slice, on some threads. The file appears when it is complete. Returns its length in bytes.
///
/// # Errors
/// The system cannot write it.
pub fn write<P: Endgames>(folder: &Path, mut solved: SolvedSlice<P::Slice>, threads: usize) -> Result<u64, FileError> {
    let path = path::<P>(folder, solved.slice);
    let mut last = to_byte(TablebaseValue::Draw);
    for byte in &mut solved.bytes {
        if *byte == NO_VALUE {
            *byte = last;
        }
        last = *byte;
    }
    let blocks: Vec<&[u8]> = solved.bytes.chunks(BLOCK).collect();
    let shares: Vec<&[&[u8]]> = blocks.chunks(blocks.len().div_ceil(threads)).collect();
    let compressed: Vec<Vec<Vec<u8>>> = thread::scope(|scope| {
        let compress =
            |blocks: &[&[u8]]| -> Vec<Vec<u8>> { blocks.iter().map(|block| compress_to_vec(block, LEVEL)).collect() };
        let threads: Vec<_> = shares.into_iter().map(|share| scope.spawn(move || compress(share))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
    });
    let (mut index, mut data) = (Vec::<u8>::new(), Vec::<u8>::new());
    for block in compressed.iter().flatten() {
        index.extend((block.len() as u16).to_le_bytes());
        index.extend(crc32fast::hash(block).to_le_bytes());
        data.extend(block);
    }
    let Counts { wins, draws, losses, longest } = solved.counts;
    let text = format!(
        "{TITLE}\ngame: {}\nslice: {}\nnumbers: {}\nwins: {wins}\ndraws: {draws}\nlosses: {losses}\n\
         longest: {longest}\nblocks: {}\nbytes: {}\n",
        P::NAME,
        solved.slice,
        solved.bytes.len(),
        blocks.len(),
        data.len(),
    );
    let mut bytes = format!("{text}crc32: {:08x}\n\n", checksum(&text, &index)).into_bytes();
    bytes.extend(index);
    bytes.extend(data);
    replace(&path, &bytes)?;
    Ok(bytes.len() as u64)
}

/// The checksum of the text and the index.
fn checksum(text: &str, index: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(text.as_bytes());
    hasher.update(index);
    hasher.finalize()
}

/// The open file of a slice.
#[derive(Debug)]
pub struct SliceFile<P: Endgames> {
    path: PathBuf,
    /// The numbers of its positions.
    pub index: P::Index,
    /// What it holds, captures included.
    pub counts: Counts,
    file: Mutex<File>,
    /// The place of each block in the file, in bytes, and its checksum.
    blocks: Vec<(u64, u32)>,
    /// The end of the last block.
    end: u64,
}

impl<P: Endgames> SliceFile<P> {
    /// Opens the file of a slice and checks everything but its blocks.
    ///
    /// # Errors
    /// There is no such file, it cannot be read, or it is not the whole file of this slice.
    pub fn open(folder: &Path, slice: P::Slice) -> Result<Self, FileError> {
        let path = path::<P>(folder, slice);
        // A file that is not regular must not be opened: a named pipe would wait for its other end.
        let metadata = fs::metadata(&path).map_err(FileError::io(&path))?;
        if !metadata.is_file() {
            return Err(FileError::in_file(&path, "a regular file", "something else"));
        }
        let index = P::Index::new(slice);
        let mut reader = BufReader::new(File::open(&path).map_err(FileError::io(&path))?);
        let mut text = TextReader { path: &path, reader: &mut reader, text: String::new(), line: 0 };
        text.title()?;
        text.exactly(&format!("game: {}", P::NAME))?;
        text.exactly(&format!("slice: {slice}"))?;
        text.exactly(&format!("numbers: {}", index.size()))?;
        let [wins, draws, losses] = [text.number("wins")?, text.number("draws")?, text.number("losses")?];
        let counts = Counts { wins, draws, losses, longest: text.number("longest")? };
        let blocks = index.size().div_ceil(BLOCK as u64);
        text.exactly(&format!("blocks: {blocks}"))?;
        let bytes = text.number("bytes")?;
        let before = text.text.clone();
        let crc32 = text.line("crc32")?;
        text.exactly("")?;
        let start = text.text.len() as u64 + blocks * ENTRY_BYTES as u64;
        let expected = start.saturating_add(bytes);
        if metadata.len() != expected {
            return Err(FileError::in_file(&path, format!("{expected} bytes"), metadata.len().to_string()));
        }
        let mut entries = vec![0; blocks as usize * ENTRY_BYTES];
        reader.read_exact(&mut entries).map_err(FileError::io(&path))?;
        let found = format!("{:08x}", checksum(&before, &entries));
        if found != crc32 {
            return Err(FileError::in_file(&path, format!("text and index with the CRC-32 {crc32}"), found));
        }
        let mut end = start;
        let blocks = entries.chunks_exact(ENTRY_BYTES).map(|entry| {
            let place = end;
            end += u64::from(u16::from_le_bytes([entry[0], entry[1]]));
            (place, u32::from_le_bytes([entry[2], entry[3], entry[4], entry[5]]))
        });
        let blocks = blocks.collect();
        if end != expected {
            return Err(FileError::in_file(&path, format!("blocks of {bytes} bytes"), (end - start).to_string()));
        }
        Ok(Self { index, counts, file: Mutex::new(reader.into_inner()), blocks, end, path })
    }

    /// Number of blocks.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Length of the file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// Reads the values of a block, which is one of them.
    ///
    /// # Errors
    /// The block cannot be read or is damaged.
    pub fn block(&self, block: usize) -> Result<Vec<u8>, FileError> {
        let (place, crc32) = self.blocks[block];
        let next = self.blocks.get(block + 1).map_or(self.end, |&(place, _)| place);
        let mut bytes = vec![0; (next - place) as usize];
        {
            // A thread that panics leaves the file as good as it was.
            let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(place)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(FileError::io(&self.path))?;
        }
        let part = format!("block {}", block + 1);
        let found = crc32fast::hash(&bytes);
        if found != crc32 {
            return Err(FileError::in_part(
                &self.path,
                &part,
                format!("the CRC-32 {crc32:08x}"),
                format!("{found:08x}"),
            ));
        }
        let values = decompress_to_vec_with_limit(&bytes, BLOCK).unwrap_or_default();
        let expected = BLOCK.min(self.index.size() as usize - block * BLOCK);
        if values.len() != expected {
            return Err(FileError::in_part(&self.path, &part, format!("{expected} values"), values.len().to_string()));
        }
        Ok(values)
    }
}

/// Reads the lines of the text.
struct TextReader<'a> {
    path: &'a Path,
    reader: &'a mut BufReader<File>,
    /// What has been read so far.
    text: String,
    /// Number of the last line, from 1.
    line: u64,
}

impl TextReader<'_> {
    /// The next line.
    fn next(&mut self, expected: &str) -> Result<String, FileError> {
        let mut line = Vec::new();
        self.line += 1;
        self.reader.take(MAX_LINE_BYTES).read_until(b'\n', &mut line).map_err(FileError::io(self.path))?;
        let text = String::from_utf8(line).ok().filter(|line| line.ends_with('\n'));
        let text = text.ok_or_else(|| self.refuse(expected, "no line of text".into()))?;
        self.text.push_str(&text);
        Ok(text[..text.len() - 1].into())
    }

    /// Reads the title. Without it the file is of another kind, and the error quotes nothing of it.
    fn title(&mut self) -> Result<(), FileError> {
        let expected = format!("the line '{TITLE}'");
        let line = self.next(&expected)?;
        if line == TITLE { Ok(()) } else { Err(self.refuse(&expected, "another one".into())) }
    }

    fn exactly(&mut self, expected: &str) -> Result<(), FileError> {
        let wanted_line = format!("the line '{expected}'");
        let line = self.next(&wanted_line)?;
        if line == expected { Ok(()) } else { Err(self.refuse(&wanted_line, quoted(&line))) }
    }

    /// The value of the next line, which has this name.
    fn line(&mut self, name: &str) -> Result<String, FileError> {
        let expected = format!("the line '{name}: ...'");
        let line = self.next(&expected)?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
        value.map(Into::into).ok_or_else(|| self.refuse(&expected, quoted(&line)))
    }

    fn number(&mut self, name: &str) -> Result<u64, FileError> {
        let value = self.line(name)?;
        let digits = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = value.parse().ok().filter(|_| digits);
        number.ok_or_else(|| self.refuse(&format!("a number after '{name}: '"), quoted(&value)))
    }

    fn refuse(&self, expected: &str, found: String) -> FileError {
        FileError::in_line(self.path, self.line, expected, found)
    }
}
