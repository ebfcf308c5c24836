//! Game files: a header line, then one game per line.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::header::Header;
use crate::base::FileError;
use crate::base::append_file::AppendFile;
use crate::base::files::{open_regular, regular_file_metadata};
use crate::game::words::quoted;
use crate::network;

/// Maximum length of a line in bytes, line feed included. The longest game takes less than a fifth of it.
const MAX_LINE_BYTES: u64 = 64 * 1_024;

/// What one read has put into the line buffer.
enum LineRead {
    /// A line, without its line feed.
    Complete,
    /// The start of a line that is longer than [`MAX_LINE_BYTES`].
    TooLong,
    /// The start of a line whose line feed is missing at the end of the file.
    Truncated,
    /// Nothing, at the end of the file.
    EndOfFile,
}

/// Reads a game file line by line; memory holds one line at a time.
#[derive(Debug)]
pub struct GameReader<R> {
    path: PathBuf,
    input: R,
    /// The header of the file.
    header: Option<Header>,
    line: Vec<u8>,
    line_number: u64,
    is_truncated: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a game file and reads its header.
    ///
    /// # Errors
    /// The file cannot be read or does not begin with a header.
    pub fn open(path: &Path) -> Result<(Self, Header), FileError> {
        if regular_file_metadata(path)?.is_none() {
            return Err(FileError::in_file(path, "a file of games", "no such file"));
        }
        let mut reader = Self::new(path, BufReader::new(open_regular(path)?));
        let header = reader.read_header("the header of a file of games")?;
        Ok((reader, header))
    }
}

impl<R: BufRead> GameReader<R> {
    fn new(path: &Path, input: R) -> Self {
        let (line, path) = (Vec::new(), path.into());
        Self { path, input, header: None, line, line_number: 0, is_truncated: false }
    }

    fn read_line(&mut self) -> Result<LineRead, FileError> {
        self.line.clear();
        let length = self
            .input
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut self.line)
            .map_err(FileError::io(&self.path))?;
        self.line_number += 1;
        Ok(if self.line.pop_if(|last| *last == b'\n').is_some() {
            LineRead::Complete
        } else if length as u64 == MAX_LINE_BYTES {
            LineRead::TooLong
        } else if length > 0 {
            LineRead::Truncated
        } else {
            LineRead::EndOfFile
        })
    }

    fn read_header(&mut self, wanted: &str) -> Result<Header, FileError> {
        let read = self.read_line()?;
        let line = String::from_utf8_lossy(&self.line);
        match (read, Header::read(&line)) {
            (LineRead::Complete, Some(header)) => {
                self.header = Some(header.clone());
                Ok(header)
            }
            (LineRead::EndOfFile, _) => Err(FileError::in_file(&self.path, wanted, "an empty file")),
            _ => Err(FileError::in_line(&self.path, 1, wanted, quoted(&line))),
        }
    }

    /// The number of the next line of a game, from 1, and the line without its line feed; `None` at the end of the file.
    /// Files of the same run that have been joined have more headers, which are passed over.
    ///
    /// # Errors
    /// The file cannot be read, the line is too long for a game, it is not printable ASCII, or it is the header of
    /// another run.
    pub fn next_line(&mut self) -> Result<Option<(u64, &str)>, FileError> {
        while self.next_complete_line()? {
            if !Header::has_title(&self.line) {
                return Ok(Some((self.line_number, str::from_utf8(&self.line).unwrap_or_default())));
            }
            let text = String::from_utf8_lossy(&self.line);
            let is_same_run = |header: Header| self.header.as_ref().is_some_and(|first| first.is_same_run(&header));
            if !Header::read(&text).is_some_and(is_same_run) {
                return Err(self.unexpected("games of the same run", quoted(&text)));
            }
        }
        Ok(None)
    }

    /// Reads a complete line of printable ASCII. Returns whether there is one.
    fn next_complete_line(&mut self) -> Result<bool, FileError> {
        match self.read_line()? {
            LineRead::Complete => {}
            LineRead::TooLong => {
                return Err(self.unexpected("a game", format!("a line of more than {MAX_LINE_BYTES} bytes")));
            }
            LineRead::Truncated => {
                self.is_truncated = true;
                return Ok(false);
            }
            LineRead::EndOfFile => return Ok(false),
        }
        let unprintable = self.line.iter().copied().find(|byte| !matches!(byte, b' '..=b'~'));
        if let Some(byte) = unprintable {
            return Err(self.unexpected("a game in printable ASCII", format!("a byte {byte:#04x}")));
        }
        Ok(true)
    }

    /// Checks that the last line of the file is complete. Call this after [`next_line`](Self::next_line) has returned
    /// `None`.
    ///
    /// # Errors
    /// The last line has no line feed.
    pub fn check_complete(&self) -> Result<(), FileError> {
        if self.is_truncated { Err(self.unexpected("a whole line", "the end of the file")) } else { Ok(()) }
    }

    /// An error in the current line.
    fn unexpected(&self, wanted: &str, found: impl Into<String>) -> FileError {
        FileError::in_line(&self.path, self.line_number, wanted, found)
    }
}

/// Appends games to a game file. The writer holds an exclusive lock on the file.
#[derive(Debug)]
pub struct GameWriter {
    file: AppendFile,
    games: u64,
}

impl GameWriter {
    /// Opens a game file with this header, or creates it. A file with any other content stays unchanged.
    ///
    /// # Errors
    /// The file cannot be read or written, is not regular, has another header or none, or has another writer.
    pub fn open(path: &Path, header: &Header) -> Result<Self, FileError> {
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(FileError::io(path))?;
        let mut file = AppendFile::open(path, "writer")?;
        file.check(|_, _| Ok::<(), FileError>(()))?;
        let metadata = fs::metadata(path).map_err(FileError::io(path))?;
        let mut games = 0;
        if metadata.len() == 0 {
            file.append(&format!("{header}\n"))?;
        } else {
            games = count_games(path, header)?;
        }
        Ok(Self { file, games })
    }

    /// The number of games in the file.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Appends a game. When this returns, the system has the game, so a crash of the program does not lose it.
    ///
    /// # Errors
    /// The game cannot be written; the file then ends with the previous game.
    pub fn add(&mut self, game: &str) -> Result<(), FileError> {
        self.file.append(&format!("{game}\n"))?;
        self.games += 1;
        Ok(())
    }

    /// Waits until all games are on the disk.
    ///
    /// # Errors
    /// The system cannot write them.
    pub fn finish(self) -> Result<(), FileError> {
        self.file.finish()
    }
}

/// Checks that a file may be replaced by a network: it is empty or a network. `path` is for the error.
///
/// # Errors
/// The file cannot be read, or holds something else.
pub fn check_network(path: &Path, file: &mut File) -> Result<(), FileError> {
    let mut start = Vec::new();
    file.take(64).read_to_end(&mut start).map_err(FileError::io(path))?;
    if start.is_empty() || network::is_network(&start) {
        return Ok(());
    }
    let found = if Header::has_title(&start) { "a file of games" } else { "something else" };
    Err(FileError::in_file(path, "a network, or no file", found))
}

/// The number of complete games in a file that must have this header.
fn count_games(path: &Path, header: &Header) -> Result<u64, FileError> {
    let mut reader = GameReader::new(path, BufReader::new(open_regular(path)?));
    let wanted = format!("the header '{header}'");
    let found = reader.read_header(&wanted)?;
    if found != *header {
        return Err(FileError::in_line(path, 1, wanted, format!("'{found}'")));
    }
    let mut games = 0;
    while reader.next_line()?.is_some() {
        games += 1;
    }
    Ok(games)
}
