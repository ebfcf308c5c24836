//! Saved games: JSON files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use petteia::base::replacement::replace;
use petteia::engine::read_small_text;
use petteia::game::words::quoted;
use serde::{Deserialize, Serialize};

/// Largest size of a file, in bytes. A move takes some ten of them.
const LIMIT: u64 = 1 << 20;

/// A game in a file.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub struct SavedGame {
    /// The name of the game.
    pub variant: String,
    /// Options of the game, such as `Seats`, and the seed of its deals.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The start position, if it is not the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves, as the protocol writes them.
    pub moves: Vec<String>,
    /// The result in the words of the protocol; none if the game goes on.
    #[serde(default)]
    pub result: Option<String>,
    /// The seats of persons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The level of the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
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
        serde_json::from_str(text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let what = error.to_string();
            let what = what.split(" at line ").next().unwrap_or_default();
            format!("line {line}, column {column}: wanted a saved game, found {what}")
        })
    }

    /// Writes the game. A file that is there is replaced as a whole if it is a saved game.
    ///
    /// # Errors
    /// The file cannot be written, or is something else.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let place = |error: String| format!("{}: {error}", path.display());
        if fs::symlink_metadata(path).is_ok() && Self::read(path).is_err() {
            return Err(place("wanted a new file or a saved game, found something else".into()));
        }
        let text = serde_json::to_string_pretty(self).map_err(|error| place(error.to_string()))? + "\n";
        replace(path, text.as_bytes()).map_err(|error| error.to_string())
    }

    /// The result by resignation, if it is not `by_rules`.
    ///
    /// # Errors
    /// The file has another result than the rules, or one that is none.
    pub fn given_up(&self, by_rules: Option<String>, has_two_sides: bool) -> Result<Option<String>, String> {
        let found = self.result.as_deref().filter(|&result| result != "none");
        match (found, by_rules) {
            (None, _) => Ok(None),
            (Some(found), Some(rules)) if found == rules => Ok(None),
            (Some(found), Some(rules)) => {
                Err(format!("result: wanted '{rules}', by the rules, found {}", quoted(found)))
            }
            (Some(found @ ("p1win" | "p2win" | "draw")), None) if has_two_sides => Ok(Some(found.into())),
            (Some(found), None) => Err(format!("result: wanted a result of the game, found {}", quoted(found))),
        }
    }
}
