//! The formats of files of games.

use std::io::Cursor;
use std::path::Path;

use petteia_core::GameOptions;
use petteia_engine::{GameSetup, Variant};
use petteia_formats::record::{FormatError, GameRecord, GameWriter, Games, MakeSpool, RecordedGames, Source};
use petteia_formats::{ggf, ggf_archive, json, lines, obf, otg, otn, pdn, reversi, sgf, transcript, wthor};

use super::replay::Replay;

/// The only list of formats. Where nothing else tells, the first one that the beginning of a file is in is its format,
/// so the strict ones come first.
pub static FORMATS: &[FileFormat] = &[
    FileFormat::new("json", &["json", "jsonl"], |source, hints| json::open(source, hints.find), |_| json::writer())
        .with_comments(),
    FileFormat::new("pgn", &["pgn"], |source, _| pdn::othello::open(source), |_| pdn::othello::writer())
        .detected_by(|beginning, _| pdn::othello::is_pgn(beginning))
        .with_comments()
        .with_discs(),
    FileFormat::new("pdn", &["pdn"], |source, hints| pdn::open(source, hints.game), |_| pdn::writer())
        .detected_by(|beginning, _| pdn::is_pdn(beginning))
        .with_survey(pdn::common_game)
        .spelled(Spelling::FileLine)
        .with_comments(),
    FileFormat::new("wthor", &["wtb"], open_wthor, wthor_writer)
        .with_companions(&WTHOR_NAMES)
        .spelled(Spelling::Words(|word| Some(ggf::write_move(word))))
        .with_length()
        .detected_by(|beginning, hints| match hints.length {
            Some(_) => open_wthor(Box::new(beginning), hints).is_ok(),
            None => wthor::is_wthor(beginning),
        })
        .with_discs(),
    FileFormat::new("ggf", &["ggf"], |source, _| ggf_archive::open(source), |_| ggf_archive::writer())
        .spelled(Spelling::Words(|word| Some(ggf::write_move(word))))
        .with_discs(),
    FileFormat::new("sgf", &["sgf"], |source, _| sgf::open(source), |_| sgf::writer())
        .spelled(Spelling::Words(sgf::spell_move))
        .with_comments(),
    FileFormat::new("otg", &["otg"], |source, _| otg::open(source), |_| Box::new(otg::Writer::default()))
        .spelled(Spelling::Words(otn::write_move))
        .with_comments(),
    FileFormat::new("obf", &["obf"], |source, _| obf::open(source), |_| obf::writer()).of_positions(),
    FileFormat::new("lines", &["lines"], |source, _| lines::open(source), |_| Box::new(lines::Writer::default())),
    FileFormat::new("transcript", &["txt"], |source, _| transcript::open(source), |_| transcript::writer())
        .spelled(Spelling::Words(|word| Some(ggf::write_move(word))))
        .detected_by(|beginning, _| transcript::read_games(beginning).is_ok()),
];

/// The files with the names of players and tournaments of all files of WTHOR.
const WTHOR_NAMES: [&str; 2] = ["WTHOR.JOU", "WTHOR.TRN"];

fn open_wthor<'a>(source: Source<'a>, hints: &Hints) -> Result<Games<'a>, FormatError> {
    let names = match hints.companions {
        [Some(players), Some(tournaments)] => wthor::Names::read(players, tournaments)?,
        _ => wthor::Names::default(),
    };
    wthor::open(source, names, hints.length.unwrap_or(0))
}

fn wthor_writer(make_spool: MakeSpool) -> Box<dyn GameWriter> {
    Box::new(wthor::Writer::new(wthor::Names::default(), make_spool))
}

/// What a reader may ask about the games of a file.
#[derive(Clone, Copy)]
pub struct Hints<'a> {
    /// The game of those that do not tell.
    pub game: Option<&'static str>,
    /// The name of a variant in the registry by any of its names.
    pub find: json::Find,
    /// The contents of the [companions](FileFormat::companions) of the file, those that there are.
    pub companions: &'a [Option<Vec<u8>>],
    /// The length of the file in bytes, where it is known.
    pub length: Option<u64>,
}

/// How a format writes moves.
#[derive(Clone, Copy, Debug)]
pub enum Spelling {
    /// As the protocol does.
    Protocol,
    /// As [`file_moves`](petteia_engine::Session::file_moves) does.
    FileLine,
    /// Each word of the protocol for itself.
    Words(fn(&str) -> Option<String>),
}

type Open = for<'a> fn(Source<'a>, &Hints) -> Result<Games<'a>, FormatError>;

/// A format of files of games.
#[derive(Debug)]
pub struct FileFormat {
    /// Its name.
    pub name: &'static str,
    /// The ends of the names of its files, without dot.
    pub extensions: &'static [&'static str],
    /// How it writes moves.
    pub spelling: Spelling,
    /// Whether it has comments behind moves.
    pub has_comments: bool,
    /// Whether it has positions and no moves: a game becomes its last position.
    pub is_of_positions: bool,
    /// Gives a game the final score of both players, where the format has it.
    pub set_score: Option<fn(&mut GameRecord, [i32; 2])>,
    /// The names of the files in the same folder that belong to it, in any case.
    pub companions: &'static [&'static str],
    /// The game that the games of a file are of that tell, where it is that of the others too. The file is read for it
    /// before its games are.
    pub survey: Option<fn(Source) -> Option<&'static str>>,
    /// Whether the length of a file must be known to read it.
    pub needs_length: bool,
    /// Whether the beginning of a file is in this format.
    detects: Option<fn(&[u8], &Hints) -> bool>,
    open: Open,
    writer: fn(MakeSpool) -> Box<dyn GameWriter>,
}

