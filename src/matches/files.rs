//! Files of games: they are added to, gone on with, and put together.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use super::record::{HeaderLine, MatchGame, MatchHeader, Results};

/// Why a file of games is refused.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else than a file, which cannot be cut and added to.
    #[error("wanted a regular file, found something else")]
    NotAFile,
    /// Another match writes to it.
    #[error("wanted a file of its own, found another match writing to it")]
    Locked,
    /// A line is no game of a match.
    #[error("line {line}: wanted {wanted}, found something else")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What would have been right.
        wanted: &'static str,
    },
    /// A game stands there twice.
    #[error("line {line}: wanted each game once, found game {game} again")]
    Double {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the game.
        game: usize,
    },
    /// It has games of another match.
    #[error("wanted the games of this match, found those of another: {0} differs")]
    Other(&'static str),
}

/// The games of a file.
#[derive(Debug, Default)]
pub struct Games {
    /// The match; `None` in an empty file.
    pub header: Option<MatchHeader>,
    /// The numbers of the games.
    pub numbers: BTreeSet<usize>,
    /// Their results.
    pub results: Results,
    /// Bytes up to the end of the last whole line.
    whole: u64,
}

impl Games {
    /// Adds the games of a file. A last line without its end is left out.
    ///
    /// # Errors
    /// The file is refused. Some of its games may have been added.
    pub fn read(&mut self, file: &File) -> Result<(), GameFileError> {
        let mut lines = BufReader::new(file);
        let mut text = Vec::new();
        self.whole = 0;
        for line in 1.. {
            text.clear();
            let read = lines.read_until(b'\n', &mut text)?;
            if text.pop() != Some(b'\n') {
                if read > 0 && !b"{\"".starts_with(&text[..text.len().min(2)]) {
                    return Err(GameFileError::Line { line, wanted: "a game of a match" });
                }
                break;
            }
            if line == 1 {
                let header: HeaderLine = serde_json::from_slice(&text)
                    .map_err(|_| GameFileError::Line { line, wanted: "the first line of a file of games" })?;
                match &self.header {
                    Some(known) => known.same_as(&header.header)?,
                    None => self.header = Some(header.header),
                }
            } else {
                let game: MatchGame = serde_json::from_slice(&text)
                    .ok()
                    .filter(|game: &MatchGame| game.game > 0)
                    .ok_or(GameFileError::Line { line, wanted: "a game of a match" })?;
                if !self.numbers.insert(game.game) {
                    return Err(GameFileError::Double { line, game: game.game });
                }
                self.results.add(&game);
            }
            self.whole += read as u64;
        }
        Ok(())
    }
}

impl MatchHeader {
    /// Checks that two files are of the same match.
    fn same_as(&self, other: &Self) -> Result<(), GameFileError> {
        let differs = [
            ("the version", self.version != other.version),
            ("the game", self.variant != other.variant),
            ("an engine", self.engines != other.engines),
            ("the time", self.paces != other.paces),
            ("a rule", self.rules != other.rules),
            ("the number of games", self.games != other.games),
            ("an opening", self.openings != other.openings),
        ];
        differs.iter().find(|(_, differs)| *differs).map_or(Ok(()), |(what, _)| Err(GameFileError::Other(what)))
    }
}

/// Opens a file to add games of a match to it, and reads the games that it has. A last line without its end is cut off.
/// A file of anything else is not changed.
///
/// # Errors
/// The file is refused.
pub fn open(path: &Path, header: &MatchHeader) -> Result<(File, Games), GameFileError> {
    // Opening a pipe would wait for its other end.
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(GameFileError::NotAFile);
    }
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    file.try_lock().map_err(|_| GameFileError::Locked)?;
    let mut games = Games::default();
    games.read(&file)?;
    match &games.header {
        Some(found) => found.same_as(header)?,
        None => games.header = Some(header.clone()),
    }
    file.set_len(games.whole)?;
    file.seek(SeekFrom::End(0))?;
    if games.whole == 0 {
        write_line(&mut file, &HeaderLine { header: header.clone() })?;
    }
    Ok((file, games))
}

/// Writes a record as a line, in one piece.
///
/// # Errors
/// The file cannot be written.
pub fn write_line(file: &mut File, record: &impl serde::Serialize) -> io::Result<()> {
    let mut line = serde_json::to_string(record)?;
    line.push('\n');
    file.write_all(line.as_bytes())
}
