//! The text of a saved game: the checksum of a JSON object, and the object.

use nom::Offset;
use petteia_engine::SavedGame;
use petteia_files::MAX_LINE_BYTES;
use petteia_ugi::{Code, Error};

fn checksum(json: &str) -> String {
    format!("{:08x}", crc32fast::hash(json.as_bytes()))
}

/// Writes a saved game.
///
/// # Errors
/// A line of `restore` has no room for it.
pub(super) fn write(game: &SavedGame) -> Result<String, Error> {
    let json = serde_json::to_string(game);
    let json = json.map_err(|error| Error::new(Code::Internal, error.to_string()))?;
    let text = format!("{} {json}", checksum(&json));
    if text.len() + "restore ".len() > MAX_LINE_BYTES {
        return Err(Error::new(Code::Unsupported, format!("the saved game needs more than {MAX_LINE_BYTES} bytes")));
    }
    Ok(text)
}

/// Reads the text of a saved game, which is a part of a line.
///
/// # Errors
/// The text is damaged; the column is that in the line.
pub(super) fn read(line: &str, text: &str) -> Result<SavedGame, Error> {
    let refuse = |at: usize, expected: &str, found: &str| Error::at(Code::Syntax, at, expected, found);
    let at = line.offset(text);
    let (sum, json) = text.split_once(' ').unwrap_or((text, &text[text.len()..]));
    if sum.len() != 8 || !sum.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(refuse(at, "a checksum of 8 hexadecimal digits", "something else"));
    }
    let at_json = line.offset(json);
    let saved = serde_json::from_str(json).map_err(|error| {
        let (at, why) = (error.column().saturating_sub(1), error.to_string());
        refuse(at_json + at, "a saved game", why.rsplit_once(" at line").map_or(&*why, |(why, _)| why))
    })?;
    if !checksum(json).eq_ignore_ascii_case(sum) {
        return Err(refuse(at, &format!("the checksum {} of this text", checksum(json)), "another"));
    }
    Ok(saved)
}
