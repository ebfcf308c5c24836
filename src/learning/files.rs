//! Files of games: a header, then a game a line.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::Error;
use super::header::Header;
use crate::game::words::quoted;

/// Bytes of the longest line, its end included. The longest game has less than a fifth of it.
const LONGEST: u64 = 64 * 1_024;

/// The state of a regular file; `None` if there is none. To be asked before a file is opened, since opening a named
/// pipe waits for its other end, and a device has no end.
///
/// # Errors
/// The path leads to something else than a regular file, or nowhere.
pub fn regular(path: &Path) -> Result<Option<Metadata>, Error> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(Some(metadata)),
        Ok(metadata) => {
            Err(Error::of_file(path, "a regular file", if metadata.is_dir() { "a folder" } else { "none" }))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io(path)(error)),
    }
}

/// What stands next in a file.
enum Next {
    /// A line with its end.
    Line,
    /// The beginning of a line without its end, since it is too long.
    Long,
    /// The beginning of a line without its end, since the file ends.
    Cut,
    End,
}

/// The games in a file, line by line; none is held in memory for longer than its turn.
#[derive(Debug)]
pub struct Lines<R> {
    path: PathBuf,
    input: R,
    line: Vec<u8>,
    number: u64,
    /// Bytes of the lines that are complete.
    complete: u64,
    is_cut: bool,
}

impl Lines<BufReader<File>> {
    /// Opens a file of games and reads its header.
    ///
    /// # Errors
    /// It cannot be read, or it begins otherwise.
    pub fn open(path: &Path) -> Result<(Self, Header), Error> {
        if regular(path)?.is_none() {
            return Err(Error::of_file(path, "a file of games", "no such file"));
        }
        let mut lines = Self::new(path, BufReader::new(File::open(path).map_err(Error::io(path))?));
        let header = lines.header("the header of a file of games")?;
        Ok((lines, header))
    }
}

impl<R: BufRead> Lines<R> {
    fn new(path: &Path, input: R) -> Self {
        Self { path: path.into(), input, line: Vec::new(), number: 0, complete: 0, is_cut: false }
    }

    fn advance(&mut self) -> Result<Next, Error> {
        self.line.clear();
        let length =
            self.input.by_ref().take(LONGEST).read_until(b'\n', &mut self.line).map_err(Error::io(&self.path))?;
        self.number += 1;
        Ok(if self.line.pop_if(|last| *last == b'\n').is_some() {
            self.complete += length as u64;
            Next::Line
        } else if length as u64 == LONGEST {
            Next::Long
        } else if length > 0 {
            Next::Cut
        } else {
            Next::End
        })
    }

    fn header(&mut self, wanted: &str) -> Result<Header, Error> {
        let next = self.advance()?;
        let line = String::from_utf8_lossy(&self.line);
        match (next, Header::read(&line)) {
            (Next::Line, Some(header)) => Ok(header),
            (Next::End, _) => Err(Error::of_file(&self.path, wanted, "an empty file")),
            _ => Err(Error::of_line(&self.path, 1, wanted, quoted(&line))),
        }
    }

    /// The next complete line without its end, and its number from 1; `None` at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read, or the line is too long to be a game or holds something else than printable ASCII.
    pub fn next_line(&mut self) -> Result<Option<(u64, &str)>, Error> {
        match self.advance()? {
            Next::Line => {}
            Next::Long => return Err(self.wrong("a game", format!("a line of more than {LONGEST} bytes"))),
            Next::Cut => {
                self.is_cut = true;
                return Ok(None);
            }
            Next::End => return Ok(None),
        }
        let strange = self.line.iter().copied().find(|byte| !matches!(byte, b' '..=b'~'));
        if let Some(byte) = strange {
            return Err(self.wrong("a game in printable ASCII", format!("a byte {byte:#04x}")));
        }
        Ok(Some((self.number, str::from_utf8(&self.line).unwrap_or_default())))
    }

    /// To be asked at the end: the last line has its end.
    ///
    /// # Errors
    /// It has none.
    pub fn is_whole(&self) -> Result<(), Error> {
        if self.is_cut { Err(self.wrong("a whole line", "the end of the file")) } else { Ok(()) }
    }

    /// An error in the current line.
    fn wrong(&self, wanted: &str, found: impl Into<String>) -> Error {
        Error::of_line(&self.path, self.number, wanted, found)
    }
}

/// A file of games to which games are added, by nobody else at the same time.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    games: u64,
    /// Bytes of the lines that are complete.
    complete: u64,
}

impl Writer {
    /// Opens a file of games with this header, or begins one. A file that holds anything else is left as it is.
    ///
    /// # Errors
    /// The file cannot be read or written, is not regular, has another header or none, or somebody else writes to it.
    pub fn open(path: &Path, header: &Header) -> Result<Self, Error> {
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(Error::io(path))?;
        regular(path)?;
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(Error::io(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::of_file(path, "a file that nobody else writes to", "another writer"));
            }
            Err(TryLockError::Error(error)) => return Err(Error::io(path)(error)),
        }
        let is_new = file.metadata().map_err(Error::io(path))?.len() == 0;
        let mut writer = Self { path: path.into(), file, games: 0, complete: 0 };
        if is_new {
            writer.write(&header.to_string())?;
        } else {
            (writer.games, writer.complete) = writer.count(header)?;
        }
        Ok(writer)
    }

    /// The number of complete games, and the bytes up to the end of the last.
    fn count(&self, header: &Header) -> Result<(u64, u64), Error> {
        let mut lines = Lines::new(&self.path, BufReader::new(&self.file));
        let wanted = format!("the header '{header}'");
        let found = lines.header(&wanted)?;
        if found != *header {
            return Err(Error::of_line(&self.path, 1, wanted, format!("'{found}'")));
        }
        let mut games = 0;
        while lines.next_line()?.is_some() {
            games += 1;
        }
        Ok((games, lines.complete))
    }

    /// The number of games in the file.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game. It is in the file when this returns, whatever becomes of the program.
    ///
    /// # Errors
    /// It cannot be written; the file ends with the game before it.
    pub fn add(&mut self, game: &str) -> Result<(), Error> {
        self.write(game)?;
        self.games += 1;
        Ok(())
    }

    /// Writes a line behind those that are complete; what an interrupted run has left there is no line.
    fn write(&mut self, line: &str) -> Result<(), Error> {
        let line = format!("{line}\n");
        let written = self.cut().and_then(|()| self.file.write_all(line.as_bytes()));
        if let Err(error) = written {
            // If even this fails, the next run cuts the line.
            let _ = self.file.set_len(self.complete);
            return Err(Error::io(&self.path)(error));
        }
        self.complete += line.len() as u64;
        Ok(())
    }

    fn cut(&mut self) -> io::Result<()> {
        if self.file.seek(SeekFrom::End(0))? > self.complete {
            self.file.set_len(self.complete)?;
            self.file.seek(SeekFrom::End(0))?;
        }
        Ok(())
    }

    /// Makes sure that the disk has the games.
    ///
    /// # Errors
    /// It has not.
    pub fn finish(self) -> Result<(), Error> {
        self.file.sync_all().map_err(Error::io(&self.path))
    }
}
