//! Files of games: they are added to, gone on with, and put together.

use std::collections::BTreeSet;
use std::path::Path;

use super::record::{HeaderLine, MatchGame, MatchHeader, Results};
use crate::base::FileError;
use crate::base::append_file::{AppendFile, FileLine, can_begin_with, read_lines};
use crate::base::files::open_regular;

/// The games of a file.
#[derive(Debug, Default)]
pub struct Games {
    /// The match; `None` in an empty file.
    pub header: Option<MatchHeader>,
    /// The numbers of the games.
    pub numbers: BTreeSet<usize>,
    /// Their results.
    pub results: Results,
}

impl Games {
    /// Adds the games of a file, which is only read. A last line without its end is left out.
    ///
    /// # Errors
    /// The file is refused. Some of its games may have been added.
    pub fn read(&mut self, path: &Path) -> Result<(), FileError> {
        let file = open_regular(path)?;
        read_lines(path, &file, |number, line| self.add_line(path, number, line)).map(drop)
    }

    /// Adds the game of a line.
    fn add_line(&mut self, path: &Path, number: u64, line: FileLine) -> Result<(), FileError> {
        let expected = |expected: &str| FileError::in_line(path, number, expected, "something else");
        let not_a_game = || expected("a game of a match");
        let start: &[u8] = if number == 1 { b"{\"match\":{" } else { b"{\"game\":" };
        let text = match line {
            FileLine::Complete(text) => text,
            FileLine::Incomplete(text) => return if can_begin_with(text, start) { Ok(()) } else { Err(not_a_game()) },
        };
        if number == 1 {
            let header: HeaderLine =
                serde_json::from_slice(text).map_err(|_| expected("the first line of a file of games"))?;
            match &self.header {
                Some(known) => known.check_same(path, &header.header)?,
                None => self.header = Some(header.header),
            }
            return Ok(());
        }
        let game: MatchGame =
            serde_json::from_slice(text).ok().filter(|game: &MatchGame| game.game > 0).ok_or_else(not_a_game)?;
        if !self.numbers.insert(game.game) {
            let found = format!("game {} again", game.game);
            return Err(FileError::in_line(path, number, "each game once", found));
        }
        self.results.add(&game);
        Ok(())
    }
}

impl MatchHeader {
    /// Checks that two files are of the same match.
    fn check_same(&self, path: &Path, other: &Self) -> Result<(), FileError> {
        let differs = [
            ("the version", self.version != other.version),
            ("the game", self.variant != other.variant),
            ("an engine", self.engines != other.engines),
            ("the time", self.paces != other.paces),
            ("a rule", self.rules != other.rules),
            ("the number of games", self.games != other.games),
            ("an opening", self.openings != other.openings),
        ];
        let other_match =
            |what| FileError::in_file(path, "the games of this match", format!("another match: {what} differs"));
        differs.iter().find(|(_, differs)| *differs).map_or(Ok(()), |(what, _)| Err(other_match(what)))
    }
}

/// Opens a file to add games of a match to it, and reads the games that it has. A last line without its end is cut off.
/// A file of anything else is not changed.
///
/// # Errors
/// The file is refused.
pub fn open(path: &Path, header: &MatchHeader) -> Result<(AppendFile, Games), FileError> {
    let mut file = AppendFile::open(path, "match")?;
    let mut games = Games::default();
    file.check(|number, line| games.add_line(path, number, line))?;
    match &games.header {
        Some(found) => found.check_same(path, header)?,
        None => games.header = Some(header.clone()),
    }
    if file.is_empty() {
        file.append_json(&HeaderLine { header: header.clone() })?;
    }
    Ok((file, games))
}
