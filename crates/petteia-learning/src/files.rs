//! Game files: a header line, then one game per line.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use petteia_core::network;
use petteia_core::words::quoted;
use petteia_files::{AppendFile, FileError, FileLine, SkipBom, open_regular, regular_file_metadata};

use super::error::Error;
use super::header::Header;
use super::samples::{GameChecks, GameError};

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

/// Games of one run that follow each other in a file: a file of `datagen`, or a part of joined ones.
#[derive(Clone, Debug)]
pub struct GameSection {
    /// The header above the games.
    pub header: Header,
    /// The place of the header, for errors.
    pub place: String,
    /// Number of games.
    pub games: u64,
}

impl GameSection {
    /// Whether two sections have a game in common.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let numbers = |section: &Self| {
            let start = section.header.part.map_or(0, |part| part.numbers().start);
            start..start.saturating_add(section.games)
        };
        let (a, b) = (numbers(self), numbers(other));
        self.header.is_same_run(&other.header) && a.start.max(b.start) < a.end.min(b.end)
    }
}

/// Reads a game file line by line; memory holds one line at a time.
#[derive(Debug)]
pub struct GameReader {
    path: PathBuf,
    input: BufReader<SkipBom<File>>,
    sections: Vec<GameSection>,
    line: Vec<u8>,
    line_number: u64,
    is_truncated: bool,
}

impl GameReader {
    /// Opens a game file and reads its header.
    ///
    /// # Errors
    /// The file cannot be read or does not begin with a header.
    pub fn open(path: &Path) -> Result<(Self, Header), Error> {
        if regular_file_metadata(path)?.is_none() {
            return Err(FileError::in_file(path, "a file of games", "no such file").into());
        }
        let input = BufReader::new(SkipBom::new(open_regular(path)?));
        let mut reader = Self {
            path: path.into(),
            input,
            sections: Vec::new(),
            line: Vec::new(),
            line_number: 0,
            is_truncated: false,
        };
        let header = reader.read_header("the header of a file of games")?;
        Ok((reader, header))
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

    fn read_header(&mut self, expected: &str) -> Result<Header, Error> {
        let read = self.read_line()?;
        let line = String::from_utf8_lossy(&self.line);
        match (read, Header::read(&line)) {
            (LineRead::Complete, Some(header)) => {
                self.begin_section(header.clone());
                Ok(header)
            }
            (LineRead::EndOfFile, _) => Err(Error::Content(FileError::in_file(&self.path, expected, "an empty file"))),
            _ => Err(self.unexpected(expected, quoted(&line))),
        }
    }

    fn begin_section(&mut self, header: Header) {
        let place = format!("{}: line {}", self.path.display(), self.line_number);
        self.sections.push(GameSection { header, place, games: 0 });
    }

    /// The number of the next line of a game, from 1, and the line without its line feed; `None` at the end of the file.
    /// Files of the same run that have been joined have more headers.
    ///
    /// # Errors
    /// The file cannot be read, the line is too long for a game, it is not printable ASCII, or it is the header of
    /// another run.
    pub fn next_line(&mut self) -> Result<Option<(u64, &str)>, Error> {
        while self.next_complete_line()? {
            if !Header::has_title(&self.line) {
                if let Some(section) = self.sections.last_mut() {
                    section.games += 1;
                }
                return Ok(Some((self.line_number, str::from_utf8(&self.line).unwrap_or_default())));
            }
            let text = String::from_utf8_lossy(&self.line);
            let is_same_run = |header: &Header| self.sections.iter().all(|first| first.header.is_same_run(header));
            match Header::read(&text).filter(is_same_run) {
                Some(header) => self.begin_section(header),
                None => return Err(self.unexpected("games of the same run", quoted(&text))),
            }
        }
        Ok(None)
    }

    /// Reads a complete line of printable ASCII. Returns whether there is one.
    fn next_complete_line(&mut self) -> Result<bool, Error> {
        match self.read_line()? {
            LineRead::Complete | LineRead::TooLong => {}
            LineRead::Truncated => {
                self.is_truncated = true;
                return Ok(false);
            }
            LineRead::EndOfFile => return Ok(false),
        }
        line_text(&self.path, self.line_number, &self.line).map_err(Error::Content)?;
        Ok(true)
    }

    /// The sections so far.
    #[must_use]
    pub fn sections(&self) -> &[GameSection] {
        &self.sections
    }

    /// Checks that the last line of the file is complete. Call this after [`next_line`](Self::next_line) has returned
    /// `None`.
    ///
    /// # Errors
    /// The last line has no line feed.
    pub fn check_complete(&self) -> Result<(), Error> {
        if self.is_truncated { Err(self.unexpected("a whole line", "the end of the file")) } else { Ok(()) }
    }

    /// An error in the current line.
    fn unexpected(&self, expected: &str, found: impl Into<String>) -> Error {
        Error::Content(FileError::in_line(&self.path, self.line_number, expected, found))
    }
}

/// A line of a game file as text.
fn line_text<'a>(path: &Path, number: u64, line: &'a [u8]) -> Result<&'a str, FileError> {
    if line.len() as u64 >= MAX_LINE_BYTES {
        return Err(FileError::in_line(path, number, "a game", format!("a line of more than {MAX_LINE_BYTES} bytes")));
    }
    if let Some(byte) = line.iter().find(|byte| !matches!(byte, b' '..=b'~')) {
        return Err(FileError::in_line(path, number, "a game in printable ASCII", format!("a byte {byte:#04x}")));
    }
    Ok(str::from_utf8(line).unwrap_or_default())
}

