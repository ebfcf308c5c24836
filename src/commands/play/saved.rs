//! Saved games: each file has one game as [`json`] writes them, with a version and what `play` needs to go on.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use petteia_core::words::quoted;
use petteia_core::{GameResult, Outcome};
use petteia_engine::{Level, read_small_text};
use petteia_files::{FileError, Replacement};
use petteia_formats::json;
use petteia_formats::json::Moves;
use serde::{Deserialize, Serialize};

/// Largest size of a file, in bytes. A move takes some ten of them.
const LIMIT: u64 = 1 << 20;

/// A game in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The name of the game.
    pub variant: String,
    /// Options of the game, such as `Seats`, and the seed of its deals.
    pub options: BTreeMap<String, String>,
    /// The fingerprints of the files of options, by the name of the option.
    pub files: BTreeMap<String, String>,
    /// The start position, if it is not the start of the game.
    pub start: Option<String>,
    /// The moves, as the protocol writes them.
    pub moves: Vec<String>,
    /// The result; none if the game goes on.
    pub result: Option<GameResult>,
    /// Why the game is over, as the protocol names it.
    pub reason: Option<String>,
    /// The seats of persons.
    pub side: Option<String>,
    /// The level of the engine.
    pub level: Option<Level>,
}

/// The first version with levels from 0 to 20; earlier ones had 1 to 10.
const LEVELS_FROM_0: u64 = 2;

/// The object in the file. The first files had no version, and `start` in place of `fen`.
#[derive(Deserialize, Serialize)]
struct Object {
    #[serde(default)]
    version: Option<u64>,
    variant: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    startpos: bool,
    #[serde(default, alias = "start", skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    moves: Moves,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
}

impl SavedGame {
    /// Reads a file. The game has not been checked by the rules.
    ///
    /// # Errors
    /// The file cannot be read, or is no saved game.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = read_small_text(path, LIMIT)?;
        Self::from_text(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn from_text(text: &str) -> Result<Self, String> {
        let object: Object = serde_json::from_str(text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let what = error.to_string();
            let what = what.split(" at line ").next().unwrap_or_default();
            format!("line {line}, column {column}: expected a saved game, found {what}")
        })?;
        if let Some(version) = object.version.filter(|version| !(1..=json::VERSION).contains(version)) {
            return Err(format!("expected a saved game of version 1 to {}, found version {version}", json::VERSION));
        }
        let Object { variant, options, files, fen, moves, result, reason, side, level, .. } = object;
        let read = |word: &String| {
            let error = || format!("result: expected a result of the game, found {}", quoted(word));
            GameResult::read_optional(word).map_err(|_| error())
        };
        let result = result.as_ref().map(read).transpose()?.flatten();
        let is_of_ten = object.version.is_none_or(|version| version < LEVELS_FROM_0);
        let read_level = |number: u8| {
            let level = if is_of_ten { Level::of_ten(number) } else { Level::new(number) };
            let highest = if is_of_ten { 10 } else { Level::HIGHEST };
            level.ok_or_else(|| format!("level: expected a level up to {highest}, found '{number}'"))
        };
        let level = level.map(read_level).transpose()?;
        Ok(Self { variant, options, files, start: fen, moves: moves.0, result, reason, side, level })
    }

    /// Writes the game. A file that is there is replaced as a whole if it is empty or a saved game.
    ///
    /// # Errors
    /// The file cannot be written, or is something else.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let object = Object {
            version: Some(json::VERSION),
            variant: self.variant.clone(),
            options: self.options.clone(),
            files: self.files.clone(),
            startpos: self.start.is_none(),
            fen: self.start.clone(),
            moves: Moves(self.moves.clone()),
            result: self.result.as_ref().map(ToString::to_string),
            reason: self.reason.clone(),
            side: self.side.clone(),
            level: self.level.map(Level::number),
        };
        let text = serde_json::to_string(&object).map_err(|error| error.to_string())? + "\n";
        let replaced = Replacement::begin_checked(path, |file| is_saved_game(path, file)).and_then(|mut file| {
            file.write_all(text.as_bytes()).map_err(FileError::io(path))?;
            file.finish()
        });
        replaced.map_err(|error| error.to_string())
    }

    /// The result by resignation, if it is not `by_rules`.
    ///
    /// # Errors
    /// The file has another result than the rules, or one that is none.
    pub fn resignation(&self, by_rules: Option<&GameResult>, has_two_sides: bool) -> Result<Option<Outcome>, String> {
        let Some(found) = &self.result else { return Ok(None) };
        match by_rules {
            Some(rules) if found == rules => Ok(None),
            Some(rules) => Err(format!("result: expected '{rules}', by the rules, found '{found}'")),
            None => {
                let outcome = found.outcome().filter(|_| has_two_sides).map(Some);
                outcome.ok_or_else(|| format!("result: expected a result of the game, found '{found}'"))
            }
        }
    }
}

