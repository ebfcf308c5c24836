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
//! | `result` | `p1win`, `p2win` or `draw` |
//! | `variations` | number of variations that were left out |
//!
//! The files that `petteia match --resume` writes are read too: a first line with the match, then the games.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::lines;
use super::record::{FormatError, GameRecord, Place, RecordedGames, RecordedMove};
use crate::game::words::quoted;

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
    #[serde(skip_serializing_if = "is_zero")]
    variations: usize,
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

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Moves {
    List(Vec<String>),
    Text(String),
}

/// Names and values in their order.
#[derive(Default)]
struct Tags(Vec<(String, String)>);

impl Tags {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TagVisitor)
    }
}

struct TagVisitor;

impl<'de> Visitor<'de> for TagVisitor {
    type Value = Tags;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of texts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
        let mut tags = Vec::new();
        while let Some(tag) = map.next_entry()? {
            tags.push(tag);
        }
        Ok(Tags(tags))
    }
}

/// Reads the games of a file. `find` gives the name of a variant in the registry for any of its names.
///
/// # Errors
/// The first line is no JSON object.
pub fn read_games(bytes: &[u8], find: &dyn Fn(&str) -> Option<&'static str>) -> Result<RecordedGames, FormatError> {
    let error = |line: usize, wanted: &str, found: String| FormatError {
        place: Place::Line(line),
        wanted: wanted.into(),
        found,
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut games = Vec::new();
    let mut header = None;
    let mut is_first = true;
    for (i, text) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let text = text.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let read: Result<Line, FormatError> =
            serde_json::from_slice(text).map_err(|fault| error(i + 1, "a game as a JSON object", json_fault(&fault)));
        // JSON can be wrong in one line; text that is no object at all is another format.
        if is_first && !begins_an_object(text) {
            return Err(error(i + 1, "a game as a JSON object", quoted(&String::from_utf8_lossy(text))));
        }
        is_first = false;
        match read {
            Ok(Line { header: Some(found), .. }) => header = Some(found),
            Ok(line) => games
                .push(line.into_record(header.as_ref(), find).map_err(|(wanted, found)| error(i + 1, &wanted, found))),
            Err(fault) => games.push(Err(fault)),
        }
    }
    if is_first { Err(error(1, "a game as a JSON object", "none".into())) } else { Ok(games) }
}

/// Whether a text can begin a JSON object. A comment of PDN begins with a brace too.
fn begins_an_object(text: &[u8]) -> bool {
    let inner = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    inner.is_some_and(|inner| matches!(inner.first(), None | Some(b'"' | b'}')))
}