/// An error in a game of a file.
pub(super) fn game_error(path: &Path, number: u64, error: GameError) -> FileError {
    let GameError { column, expected, found } = error;
    FileError::in_part(path, &format!("line {number}: column {column}"), expected, found)
}

/// Appends games to a game file. The writer holds an exclusive lock on the file.
#[derive(Debug)]
pub struct GameWriter {
    file: AppendFile,
    games: u64,
    /// The last game that the file had when it was opened.
    last: Option<String>,
}

impl GameWriter {
    /// Opens a game file with this header, or creates it. Every line below the header must be a game, and an incomplete
    /// last line the start of one. A file with any other content stays unchanged.
    ///
    /// # Errors
    /// The file cannot be read or written, is not regular, has another header or none, has other lines, or has another
    /// writer.
    pub fn open(path: &Path, header: &Header, checks: GameChecks) -> Result<Self, FileError> {
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(FileError::io(path))?;
        let mut file = AppendFile::open(path, "writer")?;
        let (mut lines, mut last) = (0, None);
        file.check(|number, line| {
            let (bytes, is_complete) = match line {
                FileLine::Complete(bytes) => (bytes, true),
                FileLine::Incomplete(bytes) => (bytes, false),
            };
            if number == 1 {
                check_header(path, header, bytes, is_complete)?;
            } else {
                let text = line_text(path, number, bytes)?;
                let check = if is_complete { checks.game } else { checks.start };
                check(text).map_err(|error| game_error(path, number, error))?;
                if is_complete {
                    last = Some(text.to_owned());
                }
            }
            lines += u64::from(is_complete);
            Ok::<(), FileError>(())
        })?;
        if lines == 0 {
            file.append(&format!("{header}\n"))?;
        }
        Ok(Self { file, games: lines.saturating_sub(1), last })
    }

    /// Checks that the file has been written by this run: `replayed` is its last game, played again.
    ///
    /// # Errors
    /// The file has another last game.
    pub fn check_last(&self, replayed: &str) -> Result<(), FileError> {
        match &self.last {
            Some(last) if last != replayed => {
                let expected = format!("game {} of this run", self.games);
                Err(FileError::in_line(self.file.path(), self.games + 1, expected, "another game"))
            }
            _ => Ok(()),
        }
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

/// Checks the first line of a file that must have this header.
fn check_header(path: &Path, header: &Header, line: &[u8], is_complete: bool) -> Result<(), FileError> {
    let text = String::from_utf8_lossy(line);
    if is_complete && text == header.to_string() {
        return Ok(());
    }
    Err(FileError::in_line(path, 1, format!("the header '{header}'"), quoted(&text)))
}
