//! Text files of games: their characters and their lines. A file is read piece by piece.

use std::borrow::Cow;
use std::io::{BufRead, BufReader, Read};

use petteia_core::text::one_line;
use petteia_core::words::quoted;

use super::record::{FormatError, Location, Source};

/// Bytes that are read at a time.
const PIECE: usize = 1 << 16;
/// Largest size of the text of a game, in bytes.
pub(super) const MAX_GAME: usize = 1 << 20;
/// Bytes of a text without a match that [`TextFile::seek`] keeps, since a match may begin in them.
const TAIL: usize = 1 << 12;

/// The text of a file: UTF-8 where it is that, else Latin-1. A byte order mark is left out.
#[must_use]
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_or_else(|_| Cow::Owned(latin_1(bytes)), Cow::Borrowed)
}

/// The text of bytes in ISO 8859-1, the first 256 characters of Unicode.
#[must_use]
pub(super) fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The text that was read and not dropped yet, with numbered lines.
pub(super) struct TextFile<'a> {
    /// The text.
    pub text: String,
    /// The number of the line that the text begins in.
    first_line: usize,
    /// Bytes that are not decoded yet: the beginning of a line.
    pending: Vec<u8>,
    source: Source<'a>,
    is_begun: bool,
    has_ended: bool,
    /// The line of a NUL character. The text ends before it.
    nul: Option<usize>,
}

impl<'a> TextFile<'a> {
    /// Reads the first piece of a file. Each line is UTF-8, or else Latin-1.
    ///
    /// # Errors
    /// There is a NUL character in the first piece.
    pub fn open(source: Source<'a>) -> Result<Self, FormatError> {
        let (text, pending) = (String::new(), Vec::new());
        let mut file = Self { text, first_line: 1, pending, source, is_begun: false, has_ended: false, nul: None };
        file.grow(MAX_GAME);
        file.take_error().map_or(Ok(file), Err)
    }

    /// The error of a file that is not text, once.
    pub fn take_error(&mut self) -> Option<FormatError> {
        let place = Location::Line(self.nul.take()?);
        Some(FormatError { place, expected: "text".into(), found: "a NUL character".into() })
    }

    /// Whether the text extends to the end of the file.
    pub fn is_whole(&self) -> bool {
        self.has_ended
    }

    /// Reads more text: as much as there is, and at least a piece. Returns false if there is none, or if the text has
    /// `limit` bytes.
    pub fn grow(&mut self, limit: usize) -> bool {
        if self.has_ended || self.text.len() >= limit {
            return false;
        }
        let (before, missing) = (self.text.len(), self.text.len().max(PIECE));
        while !self.has_ended && self.text.len() < before + missing {
            self.read_piece();
        }
        self.text.len() > before
    }

    /// Reads a piece of the file. A source that fails keeps its error, and has ended.
    fn read_piece(&mut self) {
        let read = (&mut self.source).take(PIECE as u64).read_to_end(&mut self.pending).unwrap_or(0);
        if !self.is_begun && (self.pending.len() >= 3 || read == 0) {
            self.is_begun = true;
            if self.pending.starts_with("\u{feff}".as_bytes()) {
                self.pending.drain(..3);
            }
        }
        if read == 0 {
            self.has_ended = true;
        }
        let whole = match self.pending.iter().rposition(|byte| *byte == b'\n') {
            _ if read == 0 => self.pending.len(),
            Some(end) => end + 1,
            None if self.pending.len() < PIECE => 0,
            // A character at the end of a long line may be incomplete.
            None => match std::str::from_utf8(&self.pending) {
                Err(error) if error.error_len().is_none() => error.valid_up_to(),
                _ => self.pending.len(),
            },
        };
        let rest = self.pending.split_off(whole);
        let lines = std::mem::replace(&mut self.pending, rest);
        match std::str::from_utf8(&lines) {
            Ok(text) => self.text.push_str(text),
            Err(_) => lines.split_inclusive(|byte| *byte == b'\n').for_each(|line| match std::str::from_utf8(line) {
                Ok(text) => self.text.push_str(text),
                Err(_) => self.text.push_str(&latin_1(line)),
            }),
        }
        if let Some(at) = self.text.find('\0') {
            self.nul = Some(self.line(at));
            self.text.truncate(at);
            self.pending.clear();
            self.has_ended = true;
        }
    }

    /// Drops the text before an offset. Offsets then count from there.
    pub fn drop_front(&mut self, at: usize) {
        self.first_line = self.line(at);
        self.text.drain(..at);
    }

    /// Drops the blanks at the beginning. Returns false if nothing else follows.
    pub fn skip_blanks(&mut self) -> bool {
        self.seek(|text| text.find(|c: char| !c.is_whitespace()))
    }