/// What is wrong with a JSON text, without its line, which is always the first.
fn json_fault(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

/// What is wanted, and what is found.
type Fault = (String, String);

impl Line {
    fn into_record(
        self,
        header: Option<&Header>,
        find: &dyn Fn(&str) -> Option<&'static str>,
    ) -> Result<GameRecord, Fault> {
        let wrong = |wanted: &str, found: String| (wanted.to_owned(), found);
        let name = self.variant.as_deref().or(header.map(|header| header.variant.as_str()));
        let unknown = |name: &str| wrong("the name of a game of this program", quoted(name));
        let variant = name.map(|name| find(name).ok_or_else(|| unknown(name))).transpose()?;
        let mut record = match (self.opening, self.fen, self.startpos) {
            (Some(opening), None, false) => {
                lines::read_game(&opening).map_err(|fault| wrong("an opening as after position", fault.found))?
            }
            (None, Some(fen), false) => GameRecord { start: Some(fen), ..GameRecord::default() },
            (None, None, true) => GameRecord::default(),
            (None, None, false) => return Err(wrong("fen or startpos", "neither".into())),
            _ => return Err(wrong("one of fen, startpos and opening", "two".into())),
        };
        record.variant = variant;
        let words = match self.moves {
            Some(Moves::List(words)) => words,
            Some(Moves::Text(text)) => text.split_whitespace().map(str::to_owned).collect(),
            None => Vec::new(),
        };
        if self.comments.len() > words.len() {
            return Err(wrong("at most one comment for each move", self.comments.len().to_string()));
        }
        let comments = self.comments.into_iter().chain(std::iter::repeat_with(String::new));
        record.moves.extend(words.into_iter().zip(comments).map(|(word, comment)| RecordedMove { word, comment }));
        let read = |word: &str| lines::read_result(word).ok_or_else(|| wrong("p1win, p2win or draw", quoted(word)));
        record.result = self.result.as_deref().map(read).transpose()?;
        record.players = match (self.players, header, self.p1.as_deref()) {
            (Some(players), ..) => players,
            (None, Some(header), Some("a")) => header.engines.clone().map(Some),
            (None, Some(Header { engines: [a, b], .. }), Some("b")) => [Some(b.clone()), Some(a.clone())],
            _ => [None, None],
        };
        record.tags = self.tags.0;
        record.tags.extend(self.game.map(|number| ("Round".to_owned(), number.to_string())));
        record.tags.extend(self.reason.map(|reason| ("Termination".to_owned(), reason)));
        record.variations = self.variations;
        Ok(record)
    }
}

/// Writes games, one a line.
///
/// # Errors
/// None: JSON has room for all of a record.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for game in games {
        serde_json::to_writer(&mut bytes, &object(game)).map_err(|error| error.to_string())?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// A game as the object that stands for it in a line.
#[must_use]
pub fn object(game: &GameRecord) -> impl Serialize + use<> {
    let comments = game.moves.iter().map(|played| played.comment.clone());
    let has_comments = game.moves.iter().any(|played| !played.comment.is_empty());
    Line {
        variant: game.variant.map(str::to_owned),
        startpos: game.start.is_none(),
        fen: game.start.clone(),
        moves: Some(Moves::List(game.moves.iter().map(|played| played.word.clone()).collect())),
        comments: if has_comments { comments.collect() } else { Vec::new() },
        players: game.players.iter().any(Option::is_some).then(|| game.players.clone()),
        tags: Tags(game.tags.clone()),
        result: game.result.map(|result| lines::result_word(result).to_owned()),
        variations: game.variations,
        ..Line::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Side;
    use crate::formats::record::RecordedResult;

    fn find(name: &str) -> Option<&'static str> {
        ["checkers", "gonu"].into_iter().find(|known| *known == name)
    }

    fn read(text: &str) -> Vec<Result<GameRecord, String>> {
        let games = read_games(text.as_bytes(), &find).expect("a file of games");
        games.into_iter().map(|game| game.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn records_come_back_as_they_are() {
        let full = GameRecord {
            variant: Some("checkers"),
            start: Some("B:W21:B1".into()),
            players: [Some("A \"x\" \u{1f600}".into()), None],
            tags: [("Site", "z"), ("Event", "a\nb"), ("Site", "again")].map(|(a, b)| (a.into(), b.into())).into(),
            moves: vec!["1-6".to_owned().into(), RecordedMove { word: "21-17".into(), comment: "{why}".into() }],
            result: Some(RecordedResult::Win(Side::Second)),
            variations: 3,
        };
        let games =
            [full, GameRecord::default(), GameRecord { result: Some(RecordedResult::Draw), ..GameRecord::default() }];
        let written = write_games(&games).expect("text");
        let text = String::from_utf8(written).expect("UTF-8");
        assert_eq!(text.lines().nth(1), Some(r#"{"startpos":true,"moves":[]}"#));
        assert_eq!(read(&text), games.map(Ok));
    }

    #[test]
    fn games_of_matches_are_read() {
        let text = concat!(
            r#"{"match":{"version":"0.1.0","variant":"gonu","engines":["ugi:x","hub:y"],"games":2,"openings":[]}}"#,
            "\n",
            r#"{"game":1,"opening":"startpos moves a1 b2","p1":"a","result":"p1win","winner":"a","reason":"time","fault":null,"moves":["c3"],"scores":[{"cp":1}],"times":[3]}"#,
            "\n",
            r#"{"game":2,"opening":"fen x y","p1":"b","result":"draw","winner":null,"reason":"max-plies","fault":null,"moves":[],"scores":[],"times":[]}"#,
            "\n",
        );
        let games = read(text);
        let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
        assert_eq!(first.moves.iter().map(|played| played.word.as_str()).collect::<Vec<_>>(), ["a1", "b2", "c3"]);
        assert_eq!((first.variant, first.result), (Some("gonu"), Some(RecordedResult::Win(Side::First))));
        assert_eq!(first.players, [Some("ugi:x".into()), Some("hub:y".into())]);
        assert_eq!(first.tags, [("Round", "1"), ("Termination", "time")].map(|(a, b)| (a.into(), b.into())));
        assert_eq!((second.start.as_deref(), second.result), (Some("x y"), Some(RecordedResult::Draw)));
        assert_eq!(second.players, [Some("hub:y".into()), Some("ugi:x".into())]);
    }

    #[test]
    fn bad_lines_are_refused_and_the_others_read() {
        let text = "\u{feff}{\"startpos\":true,\"moves\":\" a1  b2 \",\"id\":7}\r\n\n{\"startpos\":tru\n{}\n[1]\n\
                    {\"fen\":\"x\",\"startpos\":true}\n{\"startpos\":true,\"variant\":\"chess\"}\n\
                    {\"startpos\":true,\"result\":\"won\"}\n{\"startpos\":true,\"comments\":[\"a\"]}\n{\"opening\":\"\"}\n{";
        let games = read(text);
        assert_eq!(games[0].as_ref().map(|game| game.moves.len()), Ok(2));
        let errors: Vec<&String> = games[1..].iter().map(|game| game.as_ref().expect_err("wrong")).collect();
        for (error, start) in errors.iter().zip([
            "line 3: wanted a game as a JSON object, found ",
            "line 4: wanted fen or startpos, found neither",
            "line 5: wanted a game as a JSON object, found ",
            "line 6: wanted one of fen, startpos and opening, found two",
            "line 7: wanted the name of a game of this program, found 'chess'",
            "line 8: wanted p1win, p2win or draw, found 'won'",
            "line 9: wanted at most one comment for each move, found 1",
            "line 10: wanted an opening as after position, found ''",
            "line 11: wanted a game as a JSON object, found ",
        ]) {
            assert!(error.starts_with(start), "{error}");
        }
        assert_eq!(errors.len(), 9);
        for foreign in ["", "\n", "[Event \"x\"]", "startpos", "\0", "[{}]"] {
            assert!(read_games(foreign.as_bytes(), &find).is_err(), "{foreign}");
        }
    }
}