/// Checks that a file is empty or a saved game.
fn is_saved_game(path: &Path, file: &mut File) -> Result<(), FileError> {
    let mut text = String::new();
    let read = file.take(LIMIT + 1).read_to_string(&mut text);
    let is_saved = read.is_ok() && text.len() as u64 <= LIMIT;
    if is_saved && (text.is_empty() || SavedGame::from_text(&text).is_ok()) {
        return Ok(());
    }
    Err(FileError::in_file(path, "a new file or a saved game", "something else"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn game() -> SavedGame {
        SavedGame {
            variant: "reversi".into(),
            options: BTreeMap::new(),
            files: BTreeMap::new(),
            start: None,
            moves: vec!["f5".into()],
            result: None,
            reason: None,
            side: Some("1".into()),
            level: Level::new(8),
        }
    }

    #[test]
    fn files_of_all_versions() {
        let early = "{\n  \"variant\": \"reversi\",\n  \"moves\": [\n    \"f5\"\n  ],\n  \"result\": null,\n  \
                     \"side\": \"1\",\n  \"level\": 4\n}\n";
        assert_eq!(SavedGame::from_text(early), Ok(game()));
        let old = r#"{"version":1,"variant":"reversi","moves":"f5","side":"1","level":4}"#;
        assert_eq!(SavedGame::from_text(old), Ok(game()));
        assert_eq!(SavedGame::from_text(&old.replace("1,\"v", "2,\"v").replace("4}", "8}")), Ok(game()));
        let refused = SavedGame::from_text(&old.replace("4}", "11}"));
        assert_eq!(refused, Err("level: expected a level up to 10, found '11'".into()));
        let start = SavedGame::from_text(r#"{"variant":"reversi","start":"x","moves":"f5 d6"}"#).expect("a game");
        assert_eq!((start.start.as_deref(), start.moves.len()), (Some("x"), 2));
        let later = SavedGame::from_text(r#"{"version":3,"variant":"reversi","moves":[]}"#);
        assert_eq!(later, Err("expected a saved game of version 1 to 2, found version 3".into()));
    }

    #[test]
    fn only_saved_games_are_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.json");
        for (before, is_replaced) in [
            (None, true),
            (Some(String::new()), true),
            (Some(r#"{"variant":"gonu","moves":[]}"#.into()), true),
            (Some("{}".into()), false),
            (Some(r#"{"variant":"gonu","moves":[]}"#.repeat(2)), false),
            (Some(" ".repeat(2 << 20)), false),
        ] {
            let _ = fs::remove_file(&path);
            if let Some(text) = &before {
                fs::write(&path, text).expect("a file");
            }
            assert_eq!(game().write(&path).is_ok(), is_replaced, "{:?}", before.as_ref().map(|text| text.get(..40)));
            if is_replaced {
                assert_eq!(SavedGame::read(&path), Ok(game()));
            } else {
                assert_eq!(fs::read_to_string(&path).ok(), before);
            }
        }
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn the_mode_and_a_link_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("game.json"), folder.path().join("link.json"));
        fs::write(&path, "").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("a mode");
        symlink(&path, &link).expect("a link");
        game().write(&link).expect("a saved game");
        assert!(link.is_symlink());
        assert_eq!(SavedGame::read(&path), Ok(game()));
        assert_eq!(fs::metadata(&path).expect("the file").permissions().mode() & 0o777, 0o600);
    }
}
