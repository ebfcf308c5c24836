//! Files of games: they are added to, gone on with, and put together.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::record::{HeaderLine, MatchGame, MatchHeader, Results};
use crate::base::line_file::{FileLine, LineFileError, begins_an_object, cut, open_locked, read_lines};

/// Why a file of games is refused.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// It cannot be opened.
    #[error(transparent)]
    File(#[from] LineFileError),
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is no game of a match.
    #[error("line {line}: wanted {wanted}, found something else")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What would have been right.
        wanted: &'static str,
    },
    /// A game stands there twice.
    #[error("line {line}: wanted each game once, found game {game} again")]
    Double {
        /// The number of the line, from 1.
        line: u64,
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
        self.whole = read_lines(file, |line, text| {
            let not_a_game = GameFileError::Line { line, wanted: "a game of a match" };
            let text = match text {
                FileLine::Whole(text) => text,
                FileLine::Broken(text) => return if begins_an_object(text) { Ok(()) } else { Err(not_a_game) },
            };
            if line == 1 {
                let header: HeaderLine = serde_json::from_slice(text)
                    .map_err(|_| GameFileError::Line { line, wanted: "the first line of a file of games" })?;
                match &self.header {
                    Some(known) => known.same_as(&header.header)?,
                    None => self.header = Some(header.header),
                }
                return Ok(());
            }
            let game: MatchGame =
                serde_json::from_slice(text).ok().filter(|game: &MatchGame| game.game > 0).ok_or(not_a_game)?;
            if !self.numbers.insert(game.game) {
                return Err(GameFileError::Double { line, game: game.game });
            }
            self.results.add(&game);
            Ok(())
        })?;
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
    let mut file = open_locked(path, "match")?;
    let mut games = Games::default();
    games.read(&file)?;
    match &games.header {
        Some(found) => found.same_as(header)?,
        None => games.header = Some(header.clone()),
    }
    cut(&mut file, games.whole)?;
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