    /// Drops the text before the next match. Returns false if there is none, and drops everything.
    pub fn seek(&mut self, mut find: impl FnMut(&str) -> Option<usize>) -> bool {
        loop {
            if let Some(at) = find(&self.text) {
                self.drop_front(at);
                return true;
            }
            let mut tail = if self.has_ended { self.text.len() } else { self.text.len().saturating_sub(TAIL) };
            while !self.text.is_char_boundary(tail) {
                tail -= 1;
            }
            self.drop_front(tail);
            if !self.grow(MAX_GAME) {
                self.drop_front(self.text.len());
                return false;
            }
        }
    }

    /// The number of the line with the character at this offset.
    pub fn line(&self, at: usize) -> usize {
        self.first_line + self.text[..at].matches('\n').count()
    }

    /// An error in the line with the character at this offset.
    pub fn error(&self, at: usize, expected: impl Into<String>, found: impl Into<String>) -> FormatError {
        FormatError { place: Location::Line(self.line(at)), expected: expected.into(), found: found.into() }
    }
}

/// The lines of a file as bytes, without their ends.
pub(super) struct Lines<'a> {
    source: BufReader<Source<'a>>,
    line: Vec<u8>,
    number: usize,
    limit: usize,
}

/// A line of a file.
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// Its bytes; `None` if it is longer than the limit.
    pub bytes: Option<&'a [u8]>,
}

impl<'a> Lines<'a> {
    /// The lines of a file, each of at most `limit` bytes. A byte order mark is skipped.
    pub fn open(source: Source<'a>, limit: usize) -> Self {
        Self { source: BufReader::with_capacity(PIECE, source), line: Vec::new(), number: 0, limit }
    }

    /// Reads the next line. A source that fails keeps its error, and has ended.
    pub fn next(&mut self) -> Option<Line<'_>> {
        self.line.clear();
        let read = (&mut self.source).take(self.limit as u64 + 1).read_until(b'\n', &mut self.line);
        if read.unwrap_or(0) == 0 {
            return None;
        }
        self.number += 1;
        let is_whole = self.line.pop_if(|byte| *byte == b'\n').is_some();
        if !is_whole && self.line.len() > self.limit {
            let _ = self.source.skip_until(b'\n');
            self.line = Vec::new();
            return Some(Line { number: self.number, bytes: None });
        }
        let mark = if self.number == 1 { "\u{feff}".as_bytes() } else { b"" };
        let line: &[u8] = &self.line;
        Some(Line { number: self.number, bytes: Some(line.strip_prefix(mark).unwrap_or(line)) })
    }
}

/// A text as errors show what was found: on one line, and `the end` if there is nothing.
pub(super) fn found(text: &str) -> String {
    if text.is_empty() { "the end".into() } else { one_line(&quoted(text)) }
}

/// The error of a game whose text is larger than the limit.
pub(super) fn too_large(line: usize, limit: usize) -> FormatError {
    let expected = format!("a game of at most {limit} bytes");
    FormatError { place: Location::Line(line), expected, found: "a larger one".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(bytes: &[u8]) -> Result<TextFile<'_>, FormatError> {
        TextFile::open(Box::new(bytes))
    }

    #[test]
    fn characters_and_lines() {
        let file = open("\u{feff}é\r\nb\n".as_bytes()).expect("a text");
        assert_eq!(file.text, "é\r\nb\n");
        assert_eq!([0, 2, 3, 4, 5, 6].map(|at| file.line(at)), [1, 1, 1, 2, 2, 3]);
        assert_eq!(open(b"a\xe9b\n\xc3\xa9").map(|file| file.text).as_deref(), Ok("aéb\né"));
        assert_eq!(open(b"").map(|file| file.line(0)), Ok(1));
        let error = open(b"a\nb\0").map(|file| file.text).expect_err("no text");
        assert_eq!(error.to_string(), "line 2: expected text, found a NUL character");
        assert_eq!([found(""), found("a\tb")], ["the end", "'a\\tb'"]);
    }

    #[test]
    fn pieces_join_to_the_whole_text() {
        let text = "€x\n".repeat(10) + &"€".repeat(PIECE) + "\n\n" + &" ".repeat(3 * PIECE) + "end";
        let mut file = open(text.as_bytes()).expect("a text");
        while file.grow(usize::MAX) {}
        assert!(file.is_whole() && file.text == text);
        let mut file = open(text.as_bytes()).expect("a text");
        assert!(file.seek(|text| text.find("end")));
        assert_eq!((file.text.as_str(), file.line(0)), ("end", 13));
        assert!(!file.seek(|text| text.find('x')) && file.text.is_empty());
        let mut blanks = open(&text.as_bytes()[30 + 20 + 3 * PIECE..]).expect("a text");
        assert!(blanks.skip_blanks() && blanks.text == "end");
    }

    #[test]
    fn lines_have_a_limit() {
        let mut lines = Lines::open(Box::new("\u{feff}ab\nabcdef\r\n\nabcd".as_bytes()), 5);
        let mut read = Vec::new();
        while let Some(line) = lines.next() {
            read.push((line.number, line.bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned())));
        }
        let expected = [(1, Some("ab")), (2, None), (3, Some("")), (4, Some("abcd"))];
        assert_eq!(read, expected.map(|(number, text)| (number, text.map(str::to_owned))));
    }

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
}
