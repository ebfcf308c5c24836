//! Games as JSON Lines: one object a game. The lines are also input of `petteia map`.
//!
//! | Key | Value |
//! |---|---|
//! | `variant` | the name of the game in the registry |
//! | `startpos`, `fen` | `true`, or the start position |
//! | `moves` | the moves, as a list of words or as words in one string |
//! | `comments` | the comment behind each move, if one has any |
//! | `players` | the names of the players or `null`, the first player's first |
//! | `tags` | what else is known, as names and values |
//! | `result` | `p1win`, `p2win` or `draw`; `seat 2` or `seats 1,4` in a game of several seats |
//! | `times`, `clocks` | the milliseconds that each move took, and those on the clock of its player after it, or `null`
//! |
//! | `options` | the options of the game, such as `Seats`, and the `Seed` of its deals |
//! | `variations` | number of variations that were left out |
//!
//! The files that `petteia match --resume` writes are read too: a first line with the match, then the games. So are the
//! games that `petteia play` saves: they have a `version` too, and the `side` and `level` of the person who plays.

mod lists;

use std::time::Duration;

use petteia_core::GameResult;
use petteia_core::words::quoted;
use serde::{Deserialize, Serialize};

use super::decoding::{Lines, too_large};
use super::lines;
use super::record::{
    EachGame, FormatError, GameRecord, GameWriter, Games, Location, RecordedGames, RecordedMove, Source, write_all,
};

pub use lists::Moves;
use lists::Tags;

/// Largest size of an object, in bytes.
const MAX_LINE: usize = 1 << 23;
/// The version of the games that `petteia play` saves. Version 1 had levels from 1 to 10.
pub const VERSION: u64 = 2;

/// A game of a file.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    startpos: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Moves>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<[Option<String>; 2]>,
    #[serde(skip_serializing_if = "Tags::is_empty")]
    tags: Tags,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    times: Vec<Option<u64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clocks: Vec<Option<u64>>,
    #[serde(skip_serializing_if = "Tags::is_empty")]
    options: Tags,
    #[serde(skip_serializing_if = "is_zero")]
    variations: usize,
    #[serde(skip_serializing)]
    version: Option<u64>,
    /// Only saved games have it. The first of them had no word for the start of the game.
    #[serde(skip_serializing)]
    level: Option<serde::de::IgnoredAny>,
    #[serde(skip_serializing)]
    start: Option<String>,
    #[serde(skip_serializing)]
    #[serde(rename = "match")]
    header: Option<Header>,
    #[serde(skip_serializing)]
    opening: Option<String>,
    #[serde(skip_serializing)]
    p1: Option<String>,
    #[serde(skip_serializing)]
    game: Option<usize>,
    #[serde(skip_serializing)]
    reason: Option<String>,
}

/// What the first line of a match says of all games.
#[derive(Deserialize)]
struct Header {
    variant: String,
    engines: [String; 2],
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Gives the name of a variant in the registry for any of its names.
pub type Find = fn(&str) -> Option<&'static str>;

/// What a line of the file should be.
const WANTED: &str = "a game as a JSON object";

fn wrong(line: usize, expected: &str, found: String) -> FormatError {
    FormatError { place: Location::Line(line), expected: expected.into(), found }
}

/// The objects of a file, each with the number of its first line.
struct Objects<'a> {
    lines: Lines<'a>,
    /// A line that was read ahead.
    next: Option<(usize, Vec<u8>)>,
}

impl Objects<'_> {
    /// The next line that is not empty.
    fn line(&mut self) -> Option<Result<(usize, Vec<u8>), FormatError>> {
        if let Some(line) = self.next.take() {
            return Some(Ok(line));
        }
        while let Some(super::decoding::Line { number, bytes }) = self.lines.next() {
            match bytes {
                None => return Some(Err(too_large(number, MAX_LINE))),
                Some(bytes) if bytes.trim_ascii().is_empty() => {}
                Some(bytes) => return Some(Ok((number, bytes.to_vec()))),
            }
        }
        None
    }

    /// The next object: a line, or several of which all but the first and the last are indented.
    fn object(&mut self) -> Option<Result<(usize, Vec<u8>), FormatError>> {
        let (number, mut text) = match self.line()? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        if text.trim_ascii() != b"{" {
            return Some(Ok((number, text)));
        }
        while let Some(Ok((next, line))) = self.line() {
            let is_end = line.starts_with(b"}");
            if !is_end && !line.starts_with(b" ") && !line.starts_with(b"\t") {
                self.next = Some((next, line));
                break;
            }
            if text.len() + line.len() > MAX_LINE {
                return Some(Err(too_large(number, MAX_LINE)));
            }
            text.push(b'\n');
            text.extend(line);
            if is_end {
                break;
            }
        }
        Some(Ok((number, text)))
    }
}

/// Opens a file.
///
/// # Errors
/// The first line is no JSON object.
pub fn open(source: Source, find: Find) -> Result<Games, FormatError> {
    let mut objects = Objects { lines: Lines::open(source, MAX_LINE), next: None };
    let first = objects.line().ok_or_else(|| wrong(1, WANTED, "none".into()))??;
    // JSON can be wrong in one line; text that is no object at all is another format.
    if !begins_an_object(first.1.trim_ascii()) {
        return Err(wrong(first.0, WANTED, quoted(&String::from_utf8_lossy(first.1.trim_ascii()))));
    }
    objects.next = Some(first);
    let mut header = None;
    Ok(Box::new(std::iter::from_fn(move || next_game(&mut objects, &mut header, find))))
}

