//! The formats of files of games.

use std::path::Path;

use crate::formats::record::{FormatError, GameRecord, RecordedGames};
use crate::formats::{ggf_archive, json, lines, otg, pdn, reversi, sgf, transcript, wthor};

/// The only list of formats. Where nothing else tells, the first one that reads a file is its format, so the strict
/// ones come first.
pub static FORMATS: &[FileFormat] = &[
    FileFormat::new("json", &["json", "jsonl"], |bytes, hints| json::read_games(bytes, hints.find), json::write_games)
        .with_comments(),
    FileFormat::new("pdn", &["pdn"], |bytes, hints| pdn::read_games(bytes, hints.game), pdn::write_games)
        .with_file_moves()
        .with_comments(),
    FileFormat::new("wthor", &["wtb"], read_wthor, wthor::write_games).with_companions(&WTHOR_NAMES).with_discs(),
    FileFormat::new("ggf", &["ggf"], |bytes, _| ggf_archive::read_games(bytes), ggf_archive::write_games).with_discs(),
    FileFormat::new("sgf", &["sgf"], |bytes, _| sgf::read_games(bytes), sgf::write_games).with_comments(),
    FileFormat::new("otg", &["otg"], |bytes, _| otg::read_games(bytes), otg::write_games).with_comments(),
    FileFormat::new("lines", &["lines"], |bytes, _| lines::read_games(bytes), lines::write_games),
    FileFormat::new("transcript", &["txt"], |bytes, _| transcript::read_games(bytes), transcript::write_games),
];

/// The files with the names of players and tournaments of all files of WTHOR.
const WTHOR_NAMES: [&str; 2] = ["WTHOR.JOU", "WTHOR.TRN"];

fn read_wthor(bytes: &[u8], hints: &Hints) -> Result<RecordedGames, FormatError> {
    let names = match hints.companions {
        [Some(players), Some(tournaments)] => wthor::Names::read(players, tournaments)?,
        _ => wthor::Names::default(),
    };
    wthor::read_named_games(bytes, &names)
}

/// What a reader may ask about the games of a file.
#[derive(Clone, Copy)]
pub struct Hints<'a> {
    /// The game of those that do not tell.
    pub game: Option<&'static str>,
    /// The name of a variant in the registry by any of its names.
    pub find: &'a dyn Fn(&str) -> Option<&'static str>,
    /// The contents of the [companions](FileFormat::companions) of the file, those that there are.
    pub companions: &'a [Option<Vec<u8>>],
}

type Read = fn(&[u8], &Hints) -> Result<RecordedGames, FormatError>;
type Write = fn(&[GameRecord]) -> Result<Vec<u8>, String>;

/// A format of files of games.
#[derive(Debug)]
pub struct FileFormat {
    /// Its name.
    pub name: &'static str,
    /// The ends of the names of its files, without dot.
    pub extensions: &'static [&'static str],
    /// Whether it has moves as [`file_line`](crate::engine::Session::file_line) writes them.
    pub has_file_moves: bool,
    /// Whether it has comments behind moves.
    pub has_comments: bool,
    /// Gives a game the final score of both players, where the format has it.
    pub set_score: Option<fn(&mut GameRecord, [i32; 2])>,
    /// The names of the files in the same folder that belong to it, in any case.
    pub companions: &'static [&'static str],
    read: Read,
    write: Write,
}

impl FileFormat {
    const fn new(name: &'static str, extensions: &'static [&'static str], read: Read, write: Write) -> Self {
        Self {
            name,
            extensions,
            has_file_moves: false,
            has_comments: false,
            set_score: None,
            companions: &[],
            read,
            write,
        }
    }

    const fn with_file_moves(self) -> Self {
        Self { has_file_moves: true, ..self }
    }

    const fn with_comments(self) -> Self {
        Self { has_comments: true, ..self }
    }

    const fn with_discs(self) -> Self {
        Self { set_score: Some(reversi::set_final_score), ..self }
    }

    const fn with_companions(self, companions: &'static [&'static str]) -> Self {
        Self { companions, ..self }
    }

    /// The format with this name, in upper or lower case.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name.eq_ignore_ascii_case(name))
    }

    /// The format of files with this name, by its end.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<&'static Self> {
        let end = path.extension()?;
        FORMATS.iter().find(|format| format.extensions.iter().any(|known| end.eq_ignore_ascii_case(known)))
    }

    /// The format that a content is in, and the games. `None` if it is in none.
    #[must_use]
    pub fn of_content(bytes: &[u8], hints: &Hints) -> Option<(&'static Self, RecordedGames)> {
        FORMATS.iter().find_map(|format| Some((format, format.read(bytes, hints).ok()?)))
    }

    /// Reads the games of a file.
    ///
    /// # Errors
    /// The file as a whole is not in this format.
    pub fn read(&self, bytes: &[u8], hints: &Hints) -> Result<RecordedGames, FormatError> {
        (self.read)(bytes, hints)
    }

    /// Writes games.
    ///
    /// # Errors
    /// The format has no room for one of them.
    pub fn write(&self, games: &[GameRecord]) -> Result<Vec<u8>, String> {
        (self.write)(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ends_are_unique_and_found() {
        let mut words: Vec<&str> = Vec::new();
        for format in FORMATS {
            let found = FileFormat::find(&format.name.to_ascii_uppercase()).expect("a known name");
            assert!(std::ptr::eq(found, format));
            for end in format.extensions {
                let path = format!("a.b/c.{}", end.to_ascii_uppercase());
                let found = FileFormat::of_path(Path::new(&path)).expect("a known end");
                assert!(std::ptr::eq(found, format), "{path}");
            }
            words.extend(format.extensions);
        }
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]), "{words:?}");
        assert!(FileFormat::of_path(Path::new("pdn")).is_none() && FileFormat::find("").is_none());
    }

    #[test]
    fn the_content_tells_the_format() {
        let hints = Hints { game: None, find: &|_| None, companions: &[] };
        let name =
            |bytes: &[u8]| FileFormat::of_content(bytes, &hints).map(|(format, games)| (format.name, games.len()));
        for (text, expected) in [
            ("{\"startpos\":true}\n", Some(("json", 1))),
            ("[Event \"x\"]\n1. 11-15 *\n", Some(("pdn", 1))),
            ("1. 11-15 23-18 1-0 1. 9-13 *", Some(("pdn", 2))),
            ("{ a comment } 1. 32-28", Some(("pdn", 1))),
            ("startpos moves 11-15\n", Some(("lines", 1))),
            ("# dvonn\nstartpos moves c3\n", Some(("lines", 1))),
            ("B:W21,22:B1,2 moves 1-6\n", Some(("lines", 1))),
            ("", None),
            ("\0\0", None),
        ] {
            assert_eq!(name(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(name(b"\xff\xfe"), None);
    }
}
