//! Input lines: the text of a position, or a JSON object.

use std::borrow::Cow;

use nom::Offset;
use petteia_core::words::quoted;
use petteia_engine::{Engine, EngineError, Origin, SessionError, Variant, options};
use petteia_formats::obf;
use petteia_ugi::{Code, Error, parse_position};
use serde_json::value::RawValue;

use super::json::{is_key, read_members};

/// A JSON object with a position. Other keys are ignored, so that records can be the input of another batch.
#[derive(Default)]
struct JsonLine<'a> {
    id: Option<&'a RawValue>,
    variant: Option<&'a RawValue>,
    fen: Option<&'a RawValue>,
    startpos: Option<&'a RawValue>,
    moves: Option<&'a RawValue>,
}

impl<'a> JsonLine<'a> {
    /// Reads the keys that are known. After an error it has those before the error.
    fn read(line: &'a str) -> (Self, Result<(), Error>) {
        let (mut json, mut members) = (Self::default(), Vec::new());
        let mut read = read_members(line, &mut members).map_err(|error| {
            let at = error.column().saturating_sub(1);
            Error::at(Code::Syntax, at, "a JSON object with fen or startpos", json_error(&error))
        });
        let mut is_id_unique = true;
        for (key, value) in members {
            let JsonLine { id, variant, fen, startpos, moves } = &mut json;
            let known = [("id", id), ("variant", variant), ("fen", fen), ("startpos", startpos), ("moves", moves)];
            let Some((name, field)) = known.into_iter().find(|(name, _)| is_key(key, name)) else { continue };
            if field.replace(value).is_some() {
                is_id_unique &= name != "id";
                let twice = Error::at(Code::Syntax, line.offset(key.get()), "each key once", quoted(key.get()));
                read = read.and(Err(twice));
            }
        }
        json.id = json.id.filter(|_| is_id_unique);
        // A key with `null` is the same as no key, but `null` is an id.
        let JsonLine { variant, fen, startpos, moves, .. } = &mut json;
        for field in [variant, fen, startpos, moves] {
            *field = field.filter(|value| value.get() != "null");
        }
        (json, read)
    }
}

/// The `id` of a line whose rest may be missing or malformed; `None` if it cannot be read.
#[must_use]
pub fn readable_id(line: &str) -> Option<&RawValue> {
    let id = JsonLine::read(line).0.id?;
    // A number whose end is missing would be another number.
    let after = line.as_bytes().get(line.offset(id.get()) + id.get().len());
    after.is_some_and(|byte| b" \t\r,}".contains(byte)).then_some(id)
}

/// A string of the input line, and where it begins in the line.
struct Text<'a> {
    text: Cow<'a, str>,
    at: usize,
}

impl<'a> Text<'a> {
    /// Reads a JSON string. The place of a string with escapes is its opening quote, since its bytes differ from those
    /// of the line.
    fn read(line: &str, value: &'a RawValue, expected: &str) -> Result<Self, Error> {
        let raw = value.get();
        let at = line.offset(raw);
        match raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|text| !text.contains('\\')) {
            Some(text) => Ok(Self { text: Cow::Borrowed(text), at: at + 1 }),
            None => serde_json::from_str(raw)
                .map(|text: String| Self { text: Cow::Owned(text), at })
                .map_err(|_| Error::at(Code::Syntax, at, expected, quoted(raw))),
        }
    }

    /// Where a byte of the text is in the line.
    fn offset(&self, at: usize) -> usize {
        if matches!(self.text, Cow::Borrowed(_)) { self.at + at } else { self.at }
    }
}

/// Whether a line is passed over: it is blank or a comment. Those of OBF begin with `%`.
#[must_use]
pub fn is_skipped(line: &str) -> bool {
    let text = line.trim_start_matches([' ', '\t']);
    text.is_empty() || text.starts_with(['#', '%'])
}

/// Whether a line is a JSON object and not a position in words.
fn is_json(line: &str) -> bool {
    line.trim_start_matches([' ', '\t']).starts_with('{')
}

/// Sets up the position of a line, at `default` unless the line names a game. Returns the `id` of the line too.
pub fn set_up<'a>(
    engine: &mut Engine,
    default: &'static Variant,
    line: &'a str,
) -> (Option<&'a RawValue>, Result<(), Error>) {
    if is_json(line) {
        match JsonLine::read(line) {
            (json, Ok(())) => (json.id, set_up_json(engine, default, line, &json)),
            (_, Err(error)) => (readable_id(line), Err(error)),
        }
    } else {
        choose(engine, default);
        // What stands behind the position in OBF is found anew.
        let position = obf::position_text(line).unwrap_or(line);
        let result = parse_position(position).and_then(|(origin, moves)| {
            let fen_at = if let Origin::Fen(fen) = origin { line.offset(fen) } else { 0 };
            place(engine, origin, &moves, |at| fen_at + at, |index| line.offset(word_of(&moves, index)))
        });
        (None, result)
    }
}