/// Reads the next game. The first line of a match is kept.
fn next_game(
    objects: &mut Objects,
    header: &mut Option<Header>,
    find: Find,
) -> Option<Result<GameRecord, FormatError>> {
    loop {
        let (line, text) = match objects.object()? {
            Ok(object) => object,
            Err(error) => return Some(Err(error)),
        };
        let read: Result<Line, _> = serde_json::from_slice(text.trim_ascii());
        match read {
            Ok(Line { header: Some(found), .. }) => *header = Some(found),
            Ok(game) => {
                let game = game.into_record(header.as_ref(), find);
                return Some(game.map_err(|(expected, found)| wrong(line, &expected, found)));
            }
            Err(error) => return Some(Err(wrong(line, WANTED, json_error(&error)))),
        }
    }
}

/// Reads the games of a file.
///
/// # Errors
/// Those of [`open`].
pub fn read_games(bytes: &[u8], find: Find) -> Result<RecordedGames, FormatError> {
    Ok(open(Box::new(bytes), find)?.collect())
}

/// Whether a text can begin a JSON object. A comment of PDN begins with a brace too.
fn begins_an_object(text: &[u8]) -> bool {
    let inner = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    inner.is_some_and(|inner| matches!(inner.first(), None | Some(b'"' | b'}')))
}

/// What is wrong with a JSON text, without its line, which is always the first.
fn json_error(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

/// What is expected, and what is found.
type Fault = (String, String);

impl Line {
    fn into_record(self, header: Option<&Header>, find: Find) -> Result<GameRecord, Fault> {
        let wrong = |expected: &str, found: String| (expected.to_owned(), found);
        let name = self.variant.as_deref().or(header.map(|header| header.variant.as_str()));
        let unknown = |name: &str| wrong("the name of a game of this program", quoted(name));
        let variant = name.map(|name| find(name).ok_or_else(|| unknown(name))).transpose()?;
        if let Some(version) = self.version.filter(|version| !(1..=VERSION).contains(version)) {
            return Err(wrong(&format!("version 1 to {VERSION} of saved games"), version.to_string()));
        }
        let is_early_save = self.level.is_some() && self.version.is_none();
        let is_start = self.startpos || (is_early_save && self.fen.is_none() && self.start.is_none());
        let mut record = match (self.opening, self.fen.or(self.start), is_start) {
            (Some(opening), None, false) => {
                lines::read_game(&opening).map_err(|error| wrong("an opening as after position", error.found))?
            }
            (None, Some(fen), false) => GameRecord { start: Some(fen), ..GameRecord::default() },
            (None, None, true) => GameRecord::default(),
            (None, None, false) => return Err(wrong("fen or startpos", "neither".into())),
            _ => return Err(wrong("one of fen, startpos and opening", "two".into())),
        };
        record.variant = variant;
        let words = self.moves.map(|moves| moves.0).unwrap_or_default();
        if self.comments.len() > words.len() {
            return Err(wrong("at most one comment for each move", self.comments.len().to_string()));
        }
        let comments = self.comments.into_iter().chain(std::iter::repeat_with(String::new));
        let milliseconds = |times: &[Option<u64>], i: usize| times.get(i).copied().flatten().map(Duration::from_millis);
        record.moves.extend(words.into_iter().zip(comments).enumerate().map(|(i, (word, comment))| {
            let (used, left) = (milliseconds(&self.times, i), milliseconds(&self.clocks, i));
            RecordedMove { word, comment, used, left }
        }));
        record.options = self.options.0;
        let read =
            |word: &str| GameResult::read_optional(word).map_err(|_| wrong("p1win, p2win or draw", quoted(word)));
        record.result = self.result.as_deref().map(read).transpose()?.flatten();
        record.players = match (self.players, header, self.p1.as_deref()) {
            (Some(players), ..) => players,
            (None, Some(header), Some("a")) => header.engines.clone().map(Some),
            (None, Some(Header { engines: [a, b], .. }), Some("b")) => [Some(b.clone()), Some(a.clone())],
            _ => [None, None],
        };
        record.tags = self.tags.0;
        record.tags.extend(self.game.map(|number| ("Round".to_owned(), number.to_string())));
        self.reason.iter().for_each(|reason| record.set_termination(reason));
        record.variations = self.variations;
        Ok(record)
    }
}

/// Writes games, one a line.
#[must_use]
pub fn writer() -> Box<dyn GameWriter> {
    Box::new(EachGame::new(write_line))
}

/// Writes games.
///
/// # Errors
/// None: JSON has room for all of a record.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_all(EachGame::new(write_line), games)
}

fn write_line(game: &GameRecord) -> Result<String, String> {
    let text = serde_json::to_string(&object(game)).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

/// A game as the object that stands for it in a line.
#[must_use]
pub fn object(game: &GameRecord) -> impl Serialize + use<> {
    let comments = game.moves.iter().map(|played| played.comment.clone());
    let has_comments = game.moves.iter().any(|played| !played.comment.is_empty());
    let milliseconds = |time: fn(&RecordedMove) -> Option<Duration>| {
        let has_times = game.moves.iter().any(|played| time(played).is_some());
        let times = game.moves.iter().filter(|_| has_times).map(time);
        times.map(|time| time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))).collect()
    };
    Line {
        variant: game.variant.map(str::to_owned),
        startpos: game.start.is_none(),
        fen: game.start.clone(),
        moves: Some(Moves(game.moves.iter().map(|played| played.word.clone()).collect())),
        comments: if has_comments { comments.collect() } else { Vec::new() },
        players: game.players.iter().any(Option::is_some).then(|| game.players.clone()),
        tags: Tags(game.tags.clone()),
        result: game.result.as_ref().map(ToString::to_string),
        times: milliseconds(|played| played.used),
        clocks: milliseconds(|played| played.left),
        options: Tags(game.options.clone()),
        variations: game.variations,
        ..Line::default()
    }
}

#[cfg(test)]
mod tests;