impl FileFormat {
    const fn new(
        name: &'static str,
        extensions: &'static [&'static str],
        open: Open,
        writer: fn(MakeSpool) -> Box<dyn GameWriter>,
    ) -> Self {
        Self {
            name,
            extensions,
            spelling: Spelling::Protocol,
            has_comments: false,
            is_of_positions: false,
            set_score: None,
            companions: &[],
            survey: None,
            needs_length: false,
            detects: None,
            open,
            writer,
        }
    }

    const fn detected_by(self, detects: fn(&[u8], &Hints) -> bool) -> Self {
        Self { detects: Some(detects), ..self }
    }

    const fn with_survey(self, survey: fn(Source) -> Option<&'static str>) -> Self {
        Self { survey: Some(survey), ..self }
    }

    const fn with_length(self) -> Self {
        Self { needs_length: true, ..self }
    }

    const fn spelled(self, spelling: Spelling) -> Self {
        Self { spelling, ..self }
    }

    const fn with_comments(self) -> Self {
        Self { has_comments: true, ..self }
    }

    const fn of_positions(self) -> Self {
        Self { is_of_positions: true, ..self }
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
    pub fn from_path(path: &Path) -> Option<&'static Self> {
        let end = path.extension()?;
        FORMATS.iter().find(|format| format.extensions.iter().any(|known| end.eq_ignore_ascii_case(known)))
    }

    /// The format that the beginning of a file is in. `None` if it is in none.
    #[must_use]
    pub fn of_beginning(beginning: &[u8], hints: &Hints) -> Option<&'static Self> {
        FORMATS.iter().find(|format| match format.detects {
            Some(detects) => detects(beginning, hints),
            None => format.open(Box::new(beginning), hints).is_ok(),
        })
    }

    /// Opens a file.
    ///
    /// # Errors
    /// The file as a whole is not in this format.
    pub fn open<'a>(&self, source: Source<'a>, hints: &Hints) -> Result<Games<'a>, FormatError> {
        (self.open)(source, hints)
    }

    /// Reads all games of a file in memory.
    ///
    /// # Errors
    /// The file as a whole is not in this format.
    pub fn read(&self, bytes: &[u8], hints: &Hints) -> Result<RecordedGames, FormatError> {
        let common = || self.survey.and_then(|survey| survey(Box::new(bytes)));
        let hints = Hints { length: Some(bytes.len() as u64), game: hints.game.or_else(common), ..*hints };
        Ok(self.open(Box::new(bytes), &hints)?.collect())
    }

    /// Writes games to memory.
    ///
    /// # Errors
    /// The format has no room for one of them.
    pub fn write(&self, games: &[GameRecord]) -> Result<Vec<u8>, String> {
        let mut writer = self.writer(|| Ok(Box::new(Cursor::new(Vec::new()))));
        let mut bytes = Vec::new();
        let written = games.iter().try_for_each(|game| writer.write(game, &mut bytes));
        written.and_then(|()| writer.finish(&mut bytes)).map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    /// Whether it writes moves as the protocol does.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self.spelling, Spelling::Protocol)
    }

    /// The moves of a game in the notation of the format.
    #[must_use]
    pub fn spell_moves(&self, replay: &Replay) -> Vec<String> {
        match self.spelling {
            Spelling::FileLine => replay.file_moves.clone(),
            _ => replay.record.moves.iter().map(|played| self.spell(&played.word)).collect(),
        }
    }

    /// Moves from a position in the notation of the format.
    #[must_use]
    pub fn spell_line(&self, variant: &Variant, fen: &str, moves: &[String]) -> Vec<String> {
        let plain = || moves.iter().map(|word| self.spell(word)).collect();
        let Spelling::FileLine = self.spelling else { return plain() };
        let Ok(mut session) = (variant.open)(&GameSetup { fen: Some(fen), options: &GameOptions::default() }) else {
            return plain();
        };
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        if session.play(&words).is_ok() { session.file_moves() } else { plain() }
    }

    fn spell(&self, word: &str) -> String {
        match self.spelling {
            Spelling::Words(spell) => spell(word).unwrap_or_else(|| word.to_owned()),
            _ => word.to_owned(),
        }
    }

    /// A writer of games.
    #[must_use]
    pub fn writer(&self, make_spool: MakeSpool) -> Box<dyn GameWriter> {
        (self.writer)(make_spool)
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
                let found = FileFormat::from_path(Path::new(&path)).expect("a known end");
                assert!(std::ptr::eq(found, format), "{path}");
            }
            words.extend(format.extensions);
        }
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]), "{words:?}");
        assert!(FileFormat::from_path(Path::new("pdn")).is_none() && FileFormat::find("").is_none());
    }

    #[test]
    fn the_content_tells_the_format() {
        let name = |bytes: &[u8]| {
            let hints = Hints { game: None, find: |_| None, companions: &[], length: Some(bytes.len() as u64) };
            let format = FileFormat::of_beginning(bytes, &hints)?;
            Some((format.name, format.open(Box::new(bytes), &hints).expect("a file").count()))
        };
        for (text, expected) in [
            ("{\"startpos\":true}\n", Some(("json", 1))),
            ("[Event \"x\"]\n1. 11-15 *\n", Some(("pdn", 1))),
            ("1. 11-15 23-18 1-0 1. 9-13 *", Some(("pdn", 2))),
            ("{ a comment } 1. 32-28", Some(("pdn", 1))),
            ("[Event \"x\"]\n1. f5 d6 2. c3 *\n", Some(("pgn", 1))),
            ("1. f5 d6 38-26 1. f5 f6 *", Some(("pgn", 2))),
            ("---------------------------OX------XO--------------------------- X; f5:+0;\n", Some(("obf", 1))),
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