/// What is wrong with a JSON text, without its place.
fn json_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(error, _)| error).to_owned()
}

fn set_up_json(engine: &mut Engine, default: &'static Variant, line: &str, json: &JsonLine) -> Result<(), Error> {
    let mut variant = default;
    if let Some(value) = json.variant {
        let name = Text::read(line, value, "the name of a game")?;
        variant = Variant::find(engine.variants(), &name.text).ok_or_else(|| {
            let expected = format!("the name of a game, one of {}", options::names(engine.variants()).join(" "));
            Error::at(Code::BadOption, name.at, expected, quoted(&name.text))
        })?;
    }
    choose(engine, variant);
    let moves = json.moves.map(|value| read_moves(line, value)).transpose()?.unwrap_or_default();
    let words: Vec<&str> = moves.iter().map(|word| &*word.text).collect();
    let move_at = |index: usize| moves.get(index).or(moves.last()).map_or(0, |word| word.at);
    let startpos = json.startpos.map(|value| read_flag(line, value)).transpose()?;
    match (json.fen, startpos) {
        (Some(value), None | Some(false)) => {
            let fen = Text::read(line, value, "a FEN as a string")?;
            place(engine, Origin::Fen(&fen.text), &words, |at| fen.offset(at), move_at)
        }
        (None, Some(true)) => place(engine, Origin::Start, &words, |at| at, move_at),
        (Some(_), Some(true)) => Err(Error::at(Code::Syntax, 0, "either fen or startpos", "both")),
        (None, None | Some(false)) => Err(Error::at(Code::Syntax, 0, "fen or startpos", "neither")),
    }
}

fn read_flag(line: &str, value: &RawValue) -> Result<bool, Error> {
    let text = value.get();
    let wrong = |_| Error::at(Code::Syntax, line.offset(text), "startpos as true or false", quoted(text));
    text.parse().map_err(wrong)
}

/// Reads moves: a list of words, or words in one string.
fn read_moves<'a>(line: &str, value: &'a RawValue) -> Result<Vec<Text<'a>>, Error> {
    const WANTED: &str = "moves as a list of words, or as words in a string";
    if value.get().starts_with('"') {
        let text = Text::read(line, value, WANTED)?;
        let words = |text: &'a str| text.split([' ', '\t']).filter(|word| !word.is_empty());
        return Ok(match text.text {
            Cow::Borrowed(whole) => {
                words(whole).map(|word| Text { at: text.at + whole.offset(word), text: Cow::Borrowed(word) }).collect()
            }
            Cow::Owned(whole) => whole
                .split([' ', '\t'])
                .filter(|word| !word.is_empty())
                .map(|word| Text { at: text.at, text: Cow::Owned(word.to_owned()) })
                .collect(),
        });
    }
    let list: Vec<&RawValue> = serde_json::from_str(value.get())
        .map_err(|_| Error::at(Code::Syntax, line.offset(value.get()), WANTED, quoted(value.get())))?;
    list.into_iter().map(|word| Text::read(line, word, "a move as a string")).collect()
}

/// The word of a move. A word of a transcript holds many moves, so the number of a move can be greater than that of the
/// words; then it is the last word.
fn word_of<'a>(moves: &[&'a str], index: usize) -> &'a str {
    moves.get(index).or(moves.last()).copied().unwrap_or_default()
}

/// Sets the game of an engine.
fn choose(engine: &mut Engine, variant: &'static Variant) {
    if !std::ptr::eq(engine.options().variant, variant) {
        engine.set_variant(variant);
    }
}

/// Sets a position. `fen_at` is where a byte of the FEN is in the line, `move_at` where the move of an index is.
fn place(
    engine: &mut Engine,
    origin: Origin,
    moves: &[&str],
    fen_at: impl Fn(usize) -> usize,
    move_at: impl Fn(usize) -> usize,
) -> Result<(), Error> {
    engine.set_position(origin, moves).map_err(|error| match error {
        EngineError::Fen(error) => Error::at(Code::BadFen, fen_at(error.at), error.expected, error.found),
        EngineError::Session(SessionError::Syntax { index, .. } | SessionError::Illegal { index, .. }) => {
            Error { column: Some(move_at(index - 1) + 1), ..error.into() }
        }
        error => error.into(),
    })
}
