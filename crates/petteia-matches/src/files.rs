//! Files of games: runs append to them, resume after them, and count several together.

use std::collections::BTreeSet;
use std::path::Path;

use petteia_engine::Engine;
use petteia_files::{AppendFile, FileError, FileLine, can_begin_with, open_regular, read_lines};
use serde::Deserialize;

use super::openings;
use super::record::{FORMAT, HeaderLine, MatchGame, MatchHeader, Results};

/// The games of a match that has been played, or a part of it.
#[derive(Debug, Default)]
pub struct Games {
    /// The match; `None` before the first file.
    pub header: Option<MatchHeader>,
    /// The numbers of the games.
    pub numbers: BTreeSet<usize>,
    /// Their results.
    pub results: Results,
}

/// Reads files of games and checks every game.
pub struct GameReader<'a> {
    /// The games of all files.
    pub games: Games,
    /// Creates a referee for the game of this name.
    new_referee: &'a dyn Fn(&str) -> Option<Engine>,
    referee: Option<Engine>,
}

/// The version of the format of a file, which the first line gives.
#[derive(Deserialize)]
struct FormatLine {
    #[serde(rename = "match")]
    header: FormatOfHeader,
}

#[derive(Deserialize)]
struct FormatOfHeader {
    format: Option<u32>,
    version: String,
}

impl<'a> GameReader<'a> {
    /// A reader whose referees come from this function: it is given the name of the game.
    #[must_use]
    pub fn new(new_referee: &'a dyn Fn(&str) -> Option<Engine>) -> Self {
        Self { games: Games::default(), new_referee, referee: None }
    }

    /// Adds the games of a file, which is only read. An incomplete last line is left out.
    ///
    /// # Errors
    /// The file cannot be read, or is refused. Some of its games may have been added.
    pub fn read(&mut self, path: &Path) -> Result<(), FileError> {
        let file = open_regular(path)?;
        read_lines(path, &file, |number, line| self.add_line(path, number, line)).map(drop)
    }

    /// Adds a line with this number, from 1. The path is for errors.
    ///
    /// # Errors
    /// The line is refused.
    pub fn add_line(&mut self, path: &Path, number: u64, line: FileLine) -> Result<(), FileError> {
        match line {
            FileLine::Complete(text) if number == 1 => self.add_header(path, text, &[1, FORMAT]),
            FileLine::Complete(text) => self.add_game(path, number, text),
            FileLine::Incomplete(text) if number == 1 => {
                if can_begin_with(text, b"{\"match\":{") {
                    Ok(())
                } else {
                    Err(not_a_header(path))
                }
            }
            FileLine::Incomplete(text) => check_incomplete_game(path, number, text),
        }
    }

    /// Adds the first line of a file, whose format has one of these versions.
    fn add_header(&mut self, path: &Path, text: &[u8], formats: &[u32]) -> Result<(), FileError> {
        let line: FormatLine = serde_json::from_slice(text).map_err(|_| not_a_header(path))?;
        let format = line.header.format.unwrap_or(1);
        if !formats.contains(&format) {
            let found = format!("version {format}, which petteia {} wrote", line.header.version);
            return Err(FileError::in_line(path, 1, format!("a file of games of version {FORMAT}"), found));
        }
        let HeaderLine { header } = serde_json::from_slice(text).map_err(|_| not_a_header(path))?;
        let wrong = |expected: &str, found: String| FileError::in_line(path, 1, expected, found);
        if header.games == 0 || !header.games.is_multiple_of(2) || header.openings.is_empty() {
            let found = format!("{} games and {} openings", header.games, header.openings.len());
            return Err(wrong("an even number of games, and openings", found));
        }
        let checksum = openings::checksum(header.openings.iter().map(String::as_str));
        if format >= FORMAT && header.openings_crc32 != checksum {
            return Err(wrong(&format!("openings of the checksum {}", header.openings_crc32), checksum));
        }
        if let Some(known) = &self.games.header {
            return known.check_same(path, &header);
        }
        let referee = (self.new_referee)(&header.variant);
        self.referee = Some(referee.ok_or_else(|| wrong("a game of two players", header.variant.clone()))?);
        self.games.header = Some(header);
        Ok(())
    }

