//! Texts from outside: made safe for one line of output, and the words that they may mean.

use std::any::Any;
use std::borrow::Cow;

/// The text with its control characters escaped, so that it stays on one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    escaped
}

/// The text of a file: UTF-8 where it is that, else Latin-1. A byte order mark is left out.
#[must_use]
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_or_else(|_| Cow::Owned(latin_1(bytes)), Cow::Borrowed)
}

/// The text of bytes in ISO 8859-1, the first 256 characters of Unicode.
#[must_use]
pub fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The known word that a word may have been meant for: the one with the fewest wrong, missing, additional or exchanged
/// characters, if they are no more than a third. `None` if there is no such word.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Characters of a word that is compared. No known word is nearly as long.
    const LONGEST: usize = 40;
    let length = word.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let distances = known.into_iter().map(|known| (strsim::osa_distance(&word, &known.to_lowercase()), known));
    let near = distances.filter(|(distance, known)| 3 * distance <= length.max(known.chars().count()));
    near.min_by_key(|&(distance, _)| distance).map(|(_, known)| known)
}

/// The message of a panic.
#[must_use]
pub fn panic_message(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref().copied());
    text.unwrap_or("a panic without a text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_utf_8_or_latin_1_without_their_mark() {
        for (bytes, text) in [
            (&b"Andr\xc3\xa9"[..], "Andr\u{e9}"),
            (b"\xef\xbb\xbfAndr\xc3\xa9", "Andr\u{e9}"),
            (b"Andr\xe9", "Andr\u{e9}"),
            (b"\xef\xbb\xbfAndr\xe9", "Andr\u{e9}"),
        ] {
            assert_eq!(decoded(bytes), text, "{bytes:?}");
        }
    }

    #[test]
    fn nearest_words() {
        let known = ["position", "go", "d", "moves", "Clear Hash"];
        for (word, expected) in [
            ("postion", Some("position")),
            ("psotion", Some("position")),
            ("MOVE", Some("moves")),
            ("clearhash", Some("Clear Hash")),
            ("god", Some("go")),
            ("g", None),
            ("x", None),
            ("frobnicate", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), known), None);
    }
}