    /// Adds the game of a line.
    fn add_game(&mut self, path: &Path, number: u64, text: &[u8]) -> Result<(), FileError> {
        let game: MatchGame = serde_json::from_slice(text).map_err(|error| {
            FileError::in_line(path, number, "a game of a match", format!("something else ({error})"))
        })?;
        let (Some(header), Some(referee)) = (&self.games.header, &mut self.referee) else {
            return Err(not_a_header(path));
        };
        game.check(header, referee).map_err(|error| FileError::in_line(path, number, error.expected, error.found))?;
        if !self.games.numbers.insert(game.game) {
            let found = format!("game {} again", game.game);
            return Err(FileError::in_line(path, number, "each game once", found));
        }
        self.games.results.add(&game);
        Ok(())
    }
}

fn not_a_header(path: &Path) -> FileError {
    FileError::in_line(path, 1, "the first line of a file of games", "something else")
}

fn check_incomplete_game(path: &Path, number: u64, text: &[u8]) -> Result<(), FileError> {
    if can_begin_with(text, b"{\"game\":") {
        return Ok(());
    }
    Err(FileError::in_line(path, number, "a game of a match", "something else"))
}

impl MatchHeader {
    /// Checks that two files are of the same match.
    fn check_same(&self, path: &Path, other: &Self) -> Result<(), FileError> {
        let differs = [
            ("the version of the format", self.format != other.format),
            ("the game", self.variant != other.variant),
            ("an engine", self.engines != other.engines),
            ("the time", self.paces != other.paces),
            ("a rule", self.rules != other.rules),
            ("the number of games", self.games != other.games),
            ("an opening", self.openings != other.openings || self.openings_crc32 != other.openings_crc32),
        ];
        if self.version != other.version {
            let [expected, found] =
                [&self.version, &other.version].map(|version| format!("games of version {version}"));
            return Err(FileError::in_file(path, expected, found));
        }
        let other_match =
            |what| FileError::in_file(path, "the games of this match", format!("another match: {what} differs"));
        differs.iter().find(|(_, differs)| *differs).map_or(Ok(()), |(what, _)| Err(other_match(what)))
    }
}

/// A file that the games of a match are appended to.
#[derive(Debug)]
pub struct GameFile {
    file: AppendFile,
    header: HeaderLine,
}

impl GameFile {
    /// Opens a file, which need not exist, and reads its games. Nothing is changed before the first
    /// [`append`](Self::append).
    ///
    /// # Errors
    /// The file is not of this match, or cannot be read or written.
    pub fn open(path: &Path, header: &MatchHeader, referee: &Engine) -> Result<(Self, Games), FileError> {
        let mut file = AppendFile::open(path, "match")?;
        let line = HeaderLine { header: header.clone() };
        let text = serde_json::to_string(&line).map_err(|error| FileError::io(path)(error.into()))?;
        let new_referee = |_: &str| Some(referee.fork());
        let mut reader = GameReader::new(&new_referee);
        reader.referee = Some(referee.fork());
        reader.games.header = Some(header.clone());
        file.check(|number, line| match line {
            FileLine::Complete(text) if number == 1 => reader.add_header(path, text, &[FORMAT]),
            FileLine::Complete(text) => reader.add_game(path, number, text),
            FileLine::Incomplete(start) if number == 1 => {
                if text.as_bytes().starts_with(start) {
                    Ok(())
                } else {
                    Err(not_a_header(path))
                }
            }
            FileLine::Incomplete(text) => check_incomplete_game(path, number, text),
        })?;
        Ok((Self { file, header: line }, reader.games))
    }

    /// Appends a game, after the first line if the file is new.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, game: &MatchGame) -> Result<(), FileError> {
        if self.file.is_empty() {
            self.file.append_json(&self.header)?;
        }
        self.file.append_json(game)
    }
}
